import type { JsonValue } from '../../codec/jsonText.ts';
import { Budget, IdlDataError } from '../../solana/idl/budget.ts';
import type { ReadValue } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { AmountAt, Resolve } from '../fieldBytes.ts';

/** A type whose values are given in part. */
export interface Patterned {
  /** itself, or the type that it stands for. @throws RangeError: there is none */
  resolved(): Patterned;
  /** @param declared the type, as the IDL names it */
  patternFrom(patterns: PatternReader, at: Cursor, declared: Patterned): JsonValue | undefined;
  encode(at: Cursor, resolve: Resolve, budget: Budget): Uint8Array | undefined;
  read(data: Uint8Array, offset: number, budget: Budget): ReadValue;
}

/** Turns a part of fields as people write it into the form of fields that are read from data, to compare the two. */
export class PatternReader {
  readonly #budget = new Budget();
  readonly #resolve: Resolve;
  readonly #amountAt: AmountAt;

  constructor(resolve: Resolve, amountAt: AmountAt) {
    this.#resolve = resolve;
    this.#amountAt = amountAt;
  }

  /** Undefined: there is a mistake, which was reported. */
  read(type: Patterned, at: Cursor): JsonValue | undefined {
    return type.resolved().patternFrom(this, at, type);
  }

  /** Written and read again, with the mistakes of writing. */
  wholeValue(type: Patterned, at: Cursor): JsonValue | undefined {
    const bytes = type.encode(at, this.#resolve, this.#budget);
    try {
      return bytes && type.read(bytes, 0, this.#budget).value;
    } catch (error) {
      if (error instanceof IdlDataError) return at.refuse(error.message);
      throw error;
    }
  }

  /** An integer, which may be an amount with its unit. */
  integer(type: Patterned, at: Cursor): JsonValue | undefined {
    const integerAt = this.#amountAt(at);
    return integerAt && this.wholeValue(type, integerAt);
  }

  /** The beginning of a list. */
  items(at: Cursor, typeOf: (index: number) => Patterned): readonly JsonValue[] | undefined {
    return allOf(at.items().map((item, i) => this.read(typeOf(i), item)));
  }
}

/** Undefined: one of them is wrong. */
export function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const right = values.filter((value) => value !== undefined);
  return right.length === values.length ? right : undefined;
}
