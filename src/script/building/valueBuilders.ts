import { SOL_DECIMALS } from '../../codec/decimalUnits.ts';
import { Enclosing } from '../../codec/enclosing.ts';
import { f64Text, placePoint } from '../../codec/floats.ts';
import { exactInteger, jsonInteger } from '../../codec/jsonText.ts';
import type { U64 } from '../../solana/u64.ts';
import type { AddressText, AmountJson, BytesJson, LamportsJson } from '../format/ledgerJsonTypes.ts';
import { addressText, isKey, type Key, matchedKeyText } from './keyBuilders.ts';

/**
 * Amounts and bytes, as the file format has them.
 * @module
 */

/**
 * An amount of SOL, with all its digits: `sol(1)`, `sol(0.5)`, `sol('0.000000001')`. NaN, a negative number and more than nine decimals are
 * mistakes, which are reported when the script is loaded.
 */
export function sol(amount: U64 | string): LamportsJson {
  return { sol: decimal(amount) };
}

/** An amount of lamports: `lamports(5000)`, `lamports(2n ** 60n)`. */
export function lamports(amount: U64): LamportsJson {
  // beyond 2^53 JSON.stringify has no integers, but decimal text has the same value
  const isLarge = typeof amount === 'bigint' && amount > Number.MAX_SAFE_INTEGER;
  return isLarge ? { sol: placePoint(amount, SOL_DECIMALS) } : { lamports: amount };
}

/** A number of tokens of the mint that follows from the context. */
export interface Tokens {
  readonly amount: AmountJson;
}

/** A number of tokens of a mint. */
export interface TokensOfMint extends Tokens {
  readonly mint: AddressText;
}

/**
 * An amount of tokens in units of the mint: `tokens('12.5', 'usdc')`, or without the mint where that is known. NaN, a negative number and
 * more decimals than the mint has are mistakes, which are reported when the script is loaded.
 */
export function tokens(amount: U64 | string): Tokens;
export function tokens(amount: U64 | string, mint: Key): TokensOfMint;
export function tokens(amount: U64 | string, mint?: Key): Tokens {
  return tokensOf(decimal(amount), mint);
}

/** An amount of tokens in the smallest unit of the mint: `rawTokens(12_500_000, 'usdc')`. */
export function rawTokens(amount: U64): Tokens;
export function rawTokens(amount: U64, mint: Key): TokensOfMint;
export function rawTokens(amount: U64, mint?: Key): Tokens {
  return tokensOf({ raw: amount }, mint);
}

/** Marks what `tokens` and `rawTokens` give; the same symbol in every copy of this package. */
const TOKENS = Symbol.for('stillnode.tokens');

function tokensOf(amount: AmountJson, mint: Key | undefined): Tokens | TokensOfMint {
  const value = mint === undefined ? { amount } : { amount, mint: addressText(mint) };
  return Object.defineProperty(value, TOKENS, { value: true });
}

/** Whether a value is an amount that names its mint. A text as its mint is a name, with or without a dollar, or an address. */
function isAmountOfMint(value: object): value is { readonly tokens: AmountJson; readonly mint: Key } {
  return 'tokens' in value && 'mint' in value && value.mint !== undefined;
}

/** Whether a value is what `tokens` or `rawTokens` gives: other objects may have an `amount` too. */
function isTokens(value: object): value is Tokens & Partial<TokensOfMint> {
  return TOKENS in value;
}

/** The bytes themselves, or text of them. */
export type Bytes = Uint8Array | BytesJson;

export function bytesJson(bytes: Bytes): BytesJson {
  return bytes instanceof Uint8Array ? { hex: Buffer.from(bytes).toString('hex') } : bytes;
}

/**
 * Values of an IDL in code as the file format has them: keys are text, bytes are hex digits, and integers that JSON numbers cannot
 * hold are text.
 *
 * @param name of the value, for errors
 * @throws TypeError for a value that contains itself
 */
export function fieldsJson(value: unknown, name: string): unknown {
  return fieldJson(value, name, new Enclosing());
}

function fieldJson(value: unknown, path: string, around: Enclosing): unknown {
  if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : `${value}`;
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return bytesJson(value);
  if (isKey(value)) return addressText(value);
  return withMembers(value, path, around, fieldJson);
}

/**
 * Values that a match compares, as the wire has them: tokens are `{tokens, mint}`, and a key pair is its own address, whether or not the
 * ledger knows its name. Bigints are left.
 *
 * @param name of the value, for errors
 * @throws TypeError for a value that contains itself
 */
export function matchedJson(value: unknown, name: string): unknown {
  return matchedValueJson(value, name, new Enclosing());
}

function matchedValueJson(value: unknown, path: string, around: Enclosing): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof Uint8Array) return bytesJson(value);
  if (isTokens(value)) return matchedValueJson({ tokens: value.amount, mint: value.mint }, path, around);
  if (isKey(value)) return matchedKeyText(value);
  return withMembers(
    isAmountOfMint(value) ? { ...value, mint: matchedKeyText(value.mint) } : value,
    path,
    around,
    matchedValueJson,
  );
}

/**
 * Values that a match compares with arguments of an IDL, as the wire has them: integers beyond 64 bits, which JSON does not keep, are text.
 *
 * @param name of the value, for errors
 * @throws TypeError for a value that contains itself
 */
export function matchedFieldsJson(value: unknown, name: string): unknown {
  return withIntegers(matchedJson(value, name), name, (integer) => exactInteger(`${integer}`) ?? `${integer}`);
}

/**
 * The value with numbers in place of bigints where that is exact, so that JSON.stringify can write it.
 *
 * @param name of the value, for errors
 * @throws TypeError for a value that contains itself
 */
export function withNumbers(value: unknown, name: string): unknown {
  return withIntegers(value, name, jsonInteger);
}

/** The value with each bigint in it as the function writes it. */
function withIntegers(value: unknown, name: string, write: (integer: bigint) => unknown): unknown {
  const written: WriteValue = (inner, path, around) => {
    if (typeof inner === 'bigint') return write(inner);
    return typeof inner === 'object' && inner !== null ? withMembers(inner, path, around, written) : inner;
  };
  return written(value, name, new Enclosing());
}

type WriteValue = (value: unknown, path: string, around: Enclosing) => unknown;

/** A list or an object whose items or members are written; those that are undefined are left out of an object. */
function withMembers(value: object, path: string, around: Enclosing, write: WriteValue): unknown {
  return around.inside(value, path, () => {
    if (Array.isArray(value)) return value.map((item, i) => write(item, `${path}[${i}]`, around));
    const members = Object.entries(value).filter(([, member]) => member !== undefined);
    return Object.fromEntries(members.map(([name, member]) => [name, write(member, `${path}.${name}`, around)]));
  });
}

/** A decimal number for the file format, which has no exponents: where JavaScript would write one, the number becomes text. */
function decimal(value: U64 | string): U64 | string {
  if (typeof value !== 'number') return typeof value === 'bigint' ? `${value}` : value;
  const text = f64Text(value);
  return text === String(value) ? value : text;
}
