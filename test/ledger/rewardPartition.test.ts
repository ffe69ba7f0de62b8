import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rewardPartitionOf } from '../../src/ledger/rewardPartition.ts';
import { sipHash13 } from '../../src/ledger/sipHash.ts';
import { namedAddress, namedBlockhash } from '../support/transactions.ts';

const counting = (length: number) => Uint8Array.from({ length }, (_, i) => i);

describe('sipHash13 with a key of zeros', () => {
  // Python 3.11 hashes bytes with the same function: PYTHONHASHSEED=0, hash(bytes(range(n))) as u64
  it.each([
    [8, 16921169381604339434n],
    [16, 9904005486622393783n],
    [64, 8493894268803903686n],
  ])('of %d bytes', (length, hash) => {
    expect(sipHash13(counting(length))).toBe(hash);
  });
});

describe('rewardPartitionOf', () => {
  const parent = namedBlockhash('parent');

  it('spreads addresses evenly over all partitions', () => {
    const counts = [0, 0, 0, 0];
    for (let i = 0; i < 400; i++) {
      const partition = Number(rewardPartitionOf(namedAddress(`stake ${i}`), parent, 4n));
      counts[partition] = counts[partition]! + 1;
    }
    expect(counts.reduce((sum, count) => sum + count)).toBe(400);
    for (const count of counts) expect(count).toBeGreaterThan(60);
  });

  it('is below the number of partitions, and only the only one of one', () => {
    fc.assert(
      fc.property(fc.string(), fc.bigInt(1n, 5000n), (name, partitions) => {
        const partition = rewardPartitionOf(namedAddress(name), parent, partitions);
        return partition >= 0n && partition < partitions && rewardPartitionOf(namedAddress(name), parent, 1n) === 0n;
      }),
    );
  });

  it('depends on the parent of the first block', () => {
    const partitions = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) =>
      rewardPartitionOf(namedAddress('stake'), namedBlockhash(name), 1000n),
    );
    expect(new Set(partitions).size).toBeGreaterThan(3);
  });
});
