import { MAX_ACCOUNT_BYTES } from '../../solana/account.ts';
import { Budget, MAX_STEPS, TooMuchError } from '../../solana/idl/budget.ts';
import { MAX_DEPTH } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { Resolve } from '../fieldBytes.ts';

/** A type whose values are written. False: there is a mistake, which was reported. */
export interface Writable {
  /** itself, or the type that it stands for. @throws RangeError: there is none */
  resolved(): Writable;
  writeTo(writer: FieldWriter, at: Cursor): boolean;
  /** Writes a value that is left out. @param declared the type, as the IDL names it */
  writeMissing(writer: FieldWriter, at: Cursor, declared: Writable): boolean;
}

/** Steps of a mistake: its text has names, and the nearest name is looked for. */
const STEPS_OF_MISTAKE = 500;

/**
 * Fields as people write them, as the bytes that the program keeps. Undefined: there is a mistake, which was reported.
 *
 * @param at may have no value: then every field is what its type has by default
 * @param budget of all values that are written together
 */
export function writtenBytes(type: Writable, at: Cursor, resolve: Resolve, budget?: Budget): Uint8Array | undefined {
  const writer = new FieldWriter(resolve, new Budget(MAX_STEPS, budget), at.reading.errors.count);
  try {
    return writer.write(type, at) ? writer.bytes : undefined;
  } catch (error) {
    if (error instanceof TooMuchError || error instanceof RangeError) return writer.at.refuse(error.message);
    throw error;
  }
}

/** Writes values one after the other. */
export class FieldWriter {
  readonly resolve: Resolve;
  readonly budget: Budget;
  readonly #parts: Uint8Array[] = [];
  #mistakes: number;
  #size = 0;
  #depth = 0;
  #at: Cursor | undefined;

  constructor(resolve: Resolve, budget: Budget, mistakes: number) {
    this.resolve = resolve;
    this.budget = budget;
    this.#mistakes = mistakes;
  }

  /** The value that is written. */
  get at(): Cursor {
    return this.#at!;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** False: there is a mistake, which was reported. */
  write(declared: Writable, at: Cursor): boolean {
    this.#at = at;
    this.budget.spend();
    if (this.#depth === MAX_DEPTH) return refused(at.refuse(`more than ${MAX_DEPTH} values within each other`));
    this.#depth++;
    const type = declared.resolved();
    const isWritten = at.value === undefined ? type.writeMissing(this, at, declared) : type.writeTo(this, at);
    this.#depth--;
    if (!isWritten) this.#spendMistakes(at.reading.errors.count);
    return (
      isWritten &&
      (this.#size <= MAX_ACCOUNT_BYTES ||
        refused(at.refuse(`more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`)))
    );
  }

  #spendMistakes(count: number): void {
    const before = this.#mistakes;
    this.#mistakes = count;
    this.budget.spend(STEPS_OF_MISTAKE * (count - before));
  }

  /** Writes each item, also behind a mistake, so that every mistake is reported. */
  writeEach<T>(items: readonly T[], write: (item: T, index: number) => boolean): boolean {
    return items.map(write).every(Boolean);
  }

  /** Writes a value by itself: its bytes are added later, behind what depends on them, such as their number. */
  writeApart(type: Writable, at: Cursor): Buffer | undefined {
    const before = this.#parts.length;
    const isWritten = this.write(type, at);
    const bytes = Buffer.concat(this.#parts.splice(before));
    this.budget.spendBytes(bytes.length);
    this.#size -= bytes.length;
    return isWritten ? bytes : undefined;
  }

  add(bytes: Uint8Array): true {
    this.budget.spendBytes(bytes.length);
    this.#parts.push(bytes);
    this.#size += bytes.length;
    return true;
  }

  /** @param bytes undefined: there is a mistake, which was reported */
  addIfRight(bytes: Uint8Array | undefined): boolean {
    return bytes !== undefined && this.add(bytes);
  }
}

/** False, for a mistake that was reported. */
export function refused(_reported: undefined): false {
  return false;
}
