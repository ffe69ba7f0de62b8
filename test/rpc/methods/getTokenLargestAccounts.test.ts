import { describe, expect, it } from 'vitest';
import {
  type Address,
  compareAddresses,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../src/solana/address.ts';
import { BOTH_DIALECTS, badParam, badParams, contextText, partOf } from '../../support/answers.ts';
import { addressCases, bareCommitmentCases, countCases } from '../../support/paramCases.ts';
import { type AccountSpec, callText, THREE_TIPS, testNode } from '../../support/testNode.ts';
import {
  clockAccount,
  holdingAccount,
  IMMUTABLE_OWNER,
  interestBearing,
  MINT,
  mintAccount,
  NO_TIME,
  OTHER_MINT,
  scaledUiAmount,
  YEAR,
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const OWNER = namedAddress('owner');

const PLAIN_MINT = mintAccount({ address: MINT, decimals: 1 });
const holding = (name: string, amount: bigint, spec: Partial<Parameters<typeof holdingAccount>[0]> = {}) =>
  holdingAccount({ address: namedAddress(name), mint: MINT, owner: OWNER, amount, ...spec });

const nodeWith = (...accounts: readonly AccountSpec[]) => testNode({ ...THREE_TIPS, accounts });
const NODE = nodeWith(PLAIN_MINT, holding('some', 15n), holding('more', 250n));

const shown = (name: string, amount: string, uiAmount: string, text: string, decimals = 1) =>
  `{"address":"${namedAddress(name)}","amount":"${amount}","decimals":${decimals},"uiAmount":${uiAmount},"uiAmountString":"${text}"}`;
const MORE = shown('more', '250', '25.0', '25');
const SOME = shown('some', '15', '1.5', '1.5');

describe.each(BOTH_DIALECTS)('getTokenLargestAccounts (%s)', (dialect) => {
  const ask = (params: string, node = NODE) => callText(node, 'getTokenLargestAccounts', params, dialect);
  const askWith = (...accounts: readonly AccountSpec[]) => ask(`["${MINT}"]`, nodeWith(...accounts));
  const answer = (entries: readonly string[], slot = 5) => contextText(`[${entries.join(',')}]`, slot);

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
  ])('the greatest first, read at %s: slot %s', async (commitment, slot) => {
    expect(await ask(`["${MINT}",${commitment}]`)).toBe(answer([MORE, SOME], slot));
  });

  it('nobody holds any', async () => {
    expect(await askWith(PLAIN_MINT)).toBe(answer([]));
  });

  it('of equal amounts the higher address comes first', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const text = await askWith(PLAIN_MINT, ...names.map((name) => holding(name, 7n)));
    const sorted = [...names].sort((a, b) => -compareAddresses(namedAddress(a), namedAddress(b)));
    expect(text).toBe(answer(sorted.map((name) => shown(name, '7', '0.7', '0.7'))));
  });

  it('shows twenty, and the right ones', async () => {
    const accounts = Array.from({ length: 45 }, (_, i) => holding(`${i}`, BigInt((i * 7) % 45) + 2n ** 63n));
    const text = await askWith(PLAIN_MINT, ...accounts);
    const amounts = Array.from({ length: 21 }, (_, i) => partOf(text, 'value', i, 'amount'));
    expect(amounts).toEqual([...Array.from({ length: 20 }, (_, i) => `"${2n ** 63n + 44n - BigInt(i)}"`), undefined]);
  });

  it('cuts equal amounts off at the lower addresses', async () => {
    const addresses = Array.from({ length: 30 }, (_, i) => namedAddress(`${i}`));
    const text = await askWith(PLAIN_MINT, ...addresses.map((_, i) => holding(`${i}`, 1n)));
    const expected: Address[] = [...addresses].sort((a, b) => compareAddresses(b, a)).slice(0, 20);
    expect(expected.map((_, i) => partOf(text, 'value', i, 'address'))).toEqual(expected.map((it) => `"${it}"`));
  });

  it('takes the initialised accounts of the mint and its program, frozen and empty ones too', async () => {
    const accounts = [
      holding('some', 15n, { state: 2 }),
      holding('empty', 0n),
      holding('uninitialised', 99n, { state: 0 }),
      holding('of another mint', 99n, { mint: OTHER_MINT }),
      holding('of the other program', 99n, { program: TOKEN_2022_PROGRAM }),
      { ...holding('gone', 99n), lamports: 0n },
      { ...holding('of no program', 99n), owner: OWNER },
    ];
    expect(await askWith(PLAIN_MINT, ...accounts)).toBe(answer([SOME, shown('empty', '0', '0.0', '0')]));
  });

  it('counts an account that does not unpack as empty', async () => {
    expect(await askWith(PLAIN_MINT, holding('some', 15n), holding('odd', 99n, { state: 3 }))).toBe(
      answer([SOME, shown('odd', '0', '0.0', '0')]),
    );
  });

  it('reads accounts of Token-2022 with extensions', async () => {
    const accounts = [
      holding('more', 250n, { program: TOKEN_2022_PROGRAM, extension: IMMUTABLE_OWNER }),
      holding('some', 15n, { program: TOKEN_2022_PROGRAM }),
    ];
    const mint = mintAccount({ address: MINT, decimals: 1, owner: TOKEN_2022_PROGRAM });
    expect(await askWith(mint, ...accounts)).toBe(answer([MORE, SOME]));
  });

  it('finds the holders through an index where the program has many accounts', async () => {
    const crowd = Array.from({ length: 600 }, (_, i) => holding(`${i}`, 1n, { mint: namedAddress(`mint ${i % 50}`) }));
    expect(await askWith(PLAIN_MINT, ...crowd, holding('some', 15n), holding('more', 250n))).toBe(answer([MORE, SOME]));
  });

  it('knows the native mint without its account', async () => {
    const node = nodeWith(holding('some', 15n, { mint: NATIVE_MINT }));
    expect(await ask(`["${NATIVE_MINT}"]`, node)).toBe(answer([shown('some', '15', '1.5e-8', '0.000000015', 9)]));
    expect(await ask(`["${NATIVE_MINT}"]`, NODE)).toBe(answer([]));
  });

  it('orders by the raw amounts and shows them as the mint has it', async () => {
    const program = { program: TOKEN_2022_PROGRAM };
    const scaled = mintAccount({ address: MINT, decimals: 1, extension: scaledUiAmount(2, 1_000n, 0.5) });
    const holdings = [holding('some', 15n, program), holding('more', 250n, program)];
    expect(await askWith(scaled, ...holdings, clockAccount(1_000n))).toBe(
      answer([shown('more', '250', '12.5', '12.5'), shown('some', '15', '0.7', '0.7')]),
    );
    const bearing = mintAccount({ address: MINT, decimals: 1, extension: interestBearing(500, 1_000n) });
    // 25 e^0.05 and 1.5 e^0.05
    expect(await askWith(bearing, ...holdings, clockAccount(1_000n + YEAR))).toBe(
      answer([shown('more', '250', '26.3', '26.3'), shown('some', '15', '1.6', '1.6')]),
    );
    const timeless = testNode({ accounts: [scaled, ...holdings] });
    expect(await ask(`["${MINT}"]`, timeless)).toBe(NO_TIME);
  });

  const couldNotUnpack = badParam('Token mint could not be unpacked');
  it.each([
    ['no mint', [], badParam('could not find mint')],
    ['a mint that is gone', [{ ...PLAIN_MINT, lamports: 0n }], badParam('could not find mint')],
    ['one of another program', [{ ...PLAIN_MINT, owner: OWNER }], badParam('not a Token mint')],
    ['what is no mint', [holdingAccount({ address: MINT, mint: MINT, owner: OWNER })], couldNotUnpack],
    ['what is no mint, of another program', [{ address: MINT, owner: OWNER }], couldNotUnpack],
    ['no data', [{ address: MINT, owner: TOKEN_PROGRAM }], couldNotUnpack],
  ] as readonly [string, readonly AccountSpec[], string][])('refuses %s', async (_, accounts, error) => {
    expect(await askWith(...accounts)).toBe(error);
  });
});
