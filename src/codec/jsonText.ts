import { U64_MAX, U64_MAX_TEXT } from './bigints.ts';

/**
 * JSON whose numbers survive: integers of any size keep all their digits and floats print as the reference node prints them.
 *
 * Source   serde_json 1.0.149 as used by agave 4.1 (`preserve_order` off: object keys in ascending byte order)
 * @module
 */

/** An f64. A plain `number` is always an integer here, so `1` and `1.0` stay two different values. */
export class JsonFloat {
  readonly value: number;
  /** undefined: the shortest digits */
  readonly #literal: string | undefined;

  readonly #written: string | undefined;

  /**
   * @param literal the digits of the number
   * @param written the number as it was written; default: its digits
   */
  constructor(value: number, literal?: string, written?: string) {
    this.value = value;
    this.#literal = literal === String(value) ? undefined : literal;
    this.#written = written;
  }

  /** The digits that amounts are read from: as written, without an exponent, or the shortest. */
  get literal(): string {
    return this.#literal ?? String(this.value);
  }

  /** The number as it was written. */
  get written(): string {
    return this.#written ?? this.literal;
  }
}

/** Text that is JSON already and is written unchanged. Its author is responsible for the order of the keys. */
export class JsonFragment {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

export type JsonObject = { readonly [key: string]: JsonValue | undefined };

/** `number` = an integer that a double holds exactly, `bigint` = any other integer; an `undefined` member is absent. */
export type JsonValue =
  | null
  | boolean
  | string
  | number
  | bigint
  | JsonFloat
  | JsonFragment
  | readonly JsonValue[]
  | JsonObject;

/** A text that is one JSON value. */
export type JsonText = string;

/** JSON text; a long one as UTF-8 bytes, so that no string of megabytes is made. */
export type JsonResult = JsonText | Buffer;

export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof JsonFloat) &&
    !(value instanceof JsonFragment)
  );
}

/** Whether a value is an integer of any size: in parsed JSON other numbers are a `JsonFloat`. */
export function isJsonInteger(value: JsonValue | undefined): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

export function isJsonArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** Whether all items are numbers that fit a byte; fractions pass. */
export function areBytes(items: readonly JsonValue[]): items is readonly number[] {
  return items.every((item) => typeof item === 'number' && item >= 0 && item <= 0xff);
}

/** An integer as the parser would give it: a `number` while that is exact, else a `bigint`. */
export function jsonInteger(value: bigint): number | bigint {
  return value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;
}

const I64_MIN = -9223372036854775808n;

/** The integer that a literal spells; undefined beyond i64 and u64, where the node reads a float. */
export function exactInteger(literal: string): number | bigint | undefined {
  // the rentEpoch of nearly every account
  if (literal === U64_MAX_TEXT) return U64_MAX;
  if (literal.length > U64_MAX_TEXT.length) return undefined;
  const value = BigInt(literal);
  return value > U64_MAX || value < I64_MIN ? undefined : jsonInteger(value);
}

/**
 * Writes a value compactly, object keys sorted by UTF-8 bytes at every depth.
 *
 * @throws RangeError for a `number` that is not a safe integer: it must be a bigint or a JsonFloat
 */
export function stringifyJson(value: JsonValue): JsonText {
  switch (typeof value) {
    case 'string':
      return stringText(value);
    case 'number':
      if (!Number.isSafeInteger(value))
        throw new RangeError(`${value} is not an exact integer: use bigint or JsonFloat`);
      return `${value === 0 ? 0 : value}`;
    case 'bigint':
    case 'boolean':
      return `${value}`;
    default:
      return value === null ? 'null' : stringifyComposite(value);
  }
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are escaped
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

/** Quotes a string. Most have nothing to escape, and JSON.stringify takes twice as long as that check. */
function stringText(value: string): JsonText {
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function stringifyComposite(value: JsonFloat | JsonFragment | readonly JsonValue[] | JsonObject): JsonText {
  if (Array.isArray(value)) return `[${value.map(stringifyJson).join(',')}]`;
  if (value instanceof JsonFragment) return value.text;
  if (value instanceof JsonFloat) return floatText(value.value);
  const object = value as JsonObject;
  let text = '';
  for (const key of sortedKeys(object)) {
    const member = object[key];
    if (member === undefined) continue;
    text += `${text === '' ? '' : ','}${stringText(key)}:${stringifyJson(member)}`;
  }
  return `{${text}}`;
}

/** Writes a value that was read as it was given: numbers with all their characters, members in their order. */
export function stringifyGiven(value: JsonValue): JsonText {
  if (value instanceof JsonFloat) return value.written;
  if (isJsonArray(value)) return `[${value.map(stringifyGiven).join(',')}]`;
  if (!isJsonObject(value)) return stringifyJson(value);
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  return `{${members.map(([key, member]) => `${stringText(key)}:${stringifyGiven(member!)}`).join(',')}}`;
}

/** The keys of an object, ascending by their UTF-8 bytes. */
export function sortedKeys(object: JsonObject): string[] {
  const keys = Object.keys(object);
  for (let i = 1; i < keys.length; i++) {
    if (compareUtf8(keys[i - 1]!, keys[i]!) > 0) return keys.sort(compareUtf8);
  }
  return keys;
}

const SURROGATE = /[\ud800-\udfff]/;

/** UTF-16 order differs from UTF-8 order only where a surrogate pair meets U+E000 to U+FFFF. */
function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  return SURROGATE.test(a) || SURROGATE.test(b) ? Buffer.compare(Buffer.from(a), Buffer.from(b)) : a < b ? -1 : 1;
}

/**
 * Text of an f64: shortest digits that read back equal, `.0` on whole numbers, an exponent outside 1e-5 … 1e16, `null` for NaN and infinities.
 *
 * Source   zmij 1.0.10 as used by serde_json 1.0.149
 */
export function floatText(value: number): JsonText {
  if (!Number.isFinite(value)) return 'null';
  if (value === 0) return Object.is(value, -0) ? '-0.0' : '0.0';
  const sign = value < 0 ? '-' : '';
  const [mantissa, exponentText] = Math.abs(value).toExponential().split('e') as [string, string];
  const exponent = Number(exponentText);
  const digits = mantissa.replace('.', '');
  if (exponent < -5 || exponent > 15) return `${sign}${mantissa}e${exponent < 0 ? '-' : '+'}${Math.abs(exponent)}`;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const integerPart = digits.slice(0, exponent + 1).padEnd(exponent + 1, '0');
  return `${sign}${integerPart}.${digits.slice(exponent + 1) || '0'}`;
}
