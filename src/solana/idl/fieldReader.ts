import { encodeBase58 } from '../../codec/base58.ts';
import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { JsonFloat, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { Budget, IdlDataError } from './budget.ts';
import {
  type Idl,
  type IdlFrame,
  type IdlInteger,
  type IdlSize,
  type IdlType,
  type IdlVariant,
  MAX_DEPTH,
  resolved,
  type TextEncoding,
} from './idl.ts';
import { BYTE, isByte, U32 } from './numbers.ts';
import { lengthOf, sizeOf } from './sizes.ts';

/**
 * Bytes as the values that they are.
 *
 * Source   borsh 1.5; codama 1.11 specification of type nodes
 * @module
 */

/** Values without bytes, such as items of an empty type, are few; the data limits the others. */
const FEWEST_STEPS = 1_000;
const STEPS_A_BYTE = 8;

/** Base58 is slow. */
const STEPS_OF_KEY = 2;

/** Reads the values of data one after the other. */
export class FieldReader {
  readonly #bytes: Buffer;
  readonly #types: Idl['types'];
  #at: number;
  /** end of the data, or of the room of a value */
  #end: number;
  readonly #budget: Budget;
  #depth = 0;

  constructor(data: Uint8Array, at: number, types: Idl['types'], budget = new Budget()) {
    this.#bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#at = at;
    this.#end = data.length;
    this.#types = types;
    this.#budget = new Budget(FEWEST_STEPS + STEPS_A_BYTE * data.length, budget);
  }

  get offset(): number {
    return this.#at;
  }

  /** @throws IdlDataError */
  value(given: IdlType): JsonValue {
    this.#budget.spend();
    if (this.#depth === MAX_DEPTH) throw new IdlDataError(`more than ${MAX_DEPTH} values within each other`);
    this.#depth++;
    const value = this.#valueOf(given);
    this.#depth--;
    return value;
  }

  #valueOf(given: IdlType): JsonValue {
    const type = resolved(given, this.#types);
    switch (type.kind) {
      case 'integer':
        return integerJson(this.#integer(type), type);
      case 'float':
        return this.#float(type);
      case 'bool':
        return this.#flag('bool', type.size);
      case 'string':
        return this.#text(this.#sized(type.size), type.encoding);
      case 'bytes':
        return this.#bytesJson(this.#sized(type.size));
      case 'publicKey':
        this.#budget.spend(STEPS_OF_KEY);
        return encodeBase58(this.#take(32));
      case 'option':
        return this.#option(type);
      case 'list':
        return type.size === 'rest' ? this.#rest(type.of) : this.#items(type.of, this.#length(type.size));
      case 'array':
        return isByte(type.of) ? this.#bytesJson(this.#take(lengthOf(type))) : this.#items(type.of, lengthOf(type));
      case 'struct':
        return this.#struct(type.fields);
      case 'tuple':
        return type.items.map((item) => this.value(item));
      case 'enum':
        return this.#variant(type.variants, type.size);
      case 'framed':
        return this.#framed(type.of, type.frame);
    }
  }

  /** A constant that has its value is not among them. */
  #struct(fields: Extract<IdlType, { kind: 'struct' }>['fields']): JsonObject {
    const members: [string, JsonValue][] = [];
    for (const { name, preset, type } of fields) {
      const before = this.#at;
      const value = this.value(type);
      const isHidden = preset?.isConstant && this.#bytes.subarray(before, this.#at).equals(preset.bytes);
      if (!isHidden) members.push([name, value]);
    }
    return Object.fromEntries(members);
  }

  #variant(variants: readonly IdlVariant[], size: IdlInteger = BYTE): JsonValue {
    const number = Number(this.#integer(size));
    const variant = variantsByNumber(variants).get(number);
    if (variant === undefined) throw new IdlDataError(`${number} is none of ${variants.length} variants`);
    return variant.content === undefined ? variant.name : { [variant.name]: this.value(variant.content) };
  }

  #option({ none, of }: Extract<IdlType, { kind: 'option' }>): JsonValue {
    switch (none?.kind) {
      case undefined:
        return this.#flag('option') ? this.value(of) : null;
      case 'prefix':
        if (this.#flag('option', none.prefix)) return this.value(of);
        if (none.keepsRoom) this.#take(sizeOf(of, this.#types, this.#budget));
        return null;
      case 'value': {
        const bytes = none.bytes ?? Buffer.alloc(sizeOf(of, this.#types, this.#budget));
        this.#budget.spendBytes(bytes.length);
        if (!this.#isNext(bytes)) return this.value(of);
        this.#take(bytes.length);
        return null;
      }
      case 'end':
        return this.#at === this.#end ? null : this.value(of);
    }
  }

  #framed(of: IdlType, frame: IdlFrame): JsonValue {
    switch (frame.kind) {
      case 'constants': {
        this.#constant(frame.before, frame.isPadding);
        const value = this.value(of);
        this.#constant(frame.after, frame.isPadding);
        return value;
      }
      case 'sentinel': {
        this.#budget.spendBytes((this.#end - this.#at) * frame.bytes.length);
        const end = this.#bytes.subarray(0, this.#end).indexOf(frame.bytes, this.#at);
        if (end < 0) throw new IdlDataError(`no ${Buffer.from(frame.bytes).toString('hex')} ends the value`);
        const value = this.#within(end - this.#at, of);
        this.#take(frame.bytes.length);
        return value;
      }
      case 'size': {
        if (typeof frame.size !== 'number') return this.#within(this.#length(frame.size), of);
        const value = this.#within(frame.size, of);
        // zeros fill the room of a text
        return typeof value === 'string' ? withoutZeros(value) : value;
      }
    }
  }

  /** Reads a value in a room of fixed size; bytes behind the value are skipped. */
  #within(size: number, of: IdlType): JsonValue {
    const outer = this.#end;
    const end = this.#at + size;
    this.#take(size);
    this.#at -= size;
    this.#end = end;
    const value = this.value(of);
    this.#at = end;
    this.#end = outer;
    return value;
  }

  #constant(bytes: Uint8Array, isPadding = false): void {
    if (!isPadding && !this.#isNext(bytes))
      throw new IdlDataError(`${Buffer.from(bytes).toString('hex')} is not at byte ${this.#at}`);
    this.#take(bytes.length);
  }

  #isNext(bytes: Uint8Array): boolean {
    return this.#bytes.subarray(this.#at, Math.min(this.#end, this.#at + bytes.length)).equals(bytes);
  }

  #integer({ bytes, form, isSigned }: IdlInteger): bigint {
    if (form === 'shortU16') return this.#shortU16();
    const taken = this.#take(bytes);
    let value = 0n;
    for (const byte of form === 'bigEndian' ? taken : taken.toReversed()) value = (value << 8n) | BigInt(byte);
    return isSigned ? BigInt.asIntN(bytes * 8, value) : value;
  }

  #shortU16(): bigint {
    try {
      const reader = new ByteReader(this.#bytes.subarray(0, this.#end), this.#at);
      const value = reader.shortVec();
      this.#at = reader.offset;
      return BigInt(value);
    } catch (error) {
      throw error instanceof BytesError ? new IdlDataError(error.message) : error;
    }
  }

  #float({ bytes, isBigEndian = false }: Extract<IdlType, { kind: 'float' }>): JsonValue {
    const taken = Buffer.from(this.#take(bytes));
    if (isBigEndian) taken.reverse();
    const value = bytes === 4 ? taken.readFloatLE() : taken.readDoubleLE();
    return Number.isFinite(value) ? new JsonFloat(value) : `${value}`;
  }

  #flag(what: string, size: IdlInteger = BYTE): boolean {
    const value = this.#integer(size);
    if (value !== 0n && value !== 1n) throw new IdlDataError(`${value} is no ${what}`);
    return value === 1n;
  }

  #items(type: IdlType, count: number): JsonValue[] {
    // refused before it is read in vain
    if (count > this.#budget.left) this.#budget.spend(count);
    return Array.from({ length: count }, () => this.value(type));
  }

  #rest(type: IdlType): JsonValue[] {
    const items: JsonValue[] = [];
    while (this.#at < this.#end) {
      const before = this.#at;
      items.push(this.value(type));
      if (this.#at === before) throw new IdlDataError('a list of empty items');
    }
    return items;
  }

  #text(bytes: Buffer, encoding: TextEncoding = 'utf8'): string {
    this.#budget.spendText(bytes.length);
    if (encoding !== 'base58') return bytes.toString(encoding);
    this.#budget.spend(bytes.length);
    return encodeBase58(bytes);
  }

  #bytesJson(bytes: Buffer): JsonObject {
    this.#budget.spendBytes(bytes.length);
    return { base64: bytes.toString('base64') };
  }

  #sized(size: IdlSize | undefined): Buffer {
    return this.#take(size === 'rest' ? this.#end - this.#at : this.#length(size));
  }

  #length(size: IdlInteger = U32): number {
    const length = Number(this.#integer(size));
    if (length < 0) throw new IdlDataError(`a length of ${length}`);
    return length;
  }

  #take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#end) throw new IdlDataError(`the data ends after ${this.#end} bytes`);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

function integerJson(value: bigint, { bytes }: IdlInteger): string | number {
  return bytes > 4 ? `${value}` : Number(value);
}

/** Text without the zeros that fill its room. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

type Variants = Extract<IdlType, { kind: 'enum' }>['variants'];

const VARIANTS = new WeakMap<Variants, ReadonlyMap<number, IdlVariant>>();

/** Takes the first of equal numbers. */
function variantsByNumber(variants: Variants): ReadonlyMap<number, IdlVariant> {
  const cached = VARIANTS.get(variants);
  if (cached !== undefined) return cached;
  const numbered = variants.map((variant, index) => [variant.number ?? index, variant] as const);
  const byNumber = new Map(numbered.toReversed());
  VARIANTS.set(variants, byNumber);
  return byNumber;
}
