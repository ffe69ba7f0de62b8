import { isJsonArray, JsonFloat } from '../codec/jsonText.ts';
import { type IdlInteger, type IdlType, type TextEncoding, typeText } from '../solana/idl/idl.ts';
import { encodeInteger, isInRange, rangeText } from '../solana/idl/numbers.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { type Reader, readBase58, readBase64, readText } from '../syntax/readers.ts';
import { bytes as readBytes } from '../syntax/values.ts';

/**
 * Numbers, texts and bytes of fields, as the bytes that the program keeps. Undefined: there is a mistake, which was reported.
 * @module
 */

export function readInteger(at: Cursor, type: IdlInteger): Uint8Array | undefined {
  const value = integerOf(at);
  if (value === undefined || !isInRange(value, type)) return at.expected(rangeText(type));
  return encodeInteger(value, type);
}

export function readFloat(at: Cursor, type: Extract<IdlType, { kind: 'float' }>): Uint8Array | undefined {
  const { value } = at;
  const number = value instanceof JsonFloat ? value.value : floatOf(value);
  if (number === undefined) return at.expected(`a number (${typeText(type)})`);
  const written = Buffer.alloc(type.bytes);
  if (type.bytes === 4) written.writeFloatLE(number);
  else written.writeDoubleLE(number);
  return type.isBigEndian ? written.reverse() : written;
}

/** A text that stands for bytes; utf8: it is its own bytes. */
export function readEncodedText(at: Cursor, encoding: TextEncoding = 'utf8'): Uint8Array | undefined {
  return TEXTS[encoding](at);
}

const HEX = /^(?:[\da-f]{2})*$/i;

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

export function readByteValues(at: Cursor): Uint8Array | undefined {
  if (!isJsonArray(at.value)) return readBytes(at);
  const items = at.items().map((item) => integerOf(item));
  if (items.every((item) => item !== undefined && item >= 0n && item <= 255n)) return Buffer.from(items.map(Number));
  return at.expected('bytes as a list of numbers from 0 to 255, or as {"base58" | "base64" | "hex" | "utf8": text}');
}

const DIGITS = /^-?\d{1,80}$/;

function integerOf({ value }: Cursor): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : undefined;
  return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : undefined;
}

const NOT_FINITE: Readonly<Record<string, number>> = { NaN: Number.NaN, Infinity, '-Infinity': -Infinity };

function floatOf(value: Cursor['value']): number | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return Number(value);
  return typeof value === 'string' ? NOT_FINITE[value] : undefined;
}
