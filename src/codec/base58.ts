/**
 * Base58 (Bitcoin alphabet, no checksum), the text form of addresses, hashes, signatures and small data.
 *
 * Digits are taken five at a time, as limbs of 58^5, and bytes two at a time, as words: their products are exact in plain numbers.
 * @module
 */
import { RadixChange } from './radixChange.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LIMB = 58 ** 5;
const WORD = 65536;
const DIGITS_PER_LIMB = 5;
/** 58^5 × 65536 × 150 is the most that a plain number holds; longer ones are split */
const MAX_WORDS = 150;
const MAX_LIMBS = 150;
const toLimbs = new RadixChange(WORD, LIMB, MAX_WORDS);
const toWords = new RadixChange(LIMB, WORD, MAX_LIMBS);

const DIGIT_OF = new Int8Array(128).fill(-1);
for (let i = 0; i < ALPHABET.length; i++) DIGIT_OF[ALPHABET.charCodeAt(i)] = i;

const CODES = Buffer.from(ALPHABET);

/** Every pair of digits: a limb is then two and a half look-ups. */
const PAIR_CODES = Buffer.alloc(2 * 58 * 58);
for (let pair = 0; pair < 58 * 58; pair++) {
  PAIR_CODES[2 * pair] = CODES[Math.floor(pair / 58)]!;
  PAIR_CODES[2 * pair + 1] = CODES[pair % 58]!;
}

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

export function encodeBase58(bytes: Uint8Array): string {
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  if (zeros === bytes.length) return ALPHABET[0]!.repeat(zeros);
  if (bytes.length - zeros > MAX_WORDS * 2) return ALPHABET[0]!.repeat(zeros) + encodeLong(bytes.subarray(zeros));
  const digits = digitsOf(limbsOf(bytes, zeros));
  return zeros === 0 ? digits : ALPHABET[0]!.repeat(zeros) + digits;
}

const values = new Float64Array(Math.max(MAX_WORDS, MAX_LIMBS));
const text = Buffer.alloc(toLimbs.digits.length * DIGITS_PER_LIMB);

/** The number that `bytes` from `start` spell, in limbs; gives how many it took. */
function limbsOf(bytes: Uint8Array, start: number): number {
  let count = 0;
  let at = bytes.length - 1;
  for (; at > start; at -= 2) values[count++] = bytes[at]! + bytes[at - 1]! * 256;
  if (at === start) values[count++] = bytes[at]!;
  return toLimbs.convert(values, count);
}

/** The digits of the first `count` limbs as one flat string: one that is put together from many is slow to use ever after. */
function digitsOf(count: number): string {
  let end = 0;
  for (let i = count - 1; i >= 0; i--) end = writeLimb(toLimbs.digits[i]!, end);
  let start = 0;
  while (text[start] === 0x31) start++;
  return text.toString('latin1', start, end);
}

function writeLimb(limb: number, at: number): number {
  const high = Math.floor(limb / 3364);
  const top = Math.floor(high / 3364);
  const middle = high - top * 3364;
  const low = limb - high * 3364;
  text[at] = CODES[top]!;
  text[at + 1] = PAIR_CODES[middle * 2]!;
  text[at + 2] = PAIR_CODES[middle * 2 + 1]!;
  text[at + 3] = PAIR_CODES[low * 2]!;
  text[at + 4] = PAIR_CODES[low * 2 + 1]!;
  return at + DIGITS_PER_LIMB;
}

/** Halves the number by powers of 58 until the parts are short: bigint division is far below quadratic here. */
function encodeLong(bytes: Uint8Array): string {
  const digits = splitDigits(BigInt(`0x${Buffer.from(bytes).toString('hex')}`), levelFor(bytes.length));
  let pad = 0;
  while (digits.charCodeAt(pad) === 0x31) pad++;
  return digits.slice(pad);
}

/** below MAX_WORDS, in whole limbs */
const LEAF_DIGITS = 405;
const LEAF_BYTES = 296;
const RADIXES: bigint[] = [];

/** 58^(LEAF_DIGITS × 2^level), the divisor that cuts a number of twice as many digits in half. */
function radixAt(level: number): bigint {
  while (RADIXES.length <= level) RADIXES.push((RADIXES.at(-1) ?? 0n) ** 2n || 58n ** BigInt(LEAF_DIGITS));
  return RADIXES[level]!;
}

/** The level whose halves cover so many bytes. */
function levelFor(length: number): number {
  return Math.max(0, Math.ceil(Math.log2(length / LEAF_BYTES)) - 1);
}

function splitDigits(value: bigint, level: number): string {
  if (level < 0) return leafDigits(value);
  const radix = radixAt(level);
  const high = value / radix;
  return splitDigits(high, level - 1) + splitDigits(value - high * radix, level - 1);
}

function leafDigits(value: bigint): string {
  return digitsOf(limbsOf(bigintBytes(value), 0)).padStart(LEAF_DIGITS, ALPHABET[0]);
}

/** @throws Base58Error at the first character outside the alphabet */
export function decodeBase58(text: string): Uint8Array {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === 0x31) zeros++;
  if (text.length - zeros <= MAX_LIMBS * DIGITS_PER_LIMB) return bytesOf(wordsOf(text, zeros, text.length), zeros);
  const significant = bigintBytes(joinDigits(text, zeros, text.length));
  const bytes = new Uint8Array(zeros + significant.length);
  bytes.set(significant, zeros);
  return bytes;
}

/** The last `count` words that were made, as bytes, with zeros before them. */
function bytesOf(count: number, zeros: number): Uint8Array {
  const { digits } = toWords;
  let length = count;
  while (length > 0 && digits[length - 1] === 0) length--;
  const odd = length > 0 && digits[length - 1]! < 256 ? 1 : 0;
  const bytes = new Uint8Array(zeros + length * 2 - odd);
  for (let i = 0, at = bytes.length - 1; i < length; i++) {
    bytes[at--] = digits[i]! & 0xff;
    if (at >= zeros) bytes[at--] = digits[i]! >>> 8;
  }
  return bytes;
}

/** The number that these digits spell, in words; gives how many it took. */
function wordsOf(text: string, start: number, end: number): number {
  const count = Math.ceil((end - start) / DIGITS_PER_LIMB);
  // in the order of the text, so that the first bad character is the one that is named
  for (let at = start, limb = count; at < end; ) {
    const width = (end - at) % DIGITS_PER_LIMB || DIGITS_PER_LIMB;
    values[--limb] = digitsAt(text, at, width);
    at += width;
  }
  return toWords.convert(values, count);
}

/** Puts halves together as `splitDigits` takes them apart. */
function joinDigits(text: string, start: number, end: number): bigint {
  if (end - start <= LEAF_DIGITS)
    return BigInt(`0x0${Buffer.from(bytesOf(wordsOf(text, start, end), 0)).toString('hex')}`);
  const level = Math.ceil(Math.log2((end - start) / LEAF_DIGITS)) - 1;
  const middle = end - LEAF_DIGITS * 2 ** level;
  return joinDigits(text, start, middle) * radixAt(level) + joinDigits(text, middle, end);
}

function bigintBytes(value: bigint): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
}

function digitsAt(text: string, at: number, width: number): number {
  let value = 0;
  for (let i = at; i < at + width; i++) {
    const code = text.charCodeAt(i);
    const digit = code < 128 ? DIGIT_OF[code]! : -1;
    if (digit < 0) throw new Base58Error(i, String.fromCodePoint(text.codePointAt(i)!));
    value = value * 58 + digit;
  }
  return value;
}

/** Whether the text has base58 characters only, be it of whatever size. */
export function isBase58Text(text: string): boolean {
  return /^[1-9A-HJ-NP-Za-km-z]*$/.test(text);
}

/**
 * A test whether base58 text stands for so many bytes. The digits are in ASCII order, so a text without leading zeros needs
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
