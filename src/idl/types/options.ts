import type { JsonValue } from '../../codec/jsonText.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { FieldReader } from './fieldReader.ts';
import { FieldType } from './fieldType.ts';
import type { FieldWriter } from './fieldWriter.ts';
import { BYTE, type IntegerType } from './numbers.ts';
import type { PatternReader } from './patterns.ts';
import { sizeOf, varies } from './sizes.ts';

/** Values that may not be there; what is there instead differs. */
export abstract class OptionType extends FieldType {
  readonly kind = 'option';
  readonly of: FieldType;

  constructor(of: FieldType) {
    super();
    this.of = of;
  }

  protected words(textOf: (part: FieldType) => string): string {
    return `option<${textOf(this.of)}>`;
  }

  override get parts(): readonly FieldType[] {
    return [this.of];
  }

  /** Whether none has as many zeros as the item has bytes. */
  abstract readonly hasRoom: boolean;

  protected abstract writeNone(writer: FieldWriter): boolean;

  protected writeSome(writer: FieldWriter, at: Cursor): boolean {
    return writer.write(this.of, at);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return at.value === null ? this.writeNone(writer) : this.writeSome(writer, at);
  }

  override writeMissing(writer: FieldWriter): boolean {
    return this.writeNone(writer);
  }

  override patternFrom(patterns: PatternReader, at: Cursor): JsonValue | undefined {
    return at.value === null ? null : patterns.read(this.of, at);
  }
}

/** An integer before the item says whether it is there. */
export class PrefixedOption extends OptionType {
  readonly prefix: IntegerType;
  readonly hasRoom: boolean;

  constructor(of: FieldType, prefix: IntegerType = BYTE, hasRoom = false) {
    super(of);
    this.prefix = prefix;
    this.hasRoom = hasRoom;
  }

  override size(size: (part: FieldType) => number): number {
    return this.hasRoom ? size(this.prefix) + size(this.of) : varies(this);
  }

  readFrom(reader: FieldReader): JsonValue {
    if (this.prefix.flagFrom(reader, 'option')) return reader.value(this.of);
    if (this.hasRoom) reader.take(sizeOf(this.of, reader.budget));
    return null;
  }

  protected writeNone(writer: FieldWriter): boolean {
    this.prefix.addTo(writer, 0);
    return !this.hasRoom || writer.add(Buffer.alloc(sizeOf(this.of, writer.budget)));
  }

  protected override writeSome(writer: FieldWriter, at: Cursor): boolean {
    return this.prefix.addTo(writer, 1) && writer.write(this.of, at);
  }
}

/** Certain bytes instead of the item; undefined: zeros, as many as it has. */
export class ValueOption extends OptionType {
  readonly none: Uint8Array | undefined;

  constructor(of: FieldType, none: Uint8Array | undefined) {
    super(of);
    this.none = none;
  }

  get hasRoom(): boolean {
    return this.none === undefined;
  }

  override size(size: (part: FieldType) => number): number {
    const item = size(this.of);
    return this.none === undefined || this.none.length === item ? item : varies(this);
  }

  readFrom(reader: FieldReader): JsonValue {
    const none = this.none ?? Buffer.alloc(sizeOf(this.of, reader.budget));
    reader.budget.spendBytes(none.length);
    if (!reader.isNext(none)) return reader.value(this.of);
    reader.take(none.length);
    return null;
  }

  protected writeNone(writer: FieldWriter): boolean {
    return writer.add(this.none ?? Buffer.alloc(sizeOf(this.of, writer.budget)));
  }
}

/** The data ends instead of the item. */
export class LastOption extends OptionType {
  readonly hasRoom = false;

  readFrom(reader: FieldReader): JsonValue {
    return reader.isAtEnd ? null : reader.value(this.of);
  }

  protected writeNone(): boolean {
    return true;
  }
}
