import { RadixChange } from './radixChange.ts';

/**
 * Base58 (Bitcoin alphabet, no checksum), the text form of addresses, hashes, signatures and small data.
 *
 * Digits are taken five at a time, as limbs of 58^5, and bytes two at a time, as words: the sum of 200 of their products is below 2^53.
 * @module
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** A character of base58, as a part of a regular expression. */
export const BASE58_CHARACTER = '[1-9A-HJ-NP-Za-km-z]';
const ZERO = '1';
const ZERO_CODE = ZERO.charCodeAt(0);
const CODES = Buffer.from(ALPHABET);
const DIGIT_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i;

const LIMB = 58 ** 5;
const DIGITS_PER_LIMB = 5;
const WORD = 2 ** 16;
/** The conversion is quadratic, so that longer numbers are split into parts of this size: 540 digits hold 395 bytes. */
const PART_DIGITS = 540;
const PART_BYTES = 395;

/** A text that is not base58: `index` is the first bad character. */
export class Base58Error extends Error {
  readonly index: number;
  readonly character: string;
  constructor(index: number, character: string) {
    super(`character ${JSON.stringify(character)} at ${index} is not base58`);
    this.name = 'Base58Error';
    this.index = index;
    this.character = character;
  }
}

/** Each zero byte at the start is a `1`; no bytes are an empty text. */
export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  const digits =
    bytes.length - zeros <= PART_BYTES ? digitsOf(bytes, zeros) : withoutZeros(splitDigits(toBigint(bytes)));
  return zeros === 0 ? digits : ZERO.repeat(zeros) + digits;
}

/** @throws Base58Error at the first character outside the alphabet */
export function decodeBase58(text: string): Uint8Array {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === ZERO_CODE) zeros++;
  if (text.length - zeros <= PART_DIGITS) return bytesOf(text, zeros, text.length, zeros);
  const significant = toBytes(joinDigits(text, zeros, text.length));
  const bytes = new Uint8Array(zeros + significant.length);
  bytes.set(significant, zeros);
  return bytes;
}

const toLimbs = new RadixChange(WORD, LIMB);
const toWords = new RadixChange(LIMB, WORD);
const digitBuffer = Buffer.alloc(PART_DIGITS + DIGITS_PER_LIMB);

/** The number that `bytes` from `start` encode, without leading zeros. */
function digitsOf(bytes: Uint8Array, start: number): string {
  return writeLimbs(toLimbs.convert(takeWords(bytes, start)));
}

/** Puts bytes into the input of `toLimbs` as words; returns the number of words. */
function takeWords(bytes: Uint8Array, start: number): number {
  let count = 0;
  for (let at = bytes.length - 1; at >= start; at -= 2)
    toLimbs.input[count++] = bytes[at]! + (at > start ? bytes[at - 1]! * 256 : 0);
  return count;
}

/** The digits of limbs as one flat string: concatenated strings (ropes) are slow to read. */
function writeLimbs(count: number): string {
  let end = 0;
  for (let i = count - 1; i >= 0; i--) {
    // as a 32-bit integer: the engine replaces its division by a multiplication
    let limb = toLimbs.digits[i]! | 0;
    for (let at = end + DIGITS_PER_LIMB - 1; at >= end; at--) {
      const quotient = (limb / 58) | 0;
      digitBuffer[at] = CODES[limb - quotient * 58]!;
      limb = quotient;
    }
    end += DIGITS_PER_LIMB;
  }
  let start = 0;
  while (start < end && digitBuffer[start] === ZERO_CODE) start++;
  return digitBuffer.toString('latin1', start, end);
}

/** The bytes of the number that these digits spell, with `zeros` zero bytes before them. */
function bytesOf(text: string, start: number, end: number, zeros: number): Uint8Array {
  const limbs = Math.ceil((end - start) / DIGITS_PER_LIMB);
  let at = start;
  // in the order of the text, so that the first bad character is the one that is named
  for (let i = limbs - 1; i >= 0; i--) {
    const width = end - i * DIGITS_PER_LIMB - at;
    toWords.input[i] = limbAt(text, at, width);
    at += width;
  }
  const count = toWords.convert(limbs);
  const { digits } = toWords;
  const odd = count > 0 && digits[count - 1]! < 256 ? 1 : 0;
  const bytes = new Uint8Array(zeros + count * 2 - odd);
  for (let i = 0, next = bytes.length - 1; i < count; i++) {
    bytes[next--] = digits[i]! & 0xff;
    if (next >= zeros) bytes[next--] = digits[i]! >>> 8;
  }
  return bytes;
}

function limbAt(text: string, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? DIGIT_OF[code]! : -1;
    if (digit < 0) throw new Base58Error(i, String.fromCodePoint(text.codePointAt(i)!));
    value = value * 58 + digit;
  }
  return value;
}

const RADIXES: bigint[] = [];

/** 58^(PART_DIGITS × 2^level), which cuts a number of twice as many digits in half: division of bigints is not quadratic. */
function radixAt(level: number): bigint {
  while (RADIXES.length <= level) RADIXES.push((RADIXES.at(-1) ?? 0n) ** 2n || 58n ** BigInt(PART_DIGITS));
  return RADIXES[level]!;
}

/** The digits of a large number, split into parts; they may begin with zeros. */
function splitDigits(value: bigint): string {
  let level = 0;
  while (value >= radixAt(level + 1)) level++;
  return splitAt(value, level);
}

function splitAt(value: bigint, level: number): string {
  if (level < 0) return digitsOf(toBytes(value), 0).padStart(PART_DIGITS, ZERO);
  const radix = radixAt(level);
  const high = value / radix;
  return splitAt(high, level - 1) + splitAt(value - high * radix, level - 1);
}

/** Puts parts together as `splitDigits` takes them apart. */
function joinDigits(text: string, start: number, end: number): bigint {
  if (end - start <= PART_DIGITS) return toBigint(bytesOf(text, start, end, 0));
  const level = Math.ceil(Math.log2((end - start) / PART_DIGITS)) - 1;
  const middle = end - PART_DIGITS * 2 ** level;
  return joinDigits(text, start, middle) * radixAt(level) + joinDigits(text, middle, end);
}

function withoutZeros(digits: string): string {
  let start = 0;
  while (digits.charCodeAt(start) === ZERO_CODE) start++;
  return digits.slice(start);
}

function toBigint(bytes: Uint8Array): bigint {
  return BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
}

function toBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

/** A text of base58 characters only, whatever its size, as a regular expression. */
export const BASE58_TEXT: string = `^${BASE58_CHARACTER}*$`;
const BASE58_TEXT_EXPRESSION = new RegExp(BASE58_TEXT);

export function isBase58Text(text: string): boolean {
  return BASE58_TEXT_EXPRESSION.test(text);
}

/**
 * Creates a test for whether base58 text decodes to `size` bytes. The digits are in ASCII order, so a text without leading zeros needs
 * no decoding: comparing it with the lowest and the highest number of that size will do.
 *
 * @returns a function of text that is base58
 */
export function base58SizeTest(size: number): (text: string) => boolean {
  const highest = encodeBase58(new Uint8Array(size).fill(0xff));
  const lowest = encodeBase58(Uint8Array.from({ length: size }, (_, i) => (i === 0 ? 1 : 0)));
  return (text) => {
    if (text.length > highest.length) return false;
    if (text.charCodeAt(0) === 0x31) return decodeBase58(text).length === size;
    if (text.length < lowest.length || (text.length === lowest.length && text < lowest)) return false;
    return text.length < highest.length || text <= highest;
  };
}
