import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Accounts } from '../../../src/ledger/accounts/accounts.ts';
import type { AccountsAt } from '../../../src/ledger/accounts/accountsAt.ts';
import { AccountTable } from '../../../src/ledger/accounts/accountTable.ts';
import { SlotSet } from '../../../src/ledger/slotSet.ts';
import type { Account } from '../../../src/solana/account.ts';
import { type AccountFilter, TOKEN_ACCOUNT_STATE } from '../../../src/solana/accountFilter.ts';
import { addressOf, TOKEN_PROGRAM } from '../../../src/solana/address.ts';
import { testAccount } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const U64_MAX = 18446744073709551615n;
const OWNER = namedAddress('program');
const MEGABYTE = 1 << 20;

function tableOf(accounts: readonly Account[]): AccountsAt {
  const table = new AccountTable();
  for (const account of accounts) table.setBase(account);
  return Accounts.fromTable(table).at({ tip: 0n, offChain: SlotSet.NONE });
}

function numbered(count: number, dataOf: (i: number) => Uint8Array): readonly Account[] {
  return Array.from({ length: count }, (_, i) =>
    testAccount({ address: namedAddress(`account ${i}`), owner: OWNER, data: dataOf(i) }),
  );
}

const memcmp = (offset: bigint, ...bytes: readonly number[]): AccountFilter => ({
  kind: 'memcmp',
  offset,
  bytes: Uint8Array.from(bytes),
});

describe('accounts', () => {
  it('without lamports do not exist', () => {
    const address = namedAddress('empty');
    const table = tableOf([testAccount({ address, owner: OWNER, lamports: 0n, data: Uint8Array.of(1) })]);
    expect([table.get(address), [...table.values()], table.ownedBy(OWNER, [])]).toEqual([undefined, [], []]);
  });

  it.each([
    [1n, 0n],
    [9007199254740993n, 9007199254740993n],
    [9223372036854775808n, 9223372036854775808n],
    [U64_MAX, U64_MAX],
  ])('keep %i lamports and rent epoch %i exactly', (lamports, rentEpoch) => {
    const account = testAccount({ address: namedAddress('rich'), lamports, rentEpoch, executable: true });
    expect(tableOf([account]).get(account.address)).toEqual(account);
  });

  it('of every size come back whole, larger than a slab and empty ones among them', () => {
    const sizes = [0, 1, MEGABYTE, 0, MEGABYTE - 1, 1, 1, 3 * MEGABYTE, 0, 165];
    const accounts = numbered(sizes.length, (i) => new Uint8Array(sizes[i]!).fill(i + 1));
    const table = tableOf(accounts);
    for (const { address, data } of accounts) {
      const found = table.get(address)!.data;
      expect(Buffer.compare(found, data), `${data.length} bytes`).toBe(0);
    }
    expect([...table.values()].map(({ address }) => address)).toEqual(accounts.map(({ address }) => address));
  });

  it('come back whole in a table that has grown', () => {
    const accounts = numbered(2500, (i) => Uint8Array.of(i >> 8, i & 255)).map((account, i) => ({
      ...account,
      lamports: U64_MAX - BigInt(i),
      executable: i % 3 === 0,
    }));
    expect([...tableOf(accounts).values()]).toEqual(accounts.map((account) => ({ ...account })));
  });
});

describe('accounts of an owner', () => {
  it('come ascending by the raw bytes of the address, not by its text', () => {
    const keys = [[0, 0, 1], [0, 1], [1], [0x0e], [0x7f], [0x80], [0xff]].map((start) => {
      const bytes = new Uint8Array(32);
      bytes.set(start);
      return addressOf(bytes);
    });
    const table = tableOf([...keys].reverse().map((address) => testAccount({ address, owner: OWNER })));
    expect(table.ownedBy(OWNER, []).map(({ address }) => address)).toEqual(keys);
    expect([...keys].sort()).not.toEqual(keys);
  });

  it('are none for an owner of nothing', () => {
    expect(tableOf(numbered(3, () => new Uint8Array())).ownedBy(TOKEN_PROGRAM, [])).toEqual([]);
  });

  it.each([511, 512, 600])('are found by bytes at positions inside and outside the data, of %i', (count) => {
    const accounts = numbered(count, (i) => Uint8Array.of(i & 255, i >> 8).subarray(0, i % 3));
    const table = tableOf(accounts);
    const counted = (...filters: AccountFilter[]) => table.ownedBy(OWNER, filters).length;
    expect(counted(memcmp(0n))).toBe(count);
    expect(counted(memcmp(2n))).toBe(accounts.filter(({ data }) => data.length === 2).length);
    expect(counted(memcmp(1n, 1))).toBe(accounts.filter(({ data }) => data[1] === 1).length);
    expect(counted(memcmp(3n), memcmp(0n))).toBe(0);
    expect(counted(memcmp(U64_MAX, 0))).toBe(0);
  });
});

describe('filters', () => {
  /** As the rule reads, on a copy of the data; 165 bytes and 108 are the token account's length and place of its state. */
  function passes(data: Uint8Array, filter: AccountFilter): boolean {
    if (filter.kind === 'dataSize') return BigInt(data.length) === filter.size;
    if (filter.kind === 'tokenAccountState') return data.length === 165 && data[108] !== 0;
    const end = filter.offset + BigInt(filter.bytes.length);
    if (end > BigInt(data.length)) return false;
    return Buffer.from(data.slice(Number(filter.offset), Number(end))).equals(filter.bytes);
  }

  const FILTER: fc.Arbitrary<AccountFilter> = fc.oneof(
    { weight: 1, arbitrary: fc.nat(8).map((size): AccountFilter => ({ kind: 'dataSize', size: BigInt(size) })) },
    { weight: 1, arbitrary: fc.constant(TOKEN_ACCOUNT_STATE) },
    {
      weight: 8,
      arbitrary: fc
        .tuple(fc.nat(9), fc.array(fc.nat(2), { maxLength: 3 }))
        .map(([offset, bytes]) => memcmp(BigInt(offset), ...bytes)),
    },
  );
  // one table answers all questions of a run, so that indexes are made, dropped and made again
  const QUESTIONS = fc.array(fc.array(FILTER, { maxLength: 4 }), { minLength: 12, maxLength: 30 });

  it.each([0, 1, 511, 512, 513, 1500])('equal a naive scan of %i accounts', (count) => {
    const dataOf = (seed: number) => (i: number) => {
      if (i % 50 === 49) return new Uint8Array(165).fill(i % 3);
      const digits = Math.imul(i + 1, seed | 1) >>> 0;
      return Uint8Array.from({ length: digits % 9 }, (_, at) => Math.floor(digits / 3 ** (at + 2)) % 3);
    };
    fc.assert(
      fc.property(fc.nat(), QUESTIONS, (seed, questions) => {
        const stranger = testAccount({ address: namedAddress('stranger'), data: new Uint8Array(8) });
        const table = tableOf([stranger, ...numbered(count, dataOf(seed))]);
        const all = table.ownedBy(OWNER, []);
        expect(all).toHaveLength(count);
        for (const filters of questions) {
          const expected = all.filter(({ data }) => filters.every((filter) => passes(data, filter)));
          const found = table.ownedBy(OWNER, filters);
          expect(found.map(({ address }) => address)).toEqual(expected.map(({ address }) => address));
        }
      }),
      { numRuns: 15 },
    );
  });

  it('find the same again after more positions than are kept indexed', () => {
    const table = tableOf(numbered(1000, (i) => Uint8Array.from({ length: 16 }, (_, at) => (i >> at) & 1)));
    const ask = () =>
      Array.from({ length: 12 }, (_, at) =>
        table.ownedBy(OWNER, [memcmp(BigInt(at), 1)]).map(({ address }) => address),
      );
    const first = ask();
    expect(first.map((found) => found.length).slice(0, 3)).toEqual([500, 500, 500]);
    expect(ask()).toEqual(first);
  });
});
