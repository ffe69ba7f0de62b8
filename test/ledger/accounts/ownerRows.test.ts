import { describe, expect, it } from 'vitest';
import { type AccountsOfRows, OwnerRows } from '../../../src/ledger/accounts/ownerRows.ts';
import { emptyAccount } from '../../../src/solana/account.ts';
import type { AccountFilter } from '../../../src/solana/accountFilter.ts';
import { namedAddress } from '../../support/transactions.ts';

/** Row i holds two bytes: i modulo 256, and i modulo 2. */
const ACCOUNTS: AccountsOfRows = {
  account: (row) => ({ ...emptyAccount(namedAddress(`row ${row}`)), data: Uint8Array.of(row & 255, row & 1) }),
};

const LOW_BYTE_7: AccountFilter = { kind: 'memcmp', offset: 0n, bytes: Uint8Array.of(7) };
const IS_ODD: AccountFilter = { kind: 'memcmp', offset: 1n, bytes: Uint8Array.of(1) };
const BEYOND: AccountFilter = { kind: 'memcmp', offset: 2n, bytes: Uint8Array.of(0) };
const OF_ANY_DATA: AccountFilter = { kind: 'memcmp', offset: 0n, bytes: new Uint8Array() };

function candidatesOf(count: number, ...filters: AccountFilter[]): readonly number[] {
  const rows = new OwnerRows();
  for (let row = 0; row < count; row++) rows.add(row);
  return [...rows.candidates(filters, ACCOUNTS)];
}

describe('rows that a question has to look at', () => {
  // 1,024 rows: four hold the byte 7, half are odd. A bucket holds the rows of other bytes too where their hashes meet.
  const everyRow = Array.from({ length: 1024 }, (_, row) => row);
  const sevens = [7, 263, 519, 775];

  it.each<[string, readonly AccountFilter[]]>([
    ['no filter', []],
    ['a size', [{ kind: 'dataSize', size: 2n }]],
    ['no bytes', [OF_ANY_DATA]],
  ])('are all for %s', (_, filters) => {
    expect(candidatesOf(1024, ...filters)).toEqual(everyRow);
  });

  it('are few for bytes that few hold, whichever filter comes first', () => {
    for (const filters of [[LOW_BYTE_7], [LOW_BYTE_7, IS_ODD], [IS_ODD, LOW_BYTE_7]]) {
      const candidates = candidatesOf(1024, ...filters);
      expect(candidates).toEqual(expect.arrayContaining(sevens));
      expect(candidates.length).toBeLessThan(64);
    }
  });

  it('are none for a position that no data reaches', () => {
    expect(candidatesOf(1024, BEYOND)).toEqual([]);
  });

  it('are all of fewer than 512, and cut from 512 on', () => {
    expect(candidatesOf(511, LOW_BYTE_7)).toHaveLength(511);
    expect(candidatesOf(512, LOW_BYTE_7).length).toBeLessThan(64);
  });
});
