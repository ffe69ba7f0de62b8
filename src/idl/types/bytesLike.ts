import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { utf8Text } from '../../codec/text.ts';
import { IdlDataError } from '../../solana/idl/budget.ts';
import type { SeedValue } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { type Reader, readBase58, readBase64, readText } from '../../syntax/readers.ts';
import { readAddressNode } from '../../syntax/values.ts';
import { bytesJson, type FieldReader } from './fieldReader.ts';
import { FieldType } from './fieldType.ts';
import type { FieldWriter } from './fieldWriter.ts';
import { type IntegerType, readByteValues, U32 } from './numbers.ts';

/** Texts, bytes and keys. @module */

/** The place of a length: an integer before the value, or none: the value takes the rest of the data. */
export type LengthPlace = 'rest' | IntegerType;

/** The encoding of bytes as text. */
export type TextEncoding = 'utf8' | 'base58' | 'base64' | 'hex';

/** A value that consists of bytes. */
abstract class BytesLike extends FieldType {
  readonly length: LengthPlace;

  constructor(length: LengthPlace = U32) {
    super();
    this.length = length;
  }

  protected describe(): string {
    return this.kind;
  }

  /** This type with another place of its length. */
  abstract withLength(length: LengthPlace): FieldType;

  protected bytesFrom(reader: FieldReader): Buffer {
    return this.length === 'rest' ? reader.takeRest() : reader.take(this.length.lengthFrom(reader));
  }

  protected add(bytes: Uint8Array | undefined, writer: FieldWriter, at: Cursor): boolean {
    return bytes !== undefined && addLength(writer, bytes.length, this.length, at) && writer.add(bytes);
  }

  override writeMissing(writer: FieldWriter, at: Cursor): boolean {
    return addLength(writer, 0, this.length, at);
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    return seed.kind === 'seed' ? seed.seed : undefined;
  }

  override get seedText(): string {
    return 'a quoted text, or bytes as 0x00ff';
  }
}

/** A text: UTF-8, or the text of bytes in another encoding. */
export class StringType extends BytesLike {
  readonly kind = 'string';
  readonly encoding: TextEncoding;

  constructor(length?: LengthPlace, encoding: TextEncoding = 'utf8') {
    super(length);
    this.encoding = encoding;
  }

  withLength(length: LengthPlace): StringType {
    return new StringType(length, this.encoding);
  }

  readFrom(reader: FieldReader): JsonValue {
    const bytes = this.bytesFrom(reader);
    reader.budget.spendText(bytes.length);
    if (this.encoding === 'utf8') return utf8Text(bytes) ?? refuseBytes();
    if (this.encoding !== 'base58') return bytes.toString(this.encoding);
    reader.budget.spend(bytes.length);
    return encodeBase58(bytes);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return this.add(TEXTS[this.encoding](at), writer, at);
  }
}

/** Borsh has no strings of other bytes than UTF-8. */
function refuseBytes(): never {
  throw new IdlDataError('these bytes are not UTF-8');
}

/** Bytes, which are read as `{ base64 }`. */
export class BytesType extends BytesLike {
  readonly kind = 'bytes';

  withLength(length: LengthPlace): BytesType {
    return new BytesType(length);
  }

  readFrom(reader: FieldReader): JsonValue {
    return bytesJson(this.bytesFrom(reader), reader.budget);
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    return this.add(readByteValues(at), writer, at);
  }
}

export function isBytesLike(type: FieldType): type is StringType | BytesType {
  return type instanceof BytesLike;
}

/** Base58 is slow. */
const STEPS_OF_KEY = 2;
const KEY_BYTES = 32;

/** An address; people write its base58 text or a `$name`. */
export class KeyType extends FieldType {
  readonly kind = 'publicKey';

  protected describe(): string {
    return this.kind;
  }

  override size(): number {
    return KEY_BYTES;
  }

  readFrom(reader: FieldReader): JsonValue {
    reader.budget.spend(STEPS_OF_KEY);
    return encodeBase58(reader.take(KEY_BYTES));
  }

  writeTo(writer: FieldWriter, at: Cursor): boolean {
    const address = writer.resolve(readAddressNode(at));
    return address !== undefined && writer.add(decodeBase58(address));
  }

  override seedBytes(seed: SeedValue): Uint8Array | undefined {
    return seed.kind === 'address' ? seed.bytes() : undefined;
  }

  override get seedText(): string {
    return 'an address or a $name';
  }
}

/** Writes the number of bytes or items before them, unless they take the rest of the data. */
export function addLength(writer: FieldWriter, count: number, place: LengthPlace, at: Cursor): boolean {
  return place === 'rest' || place.addLength(writer, count, at);
}

const HEX = /^(?:[\da-f]{2})*$/i;

/** Readers of a text that stands for bytes; utf8: it is its own bytes. */
const TEXTS: Readonly<Record<TextEncoding, Reader<Uint8Array>>> = {
  base58: readBase58,
  base64: readBase64,
  hex: (at) =>
    typeof at.value === 'string' && HEX.test(at.value)
      ? Buffer.from(at.value, 'hex')
      : at.expected('hex digits, two a byte'),
  utf8: (at) => {
    const text = readText(at);
    return text === undefined ? undefined : Buffer.from(text);
  },
};
