/**
 * Base58 (Bitcoin alphabet, no checksum), the text form of addresses, hashes, signatures and small data.
 *
 * The digits are kept in limbs of 58^5 and the bytes taken two at a time: the product stays below 2^53, so
 * plain number arithmetic is exact and needs no bigint.
 * @module
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const LIMB = 58 ** 5;
const LIMB_INVERSE = 1 / LIMB;
const DIGITS_PER_LIMB = 5;
/** from here on splitting the number is quicker than multiplying it up limb by limb */
const LONG_BYTES = 200;

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
  if (bytes.length - zeros > LONG_BYTES) return ALPHABET[0]!.repeat(zeros) + encodeLong(bytes.subarray(zeros));
  const digits = digitsOf(limbsOf(bytes, zeros));
  return zeros === 0 ? digits : ALPHABET[0]!.repeat(zeros) + digits;
}

const limbs = new Float64Array(Math.ceil((LONG_BYTES * 8) / 29) + 1);
const text = Buffer.alloc(limbs.length * DIGITS_PER_LIMB);

/** Fills `limbs`, little-endian, with the number that `bytes` from `start` spell; gives how many it took. */
function limbsOf(bytes: Uint8Array, start: number): number {
  let count = 0;
  let at = start;
  while (at < bytes.length) {
    // an odd byte first, so that the rest are pairs
    const odd = (bytes.length - at) % 2 === 1;
    const radix = odd ? 256 : 65536;
    let carry = odd ? bytes[at]! : bytes[at]! * 256 + bytes[at + 1]!;
    at += odd ? 1 : 2;
    for (let i = 0; i < count; i++) {
      const product = limbs[i]! * radix + carry;
      // multiplying is far quicker than dividing, and one too few at most
      carry = Math.floor(product * LIMB_INVERSE);
      let rest = product - carry * LIMB;
      if (rest >= LIMB) {
        rest -= LIMB;
        carry++;
      }
      limbs[i] = rest;
    }
    if (carry > 0) limbs[count++] = carry;
  }
  return count;
}

/** The digits of the first `count` limbs as one flat string: one that is put together from many is slow to use ever after. */
function digitsOf(count: number): string {
  let end = 0;
  for (let i = count - 1; i >= 0; i--) end = writeLimb(limbs[i]!, end);
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

/** 58^(LEAF_DIGITS × 2^level), the divisor that cuts a number of twice as many digits in half. */
function radixAt(level: number): bigint {
  while (RADIXES.length <= level) RADIXES.push(RADIXES.at(-1)! ** 2n);
  return RADIXES[level]!;
}

/** a hundred bytes, rounded down to whole limbs */
const LEAF_DIGITS = 135;
const LEAF_BYTES = 98;
const RADIXES = [58n ** BigInt(LEAF_DIGITS)];

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
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  return digitsOf(limbsOf(bytes, 0)).padStart(LEAF_DIGITS, ALPHABET[0]);
}

/** @throws Base58Error at the first character outside the alphabet */
export function decodeBase58(text: string): Uint8Array {
  let zeros = 0;
  while (zeros < text.length && text.charCodeAt(zeros) === 0x31) zeros++;
  const words = wordsOf(text, zeros);
  const significant = words.count === 0 ? 0 : words.count * 2 - (words.values[words.count - 1]! < 256 ? 1 : 0);
  const bytes = new Uint8Array(zeros + significant);
  for (let i = 0, at = bytes.length - 1; i < words.count; i++) {
    bytes[at--] = words.values[i]! & 0xff;
    if (at >= zeros) bytes[at--] = words.values[i]! >>> 8;
  }
  return bytes;
}

/** Little-endian 16-bit words of the number that the digits from `start` spell. */
function wordsOf(text: string, start: number): { values: Uint16Array; count: number } {
  const values = new Uint16Array(Math.ceil(((text.length - start) * 5.858) / 16) + 1);
  let count = 0;
  let at = start;
  while (at < text.length) {
    const width = (text.length - at) % DIGITS_PER_LIMB || DIGITS_PER_LIMB;
    let carry = digitsAt(text, at, width);
    const radix = 58 ** width;
    at += width;
    for (let i = 0; i < count; i++) {
      const product = values[i]! * radix + carry;
      carry = Math.floor(product / 65536);
      values[i] = product - carry * 65536;
    }
    while (carry > 0) {
      values[count++] = carry % 65536;
      carry = Math.floor(carry / 65536);
    }
  }
  return { values, count };
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
