import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LedgerView, type SignatureRange } from '../../src/ledger/view.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import type { LedgerTransaction, OpaqueTransaction } from '../../src/solana/block.ts';
import type { Commitment } from '../../src/solana/rpcWords.ts';
import { type BlockSpec, type LedgerSpec, testLedger } from '../support/testNode.ts';
import {
  namedAddress,
  namedSignature,
  PAYER,
  RECIPIENT,
  type TransactionSpec,
  testTransaction,
} from '../support/transactions.ts';

const ALL: SignatureRange = { before: undefined, until: undefined, limit: 1000 };
const OTHER = namedAddress('other');

function viewOf(spec: LedgerSpec, commitment: Commitment = 'processed'): LedgerView {
  return new LedgerView(testLedger(spec), commitment, { keepOrphan: true });
}

/** The range between transactions by their names. */
function range(view: LedgerView, before?: string, until?: string, limit = 1000): SignatureRange {
  const find = (name?: string) => (name === undefined ? undefined : view.transaction(namedSignature(name))!);
  return { before: find(before), until: find(until), limit };
}

function namesOf(found: readonly LedgerTransaction[], names: readonly string[]): readonly string[] {
  return found.map(({ signature }) => names.find((name) => namedSignature(name) === signature)!);
}

const without = (name: string): TransactionSpec => ({ name, accountKeys: [OTHER, RECIPIENT, SYSTEM_PROGRAM] });

const NAMES = ['1a', '1b', '1c', '2a', '2b', '4a', '4b', '4c', '6a'];
/** 1b, 2b and 4a do not name the payer. */
const HISTORY: LedgerSpec = {
  blocks: [
    { slot: 4, parentSlot: 2, transactions: [without('4a'), { name: '4b' }, { name: '4c' }] },
    { slot: 1, transactions: [{ name: '1a' }, without('1b'), { name: '1c' }] },
    { slot: 6, parentSlot: 4, transactions: [{ name: '6a' }] },
    { slot: 2, transactions: [{ name: '2a' }, without('2b')] },
  ],
};

type Cut = readonly [before?: string | undefined, until?: string | undefined, limit?: number];

describe('transactions of an address', () => {
  const view = viewOf(HISTORY);
  const cut = (...args: Cut) => namesOf(view.transactionsFor(PAYER, range(view, ...args)), NAMES).join(' ');

  it.each<[string, Cut, string]>([
    ['run from the newest slot down, and from the end of a block to its start', [], '6a 4c 4b 2a 1c 1a'],
    ['are cut at the limit', [undefined, undefined, 2], '6a 4c'],
    ['end before `before`', ['4c'], '4b 2a 1c 1a'],
    ['stop after `until`', [undefined, '2a'], '6a 4c 4b'],
    ['lie between both', ['4c', '1a'], '4b 2a 1c'],
    ['lie between both, up to the limit', ['4c', '1a', 2], '4b 2a'],
    ['are cut by a `before` that does not name the address', ['4a'], '2a 1c 1a'],
    ['are cut by an `until` that does not name the address', [undefined, '1b'], '6a 4c 4b 2a 1c'],
    ['are none before the oldest', ['1a'], ''],
    ['are none until the newest', [undefined, '6a'], ''],
    ['are none where both are the same', ['4b', '4b'], ''],
    ['are none where `until` is later in the block of `before`', ['4b', '4c'], ''],
    // a quirk of the node
    ['are those of the block of `before` where `until` is in a newer slot', ['4c', '6a'], '4b'],
    ['are none where `until` is newer and `before` the first of its block', ['2a', '6a'], ''],
  ])('%s', (_, args, expected) => {
    expect(cut(...args)).toBe(expected);
  });

  it('are none for an address that nothing names', () => {
    expect(view.transactionsFor(namedAddress('nobody'), ALL)).toEqual([]);
  });

  it('are found by programs, readers and every signer alike', () => {
    expect(view.transactionsFor(SYSTEM_PROGRAM, ALL)).toHaveLength(9);
    expect(view.transactionsFor(RECIPIENT, ALL)).toHaveLength(9);
    expect(view.transactionsFor(OTHER, ALL)).toHaveLength(3);
  });

  it('are found by addresses that were loaded from lookup tables', () => {
    const [written, read] = [namedAddress('written'), namedAddress('read')];
    const lookups = [{ accountKey: OTHER, writableIndexes: Uint8Array.of(0), readonlyIndexes: Uint8Array.of(1) }];
    const meta = { loadedAddresses: { writable: [written], readonly: [read] } };
    const loading = viewOf({ blocks: [{ slot: 1, transactions: [{ name: 'v0', version: 0, lookups, meta }] }] });
    for (const address of [written, read, PAYER]) expect(loading.transactionsFor(address, ALL)).toHaveLength(1);
    // the table itself is not an account of the transaction
    expect(loading.transactionsFor(OTHER, ALL)).toEqual([]);
  });

  it('are found by the keys of recordings whose bytes are unknown', () => {
    const base = { index: 0, blockTimeSeconds: null, err: null, version: 'legacy', json: null, meta: null } as const;
    const signature = namedSignature('opaque');
    const opaque: OpaqueTransaction = {
      ...base,
      ...{ kind: 'opaque', form: 'accounts', signature, slot: 3n, accountKeys: [OTHER] },
    };
    expect(viewOf({ loose: [opaque] }).transactionsFor(OTHER, ALL)).toEqual([opaque]);
  });

  it('are listed once each, even if they name the address twice', () => {
    const meta = { loadedAddresses: { writable: [RECIPIENT], readonly: [PAYER] } };
    const twice = { accountKeys: [PAYER, RECIPIENT, PAYER, SYSTEM_PROGRAM], meta };
    const spec = {
      blocks: [
        {
          slot: 1,
          transactions: [
            { name: 'a', ...twice },
            { name: 'b', ...twice },
          ],
        },
      ],
    };
    const found = viewOf(spec).transactionsFor(PAYER, ALL);
    expect(namesOf(found, ['a', 'b'])).toEqual(['b', 'a']);
  });

  it('without a block stand at their slot', () => {
    const loose = testTransaction({ name: 'loose' }, { slot: 3n, index: 0, blockTimeSeconds: null });
    const mixed = viewOf({ ...HISTORY, blocks: HISTORY.blocks!.map(keepParent3), loose: [loose] });
    const found = namesOf(mixed.transactionsFor(PAYER, ALL), [...NAMES, 'loose']);
    expect(found.join(' ')).toBe('6a 4c 4b loose 2a 1c 1a');
  });

  it('without a block are gone where a later block passes over their slot', () => {
    const loose = testTransaction({ name: 'loose' }, { slot: 3n, index: 0, blockTimeSeconds: null });
    const mixed = viewOf({ ...HISTORY, loose: [loose] });
    expect(mixed.transaction(loose.signature)).toBeUndefined();
    expect(mixed.transactionsFor(PAYER, ALL)).not.toContain(loose);
  });
});

function keepParent3(block: BlockSpec): BlockSpec {
  return block.slot === 4 ? { ...block, parentSlot: 3 } : block;
}

describe('a signature in two slots', () => {
  // slot 2 is dropped once slot 3 has another parent; both hold the transaction
  const twice = [{ name: 'twice' }];
  const blocks = [{ slot: 1 }, { slot: 2, transactions: twice }, { slot: 3, parentSlot: 1, transactions: twice }];
  const signature = namedSignature('twice');

  it.each<[string, LedgerSpec, Commitment, bigint | undefined, readonly bigint[]]>([
    ['is in the one that the chain kept', { blocks }, 'finalized', 3n, [3n]],
    ['is in the fork for a tip that stands there', { blocks, processed: 2 }, 'processed', 2n, [2n]],
    ['is in neither below both', { blocks, finalized: 1 }, 'finalized', undefined, []],
    [
      'is in the lower one where both are on the chain',
      { blocks: [blocks[0]!, blocks[1]!, { ...blocks[2]!, parentSlot: 2 }] },
      'processed',
      2n,
      [3n, 2n],
    ],
  ])('%s', (_, spec, commitment, slot, listed) => {
    const view = viewOf(spec, commitment);
    expect(view.transaction(signature)?.slot).toBe(slot);
    expect(view.transactionsFor(PAYER, ALL).map((transaction) => transaction.slot)).toEqual(listed);
  });
});

it('only the first signature of a transaction finds it', () => {
  const accountKeys = [PAYER, OTHER, SYSTEM_PROGRAM];
  const view = viewOf({ blocks: [{ slot: 1, transactions: [{ name: 'two', numSigners: 2, accountKeys }] }] });
  expect(view.transaction(namedSignature('two'))).toBeDefined();
  expect(view.transaction(namedSignature('two/1'))).toBeUndefined();
});

describe('before, until and limit', () => {
  const ADDRESSES: readonly Address[] = [PAYER, OTHER, namedAddress('third')];

  /** Blocks without forks: for each, which address its transactions name. */
  const CHAINS = fc.array(fc.array(fc.nat(2), { maxLength: 5 }), { minLength: 1, maxLength: 12 }).map((slots) => {
    const names: { name: string; slot: number; payer: number }[] = [];
    const blocks = slots.map((payers, slot): BlockSpec => {
      const transactions = payers.map((payer, i): TransactionSpec => {
        names.push({ name: `${slot}.${i}`, slot, payer });
        return { name: `${slot}.${i}`, accountKeys: [ADDRESSES[payer]!, RECIPIENT, SYSTEM_PROGRAM] };
      });
      return { slot, transactions };
    });
    return { blocks, names };
  });

  it('equal a naive cut', () => {
    const cursor = fc.option(fc.nat(), { nil: undefined });
    const cuts = fc.record({
      before: cursor,
      until: cursor,
      limit: fc.integer({ min: 1, max: 8 }),
      address: fc.nat(2),
    });
    fc.assert(
      fc.property(CHAINS, cuts, ({ blocks, names }, { address, limit, ...cut }) => {
        fc.pre(names.length > 0);
        const view = viewOf({ blocks });
        const end = cut.before === undefined ? names.length : cut.before % names.length;
        const until = cut.until === undefined ? -1 : cut.until % names.length;
        const isQuirk = cut.before !== undefined && until >= 0 && names[until]!.slot > names[end]!.slot;
        const expected = names
          .filter((_, i) => i < end && (isQuirk ? names[i]!.slot === names[end]!.slot : i > until))
          .filter(({ payer }) => payer === address)
          .reverse()
          .slice(0, limit);
        const cursors = range(view, names[end]?.name, names[until]?.name, limit);
        const found = view.transactionsFor(ADDRESSES[address]!, cursors);
        expect(found.map(({ signature }) => signature)).toEqual(expected.map(({ name }) => namedSignature(name)));
      }),
    );
  });
});
