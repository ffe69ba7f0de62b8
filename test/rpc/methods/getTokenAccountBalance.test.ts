import { describe, expect, it } from 'vitest';
import { type Address, NATIVE_MINT, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { multisig } from '../../solana/programs/accounts/splTokenBytes.ts';
import { BOTH_DIALECTS, badParam, badParams } from '../../support/answers.ts';
import { addressCases, bareCommitmentCases, countCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import {
  amountText,
  clockAccount,
  holdingAccount,
  IMMUTABLE_OWNER,
  interestBearing,
  MINT,
  mintAccount,
  NO_TIME,
  scaledUiAmount,
  YEAR,
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const OWNER = namedAddress('owner');
const HOLDING = namedAddress('holding');
const NOBODY = namedAddress('nobody');

const holding = (spec: Partial<Parameters<typeof holdingAccount>[0]> = {}): AccountSpec =>
  holdingAccount({ address: HOLDING, mint: MINT, owner: OWNER, amount: 1_234_500n, ...spec });
const PLAIN_MINT = mintAccount({ address: MINT, decimals: 6 });

const nodeWith = (...accounts: readonly AccountSpec[]) => testNode({ ...THREE_TIPS, accounts });
const NODE = nodeWith(PLAIN_MINT, holding());

describe.each(BOTH_DIALECTS)('getTokenAccountBalance (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getTokenAccountBalance', params, dialect);
  const askWith = (...accounts: readonly AccountSpec[]) => ask(`["${HOLDING}"]`, nodeWith(...accounts));

  it.each([
    ...countCases(1, 2),
    ...addressCases(),
    ...addressCases(',null'),
    ...bareCommitmentCases(`"${HOLDING}",`),
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
    expect(await ask(`["${HOLDING}",${commitment}]`)).toBe(amountText('1234500', 6, '1.2345', '1.2345', slot));
  });

  it.each([
    ['nothing', { amount: 0n }, amountText('0', 6, '0.0', '0')],
    [
      'all there can be',
      { amount: 18446744073709551615n },
      amountText('18446744073709551615', 6, '18446744073709.55', '18446744073709.551615'),
    ],
    ['frozen', { state: 2 }, amountText('1234500', 6, '1.2345', '1.2345')],
    ['of the newer program', { program: TOKEN_2022_PROGRAM }, amountText('1234500', 6, '1.2345', '1.2345')],
    [
      'with an extension',
      { program: TOKEN_2022_PROGRAM, extension: IMMUTABLE_OWNER },
      amountText('1234500', 6, '1.2345', '1.2345'),
    ],
  ] as const)('an account, %s', async (_, spec, text) => {
    expect(await askWith(PLAIN_MINT, holding(spec))).toBe(text);
  });

  it.each([
    ['without decimals', { decimals: 0 }, amountText('1234500', 0, '1234500.0', '1234500')],
    ['with too many for a number', { decimals: 20 }, amountText('1234500', 20, 'null', '0.000000000000012345')],
    ['of any owner', { decimals: 6, owner: OWNER }, amountText('1234500', 6, '1.2345', '1.2345')],
  ])('a mint %s', async (_, spec, text) => {
    expect(await askWith(mintAccount({ address: MINT, ...spec }), holding())).toBe(text);
  });

  it('knows the native mint without its account, and better than it', async () => {
    const wrapped = holding({ mint: NATIVE_MINT });
    const text = amountText('1234500', 9, '0.0012345', '0.0012345');
    expect(await askWith(wrapped)).toBe(text);
    expect(await askWith(wrapped, mintAccount({ address: NATIVE_MINT, decimals: 2 }))).toBe(text);
  });

  it('scales amounts by the time of the Clock', async () => {
    const mint = mintAccount({ address: MINT, decimals: 6, extension: scaledUiAmount(2, 1_000n, 3.5) });
    expect(await askWith(mint, holding(), clockAccount(999n))).toBe(amountText('1234500', 6, '2.469', '2.469'));
    expect(await askWith(mint, holding(), clockAccount(1_000n))).toBe(amountText('1234500', 6, '4.32075', '4.32075'));
  });

  it('adds interest', async () => {
    const mint = mintAccount({ address: MINT, decimals: 6, extension: interestBearing(500, 1_000n) });
    const account = holding({ amount: 100_000_000n });
    expect(await askWith(mint, account, clockAccount(1_000n))).toBe(amountText('100000000', 6, '100.0', '100'));
    // 100 e^0.05
    expect(await askWith(mint, account, clockAccount(1_000n + YEAR))).toBe(
      amountText('100000000', 6, '105.12711', '105.12711'),
    );
  });

  it('goes by the time of the newest block where there is no Clock, and asks for one where there is none either', async () => {
    const mint = mintAccount({ address: MINT, decimals: 6, extension: scaledUiAmount(2, 1_700_000_006n, 3.5) });
    const blocks = [{ slot: 5 }, { slot: 6 }];
    const dated = testNode({ blocks, finalized: 5, accounts: [mint, holding()] });
    expect(await ask(`["${HOLDING}"]`, dated)).toBe(amountText('1234500', 6, '2.469', '2.469'));
    expect(await ask(`["${HOLDING}",["processed"]]`, dated)).toBe(amountText('1234500', 6, '4.32075', '4.32075', 6));
    const timeless = testNode({ accounts: [mint, holding()] });
    expect(await ask(`["${HOLDING}"]`, timeless)).toBe(NO_TIME);
  });

  describe('refuses', () => {
    const notTokenAccount = badParam('not a Token account');
    const couldNotUnpack = badParam('Token mint could not be unpacked');

    it.each([
      ['no account', [], badParam('could not find account')],
      ['an account that is gone', [{ ...holding(), lamports: 0n }], badParam('could not find account')],
      ['one of another program', [PLAIN_MINT, { ...holding(), owner: OWNER }], notTokenAccount],
      ['a mint', [mintAccount({ address: HOLDING })], notTokenAccount],
      ['a multisig', [{ address: HOLDING, owner: TOKEN_PROGRAM, data: multisig(1, 1, []) }], notTokenAccount],
      ['an uninitialised account', [PLAIN_MINT, holding({ state: 0 })], notTokenAccount],
      ['a state that is none', [PLAIN_MINT, holding({ state: 3 })], notTokenAccount],
      ['no data', [{ address: HOLDING, owner: TOKEN_PROGRAM }], notTokenAccount],
      ['no mint', [holding()], badParam('could not find mint')],
      ['a mint that is gone', [holding(), { ...PLAIN_MINT, lamports: 0n }], badParam('could not find mint')],
      ['a mint that is none', [holding(), { address: MINT, owner: TOKEN_PROGRAM }], couldNotUnpack],
      ['an account in place of the mint', [holding(), holding({ address: MINT })], couldNotUnpack],
    ] as readonly [string, readonly AccountSpec[], string][])('%s', async (_, accounts, error) => {
      expect(await askWith(...accounts)).toBe(error);
    });
  });

  it('an address that is not in the ledger is none, whatever it is', async () => {
    const addresses: readonly Address[] = [NOBODY, NATIVE_MINT, TOKEN_PROGRAM];
    for (const address of addresses) expect(await ask(`["${address}"]`)).toBe(badParam('could not find account'));
  });
});
