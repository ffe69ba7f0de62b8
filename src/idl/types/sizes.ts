import { MAX_ACCOUNT_BYTES } from '../../solana/account.ts';
import type { Budget } from '../../solana/idl/budget.ts';
import { MAX_DEPTH } from '../../solana/idl/idl.ts';

/** A type whose values may all have one size. */
export interface Measurable {
  /** @throws RangeError: there is none */
  resolved(): Measurable;
  /** @throws RangeError: sizes differ from value to value */
  size(sizeOf: (part: Measurable) => number, declared: Measurable): number;
  /** the type in words */
  toString(): string;
}

/**
 * The bytes that every value of a type has.
 *
 * @throws RangeError: they differ from value to value, or no account has as many
 * @throws TooMuchError: the type has too many parts
 */
export function sizeOf(type: Measurable, budget: Budget): number {
  const size = partSize(type, budget, 0);
  if (size <= MAX_ACCOUNT_BYTES) return size;
  throw new RangeError(`${type} has more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`);
}

function partSize(type: Measurable, budget: Budget, depth: number): number {
  budget.spend();
  if (depth > MAX_DEPTH) throw new RangeError(`${type} has itself as a part`);
  return type.resolved().size((part) => partSize(part, budget, depth + 1), type);
}

/** @throws RangeError */
export function varies(type: Measurable): never {
  throw new RangeError(`${type} has no fixed size`);
}

export function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
