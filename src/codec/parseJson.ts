import { exactInteger, JsonFloat, type JsonObject, type JsonValue } from './jsonText.ts';

/** A text that is not JSON. `offset` counts UTF-16 units from the start of the text. */
export class JsonSyntaxError extends SyntaxError {
  readonly offset: number;
  constructor(message: string, offset: number) {
    super(message);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

const MAX_DEPTH = 127;
const NUMBER = /-?(?:0|[1-9]\d*)(\.\d+)?([eE][+-]?\d+)?/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what a JSON string must not hold
const CONTROL = /[\u0000-\u001f]/;
const LOOK_AHEAD = 256;

/**
 * Reads JSON without rounding: integers within i64/u64 come out exact, everything with a point or an exponent as JsonFloat.
 * As strict as the reference node: at most 127 levels, no lone surrogates, no floats beyond f64.
 *
 * @throws JsonSyntaxError
 */
export function parseJson(text: string, options: ParseOptions = {}): JsonValue {
  return new Parser(text, options).document();
}

class Parser {
  readonly #text: string;
  readonly #repeated: RepeatedKeys | undefined;
  readonly #texts: MemberTexts | undefined;
  /** end of the text after the position that is known to have no control characters */
  #clearUntil = 0;
  /** offset of the next backslash after the position */
  #backslash: number;
  #at = 0;
  #depth = 0;

  constructor(text: string, { repeated, texts }: ParseOptions) {
    this.#text = text;
    this.#repeated = repeated;
    this.#texts = texts;
    this.#backslash = indexOrEnd(text, '\\', 0);
  }

  document(): JsonValue {
    const value = this.#value();
    this.#next();
    if (this.#at < this.#text.length) this.#fail('unexpected text after the value');
    return value;
  }

  #value(): JsonValue {
    switch (this.#next()) {
      case 0x22:
        return this.#string();
      case 0x7b:
        return this.#object();
      case 0x5b:
        return this.#array();
      case 0x74:
        return this.#word('true', true);
      case 0x66:
        return this.#word('false', false);
      case 0x6e:
        return this.#word('null', null);
      default:
        return this.#shortInteger() ?? this.#longNumber();
    }
  }

  #object(): JsonObject {
    this.#enter();
    const object: Record<string, JsonValue> = {};
    if (this.#next() === 0x7d) return this.#leave(object);
    for (;;) {
      if (this.#next() !== 0x22) this.#fail('expected a key in double quotes');
      const key = this.#string();
      if (this.#next() !== 0x3a) this.#fail('expected ":"');
      this.#at++;
      if (this.#repeated !== undefined && Object.hasOwn(object, key))
        this.#repeated.set(object, (this.#repeated.get(object) ?? new Set()).add(key));
      const start = this.#at;
      setMember(object, key, this.#value());
      if (key === this.#texts?.key) this.#texts.byObject.set(object, this.#text.slice(start, this.#at));
      const code = this.#next();
      if (code === 0x7d) return this.#leave(object);
      if (code !== 0x2c) this.#fail('expected "," or "}"');
      this.#at++;
    }
  }

  #array(): JsonValue[] {
    this.#enter();
    const array: JsonValue[] = [];
    if (this.#next() === 0x5d) return this.#leave(array);
    for (;;) {
      array.push(this.#value());
      const code = this.#next();
      if (code === 0x5d) return this.#leave(array);
      if (code !== 0x2c) this.#fail('expected "," or "]"');
      this.#at++;
    }
  }

  #string(): string {
    const start = this.#at;
    let end = this.#text.indexOf('"', start + 1);
    if (end < 0) this.#fail('a string that does not end');
    if (this.#backslash < start) this.#backslash = indexOrEnd(this.#text, '\\', start);
    if (this.#backslash > end && (end <= this.#clearUntil || this.#isClear(start, end))) {
      this.#at = end + 1;
      return this.#text.slice(start + 1, end);
    }
    while (isEscaped(this.#text, start, end)) {
      end = this.#text.indexOf('"', end + 1);
      if (end < 0) this.#fail('a string that does not end');
    }
    return this.#unescape(start, end);
  }

  /**
   * Whether a string has no control characters. It looks further than the string, so that most strings of compact JSON need no check.
   */
  #isClear(start: number, end: number): boolean {
    const further = Math.max(end, start + LOOK_AHEAD);
    if (CONTROL.test(this.#text.slice(start, further))) return !CONTROL.test(this.#text.slice(start, end));
    this.#clearUntil = further;
    return true;
  }

  #unescape(start: number, end: number): string {
    let value: string;
    try {
      value = JSON.parse(this.#text.slice(start, end + 1)) as string;
    } catch {
      return this.#fail('a string with a bad escape or a raw control character');
    }
    if (!value.isWellFormed()) this.#fail('a string with half a surrogate pair');
    this.#at = end + 1;
    return value;
  }

  /** Reads the usual numbers: up to fifteen digits and nothing else. */
  #shortInteger(): number | undefined {
    let at = this.#at;
    let code = this.#text.charCodeAt(at);
    if (!(code >= 0x31 && code <= 0x39)) return undefined;
    let value = 0;
    for (; code >= 0x30 && code <= 0x39; code = this.#text.charCodeAt(++at)) value = value * 10 + (code - 0x30);
    if (at - this.#at > 15 || code === 0x2e || code === 0x65 || code === 0x45) return undefined;
    this.#at = at;
    return value;
  }

  #longNumber(): number | bigint | JsonFloat {
    NUMBER.lastIndex = this.#at;
    const match = NUMBER.exec(this.#text);
    if (match === null)
      return this.#fail(this.#at < this.#text.length ? 'expected a value' : 'the text ends before its value');
    const literal = match[0];
    const isFloat = match[1] !== undefined || match[2] !== undefined || literal === '-0';
    const value = (isFloat ? undefined : exactInteger(literal)) ?? new JsonFloat(Number(literal), literal);
    if (value instanceof JsonFloat && !Number.isFinite(value.value))
      this.#fail('a number beyond the range of a double');
    this.#at += literal.length;
    return value;
  }

  #word<T>(literal: string, value: T): T {
    if (!this.#text.startsWith(literal, this.#at)) this.#fail('expected a value');
    this.#at += literal.length;
    return value;
  }

  #enter(): void {
    this.#at++;
    if (++this.#depth > MAX_DEPTH) this.#fail(`nested deeper than ${MAX_DEPTH} levels`);
  }

  #leave<T>(value: T): T {
    this.#at++;
    this.#depth--;
    return value;
  }

  /** Skips white space, stops at the next character and returns its code. */
  #next(): number {
    for (; ; this.#at++) {
      const code = this.#text.charCodeAt(this.#at);
      if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) return code;
    }
  }

  #fail(message: string): never {
    throw new JsonSyntaxError(message, this.#at);
  }
}

function indexOrEnd(text: string, character: string, from: number): number {
  const index = text.indexOf(character, from);
  return index < 0 ? text.length : index;
}

/** Assigning `__proto__` would replace the prototype instead of adding a member. */
function setMember(object: Record<string, JsonValue>, key: string, value: JsonValue): void {
  if (key === '__proto__') {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  } else {
    object[key] = value;
  }
}

/** Whether the quote at `end` is escaped: an odd number of backslashes precedes it. */
function isEscaped(text: string, start: number, end: number): boolean {
  let backslashes = 0;
  while (end - 1 - backslashes > start && text.charCodeAt(end - 1 - backslashes) === 0x5c) backslashes++;
  return backslashes % 2 === 1;
}

/** The repeated keys of an object; the last value of a repeated key is kept. */
export type RepeatedKeys = Map<JsonObject, Set<string>>;

/** The texts of members with one name, as they were written, by the objects that have them. */
export interface MemberTexts {
  readonly key: string;
  readonly byObject: Map<JsonObject, string>;
}

export interface ParseOptions {
  /** filled with the keys that an object holds more than once */
  readonly repeated?: RepeatedKeys | undefined;
  /** filled with the texts of the members of its name */
  readonly texts?: MemberTexts | undefined;
}
