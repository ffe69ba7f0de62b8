import { ByteWriter } from '../../codec/bytes.ts';
import { isJsonArray, JsonFloat, type JsonValue } from '../../codec/jsonText.ts';
import { IdlDataError } from '../../solana/idl/budget.ts';
import type { SeedValue } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { readBoolean } from '../../syntax/readers.ts';
import { bytes as readBytes } from '../../syntax/values.ts';
import type { FieldReader } from './fieldReader.ts';
import { FieldType } from './fieldType.ts';
import { type FieldWriter, refused } from './fieldWriter.ts';
import type { PatternReader } from './patterns.ts';
import { varies } from './sizes.ts';

/** Numbers and flags. @module */

/** Default: little-endian. shortU16: 1 to 3 bytes, each with 7 bits. */
type IntegerForm = 'bigEndian' | 'shortU16';

/** A whole number. Values of more than 4 bytes are read as text. */
export class IntegerType extends FieldType {
  readonly kind = 'integer';
  readonly bytes: number;
  readonly isSigned: boolean;
  readonly form: IntegerForm | undefined;

  constructor(bytes: number, isSigned = false, form?: IntegerForm) {
    super();
    this.bytes = bytes;
    this.isSigned = isSigned;
    this.form = form;
  }

  get isByte(): boolean {
    return this.bytes === 1 && !this.isSigned;
  }

  get min(): bigint {
    return this.isSigned ? -(1n << BigInt(this.bytes * 8 - 1)) : 0n;
  }

  get max(): bigint {
    return (1n << BigInt(this.bytes * 8 - (this.isSigned ? 1 : 0))) - 1n;
  }

  protected describe(): string {
    return this.form === 'shortU16' ? 'shortU16' : `${this.isSigned ? 'i' : 'u'}${this.bytes * 8}`;
  }

  /** The type and its range. */
  override get seedText(): string {
    return `${this} (${this.min} to ${this.max})`;
  }

  override size(_sizeOf: unknown, declared: FieldType): number {
    return this.form === 'shortU16' ? varies(declared) : this.bytes;
  }

  readFrom(reader: FieldReader): JsonValue {
    const value = this.integerFrom(reader);
    return this.bytes > 4 ? `${value}` : Number(value);
  }

  integerFrom(reader: FieldReader): bigint {
    if (this.form === 'shortU16') return reader.shortU16();
    const bytes = reader.take(this.bytes);
    let value = 0n;
    for (const byte of this.form === 'bigEndian' ? bytes : bytes.toReversed()) value = (value << 8n) | BigInt(byte);
    return this.isSigned ? BigInt.asIntN(this.bytes * 8, value) : value;
  }

  /** A number of bytes or items. */
  lengthFrom(reader: FieldReader): number {
    const length = Number(this.integerFrom(reader));
    if (length < 0) throw new IdlDataError(`a length of ${length}`);
    return length;
  }

  flagFrom(reader: FieldReader, noun: string): boolean {
    const value = this.integerFrom(reader);
    if (value !== 0n && value !== 1n) throw new IdlDataError(`${value} is no ${noun}`);
    return value === 1n;
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const value = writtenInteger(at);
    return value !== undefined && this.has(value) ? this.addTo(writer, value) : refused(at.expected(this.seedText));
  }

  override patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    return patterns.integer(declared, at);
  }

  override writeMissing(writer: FieldWriter): boolean {
    return this.addTo(writer, 0);
  }

  /** @param value one that the type has */
  addTo(writer: FieldWriter, value: number | bigint): true {
    return writer.add(this.encoded(BigInt(value)));
  }

  addLength(writer: FieldWriter, length: number, at: Cursor): boolean {
    if (length > this.max) return refused(at.refuse(`expected a length of at most ${this.max}, found ${length}`));
    return this.addTo(writer, length);
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    const value = seed.kind === 'number' && DIGITS.test(seed.digits) ? BigInt(seed.digits) : undefined;
    return value !== undefined && this.has(value) ? this.encoded(value) : undefined;
  }

  has(value: bigint): boolean {
    return this.min <= value && value <= this.max;
  }

  /** A negative number is in two's complement. @param value one that the type has */
  encoded(value: bigint): Uint8Array {
    if (this.form === 'shortU16') return new ByteWriter(3).shortVec(Number(value)).bytes();
    const bytes = Buffer.alloc(this.bytes);
    let remaining = BigInt.asUintN(this.bytes * 8, value);
    for (let i = 0; i < this.bytes; i++, remaining >>= 8n) bytes[i] = Number(remaining & 0xffn);
    return this.form === 'bigEndian' ? bytes.reverse() : bytes;
  }
}

/** The default integer of variants, flags and options. */
export const BYTE = new IntegerType(1);
/** The default integer of lengths. */
export const U32 = new IntegerType(4);

/** Whether a list of this type is bytes. */
export function isByte(type: FieldType): boolean {
  return type instanceof IntegerType && type.isByte;
}

/** A floating point number of 4 or 8 bytes. */
export class FloatType extends FieldType {
  readonly kind = 'float';
  readonly bytes: 4 | 8;
  readonly isBigEndian: boolean;

  constructor(bytes: 4 | 8, isBigEndian = false) {
    super();
    this.bytes = bytes;
    this.isBigEndian = isBigEndian;
  }

  protected describe(): string {
    return `f${this.bytes * 8}`;
  }

  override size(): number {
    return this.bytes;
  }

  readFrom(reader: FieldReader): JsonValue {
    const bytes = Buffer.from(reader.take(this.bytes));
    if (this.isBigEndian) bytes.reverse();
    const value = this.bytes === 4 ? bytes.readFloatLE() : bytes.readDoubleLE();
    return Number.isFinite(value) ? new JsonFloat(value) : `${value}`;
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const { value } = at;
    const number = value instanceof JsonFloat ? value.value : floatOf(value);
    if (number === undefined) return refused(at.expected(`a number (${this})`));
    const bytes = Buffer.alloc(this.bytes);
    if (this.bytes === 4) bytes.writeFloatLE(number);
    else bytes.writeDoubleLE(number);
    return writer.add(this.isBigEndian ? bytes.reverse() : bytes);
  }

  override writeMissing(writer: FieldWriter): boolean {
    return writer.add(Buffer.alloc(this.bytes));
  }
}

/** A flag: an integer that is 0 or 1. */
export class BoolType extends FieldType {
  readonly kind = 'bool';
  /** undefined: a byte */
  readonly integer: IntegerType | undefined;

  constructor(integer?: IntegerType) {
    super();
    this.integer = integer;
  }

  get #integer(): IntegerType {
    return this.integer ?? BYTE;
  }

  protected describe(): string {
    return 'bool';
  }

  override size(sizeOf: (part: FieldType) => number): number {
    return sizeOf(this.#integer);
  }

  readFrom(reader: FieldReader): JsonValue {
    return this.#integer.flagFrom(reader, 'bool');
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const value = readBoolean(at);
    return value !== undefined && this.#integer.addTo(writer, value ? 1 : 0);
  }

  override writeMissing(writer: FieldWriter): boolean {
    return this.#integer.addTo(writer, 0);
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    const isFlag = seed.kind === 'name' && (seed.name === 'true' || seed.name === 'false');
    return isFlag ? this.#integer.encoded(seed.name === 'true' ? 1n : 0n) : undefined;
  }
}

/** Bytes as people write them; undefined: there is a mistake, which was reported. */
export function readByteValues(at: Cursor): Uint8Array | undefined {
  if (!isJsonArray(at.value)) return readBytes(at);
  const items = at.items().map((item) => writtenInteger(item));
  if (items.every((item) => item !== undefined && item >= 0n && item <= 255n)) return Buffer.from(items.map(Number));
  return at.expected('bytes as a list of numbers from 0 to 255, or as {"base58" | "base64" | "hex" | "utf8": text}');
}

const DIGITS = /^-?\d{1,80}$/;

/** An integer as a number, or as the text of its digits; undefined: the value is neither. */
function writtenInteger({ value }: Cursor): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : undefined;
}

const NOT_FINITE: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity };

function floatOf(value: Cursor['value']): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? NOT_FINITE[value] : undefined;
}
