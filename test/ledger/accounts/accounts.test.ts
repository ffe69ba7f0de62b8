import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Accounts } from '../../../src/ledger/accounts/accounts.ts';
import type { AccountsAt, DerivedAccounts } from '../../../src/ledger/accounts/accountsAt.ts';
import { AccountTable } from '../../../src/ledger/accounts/accountTable.ts';
import type { Chain } from '../../../src/ledger/history/chain.ts';
import { SlotSet } from '../../../src/ledger/slotSet.ts';
import type { Account } from '../../../src/solana/account.ts';
import type { AccountFilter } from '../../../src/solana/accountFilter.ts';
import { type Address, compareAddresses } from '../../../src/solana/address.ts';
import { testAccount } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';
import { NaiveAccounts } from './naiveAccounts.ts';

const ADDRESSES = ['a', 'b', 'c', 'd', 'e'].map(namedAddress);
const OWNERS = ['one program', 'another'].map(namedAddress);
const LAST = 9;

const ACCOUNT: fc.Arbitrary<Account> = fc
  .record({
    address: fc.constantFrom(...ADDRESSES),
    owner: fc.constantFrom(...OWNERS),
    // one in three is closed
    lamports: fc.nat(2).map(BigInt),
    data: fc.array(fc.nat(1), { maxLength: 2 }).map((bytes) => Uint8Array.from(bytes)),
  })
  .map(testAccount);
const SLOT = fc.integer({ min: 0, max: LAST }).map(BigInt);
const SOME = fc.uniqueArray(ACCOUNT, { minLength: 1, maxLength: 4, selector: ({ address }) => address });

type Step = {
  readonly kind: 'add' | 'ask' | 'cut' | 'write' | 'replace';
  readonly accounts: readonly Account[];
  readonly slot: bigint;
  /** how many steps before the last one the accounts are of which others are made */
  readonly back: number;
};

/** What a table is loaded with, and what is done to it afterwards. */
const LOADED: fc.Arbitrary<readonly Step[]> = steps('add', 'add', 'write');
const DONE: fc.Arbitrary<readonly Step[]> = steps('write', 'write', 'write', 'replace', 'cut', 'ask');

function steps(...kinds: readonly Step['kind'][]): fc.Arbitrary<readonly Step[]> {
  const back = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 1, arbitrary: fc.nat(8) });
  return fc.array(fc.record({ kind: fc.constantFrom(...kinds), accounts: SOME, slot: SLOT, back }), { maxLength: 8 });
}

const CHAIN: fc.Arbitrary<Chain> = fc.record({
  tip: fc.integer({ min: 0, max: LAST + 1 }).map(BigInt),
  offChain: fc.uniqueArray(SLOT, { maxLength: 4 }).map(SlotSet.fromSlots),
});

function tableOf(loaded: readonly Step[]): AccountTable {
  const table = new AccountTable();
  for (const { kind, accounts, slot } of loaded)
    for (const account of accounts) kind === 'add' ? table.setBase(account) : table.addWrite(account, slot);
  return table;
}

function afterStep(accounts: Accounts, { accounts: given, kind, slot }: Step): Accounts {
  if (kind === 'write') return accounts.withWrites(given, slot);
  if (kind === 'ask') {
    const answers = new Map(given.map((account) => [account.address, account.lamports > 0n ? account : null]));
    return accounts.withAsked(accounts.askedAccounts.with(answers));
  }
  return kind === 'cut' ? accounts.upTo(slot) : accounts.withReplaced(given, slot);
}

/** Two sysvars of the chain, which know its tip. */
function derivedAt({ tip }: Chain): DerivedAccounts {
  const all = [ADDRESSES[0]!, namedAddress('sysvar')].map((address) =>
    testAccount({ address, owner: OWNERS[0]!, lamports: 100n + tip, data: Uint8Array.of(1, 1) }),
  );
  return { get: (address) => all.find((account) => account.address === address), all: () => all };
}

const FILTERS: readonly (readonly AccountFilter[])[] = [
  [],
  [{ kind: 'dataSize', size: 2n }],
  [{ kind: 'memcmp', offset: 1n, bytes: Uint8Array.of(1) }],
  [
    { kind: 'dataSize', size: 2n },
    { kind: 'memcmp', offset: 0n, bytes: Uint8Array.of(0) },
  ],
];

function passes({ data }: Account, filter: AccountFilter): boolean {
  if (filter.kind === 'dataSize') return BigInt(data.length) === filter.size;
  return filter.kind === 'memcmp' && data[Number(filter.offset)] === filter.bytes[0];
}

function byAddress(accounts: Iterable<Account>): readonly Account[] {
  return [...accounts].map(plain).sort((a, b) => compareAddresses(a.address, b.address));
}

/** Data that is a view of a table compares as its bytes. */
function plain(account: Account): Account {
  return { ...account, data: Uint8Array.from(account.data) };
}

function expectSame(seen: AccountsAt, expected: readonly Account[]): void {
  const inOrder = byAddress(expected);
  expect(byAddress(seen.values())).toEqual(inOrder);
  expect(seen.count).toBe(expected.length);
  for (const address of [...ADDRESSES, namedAddress('sysvar'), namedAddress('nobody')]) {
    const found = seen.get(address);
    expect(found && plain(found)).toEqual(inOrder.find((account) => account.address === address));
  }
  for (const owner of [...OWNERS, namedAddress('nobody')]) {
    for (const filters of FILTERS) {
      const found = seen.ownedBy(owner, filters).map(plain);
      const passing = inOrder.filter((account) => filters.every((filter) => passes(account, filter)));
      expect(found).toEqual(passing.filter((account) => account.owner === owner));
    }
  }
}

describe('accounts in time', () => {
  it('are seen from a chain as a naive reading sees them, whatever was written, replaced and cut off', () => {
    fc.assert(
      fc.property(LOADED, DONE, fc.array(CHAIN, { minLength: 1, maxLength: 4 }), (loaded, done, chains) => {
        const all: (readonly [Accounts, NaiveAccounts])[] = [
          [Accounts.fromTable(tableOf(loaded)), NaiveAccounts.of(loaded)],
        ];
        for (const step of done) {
          const [accounts, naive] = all.at(-1 - Math.min(step.back, all.length - 1))!;
          all.push([afterStep(accounts, step), naive.after(step)]);
        }
        for (const [each, expected] of all) {
          for (const chain of chains) {
            const derived = derivedAt(chain);
            expectSame(each.at(chain), expected.at(chain, []));
            expectSame(each.at(chain, derived), expected.at(chain, derived.all()));
            expectSame(Accounts.fromTable(each.toTable()).at(chain, derived), expected.at(chain, derived.all()));
          }
          for (let slot = 0n; slot <= LAST; slot++)
            expect(byAddress(each.writtenIn(slot))).toEqual(byAddress(expected.writtenIn(slot)));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are found by their bytes among those that were written over, with an index too', () => {
    const accounts = Array.from({ length: 700 }, (_, i) =>
      testAccount({ address: namedAddress(`${i}`), owner: OWNERS[0]!, data: Uint8Array.of(i & 1) }),
    );
    const changed = accounts.slice(0, 100).map((account) => ({ ...account, data: Uint8Array.of(1) }));
    const table = new AccountTable();
    for (const account of accounts) table.setBase(account);
    for (const account of changed) table.addWrite(account, 5n);
    const countAt = (tip: bigint, offChain = SlotSet.NONE) =>
      Accounts.fromTable(table)
        .at({ tip, offChain })
        .ownedBy(OWNERS[0]!, [{ kind: 'memcmp', offset: 0n, bytes: Uint8Array.of(1) }]).length;
    expect([countAt(4n), countAt(5n), countAt(6n, SlotSet.fromSlots([5n]))]).toEqual([350, 400, 350]);
  });

  it('share what is below: few tables, however many slots are written', () => {
    let accounts = Accounts.fromTable(new AccountTable());
    for (let slot = 1n; slot <= 500n; slot++)
      accounts = accounts.withWrites([testAccount({ address: ADDRESSES[0]!, lamports: slot })], slot);
    const lamportsAt = (tip: bigint) => accounts.at({ tip, offChain: SlotSet.NONE }).get(ADDRESSES[0]!)?.lamports;
    expect([0n, 1n, 250n, 499n, 500n, 999n].map(lamportsAt)).toEqual([undefined, 1n, 250n, 499n, 500n, 500n]);
    expect(accounts.lastSlot).toBe(500n);
    expect(accounts.upTo(250n).lastSlot).toBe(250n);
  });
});

describe('accounts that another node was asked for', () => {
  const [a, b] = [ADDRESSES[0]!, ADDRESSES[1]!];
  const asked = testAccount({ address: a, owner: OWNERS[0]!, lamports: 5n });
  const chain: Chain = { tip: 9n, offChain: SlotSet.NONE };
  const withAnswers = (accounts: Accounts, answers: readonly (readonly [Address, Account | null])[]) =>
    accounts.withAsked(accounts.askedAccounts.with(new Map(answers)));

  it('are known, those that the node does not have too; the first answer stays', () => {
    const once = withAnswers(new Accounts(), [
      [a, asked],
      [b, null],
    ]);
    expect([a, b, ADDRESSES[2]!].map((address) => once.knows(address))).toEqual([true, true, false]);
    const twice = withAnswers(once, [
      [a, null],
      [b, { ...asked, address: b }],
    ]);
    expect(twice).toBe(once);
    expect(twice.at(chain).get(a)?.lamports).toBe(5n);
    expect(twice.at(chain).stateOf(a)).toEqual({ slot: undefined, exists: true, isAsked: true });
    expect(twice.at(chain).stateOf(b)).toEqual({ slot: undefined, exists: false, isAsked: true });
    const written = twice.withWrites([{ ...asked, address: b }], 3n);
    expect(written.at(chain).stateOf(b)).toEqual({ slot: 3n, exists: true, isAsked: false });
    expect(written.at({ ...chain, tip: 2n }).stateOf(b)).toEqual({ slot: undefined, exists: false, isAsked: true });
  });

  it('are no accounts that the ledger has ever had of an owner; those are its own', () => {
    const accounts = withAnswers(new Accounts(), [[a, asked]]);
    expect(accounts.at(chain).ownedBy(OWNERS[0]!, [])).toHaveLength(1);
    expect(accounts.hasEverOwned(OWNERS[0]!, [])).toBe(false);
    expect(accounts.withWrites([{ ...asked, lamports: 7n }], 3n).hasEverOwned(OWNERS[0]!, [])).toBe(false);
    expect(accounts.withWrites([{ ...asked, address: b }], 3n).hasEverOwned(OWNERS[0]!, [])).toBe(true);
  });

  it('are in few tables, which all values share', () => {
    let accounts = Accounts.fromTable(new AccountTable());
    for (let i = 0; i < 300; i++) {
      const address = namedAddress(`asked ${i}`);
      accounts = withAnswers(accounts, [[address, testAccount({ address, lamports: BigInt(i + 1) })]]);
    }
    expect(accounts.askedAccounts.layers.length).toBeLessThan(10);
    expect([...accounts.at(chain).values()]).toHaveLength(300);
    const written = accounts.withWrites([asked], 3n).copyForFork();
    expect(written.askedAccounts).toBe(accounts.askedAccounts);
    expect(written.upTo(2n).at(chain).get(namedAddress('asked 299'))?.lamports).toBe(300n);
  });
});

describe('a table counts the accounts that exist after all writes', () => {
  const account = testAccount({ address: ADDRESSES[0]! });
  const closed = { ...account, lamports: 0n };

  it.each<[string, (table: AccountTable) => void, number]>([
    ['a base', (table) => table.setBase(account), 1],
    ['a base without lamports', (table) => table.setBase(closed), 0],
    ['a write', (table) => table.addWrite(account, 1n), 1],
    ['a base that is closed later', (table) => [table.setBase(account), table.addWrite(closed, 1n)], 0],
    ['one that is closed and opened', (table) => [table.addWrite(closed, 1n), table.addWrite(account, 2n)], 1],
    ['an earlier write, added later', (table) => [table.addWrite(account, 2n), table.addWrite(closed, 1n)], 1],
    ['a write in the same slot', (table) => [table.addWrite(account, 2n), table.addWrite(closed, 2n)], 0],
    ['a base, added after a write', (table) => [table.addWrite(account, 2n), table.setBase(account)], 1],
    [
      'a base, added after the write that closed it',
      (table) => [table.addWrite(closed, 2n), table.setBase(account)],
      0,
    ],
    [
      'a base that is put in its place',
      (table) => [table.setBase(account), table.addWrite(account, 2n), table.setBase(closed)],
      1,
    ],
  ])('%s', (_, fill, count) => {
    const table = new AccountTable();
    fill(table);
    expect(table.count).toBe(count);
  });
});
