import { isUtf8 } from 'node:buffer';

/** Text of UTF-8 bytes as strict as Rust's, a byte-order mark kept; undefined where they are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes)) return undefined;
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString();
}

const SLAB_BYTES = 1 << 18;
let slab = Buffer.alloc(0);
let used = 0;

/**
 * The UTF-8 of a text that is kept for long, where there are many of them: they are packed end to end in a few large pieces of memory.
 */
export function packedUtf8(text: string): Buffer {
  // a UTF-16 unit is at most three bytes
  const most = text.length * 3;
  if (most > SLAB_BYTES / 4) return Buffer.from(text);
  if (most > slab.length - used) {
    slab = Buffer.allocUnsafeSlow(SLAB_BYTES);
    used = 0;
  }
  const start = used;
  used += slab.write(text, start);
  return slab.subarray(start, used);
}

/** Counts the leading bytes that are whole, valid UTF-8. */
export function validUtf8Prefix(bytes: Uint8Array): number {
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes[at]!);
    if (length === 0 || at + length > bytes.length || !isUtf8(bytes.subarray(at, at + length))) return at;
    at += length;
  }
  return at;
}

function sequenceLength(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

const NAMED_ESCAPES: Readonly<Record<string, string>> = {
  '"': '\\"',
  '\\': '\\\\',
  '\n': '\\n',
  '\r': '\\r',
  '\t': '\\t',
  '\0': '\\0',
};

/** A string as Rust's `{:?}` prints it. */
export function quoteDebug(text: string): string {
  const escaped = text.replace(/["\\]|[\p{C}\p{Z}\p{Grapheme_Extend}]/gu, (character) => {
    if (character === ' ') return character;
    return NAMED_ESCAPES[character] ?? `\\u{${character.codePointAt(0)!.toString(16)}}`;
  });
  return `"${escaped}"`;
}

/**
 * `1 account`, `5 accounts`.
 *
 * @param countText the number as people read it
 */
export function counted(count: number | bigint, noun: string, countText = `${count}`): string {
  return `${countText} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** `there is 1 fork`, `there are 2 forks`; without a noun `there is 1` */
export function thereAre(count: number, noun?: string): string {
  return `there ${count === 1 ? 'is' : 'are'} ${noun === undefined ? count : counted(count, noun)}`;
}

/** number of characters shown of the beginning, and of the end */
const SHOWN_CHARACTERS = 60;

/** The beginning and the end of a long text: texts of calls mostly differ at one of them. */
export function middleCut(text: string): string {
  if (text.length <= 2 * SHOWN_CHARACTERS) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)}…${text.slice(-SHOWN_CHARACTERS)}`;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
const BREAKS_LINES = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g;

/** Escapes control characters as in JSON, because names of files and members may contain line breaks or terminal commands. */
export function onOneLine(text: string): string {
  return text.replace(BREAKS_LINES, (character) => {
    const escaped = JSON.stringify(character).slice(1, -1);
    return escaped === character ? `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}` : escaped;
  });
}
