import { describe, expect, test } from 'vitest';
import { JsonFloat } from '../../../../src/codec/jsonText.ts';
import { bytes, filled, i64, key, slots, u8, u16, u64 } from './parserCases.ts';
import { describeTokenCases, multisig, parsedText, type TokenCase, U64_MAX, ZERO_KEY } from './splTokenCases.ts';

const NONE = u8(0);
const NO_KEY = filled(0);
const some = (fill: number): Uint8Array => bytes(u8(1), filled(fill));

function f64(value: number): Uint8Array {
  const buffer = Buffer.alloc(8);
  buffer.writeDoubleLE(value);
  return buffer;
}

const transferFee: readonly TokenCase[] = [
  {
    type: 'initializeTransferFeeConfig',
    accounts: 1,
    data: bytes(u8(26, 0), some(3), some(4), u16(65535), u64(U64_MAX)),
    info: {
      ...slots('mint'),
      transferFeeConfigAuthority: key(3),
      withdrawWithheldAuthority: key(4),
      transferFeeBasisPoints: 65535,
      maximumFee: U64_MAX,
    },
    trailing: 'ignored',
  },
  {
    type: 'initializeTransferFeeConfig',
    accounts: 1,
    data: bytes(u8(26, 0), NONE, NONE, u16(1), u64(2n)),
    info: { ...slots('mint'), transferFeeBasisPoints: 1, maximumFee: 2 },
    trailing: 'ignored',
  },
  {
    type: 'transferCheckedWithFee',
    accounts: 4,
    data: bytes(u8(26, 1), u64(1500n), u8(3), u64(25n)),
    info: {
      ...slots('source', 'mint', 'destination', 'authority'),
      tokenAmount: { amount: '1500', decimals: 3, uiAmount: new JsonFloat(1.5), uiAmountString: '1.5' },
      feeAmount: { amount: '25', decimals: 3, uiAmount: new JsonFloat(0.025), uiAmountString: '0.025' },
    },
    trailing: 'ignored',
  },
  {
    type: 'withdrawWithheldTokensFromMint',
    accounts: 4,
    minAccounts: 3,
    data: u8(26, 2),
    info: { ...slots('mint', 'feeRecipient'), ...multisig('multisigWithdrawWithheldAuthority', 2, 4) },
    trailing: 'ignored',
  },
  {
    type: 'withdrawWithheldTokensFromAccounts',
    accounts: 5,
    data: u8(26, 3, 2),
    info: { ...slots('mint', 'feeRecipient', 'withdrawWithheldAuthority'), sourceAccounts: ['a3', 'a4'] },
    trailing: 'ignored',
  },
  {
    type: 'withdrawWithheldTokensFromAccounts',
    accounts: 6,
    minAccounts: 4,
    data: u8(26, 3, 1),
    info: {
      ...slots('mint', 'feeRecipient'),
      ...multisig('multisigWithdrawWithheldAuthority', 2, 5),
      sourceAccounts: ['a5'],
    },
    trailing: 'ignored',
  },
  {
    type: 'withdrawWithheldTokensFromAccounts',
    accounts: 3,
    data: u8(26, 3, 0),
    info: { ...slots('mint', 'feeRecipient', 'withdrawWithheldAuthority'), sourceAccounts: [] },
    trailing: 'ignored',
  },
  {
    type: 'harvestWithheldTokensToMint',
    accounts: 3,
    minAccounts: 1,
    data: u8(26, 4),
    info: { ...slots('mint'), sourceAccounts: ['a1', 'a2'] },
    trailing: 'ignored',
  },
  {
    type: 'harvestWithheldTokensToMint',
    accounts: 1,
    data: u8(26, 4),
    info: { ...slots('mint'), sourceAccounts: [] },
    trailing: 'ignored',
  },
  {
    type: 'setTransferFee',
    accounts: 2,
    data: bytes(u8(26, 5), u16(50), u64(U64_MAX)),
    info: { ...slots('mint', 'transferFeeConfigAuthority'), transferFeeBasisPoints: 50, maximumFee: U64_MAX },
    trailing: 'ignored',
  },
  {
    type: 'setTransferFee',
    accounts: 3,
    minAccounts: 2,
    data: bytes(u8(26, 5), u16(50), u64(1n)),
    info: {
      ...slots('mint'),
      transferFeeBasisPoints: 50,
      maximumFee: 1,
      ...multisig('multisigtransferFeeConfigAuthority', 1, 3),
    },
    trailing: 'ignored',
  },
];

describeTokenCases('transfer fee instructions', transferFee);

const flags: readonly TokenCase[] = [
  {
    type: 'initializeDefaultAccountState',
    accounts: 1,
    data: u8(28, 0, 0),
    info: { ...slots('mint'), accountState: 'uninitialized' },
    trailing: 'refused',
  },
  {
    type: 'updateDefaultAccountState',
    accounts: 2,
    data: u8(28, 1, 1),
    info: { ...slots('mint', 'freezeAuthority'), accountState: 'initialized' },
    trailing: 'refused',
  },
  {
    type: 'updateDefaultAccountState',
    accounts: 4,
    minAccounts: 2,
    data: u8(28, 1, 2),
    info: { ...slots('mint'), accountState: 'frozen', ...multisig('multisigFreezeAuthority', 1, 4) },
    trailing: 'refused',
  },
  ...[
    ['enableRequiredMemoTransfers', 30, 0] as const,
    ['disableRequiredMemoTransfers', 30, 1] as const,
    ['enableCpiGuard', 34, 0] as const,
    ['disableCpiGuard', 34, 1] as const,
  ].flatMap(([type, tag, sub]): TokenCase[] => [
    { type, accounts: 2, data: u8(tag, sub), info: slots('account', 'owner'), trailing: 'ignored' },
    {
      type,
      accounts: 3,
      minAccounts: 2,
      data: u8(tag, sub),
      info: { ...slots('account'), ...multisig('multisigOwner', 1, 3) },
      trailing: 'ignored',
    },
  ]),
  {
    type: 'initializePausableConfig',
    accounts: 1,
    data: bytes(u8(44, 0), NO_KEY),
    info: { ...slots('mint'), authority: ZERO_KEY },
    trailing: 'refused',
  },
  { type: 'pause', accounts: 2, data: u8(44, 1), info: slots('mint', 'authority'), trailing: 'ignored' },
  {
    type: 'resume',
    accounts: 3,
    minAccounts: 2,
    data: u8(44, 2),
    info: { ...slots('mint'), ...multisig('multisigAuthority', 1, 3) },
    trailing: 'ignored',
  },
];

describeTokenCases('account state, memo, cpi guard and pausable instructions', flags);

test('an account state of 3 is refused', () => {
  expect(parsedText(2, u8(28, 0, 3))).toBeUndefined();
  expect(parsedText(2, u8(28, 1, 255))).toBeUndefined();
});

const rates: readonly TokenCase[] = [
  {
    type: 'initializeInterestBearingConfig',
    accounts: 1,
    data: bytes(u8(33, 0), filled(3), u16(0xffff)),
    info: { ...slots('mint'), rateAuthority: key(3), rate: -1 },
    trailing: 'refused',
  },
  {
    type: 'initializeInterestBearingConfig',
    accounts: 1,
    data: bytes(u8(33, 0), NO_KEY, u16(0x7fff)),
    info: { ...slots('mint'), rateAuthority: null, rate: 32767 },
    trailing: 'refused',
  },
  {
    type: 'updateInterestBearingConfigRate',
    accounts: 2,
    data: bytes(u8(33, 1), u16(0x8000)),
    info: { ...slots('mint', 'rateAuthority'), newRate: -32768 },
    trailing: 'refused',
  },
  {
    type: 'initializeScaledUiAmountConfig',
    accounts: 1,
    data: bytes(u8(43, 0), filled(3), f64(1.5)),
    info: { ...slots('mint'), authority: key(3), multiplier: '1.5' },
    trailing: 'refused',
  },
  {
    type: 'initializeScaledUiAmountConfig',
    accounts: 1,
    data: bytes(u8(43, 0), NO_KEY, f64(1)),
    info: { ...slots('mint'), authority: null, multiplier: '1' },
    trailing: 'refused',
  },
  {
    type: 'updateMultiplier',
    accounts: 2,
    data: bytes(u8(43, 1), f64(1e21), i64(-9223372036854775808n)),
    info: {
      ...slots('mint', 'authority'),
      newMultiplier: '1000000000000000000000',
      newMultiplierTimestamp: -9223372036854775808n,
    },
    trailing: 'refused',
  },
];

describeTokenCases('interest and scaling instructions', rates);

describe('multipliers that JSON has no number for', () => {
  test.each([
    [Number.NaN, 'NaN'],
    [Number.POSITIVE_INFINITY, 'inf'],
    [Number.NEGATIVE_INFINITY, '-inf'],
    [-0, '-0'],
    [1e-7, '0.0000001'],
    [73366360811417.125, '73366360811417.13'],
  ])('%s', (multiplier, text) => {
    expect(parsedText(1, bytes(u8(43, 0), NO_KEY, f64(multiplier)))).toContain(`"multiplier":"${text}"`);
  });
});

const pointers = [
  ['TransferHook', 36, 'programId'] as const,
  ['MetadataPointer', 39, 'metadataAddress'] as const,
  ['GroupPointer', 40, 'groupAddress'] as const,
  ['GroupMemberPointer', 41, 'memberAddress'] as const,
].flatMap(([name, tag, target]): TokenCase[] => [
  {
    type: `initialize${name}`,
    accounts: 1,
    data: bytes(u8(tag, 0), filled(3), filled(4)),
    info: { ...slots('mint'), authority: key(3), [target]: key(4) },
    trailing: 'refused',
  },
  {
    type: `initialize${name}`,
    accounts: 1,
    data: bytes(u8(tag, 0), NO_KEY, NO_KEY),
    info: slots('mint'),
    trailing: 'refused',
  },
  {
    type: `update${name}`,
    accounts: 2,
    data: bytes(u8(tag, 1), filled(4)),
    info: { ...slots('mint', 'authority'), [target]: key(4) },
    trailing: 'refused',
  },
  {
    type: `update${name}`,
    accounts: 3,
    minAccounts: 2,
    data: bytes(u8(tag, 1), NO_KEY),
    info: { ...slots('mint'), ...multisig('multisigAuthority', 1, 3) },
    trailing: 'refused',
  },
]);

describeTokenCases('pointer and hook instructions', pointers);
