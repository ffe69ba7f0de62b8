import { ByteReader, BytesError } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { Budget, IdlDataError } from '../../solana/idl/budget.ts';
import { MAX_DEPTH } from '../../solana/idl/idl.ts';

/** A type whose values are read. */
export interface Readable {
  /** itself, or the type that it stands for. @throws RangeError: there is none */
  resolved(): Readable;
  /** @throws IdlDataError */
  readFrom(reader: FieldReader): JsonValue;
}

/** Steps that a read may always take, for values without bytes; the number of further ones depends on the size of the data. */
const FEWEST_STEPS = 1_000;
const STEPS_A_BYTE = 8;

/**
 * Reads the values of data one after the other.
 *
 * Source   borsh 1.5; codama 1.11 specification of type nodes
 */
export class FieldReader {
  readonly budget: Budget;
  readonly #bytes: Buffer;
  #at: number;
  /** end of the data, or of the bytes that `within` gives a value */
  #end: number;
  #depth = 0;

  constructor(data: Uint8Array, at: number, budget = new Budget()) {
    this.#bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#at = at;
    this.#end = data.length;
    this.budget = new Budget(FEWEST_STEPS + STEPS_A_BYTE * data.length, budget);
  }

  get offset(): number {
    return this.#at;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#end;
  }

  /** @throws IdlDataError */
  value(type: Readable): JsonValue {
    this.budget.spend();
    if (this.#depth === MAX_DEPTH) throw new IdlDataError(`more than ${MAX_DEPTH} values within each other`);
    this.#depth++;
    const value = type.resolved().readFrom(this);
    this.#depth--;
    return value;
  }

  items(type: Readable, count: number): JsonValue[] {
    // refused before it is read in vain
    if (count > this.budget.left) this.budget.spend(count);
    return Array.from({ length: count }, () => this.value(type));
  }

  itemsToEnd(type: Readable): JsonValue[] {
    const items: JsonValue[] = [];
    while (this.#at < this.#end) {
      const before = this.#at;
      items.push(this.value(type));
      if (this.#at === before) throw new IdlDataError('a list of empty items');
    }
    return items;
  }

  take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#end) throw new IdlDataError(`the data ends after ${this.#end} bytes`);
    const bytes = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return bytes;
  }

  takeRest(): Buffer {
    return this.take(this.#end - this.#at);
  }

  /** The bytes that were read since an offset. */
  since(offset: number): Buffer {
    return this.#bytes.subarray(offset, this.#at);
  }

  isNext(bytes: Uint8Array): boolean {
    return this.#bytes.subarray(this.#at, Math.min(this.#end, this.#at + bytes.length)).equals(bytes);
  }

  constant(bytes: Uint8Array, isPadding: boolean): void {
    if (!isPadding && !this.isNext(bytes))
      throw new IdlDataError(`${Buffer.from(bytes).toString('hex')} is not at byte ${this.#at}`);
    this.take(bytes.length);
  }

  /** Number of bytes before a sentinel. */
  lengthBefore(sentinel: Uint8Array): number {
    this.budget.spendBytes((this.#end - this.#at) * sentinel.length);
    const end = this.#bytes.subarray(0, this.#end).indexOf(sentinel, this.#at);
    if (end < 0) throw new IdlDataError(`no ${Buffer.from(sentinel).toString('hex')} ends the value`);
    return end - this.#at;
  }

  /** Reads a value that has this many bytes for itself; those behind the value are skipped. */
  within(size: number, type: Readable): JsonValue {
    const outer = this.#end;
    const end = this.#at + size;
    this.take(size);
    this.#at -= size;
    this.#end = end;
    const value = this.value(type);
    this.#at = end;
    this.#end = outer;
    return value;
  }

  shortU16(): bigint {
    try {
      const reader = new ByteReader(this.#bytes.subarray(0, this.#end), this.#at);
      const value = reader.shortVec();
      this.#at = reader.offset;
      return BigInt(value);
    } catch (error) {
      throw error instanceof BytesError ? new IdlDataError(error.message) : error;
    }
  }
}

/** Bytes as answers show them. */
export function bytesJson(bytes: Buffer, budget: Budget): JsonObject {
  budget.spendBytes(bytes.length);
  return { base64: bytes.toString('base64') };
}
