import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { MAX_ACCOUNT_BYTES } from '../../solana/account.ts';
import type { SeedValue } from '../../solana/idl/idl.ts';
import { Cursor } from '../../syntax/cursor.ts';
import { bytes as readBytes } from '../../syntax/values.ts';
import { addLength, type LengthPlace } from './bytesLike.ts';
import { bytesJson, type FieldReader } from './fieldReader.ts';
import { FieldType, fewShown, shownName } from './fieldType.ts';
import { type FieldWriter, refused } from './fieldWriter.ts';
import { isByte, U32 } from './numbers.ts';
import type { PatternReader } from './patterns.ts';
import { sum } from './sizes.ts';

/** Lists of any length, arrays of a fixed one, and tuples. @module */

/** A list of any length: the number of its items is before it, or it takes the rest of the data. */
export class ListType extends FieldType {
  readonly kind = 'list';
  readonly item: FieldType;
  readonly length: LengthPlace;

  constructor(item: FieldType, length: LengthPlace = U32) {
    super();
    this.item = item;
    this.length = length;
  }

  protected describe(textOf: (part: FieldType) => string): string {
    return `vec<${textOf(this.item)}>`;
  }

  override get parts(): readonly FieldType[] {
    return [this.item];
  }

  readFrom(reader: FieldReader): JsonValue {
    if (this.length === 'rest') return reader.itemsToEnd(this.item);
    return reader.items(this.item, this.length.lengthFrom(reader));
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    if (isByte(this.item) && isJsonObject(at.value)) {
      const bytes = readBytes(at);
      return bytes !== undefined && addLength(writer, bytes.length, this.length, at) && writer.add(bytes);
    }
    if (!isJsonArray(at.value)) return refused(at.expected(`a list, ${this}`));
    if (!addLength(writer, at.value.length, this.length, at)) return false;
    return writer.writeEach(at.items(), (item) => writer.write(this.item, item));
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    return addLength(writer, 0, this.length, at);
  }

  override patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    return isJsonArray(at.value) ? patterns.items(at, () => this.item) : patterns.wholeValue(declared, at);
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    return seed.kind === 'seed' && this.length === 'rest' ? seed.seed : undefined;
  }
}

/** Pairs of a key and a value, which an object can give too: its names are keys, also where keys are numbers. */
export class MapType extends ListType {
  readonly #key: FieldType;
  readonly #value: FieldType;

  constructor(key: FieldType, value: FieldType, length?: LengthPlace) {
    super(new TupleType([key, value]), length);
    this.#key = key;
    this.#value = value;
  }

  override writeTo(writer: FieldWriter, at: Cursor): boolean {
    if (!isJsonObject(at.value)) return super.writeTo(writer, at);
    if (!addLength(writer, at.members().length, this.length, at)) return false;
    return writer.writeEach(at.members(), (member) => {
      const name = new Cursor(member.key, at.source, at.reading, at, member.key);
      return writer.write(this.#key, name) && writer.write(this.#value, member);
    });
  }
}

/** A list of a fixed number of items. */
export class ArrayType extends FieldType {
  readonly kind = 'array';
  readonly item: FieldType;
  /** a number, or the name of a parameter that has no value */
  readonly length: number | string;

  constructor(item: FieldType, length: number | string) {
    super();
    this.item = item;
    this.length = length;
  }

  /** @throws RangeError: it is a parameter of a type, which has no value */
  get #count(): number {
    if (Number.isInteger(this.length) && Number(this.length) >= 0) return Number(this.length);
    throw new RangeError(`the parameter ${this.length} has no value`);
  }

  protected describe(textOf: (part: FieldType) => string): string {
    return `[${textOf(this.item)}; ${typeof this.length === 'string' ? shownName(this.length) : this.length}]`;
  }

  override get parts(): readonly FieldType[] {
    return [this.item];
  }

  override size(sizeOf: (part: FieldType) => number): number {
    return sizeOf(this.item) * this.#count;
  }

  readFrom(reader: FieldReader): JsonValue {
    const count = this.#count;
    return isByte(this.item) ? bytesJson(reader.take(count), reader.budget) : reader.items(this.item, count);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const count = this.#count;
    if (isByte(this.item) && isJsonObject(at.value)) {
      const bytes = readBytes(at);
      if (bytes === undefined) return false;
      return bytes.length === count
        ? writer.add(bytes)
        : refused(at.refuse(`expected ${count} bytes, found ${bytes.length}`));
    }
    if (!isJsonArray(at.value) || at.value.length !== count) return refused(at.expected(`a list of ${count}, ${this}`));
    return writer.writeEach(at.items(), (item) => writer.write(this.item, item));
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    const count = this.#count;
    if (count > MAX_ACCOUNT_BYTES) return refused(at.refuse(`expected a list of ${count}, which no account can have`));
    // all are the same
    const item = count === 0 ? new Uint8Array() : writer.writeApart(this.item, at.item(0));
    if (item === undefined) return false;
    if (item.length * count > MAX_ACCOUNT_BYTES)
      return refused(at.refuse(`more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`));
    return writer.add(Buffer.alloc(item.length * count, item));
  }

  override patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    const isPart = !isByte(this.item) && isJsonArray(at.value) && at.value.length <= Number(this.length);
    return isPart ? patterns.items(at, () => this.item) : patterns.wholeValue(declared, at);
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    return seed.kind === 'seed' && seed.seed.length === Number(this.length) ? seed.seed : undefined;
  }
}

/** Values of different types, one after the other. */
export class TupleType extends FieldType {
  readonly kind = 'tuple';
  readonly items: readonly FieldType[];

  constructor(items: readonly FieldType[]) {
    super();
    this.items = items;
  }

  protected describe(textOf: (part: FieldType) => string): string {
    return `(${fewShown(this.items).map(textOf).join(', ')})`;
  }

  override get parts(): readonly FieldType[] {
    return this.items;
  }

  override size(sizeOf: (part: FieldType) => number): number {
    return sum(this.items.map(sizeOf));
  }

  readFrom(reader: FieldReader): JsonValue {
    return this.items.map((item) => reader.value(item));
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    if (!isJsonArray(at.value) || at.value.length !== this.items.length)
      return refused(at.expected(`a list of ${this.items.length}, ${this}`));
    return this.#writeItems(writer, at);
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    return this.#writeItems(writer, at);
  }

  #writeItems(writer: FieldWriter, at: Cursor): boolean {
    return writer.writeEach(this.items, (item, i) => writer.write(item, at.item(i)));
  }

  override patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    const isPart = isJsonArray(at.value) && at.value.length <= this.items.length;
    return isPart ? patterns.items(at, (i) => this.items[i]!) : patterns.wholeValue(declared, at);
  }
}
