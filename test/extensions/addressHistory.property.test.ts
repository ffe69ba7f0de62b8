import fc from 'fast-check';
import { expect, it } from 'vitest';
import { JsonFloat } from '../../src/codec/jsonText.ts';
import { addBlocks } from '../../src/ledger/moves/addBlocks.ts';
import type { LedgerState } from '../../src/ledger/state.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { TokenBalance } from '../../src/solana/meta.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { BLOCK_TIME_BASE, type BlockSpec, testBlock, testLedger } from '../support/testNode.ts';
import { namedAddress, PAYER, type TransactionSpec } from '../support/transactions.ts';

/** Pages of getTransactionsForAddress over random histories, against getSignaturesForAddress and getTransaction. */

const [A, B, C] = ['a', 'b', 'c'].map(namedAddress) as [Address, Address, Address];
const ADDRESSES = [A, B, C];

interface Item {
  readonly signature: string;
  readonly slot: number;
  readonly transactionIndex: number;
  readonly err: unknown;
  readonly blockTime: number | null;
}

const amounts = fc.array(
  fc.record({ index: fc.integer({ min: 0, max: 2 }), owner: fc.constantFrom(undefined, A, B), amount: fc.nat(2) }),
  { maxLength: 2 },
);

const balancesOf = (rows: readonly { index: number; owner: Address | undefined; amount: number }[]): TokenBalance[] =>
  rows
    .filter(({ index }, i) => rows.findIndex((row) => row.index === index) === i)
    .map(({ amount, index, owner }) => ({
      accountIndex: index,
      mint: C,
      ...(owner !== undefined && { owner }),
      uiTokenAmount: { amount: `${amount}`, decimals: 0, uiAmount: new JsonFloat(amount), uiAmountString: `${amount}` },
    }));

const transactions = fc.array(
  fc.record({
    names: fc.subarray(ADDRESSES),
    fails: fc.boolean(),
    version: fc.constantFrom('legacy' as const, 0 as const),
    pre: amounts,
    post: amounts,
  }),
  { maxLength: 4 },
);

/** Blocks, with slots that are skipped before them; null: the time follows from the slot. */
const blocks = fc.array(
  fc.record({
    skipped: fc.nat(2),
    time: fc.option(fc.nat(40), { freq: 3 }),
    transactions,
  }),
  { minLength: 1, maxLength: 14 },
);

const FIRST_SLOT = 10;

/** Times that do not ascend, or some that are missing, are in few histories each: elsewhere the other ones are found faster. */
type Times = 'ascending' | 'any' | 'missing';

function timeOf(slot: number, drawn: number | null, times: Times): number | null {
  if (times === 'ascending' || drawn === null) return BLOCK_TIME_BASE + slot;
  return times === 'missing' && drawn < 10 ? null : BLOCK_TIME_BASE + drawn;
}

function specsOf(drawn: typeof blocks extends fc.Arbitrary<infer T> ? T : never, times: Times): readonly BlockSpec[] {
  let slot = FIRST_SLOT - 1;
  let n = 0;
  return drawn.map(({ skipped, time, transactions }): BlockSpec => {
    const parentSlot = slot;
    slot += 1 + skipped;
    return {
      slot,
      parentSlot,
      blockTime: timeOf(slot, time, times),
      transactions: transactions.map(
        ({ fails, names, post, pre, version }): TransactionSpec => ({
          name: `t${n++}`,
          version,
          accountKeys: [PAYER, ...names, ...(names.length < 2 ? [namedAddress('filler')] : []), SYSTEM_PROGRAM],
          instructions: [],
          meta: {
            err: fails ? 'AccountNotFound' : null,
            preTokenBalances: balancesOf(pre),
            postTokenBalances: balancesOf(post),
          },
        }),
      ),
    };
  });
}

/** The first blocks as they are loaded, the others added one after the other, so that the history has several parts. */
function stateOf(specs: readonly BlockSpec[], loadedCount: number, distance: number): LedgerState {
  const loaded = specs.slice(0, Math.max(1, loadedCount));
  const tip = loaded.at(-1)!.slot;
  const apart = { confirmed: 0n, finalized: BigInt(distance) };
  const start = testLedger({
    blocks: loaded,
    processed: tip,
    confirmed: tip,
    finalized: Math.max(FIRST_SLOT, tip - distance),
  });
  return specs
    .slice(loaded.length)
    .reduce((state, spec) => addBlocks(state, [{ block: testBlock(spec), writes: [] }], apart), start);
}

/** One or two limits; more would leave nothing. */
const rangeOf = (limit: fc.Arbitrary<number>, ...single: readonly 'eq'[]): fc.Arbitrary<Range> =>
  fc.oneof(
    ...[...single, 'gt', 'gte', 'lt', 'lte'].map((name) => limit.map((value): Range => ({ [name]: value }))),
    fc.tuple(limit, limit).map(([a, b]): Range => ({ gte: Math.min(a, b), lt: Math.max(a, b) })),
  );

const filters = fc.record(
  {
    slot: rangeOf(fc.integer({ min: FIRST_SLOT, max: 40 })),
    blockTime: rangeOf(
      fc.nat(40).map((n) => BLOCK_TIME_BASE + n),
      'eq',
    ),
    status: fc.constantFrom('any', 'failed', 'succeeded'),
    tokenAccounts: fc.constantFrom('none', 'balanceChanged', 'all'),
  },
  { requiredKeys: [] },
);

type Range = Readonly<Partial<Record<'eq' | 'gt' | 'gte' | 'lt' | 'lte', number>>>;
type Filters = typeof filters extends fc.Arbitrary<infer T> ? T : never;

const isWithin = (value: number | null, { eq, gt, gte, lt, lte }: Range) =>
  value === null
    ? [eq, gt, gte, lt, lte].every((limit) => limit === undefined)
    : (eq === undefined || value === eq) &&
      (gt === undefined || value > gt) &&
      (gte === undefined || value >= gte) &&
      (lt === undefined || value < lt) &&
      (lte === undefined || value <= lte);

interface ShownBalance {
  readonly accountIndex: number;
  readonly owner?: string;
  readonly uiTokenAmount: { readonly amount: string };
}

/** Whether a transaction has token accounts of an owner, by what getTransaction shows. */
async function isOwnerIn(node: LedgerNode, signature: string, owner: Address, isChange: boolean): Promise<boolean> {
  const found = await node.request('getTransaction', [signature, ANY]);
  const { postTokenBalances: post, preTokenBalances: pre } = (
    found as unknown as {
      meta: { preTokenBalances: ShownBalance[]; postTokenBalances: ShownBalance[] };
    }
  ).meta;
  const indexes = new Set([...pre, ...post].map(({ accountIndex }) => accountIndex));
  return [...indexes].some((index) => {
    const [before, after] = [pre, post].map((list) => list.find(({ accountIndex }) => accountIndex === index));
    const isChanged = before?.uiTokenAmount.amount !== after?.uiTokenAmount.amount;
    return (after?.owner ?? before?.owner) === owner && (isChanged || !isChange);
  });
}

const ANY = { commitment: 'confirmed', maxSupportedTransactionVersion: 255 } as const;

/** What is expected, newest first. */
async function expectedOf(node: LedgerNode, address: Address, commitment: 'confirmed' | 'finalized', chosen: Filters) {
  const listOf = async (one: Address) =>
    (await node.request('getSignaturesForAddress', [one, { commitment }])) as Item[];
  // the payer is in every transaction
  const all = await listOf(PAYER);
  const named = new Set((await listOf(address)).map(({ signature }) => signature));
  const { blockTime = {}, slot = {}, status = 'any', tokenAccounts = 'none' } = chosen;
  const expected: Item[] = [];
  for (const item of all) {
    const isOwned =
      tokenAccounts !== 'none' && (await isOwnerIn(node, item.signature, address, tokenAccounts === 'balanceChanged'));
    const hasStatus = status === 'any' || (item.err === null) === (status === 'succeeded');
    if (
      (named.has(item.signature) || isOwned) &&
      hasStatus &&
      isWithin(item.slot, slot) &&
      isWithin(item.blockTime, blockTime)
    )
      expected.push(item);
  }
  return expected;
}

interface Page<T> {
  readonly data: readonly T[];
  readonly paginationToken: string | null;
}

/** All pages, joined. */
async function joined<T>(node: LedgerNode, address: Address, config: object, limit: number): Promise<T[]> {
  const data: T[] = [];
  let paginationToken: string | null = null;
  do {
    const more = paginationToken === null ? {} : { paginationToken };
    const text = await node.requestText('getTransactionsForAddress', [address, { ...config, limit, ...more }]);
    const page = JSON.parse(text) as Page<T>;
    expect(page.data.length).toBeLessThanOrEqual(limit);
    // a token promises more
    if (paginationToken !== null) expect(page.data.length).toBeGreaterThan(0);
    data.push(...page.data);
    ({ paginationToken } = page);
  } while (paginationToken !== null);
  return data;
}

it('every page has what getSignaturesForAddress and getTransaction say', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(
      blocks,
      fc.constantFrom<Times[]>('ascending', 'any', 'missing'),
      fc.nat(14),
      fc.nat(6),
      fc.constantFrom(...ADDRESSES),
      fc.constantFrom('confirmed' as const, 'finalized' as const),
      filters,
      fc.integer({ min: 1, max: 6 }),
      async (drawn, times, loadedCount, distance, address, commitment, chosen, limit) => {
        const state = stateOf(specsOf(drawn, times), loadedCount, distance);
        const counts = { files: 0, blocks: 0, transactions: 0, accounts: 0 };
        const node = nodeOver({ state, warnings: [], counts }, { extensions: true });
        const config = { commitment, filters: chosen };
        const expected = await expectedOf(node, address, commitment, chosen);

        const newestFirst = await joined<Item>(node, address, config, limit);
        expect(newestFirst).toEqual(expected);
        const oldestFirst = await joined<Item>(node, address, { ...config, sortOrder: 'asc' }, limit);
        expect(oldestFirst).toEqual(expected.toReversed());

        const { maxSupportedTransactionVersion } = ANY;
        const full = { ...config, transactionDetails: 'full', maxSupportedTransactionVersion };
        const whole = await Promise.all(
          expected.map(
            async ({ signature }) => JSON.parse(await node.requestText('getTransaction', [signature, ANY])) as unknown,
          ),
        );
        expect(await joined(node, address, full, limit)).toEqual(whole);
      },
    ),
    { numRuns: 300 },
  );
});
