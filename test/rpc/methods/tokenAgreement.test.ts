import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../../src/codec/jsonText.ts';
import { parseJson } from '../../../src/codec/parseJson.ts';
import type { LedgerNode } from '../../../src/node/createNode.ts';
import { type Address, compareAddresses, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { BOTH_DIALECTS } from '../../support/answers.ts';
import { type AccountSpec, callText, testNode } from '../../support/testNode.ts';
import {
  clockAccount,
  holdingAccount,
  IMMUTABLE_OWNER,
  interestBearing,
  mintAccount,
  scaledUiAmount,
} from '../../support/tokenLedger.ts';
import { namedAddress } from '../../support/transactions.ts';

const OWNERS = ['ann', 'ben', 'cat'].map(namedAddress);
const NOW = 1_700_000_000n;

interface Holding {
  readonly address: Address;
  readonly owner: Address;
  readonly amount: bigint;
}

/** A mint with all its holdings. */
interface Token {
  readonly mint: Address;
  readonly program: Address;
  readonly holdings: readonly Holding[];
  readonly accounts: readonly AccountSpec[];
}

const holdingParts = fc.record({
  owner: fc.constantFrom(...OWNERS),
  amount: fc.oneof(fc.bigInt({ min: 0n, max: 20n }), fc.bigInt({ min: 0n, max: 2n ** 54n })),
  state: fc.constantFrom(1, 2),
  isExtended: fc.boolean(),
});

const mintParts = {
  decimals: fc.nat({ max: 19 }),
  program: fc.constantFrom(TOKEN_PROGRAM, TOKEN_2022_PROGRAM),
  extension: fc.option(
    fc.oneof(
      fc
        .tuple(fc.double({ min: 0.001, max: 1e6, noNaN: true }), fc.boolean())
        .map(([multiplier, isNew]) => scaledUiAmount(multiplier, isNew ? NOW : NOW + 1n, multiplier / 3)),
      fc.integer({ min: -5_000, max: 5_000 }).map((rate) => interestBearing(rate, NOW - 40_000_000n)),
    ),
    { nil: undefined },
  ),
};

/** A mint, and so many holdings of it. */
const tokenParts = (minLength: number, maxLength: number) =>
  fc.record({ ...mintParts, holdings: fc.array(holdingParts, { minLength, maxLength }) });

type TokenParts = ReturnType<typeof tokenParts> extends fc.Arbitrary<infer T> ? T : never;

/** Nothing is lost: the supply is what the holders have. */
function tokenOf({ decimals, program, extension, holdings }: TokenParts, index: number): Token {
  const mint = namedAddress(`mint ${index}`);
  const named = holdings.map((holding, i) => ({ ...holding, address: namedAddress(`holding ${index}.${i}`) }));
  const supply = named.reduce((sum, { amount }) => sum + amount, 0n);
  const mintSpec = {
    address: mint,
    supply,
    decimals,
    owner: program,
    ...(extension === undefined ? {} : { extension }),
  };
  const accounts = named.map(({ address, owner, amount, state, isExtended }) =>
    holdingAccount({
      address,
      mint,
      owner,
      amount,
      state,
      program,
      ...(isExtended ? { extension: IMMUTABLE_OWNER } : {}),
    }),
  );
  return { mint, program, holdings: named, accounts: [mintAccount(mintSpec), ...accounts] };
}

const ledgers = (numTokens: number, minHoldings: number, maxHoldings: number) =>
  fc
    .array(tokenParts(minHoldings, maxHoldings), { minLength: 1, maxLength: numTokens })
    .map((parts) => parts.map(tokenOf));

function member(value: JsonValue | undefined, ...path: readonly string[]): JsonValue {
  let found = value;
  for (const name of path) found = isJsonObject(found) ? found[name] : undefined;
  if (found === undefined) throw new Error(`nothing at ${path.join('.')}`);
  return found;
}

function list(value: JsonValue): readonly JsonValue[] {
  if (!isJsonArray(value)) throw new Error('no list');
  return value;
}

const sum = (amounts: readonly JsonValue[]): bigint =>
  amounts.reduce((total: bigint, amount) => total + BigInt(member(amount, 'amount') as string), 0n);

/** The twenty of the greatest amounts, of equal ones the higher addresses. */
function largestOf(holdings: readonly Holding[]): readonly Holding[] {
  const byAmount = (a: Holding, b: Holding) => Number(b.amount > a.amount) - Number(b.amount < a.amount);
  return [...holdings].sort((a, b) => byAmount(a, b) || compareAddresses(b.address, a.address)).slice(0, 20);
}

describe.each(BOTH_DIALECTS)('token methods agree (%s)', (dialect) => {
  async function ask(node: LedgerNode, method: string, ...params: readonly JsonValue[]): Promise<JsonValue> {
    return member(parseJson(await callText(node, method, stringifyJson(params), dialect)), 'value');
  }

  /** Token amounts by address, as the lists of all owners show them. */
  async function amountsInLists(node: LedgerNode, scope: JsonValue): Promise<ReadonlyMap<string, JsonValue>> {
    const lists = await Promise.all(
      OWNERS.map((owner) => ask(node, 'getTokenAccountsByOwner', owner, scope, { encoding: 'jsonParsed' })),
    );
    const entries = lists.flatMap(list);
    return new Map(
      entries.map((entry) => [
        member(entry, 'pubkey') as string,
        member(entry, 'account', 'data', 'parsed', 'info', 'tokenAmount'),
      ]),
    );
  }

  async function checkToken(node: LedgerNode, { mint, program, holdings }: Token): Promise<void> {
    const balances = new Map<string, JsonValue>();
    for (const { address, amount } of holdings) {
      const balance = await ask(node, 'getTokenAccountBalance', address);
      expect(member(balance, 'amount')).toBe(`${amount}`);
      balances.set(address, balance);
    }

    const listed = await amountsInLists(node, { mint });
    expect(new Map([...listed].sort())).toEqual(new Map([...balances].sort()));
    const inProgram = await amountsInLists(node, { programId: program });
    for (const [address, amount] of balances) expect(inProgram.get(address)).toEqual(amount);

    const supply = await ask(node, 'getTokenSupply', mint);
    expect(sum([...balances.values()])).toBe(sum([supply]));
    for (const balance of balances.values()) expect(member(balance, 'decimals')).toBe(member(supply, 'decimals'));

    const largest = await ask(node, 'getTokenLargestAccounts', mint);
    expect(largest).toEqual(
      largestOf(holdings).map(({ address }) => ({ address, ...(balances.get(address) as object) })),
    );
    if (holdings.length <= 20) expect(sum(list(largest))).toBe(sum([supply]));
    // whoever holds everything is shown what the mint shows
    const [first] = list(largest);
    if (first !== undefined && member(first, 'amount') === member(supply, 'amount'))
      expect({ ...(first as object), address: mint }).toEqual({ ...(supply as object), address: mint });
  }

  it.each([
    ['a few accounts', ledgers(4, 0, 45), 60],
    // that many are found through indexes
    ['many accounts', ledgers(1, 600, 700), 2],
  ] as const)('on balances and supplies, over generated ledgers of %s', async (_, arbitrary, numRuns) => {
    await fc.assert(
      fc.asyncProperty(arbitrary, async (tokens) => {
        const node = testNode({ accounts: [clockAccount(NOW), ...tokens.flatMap(({ accounts }) => accounts)] });
        for (const token of tokens) await checkToken(node, token);
      }),
      { numRuns },
    );
  });
});
