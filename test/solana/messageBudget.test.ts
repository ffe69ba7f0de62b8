import { ComputeBudgetProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Address, address, SYSTEM_PROGRAM, UPGRADEABLE_LOADER } from '../../src/solana/address.ts';
import { computeBudgetOf, paidUnitPrice, readComputeBudget } from '../../src/solana/messageBudget.ts';
import type { Message } from '../../src/solana/transaction.ts';
import { repeatedAddress, transferOf } from './wireCases.ts';

const BUDGET = address(ComputeBudgetProgram.programId.toBase58());
const SOMEONE = repeatedAddress(77);
const U64_MAX = 18446744073709551615n;

type Call = readonly [program: Address, data?: Uint8Array];

function messageOf(...calls: readonly Call[]): Message {
  const instructions = calls.map(([, data], i) => ({
    programIdIndex: i + 1,
    accounts: new Uint8Array(),
    data: data ?? new Uint8Array(),
  }));
  const accountKeys = [repeatedAddress(1), ...calls.map(([program]) => program)];
  return { ...transferOf('legacy').message, accountKeys, instructions };
}

const limit = (units: number): Call => [BUDGET, ComputeBudgetProgram.setComputeUnitLimit({ units }).data];
const price = (microLamports: bigint): Call => [
  BUDGET,
  ComputeBudgetProgram.setComputeUnitPrice({ microLamports }).data,
];
const heap = (bytes: number): Call => [BUDGET, ComputeBudgetProgram.requestHeapFrame({ bytes }).data];
const raw = (...bytes: number[]): Call => [BUDGET, Uint8Array.from(bytes)];
const dataSize = (bytes: number): Call => raw(4, bytes & 0xff, bytes >> 8, 0, 0);

const budgetOf = (...calls: readonly Call[]) => computeBudgetOf(messageOf(...calls));
const feeOf = (...calls: readonly Call[]) => budgetOf(...calls)!.priorityFee;

describe('computeBudgetOf', () => {
  it.each<[what: string, calls: readonly Call[], units: bigint, priorityFee: bigint]>([
    ['nothing', [], 0n, 0n],
    ['a price alone', [price(7n)], 3_000n, 1n],
    ['the greatest price', [price(U64_MAX)], 3_000n, 55_340_232_221_128_655n],
    ['a limit', [limit(123), [SOMEONE]], 123n, 0n],
    ['a limit of zero', [limit(0), [SOMEONE]], 0n, 0n],
    ['a limit that is too high', [limit(4294967295)], 1_400_000n, 0n],
    ['a limit after other instructions', [[SOMEONE], [SYSTEM_PROGRAM], limit(5), price(6n)], 5n, 1n],
    ['a program', [[SOMEONE]], 200_000n, 0n],
    ['builtins and a program', [[SYSTEM_PROGRAM], [UPGRADEABLE_LOADER], [SOMEONE]], 206_000n, 0n],
    ['more programs than a transaction may pay for', new Array<Call>(8).fill([SOMEONE]), 1_400_000n, 0n],
    ['requests that change no price', [heap(32 * 1024), dataSize(1)], 6_000n, 0n],
    ['the greatest heap', [heap(256 * 1024)], 3_000n, 0n],
    ['bytes after a request', [raw(2, 9, 0, 0, 0, 1, 2)], 9n, 0n],
  ])('of a message with %s', (_what, calls, unitLimit, priorityFee) => {
    expect(budgetOf(...calls)).toMatchObject({ unitLimit, priorityFee });
  });

  it.each<[what: string, calls: readonly Call[]]>([
    ['without data', [raw()]],
    ['of the tag that is no longer used', [raw(0, 1, 1, 1, 1, 1, 1, 1, 1)]],
    ['of an unknown tag', [raw(5, 0, 0, 0, 0)]],
    ['cut short', [raw(3, 0, 0, 0, 0, 0, 0, 0)]],
    ['that stands twice', [limit(1), price(1n), limit(1)]],
    ['for too small a heap', [heap(31 * 1024)]],
    ['for too great a heap', [heap(257 * 1024)]],
    ['for a heap between pages', [heap(32 * 1024 + 1)]],
    ['for no account data at all', [dataSize(0)]],
  ])('an instruction %s is refused', (_what, calls) => {
    expect(budgetOf(...calls)).toBeUndefined();
  });
});

describe('readComputeBudget', () => {
  const MEBIBYTE = 1024 * 1024;
  const limitOf = (...calls: readonly Call[]) => readComputeBudget(messageOf(...calls)).loadedDataLimit;
  const data = (bytes: number) => Buffer.from(Uint32Array.of(bytes).buffer);

  it.each<[asked: number, given: number]>([
    [0, 0],
    [1, 1],
    [64 * MEBIBYTE, 64 * MEBIBYTE],
    [64 * MEBIBYTE + 1, 64 * MEBIBYTE],
  ])('a request for %i bytes of account data gives %i', (asked, given) => {
    expect(limitOf(raw(4, ...data(asked)))).toBe(BigInt(given));
  });

  it('64 MiB of account data where nothing is asked for', () => {
    expect(limitOf(limit(5))).toBe(67108864n);
  });

  it('says which instruction asks for a heap, whatever its size', () => {
    expect(readComputeBudget(messageOf(limit(5), heap(7))).heap).toEqual({ value: 7n, instruction: 1 });
  });
});

describe('prioritizationFee', () => {
  it.each<[units: number, price: bigint, fee: bigint, paid: bigint]>([
    [200_000, 0n, 0n, 0n],
    [200_000, 1n, 1n, 5n],
    [200_000, 5n, 1n, 5n],
    [200_000, 6n, 2n, 10n],
    [1_000_000, 7n, 7n, 7n],
    [3, 1_000_000n, 3n, 1_000_000n],
    [1_400_000, U64_MAX, U64_MAX, 13176245766935394010n],
    // a price that a u64 cannot hold counts for nothing
    [1, U64_MAX, 18446744073710n, 0n],
  ])('%i units at %i micro-lamports cost %i, which is %i a unit', (units, unitPrice, fee, paid) => {
    expect(feeOf(limit(units), price(unitPrice))).toBe(fee);
    expect(paidUnitPrice(budgetOf(limit(units), price(unitPrice))!)).toBe(paid);
  });

  it('is what was offered, and less than a lamport more', () => {
    const offers = fc.tuple(fc.integer({ min: 1, max: 1_400_000 }), fc.bigInt({ min: 0n, max: 10n ** 12n }));
    fc.assert(
      fc.property(offers, ([units, unitPrice]) => {
        const excess = feeOf(limit(units), price(unitPrice)) * 1_000_000n - BigInt(units) * unitPrice;
        expect(excess >= 0n && excess < 1_000_000n).toBe(true);
      }),
    );
  });
});
