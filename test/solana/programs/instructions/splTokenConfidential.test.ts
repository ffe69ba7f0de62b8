import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { JsonObject } from '../../../../src/codec/jsonText.ts';
import { accountNames, bytes, filled, key, slots, u8, u64 } from './parserCases.ts';
import { describeTokenCases, multisig, parsedText, type TokenCase, U64_MAX } from './splTokenCases.ts';

const NO_KEY = filled(0);
const ELGAMAL = filled(7);
const ELGAMAL_TEXT = 'BwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwcHBwc=';
const ZERO_ELGAMAL_TEXT = 'AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=';
const AE = filled(8, 36);
const AE_TEXT = 'CAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgI';
/** two ciphertexts for the auditor, never shown */
const AUDITOR = filled(9, 128);

const mint: readonly TokenCase[] = [
  {
    type: 'initializeConfidentialTransferMint',
    accounts: 1,
    data: bytes(u8(27, 0), filled(3), u8(1), ELGAMAL),
    info: {
      ...slots('mint'),
      authority: key(3),
      autoApproveNewAccounts: true,
      auditorElGamalPubkey: ELGAMAL_TEXT,
    },
    trailing: 'refused',
  },
  {
    type: 'initializeConfidentialTransferMint',
    accounts: 1,
    data: bytes(u8(27, 0), NO_KEY, u8(0), NO_KEY),
    info: { ...slots('mint'), autoApproveNewAccounts: false, auditorElGamalPubkey: null },
    trailing: 'refused',
  },
  {
    type: 'updateConfidentialTransferMint',
    accounts: 5,
    minAccounts: 2,
    data: bytes(u8(27, 1, 2), ELGAMAL),
    info: {
      ...slots('mint', 'confidentialTransferMintAuthority'),
      autoApproveNewAccounts: true,
      auditorElGamalPubkey: ELGAMAL_TEXT,
    },
    trailing: 'refused',
  },
];

describeTokenCases('confidential mint instructions', mint);

const configured: JsonObject = {
  ...slots('account', 'mint'),
  decryptableZeroBalance: AE_TEXT,
  maximumPendingBalanceCreditCounter: U64_MAX,
};
const configure = (offset: number): Uint8Array => bytes(u8(27, 2), AE, u64(U64_MAX), u8(offset));

const account: readonly TokenCase[] = [
  {
    type: 'configureConfidentialTransferAccount',
    accounts: 4,
    data: configure(0),
    info: { ...configured, proofInstructionOffset: 0, proofContextStateAccount: 'a2', owner: 'a3' },
    trailing: 'refused',
  },
  {
    type: 'configureConfidentialTransferAccount',
    accounts: 6,
    minAccounts: 4,
    data: configure(0),
    info: {
      ...configured,
      proofInstructionOffset: 0,
      proofContextStateAccount: 'a2',
      ...multisig('multisigOwner', 3, 6),
    },
    trailing: 'refused',
  },
  {
    type: 'configureConfidentialTransferAccount',
    accounts: 4,
    data: configure(255),
    info: { ...configured, proofInstructionOffset: -1, instructionsSysvar: 'a2', owner: 'a3' },
    trailing: 'refused',
  },
  {
    type: 'configureConfidentialTransferAccount',
    accounts: 5,
    minAccounts: 4,
    data: configure(128),
    info: { ...configured, proofInstructionOffset: -128, instructionsSysvar: 'a2', recordAccount: 'a3', owner: 'a4' },
    trailing: 'refused',
  },
  {
    type: 'approveConfidentialTransferAccount',
    accounts: 4,
    minAccounts: 3,
    data: u8(27, 3),
    info: slots('account', 'mint', 'confidentialTransferAuditorAuthority'),
    trailing: 'ignored',
  },
  {
    type: 'emptyConfidentialTransferAccount',
    accounts: 3,
    data: u8(27, 4, 1),
    info: { ...slots('account', 'instructionsSysvar', 'owner'), proofInstructionOffset: 1 },
    trailing: 'refused',
  },
  {
    type: 'emptyConfidentialTransferAccount',
    accounts: 5,
    minAccounts: 3,
    data: u8(27, 4, 1),
    info: {
      ...slots('account', 'instructionsSysvar', 'recordAccount'),
      proofInstructionOffset: 1,
      ...multisig('multisigOwner', 3, 5),
    },
    trailing: 'refused',
  },
  {
    type: 'applyPendingConfidentialTransferBalance',
    accounts: 2,
    data: bytes(u8(27, 8), u64(U64_MAX), AE),
    info: {
      ...slots('account', 'owner'),
      expectedPendingBalanceCreditCounter: U64_MAX,
      newDecryptableAvailableBalance: AE_TEXT,
    },
    trailing: 'refused',
  },
  ...[
    'enableConfidentialTransferConfidentialCredits',
    'disableConfidentialTransferConfidentialCredits',
    'enableConfidentialTransferNonConfidentialCredits',
    'disableConfidentialTransferNonConfidentialCredits',
  ].map(
    (type, i): TokenCase => ({
      type,
      accounts: 2,
      data: u8(27, 9 + i),
      info: slots('account', 'owner'),
      trailing: 'ignored',
    }),
  ),
  {
    type: 'configureConfidentialAccountWithRegistry',
    accounts: 4,
    minAccounts: 3,
    data: u8(27, 14),
    info: slots('account', 'mint', 'registry'),
    trailing: 'ignored',
  },
];

describeTokenCases('confidential account instructions', account);

const withdraw = (...offsets: readonly number[]): Uint8Array =>
  bytes(u8(27, 6), u64(U64_MAX), u8(2), AE, u8(...offsets));
const withdrawn = (equality: number, range: number): JsonObject => ({
  ...slots('source', 'destination', 'mint'),
  amount: U64_MAX,
  decimals: 2,
  newDecryptableAvailableBalance: AE_TEXT,
  equalityProofInstructionOffset: equality,
  rangeProofInstructionOffset: range,
});
const transferred = (equality: number, validity: number, range: number): JsonObject => ({
  ...slots('source', 'mint', 'destination'),
  newSourceDecryptableAvailableBalance: AE_TEXT,
  equalityProofInstructionOffset: equality,
  ciphertextValidityProofInstructionOffset: validity,
  rangeProofInstructionOffset: range,
});

const moves: readonly TokenCase[] = [
  {
    type: 'depositConfidentialTransfer',
    accounts: 4,
    data: bytes(u8(27, 5), u64(U64_MAX), u8(9)),
    info: { ...slots('source', 'destination', 'mint', 'owner'), amount: U64_MAX, decimals: 9 },
    trailing: 'refused',
  },
  {
    type: 'withdrawConfidentialTransfer',
    accounts: 5,
    data: withdraw(0, 0),
    info: { ...withdrawn(0, 0), equalityProofContextStateAccount: 'a3', owner: 'a4' },
    trailing: 'refused',
  },
  {
    type: 'withdrawConfidentialTransfer',
    accounts: 8,
    minAccounts: 5,
    data: withdraw(0, 0),
    info: {
      ...withdrawn(0, 0),
      equalityProofContextStateAccount: 'a3',
      rangeProofContextStateAccount: 'a4',
      ...multisig('multisigOwner', 5, 8),
    },
    trailing: 'refused',
  },
  {
    type: 'withdrawConfidentialTransfer',
    accounts: 7,
    minAccounts: 5,
    data: withdraw(0, 3),
    info: {
      ...withdrawn(0, 3),
      instructionsSysvar: 'a3',
      equalityProofContextStateAccount: 'a4',
      rangeProofRecordAccount: 'a5',
      owner: 'a6',
    },
    trailing: 'refused',
  },
  {
    type: 'confidentialTransfer',
    accounts: 4,
    data: bytes(u8(27, 7), AE, AUDITOR, u8(1, 2, 3)),
    info: { ...transferred(1, 2, 3), owner: 'a3' },
    trailing: 'refused',
  },
  {
    type: 'confidentialTransfer',
    accounts: 7,
    minAccounts: 4,
    data: bytes(u8(27, 7), AE, AUDITOR, u8(0, 0, 0)),
    info: {
      ...transferred(0, 0, 0),
      equalityProofContextStateAccount: 'a3',
      ciphertextValidityProofContextStateAccount: 'a4',
      rangeProofContextStateAccount: 'a5',
      owner: 'a6',
    },
    trailing: 'refused',
  },
  {
    // a multisig and its signers behind offsets are taken for record accounts
    type: 'confidentialTransfer',
    accounts: 7,
    minAccounts: 4,
    data: bytes(u8(27, 7), AE, AUDITOR, u8(255, 254, 253)),
    info: {
      ...transferred(-1, -2, -3),
      instructionsSysvar: 'a3',
      equalityProofRecordAccount: 'a4',
      ciphertextValidityProofRecordAccount: 'a5',
      owner: 'a6',
    },
    trailing: 'refused',
  },
  {
    type: 'confidentialTransferWithFee',
    accounts: 11,
    minAccounts: 4,
    data: bytes(u8(27, 13), AE, AUDITOR, u8(0, 0, 1, 0, 2)),
    info: {
      ...slots('source', 'mint', 'destination'),
      newSourceDecryptableAvailableBalance: AE_TEXT,
      equalityProofInstructionOffset: 0,
      transferAmountCiphertextValidityProofInstructionOffset: 0,
      feeSigmaProofInstructionOffset: 1,
      feeCiphertextValidityProofInstructionOffset: 0,
      rangeProofInstructionOffset: 2,
      instructionsSysvar: 'a3',
      equalityProofContextStateAccount: 'a4',
      transferAmountCiphertextValidityProofContextStateAccount: 'a5',
      feeCiphertextValidityProofContextStateAccount: 'a6',
      feeSigmaProofRecordAccount: 'a7',
      rangeProofRecordAccount: 'a8',
      ...multisig('multisigOwner', 9, 11),
    },
    trailing: 'refused',
  },
];

describeTokenCases('confidential transfers', moves);

const fee = { ...slots('mint', 'feeRecipient'), newDecryptableAvailableBalance: AE_TEXT };

const fees: readonly TokenCase[] = [
  {
    type: 'initializeConfidentialTransferFeeConfig',
    accounts: 1,
    data: bytes(u8(37, 0), filled(3), ELGAMAL),
    info: { ...slots('mint'), authority: key(3), withdrawWithheldAuthorityElGamalPubkey: ELGAMAL_TEXT },
    trailing: 'refused',
  },
  {
    type: 'initializeConfidentialTransferFeeConfig',
    accounts: 1,
    data: bytes(u8(37, 0), NO_KEY, NO_KEY),
    info: { ...slots('mint'), withdrawWithheldAuthorityElGamalPubkey: ZERO_ELGAMAL_TEXT },
    trailing: 'refused',
  },
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromMint',
    accounts: 4,
    data: bytes(u8(37, 1, 0), AE),
    info: {
      ...fee,
      proofInstructionOffset: 0,
      proofContextStateAccount: 'a2',
      withdrawWithheldAuthority: 'a3',
    },
    trailing: 'refused',
  },
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromMint',
    accounts: 6,
    minAccounts: 4,
    data: bytes(u8(37, 1, 5), AE),
    info: {
      ...fee,
      proofInstructionOffset: 5,
      instructionsSysvar: 'a2',
      recordAccount: 'a3',
      ...multisig('multisigWithdrawWithheldAuthority', 4, 6),
    },
    trailing: 'refused',
  },
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromAccounts',
    accounts: 6,
    data: bytes(u8(37, 2, 2, 5), AE),
    info: {
      ...fee,
      proofInstructionOffset: 5,
      instructionsSysvar: 'a2',
      withdrawWithheldAuthority: 'a3',
      sourceAccounts: ['a4', 'a5'],
    },
    trailing: 'refused',
  },
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromAccounts',
    accounts: 6,
    minAccounts: 5,
    data: bytes(u8(37, 2, 1, 5), AE),
    info: {
      ...fee,
      proofInstructionOffset: 5,
      instructionsSysvar: 'a2',
      proofAccount: 'a3',
      withdrawWithheldAuthority: 'a4',
      sourceAccounts: ['a5'],
    },
    trailing: 'refused',
  },
  {
    type: 'withdrawWithheldConfidentialTransferTokensFromAccounts',
    accounts: 5,
    minAccounts: 4,
    data: bytes(u8(37, 2, 0, 0), AE),
    info: {
      ...fee,
      proofInstructionOffset: 0,
      proofContextStateAccount: 'a2',
      ...multisig('multisigWithdrawWithheldAuthority', 3, 5),
      sourceAccounts: [],
    },
    trailing: 'refused',
  },
  {
    type: 'harvestWithheldConfidentialTransferTokensToMint',
    accounts: 2,
    minAccounts: 1,
    data: u8(37, 3),
    info: { ...slots('mint'), sourceAccounts: ['a1'] },
    trailing: 'ignored',
  },
  {
    type: 'enableConfidentialTransferFeeHarvestToMint',
    accounts: 2,
    data: u8(37, 4),
    info: slots('account', 'owner'),
    trailing: 'ignored',
  },
  {
    type: 'disableConfidentialTransferFeeHarvestToMint',
    accounts: 3,
    minAccounts: 2,
    data: u8(37, 5),
    info: { ...slots('account'), ...multisig('multisigOwner', 1, 3) },
    trailing: 'ignored',
  },
];

describeTokenCases('confidential fee instructions', fees);

const proofOffsets = {
  equalityProofInstructionOffset: 0,
  ciphertextValidityProofInstructionOffset: 2,
  rangeProofInstructionOffset: 0,
};
const proofAccounts = {
  instructionsSysvar: 'a2',
  equalityProofContextStateAccount: 'a3',
  ciphertextValidityProofRecordAccount: 'a4',
};

const mintBurn: readonly TokenCase[] = [
  {
    type: 'initializeConfidentialMintBurnMint',
    accounts: 1,
    data: bytes(u8(42, 0), NO_KEY, AE),
    info: { ...slots('mint'), supplyElGamalPubkey: ZERO_ELGAMAL_TEXT, decryptableSupply: AE_TEXT },
    trailing: 'refused',
  },
  {
    type: 'rotateConfidentialMintBurnSupplyElGamalPubkey',
    accounts: 3,
    data: bytes(u8(42, 1), ELGAMAL, u8(0)),
    info: {
      ...slots('mint', 'proofAccount', 'owner'),
      newSupplyElGamalPubkey: ELGAMAL_TEXT,
      proofInstructionOffset: 0,
    },
    trailing: 'refused',
  },
  {
    type: 'rotateConfidentialMintBurnSupplyElGamalPubkey',
    accounts: 5,
    minAccounts: 3,
    data: bytes(u8(42, 1), ELGAMAL, u8(127)),
    info: {
      ...slots('mint', 'instructionsSysvar'),
      newSupplyElGamalPubkey: ELGAMAL_TEXT,
      proofInstructionOffset: 127,
      ...multisig('multisigOwner', 2, 5),
    },
    trailing: 'refused',
  },
  {
    type: 'updateConfidentialMintBurnDecryptableSupply',
    accounts: 2,
    data: bytes(u8(42, 2), AE),
    info: { ...slots('mint', 'owner'), newDecryptableSupply: AE_TEXT },
    trailing: 'refused',
  },
  {
    type: 'confidentialMint',
    accounts: 6,
    minAccounts: 3,
    data: bytes(u8(42, 3), AE, AUDITOR, u8(0, 2, 0)),
    info: {
      ...slots('destination', 'mint'),
      newDecryptableSupply: AE_TEXT,
      ...proofOffsets,
      ...proofAccounts,
      owner: 'a5',
    },
    trailing: 'refused',
  },
  {
    type: 'confidentialBurn',
    accounts: 8,
    minAccounts: 3,
    data: bytes(u8(42, 4), AE, AUDITOR, u8(0, 2, 0)),
    info: {
      ...slots('destination', 'mint'),
      newDecryptableAvailableBalance: AE_TEXT,
      ...proofOffsets,
      ...proofAccounts,
      rangeProofContextStateAccount: 'a5',
      ...multisig('multisigOwner', 6, 8),
    },
    trailing: 'refused',
  },
  { type: 'applyPendingBurn', accounts: 2, data: u8(42, 5), info: slots('mint', 'owner'), trailing: 'ignored' },
];

describeTokenCases('confidential mint and burn instructions', mintBurn);

describe('whatever the offsets', () => {
  const tags = fc.constantFrom(
    { data: bytes(u8(27, 6), u64(1n), u8(0), AE), offsets: 2 },
    { data: bytes(u8(27, 7), AE, AUDITOR), offsets: 3 },
    { data: bytes(u8(27, 13), AE, AUDITOR), offsets: 5 },
    { data: bytes(u8(37, 2, 0), u8(1), AE), offsets: 0 },
    { data: bytes(u8(42, 3), AE, AUDITOR), offsets: 3 },
    { data: bytes(u8(42, 4), AE, AUDITOR), offsets: 3 },
  );
  const offsets = fc.array(fc.constantFrom(0, 1, 255), { minLength: 5, maxLength: 5 });

  test('every account is shown once', () => {
    fc.assert(
      fc.property(tags, offsets, fc.integer({ min: 5, max: 14 }), (tag, values, count) => {
        const text = parsedText(count, bytes(tag.data, u8(...values.slice(0, tag.offsets))));
        const shown = [...text!.matchAll(/"(a\d+)"/g)].map(([, name]) => name!);
        expect(shown.sort()).toEqual([...accountNames(count)].sort());
      }),
    );
  });
});
