import { describe, expect, it } from 'vitest';
import { NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { mint as mintBytes, multisig, optionalKey } from '../../solana/programs/accounts/splTokenBytes.ts';
import { BOTH_DIALECTS, badParam, badParams } from '../../support/answers.ts';
import { addressCases, bareCommitmentCases, countCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import {
  amountText,
  clockAccount,
  holdingAccount,
  interestBearing,
  MINT,
  mintAccount,
  NO_TIME,
  scaledUiAmount,
  YEAR,
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const OWNER = namedAddress('owner');

const mint = (spec: Partial<Parameters<typeof mintAccount>[0]> = {}): AccountSpec =>
  mintAccount({ address: MINT, supply: 1_234_500n, decimals: 6, ...spec });

const nodeWith = (...accounts: readonly AccountSpec[]) => testNode({ ...THREE_TIPS, accounts });
const NODE = nodeWith(mint());

describe.each(BOTH_DIALECTS)('getTokenSupply (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getTokenSupply', params, dialect);
  const askWith = (...accounts: readonly AccountSpec[]) => ask(`["${MINT}"]`, nodeWith(...accounts));

  it.each([
    ...countCases(1, 2),
    ...addressCases(),
    ...bareCommitmentCases(`"${MINT}",`),
    ['["0",{}]', badParams('missing field `commitment`')],
  ] as const)('%s is refused', async (params, error) => {
    expect(await ask(params)).toBe(error);
  });

  it.each([
    ['null', 5],
    ['{"commitment":"finalized"}', 5],
    ['{"commitment":"confirmed"}', 6],
    ['["processed"]', 7],
  ])('is read at %s: slot %s', async (commitment, slot) => {
    expect(await ask(`["${MINT}",${commitment}]`)).toBe(amountText('1234500', 6, '1.2345', '1.2345', slot));
  });

  it.each([
    ['nothing', { supply: 0n }, amountText('0', 6, '0.0', '0')],
    [
      'all there can be',
      { supply: 18446744073709551615n, decimals: 0 },
      amountText('18446744073709551615', 0, '1.8446744073709552e+19', '18446744073709551615'),
    ],
    ['of the newer program', { owner: TOKEN_2022_PROGRAM }, amountText('1234500', 6, '1.2345', '1.2345')],
  ] as const)('a mint: %s', async (_, spec, text) => {
    expect(await askWith(mint(spec))).toBe(text);
  });

  it('reads the native mint from the ledger like any other', async () => {
    const askNative = (...accounts: readonly AccountSpec[]) => ask(`["${NATIVE_MINT}"]`, nodeWith(...accounts));
    expect(await askNative()).toBe(badParam('could not find account'));
    expect(await askNative(mint({ address: NATIVE_MINT, supply: 0n, decimals: 9 }))).toBe(
      amountText('0', 9, '0.0', '0'),
    );
    expect(await askNative(mint({ address: NATIVE_MINT }))).toBe(amountText('1234500', 6, '1.2345', '1.2345'));
  });

  it('shows it scaled, or with interest, at the time of the Clock', async () => {
    const scaled = mint({ extension: scaledUiAmount(2, 1_000n, 3.5) });
    expect(await askWith(scaled, clockAccount(999n))).toBe(amountText('1234500', 6, '2.469', '2.469'));
    expect(await askWith(scaled, clockAccount(1_000n))).toBe(amountText('1234500', 6, '4.32075', '4.32075'));
    const bearing = mint({ supply: 100_000_000n, extension: interestBearing(500, 1_000n) });
    // 100 e^0.05
    expect(await askWith(bearing, clockAccount(1_000n + YEAR))).toBe(
      amountText('100000000', 6, '105.12711', '105.12711'),
    );
  });

  it('asks for a time where the amount needs one', async () => {
    const scaled = mint({ extension: scaledUiAmount(2, 1_000n, 3.5) });
    expect(await ask(`["${MINT}"]`, testNode({ accounts: [scaled] }))).toBe(NO_TIME);
    expect(await ask(`["${MINT}"]`, testNode({ accounts: [mint()] }))).toBe(
      amountText('1234500', 6, '1.2345', '1.2345', 0),
    );
  });

  const couldNotUnpack = badParam('mint could not be unpacked');
  it.each([
    ['no account', [], badParam('could not find account')],
    ['an account that is gone', [{ ...mint(), lamports: 0n }], badParam('could not find account')],
    ['one of another program', [mint({ owner: OWNER })], badParam('not a Token mint')],
    ['a token account', [holdingAccount({ address: MINT, mint: MINT, owner: OWNER })], couldNotUnpack],
    ['a multisig', [{ ...mint(), data: multisig(1, 1, []) }], couldNotUnpack],
    ['a mint without its flag', [{ ...mint(), data: mintBytes({ isInitialized: 0 }) }], couldNotUnpack],
    ['a bad tag', [{ ...mint(), data: mintBytes({ mintAuthority: optionalKey(5, 2) }) }], couldNotUnpack],
    ['83 bytes', [{ ...mint(), data: Buffer.alloc(83) }], couldNotUnpack],
    ['no data', [{ address: MINT, owner: TOKEN_PROGRAM }], couldNotUnpack],
  ] as readonly [string, readonly AccountSpec[], string][])('refuses %s', async (_, accounts, error) => {
    expect(await askWith(...accounts)).toBe(error);
  });
});
