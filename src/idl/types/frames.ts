import type { JsonValue } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { StringType } from './bytesLike.ts';
import type { FieldReader } from './fieldReader.ts';
import { type FieldType, WrapperType } from './fieldType.ts';
import { type FieldWriter, refused } from './fieldWriter.ts';
import { IntegerType } from './numbers.ts';
import type { PatternReader } from './patterns.ts';
import { varies } from './sizes.ts';

/** Values with bytes around them that are not part of them. */
export abstract class FrameType extends WrapperType {
  readonly kind = 'framed';

  protected describe(textOf: (part: FieldType) => string): string {
    return textOf(this.inner);
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    return this.writeTo(writer, at);
  }

  override patternFrom(patterns: PatternReader, at: Cursor): JsonValue | undefined {
    return patterns.read(this.inner, at);
  }
}

/** A value in this many bytes, or with the number of its bytes before it. */
export class SizedType extends FrameType {
  readonly length: number | IntegerType;

  constructor(inner: FieldType, length: number | IntegerType) {
    super(inner);
    this.length = length;
  }

  override size(_sizeOf: unknown, declared: FieldType): number {
    return this.length instanceof IntegerType ? varies(declared) : this.length;
  }

  readFrom(reader: FieldReader): JsonValue {
    if (this.length instanceof IntegerType) return reader.within(this.length.lengthFrom(reader), this.inner);
    const value = reader.within(this.length, this.inner);
    // zeros fill up the bytes of a text
    return typeof value === 'string' ? withoutZeros(value) : value;
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const value = writer.writeApart(this.inner, at);
    if (value === undefined) return false;
    return this.length instanceof IntegerType
      ? this.length.addLength(writer, value.length, at) && writer.add(value)
      : this.#fill(writer, value, this.length, at);
  }

  /** Zeros fill up the bytes, but not those of a text that stands for bytes. */
  #fill(writer: FieldWriter, value: Buffer, length: number, at: Cursor): boolean {
    const isExact = this.inner instanceof StringType && this.inner.encoding !== 'utf8' && at.value !== undefined;
    if (value.length > length || (isExact && value.length < length))
      return refused(at.refuse(`expected ${isExact ? '' : 'at most '}${length} bytes, found ${value.length}`));
    return writer.add(value) && writer.add(Buffer.alloc(length - value.length));
  }
}

/** Text without the zeros that fill up its bytes. */
function withoutZeros(text: string): string {
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** A value between constants. */
export class ConstantsType extends FrameType {
  readonly before: Uint8Array;
  readonly after: Uint8Array;
  /** whether any bytes may be there */
  readonly isPadding: boolean;

  constructor(inner: FieldType, before: Uint8Array, after: Uint8Array, isPadding = false) {
    super(inner);
    this.before = before;
    this.after = after;
    this.isPadding = isPadding;
  }

  override size(sizeOf: (part: FieldType) => number): number {
    return this.before.length + sizeOf(this.inner) + this.after.length;
  }

  readFrom(reader: FieldReader): JsonValue {
    reader.constant(this.before, this.isPadding);
    const value = reader.value(this.inner);
    reader.constant(this.after, this.isPadding);
    return value;
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return writer.add(this.before) && writer.write(this.inner, at) && writer.add(this.after);
  }
}

/** A value that ends where certain bytes are. */
export class SentinelType extends FrameType {
  readonly sentinel: Uint8Array;

  constructor(inner: FieldType, sentinel: Uint8Array) {
    super(inner);
    this.sentinel = sentinel;
  }

  readFrom(reader: FieldReader): JsonValue {
    const value = reader.within(reader.lengthBefore(this.sentinel), this.inner);
    reader.take(this.sentinel.length);
    return value;
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const value = writer.writeApart(this.inner, at);
    if (value === undefined) return false;
    const end = Buffer.from(this.sentinel);
    writer.budget.spendBytes(value.length * end.length);
    if (value.includes(end))
      return refused(at.refuse(`the bytes ${end.toString('hex')} end the value, and are within it`));
    return writer.add(value) && writer.add(end);
  }
}
