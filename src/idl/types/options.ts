import type { JsonValue } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { FieldReader } from './fieldReader.ts';
import { type FieldType, WrapperType } from './fieldType.ts';
import type { FieldWriter } from './fieldWriter.ts';
import { BYTE, type IntegerType } from './numbers.ts';
import type { PatternReader } from './patterns.ts';
import { sizeOf, varies } from './sizes.ts';

/** Values that may not be there; what is there instead differs. */
export abstract class OptionType extends WrapperType {
  readonly kind = 'option';

  protected describe(textOf: (part: FieldType) => string): string {
    return `option<${textOf(this.inner)}>`;
  }

  /** Whether a missing value takes as many bytes as the item, as zeros. */
  abstract readonly isFixedSize: boolean;

  protected abstract writeNone(writer: FieldWriter): boolean;

  protected writeSome(writer: FieldWriter, at: Cursor): boolean {
    return writer.write(this.inner, at);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return at.value === null ? this.writeNone(writer) : this.writeSome(writer, at);
  }

  override writeMissing(writer: FieldWriter): boolean {
    return this.writeNone(writer);
  }

  override patternFrom(patterns: PatternReader, at: Cursor): JsonValue | undefined {
    return at.value === null ? null : patterns.read(this.inner, at);
  }
}

/** An integer before the item says whether there is a value. */
export class PrefixedOption extends OptionType {
  readonly prefix: IntegerType;
  readonly isFixedSize: boolean;

  constructor(inner: FieldType, prefix: IntegerType = BYTE, isFixedSize = false) {
    super(inner);
    this.prefix = prefix;
    this.isFixedSize = isFixedSize;
  }

  override size(size: (part: FieldType) => number): number {
    return this.isFixedSize ? size(this.prefix) + size(this.inner) : varies(this);
  }

  readFrom(reader: FieldReader): JsonValue {
    if (this.prefix.flagFrom(reader, 'option')) return reader.value(this.inner);
    if (this.isFixedSize) reader.take(sizeOf(this.inner, reader.budget));
    return null;
  }

  protected writeNone(writer: FieldWriter): boolean {
    this.prefix.addTo(writer, 0);
    return !this.isFixedSize || writer.add(Buffer.alloc(sizeOf(this.inner, writer.budget)));
  }

  protected override writeSome(writer: FieldWriter, at: Cursor): boolean {
    return this.prefix.addTo(writer, 1) && writer.write(this.inner, at);
  }
}

/** A missing value is certain bytes in place of the item: `none`, or undefined for as many zeros as the item has bytes. */
export class ValueOption extends OptionType {
  readonly none: Uint8Array | undefined;

  constructor(inner: FieldType, none: Uint8Array | undefined) {
    super(inner);
    this.none = none;
  }

  get isFixedSize(): boolean {
    return this.none === undefined;
  }

  override size(size: (part: FieldType) => number): number {
    const item = size(this.inner);
    return this.none === undefined || this.none.length === item ? item : varies(this);
  }

  readFrom(reader: FieldReader): JsonValue {
    const none = this.none ?? Buffer.alloc(sizeOf(this.inner, reader.budget));
    reader.budget.spendBytes(none.length);
    if (!reader.isNext(none)) return reader.value(this.inner);
    reader.take(none.length);
    return null;
  }

  protected writeNone(writer: FieldWriter): boolean {
    return writer.add(this.none ?? Buffer.alloc(sizeOf(this.inner, writer.budget)));
  }
}

/** A missing value is the end of the data. */
export class LastOption extends OptionType {
  readonly isFixedSize = false;

  readFrom(reader: FieldReader): JsonValue {
    return reader.isAtEnd ? null : reader.value(this.inner);
  }

  protected writeNone(): boolean {
    return true;
  }
}
