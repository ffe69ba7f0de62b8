import { BASE58_TEXT } from '../codec/base58.ts';
import { U64_MAX } from '../codec/bigints.ts';
import { parseUnits, SOL_DECIMALS } from '../codec/decimalUnits.ts';
import { isJsonObject, JsonFloat } from '../codec/jsonText.ts';
import { ADDRESS_PATTERN, type Address } from '../solana/address.ts';
import { BASIS_POINTS } from '../solana/basisPoints.ts';
import { Cursor } from './cursor.ts';
import { inFile } from './hintParts.ts';
import { NAME } from './namePattern.ts';
import { readAddress, readBase58, readBase64, readText } from './readers.ts';
import {
  anyOf,
  described,
  entries,
  integerUpTo,
  type Members,
  named,
  type ObjectOf,
  object,
  objectSchema,
  optional,
  type PartsOf,
  plainAddress,
  readParts,
  type Syntax,
  syntax,
  u64,
} from './syntax.ts';

/**
 * Values as people write them into a script.
 * @module
 */

/** A place in the script at which problems are reported; the implementation knows the file and the line. */
export interface Place {
  refuse(message: string, hint?: string): undefined;
  warn(message: string, hint?: string): undefined;
}

/** A place that reports nothing. */
export const NO_REPORTS: Place = { refuse: () => undefined, warn: () => undefined };

/** A value of a script, and where it is. */
export interface Located<T> {
  readonly value: T;
  readonly at: Place;
}

/**
 * An address in a script: base58 text, `$name`, a well-known name such as `$token`, or a derivation such as
 * `$ata(alice,usdc)` and `$pda(program, seed, …)`.
 */
export type AddressNode = Located<string>;

/** A token amount: `"12.5"` in units of the mint, or a bigint in its smallest unit. */
export type AmountNode = Located<string | bigint>;

/** A fixed key: an address whose secret is unknown, or the 32 bytes of a secret. */
export interface KeyNode {
  readonly name: string;
  readonly at: Place;
  readonly key:
    | { readonly kind: 'address'; readonly address: Address }
    | { readonly kind: 'seed'; readonly seed: Uint8Array };
}

/** The digits of a number as they were written: an amount must not be rounded to a double. */
export function literalOf({ value }: Cursor): string | undefined {
  if (value instanceof JsonFloat) return value.literal;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** The name that a key, or a transaction, is given. */
export function checkName(at: Cursor, name: string): string | undefined {
  if (NAME.test(name)) return name;
  const hint = NAME.test(name.slice(1)) && name.startsWith('$') ? 'the $ goes where the name is used' : undefined;
  return at.refuse(`expected a name of letters, digits, _ and -, found ${JSON.stringify(name)}`, hint);
}

const NAME_SCHEMA = { type: 'string', pattern: NAME.source };

/** The name of a key or a transaction. */
export const name = named(
  'name',
  syntax((at) => {
    const value = readText(at);
    return value === undefined ? undefined : checkName(at, value);
  }, NAME_SCHEMA),
);

/** Reads an address, which is resolved when the whole script is known. */
export function readAddressNode(at: Cursor): AddressNode | undefined {
  if (typeof at.value !== 'string') return at.expected('an address, or a name such as "$alice"');
  return addressNode(at, at.value);
}

/** The address that is the name of a member. */
export function readKeyAddressNode(at: Cursor): AddressNode | undefined {
  return addressNode(at, at.key);
}

function addressNode(at: Cursor, value: string): AddressNode | undefined {
  if (value.includes('(') === value.includes(')')) return { value, at };
  return at.refuse(`expected as many ")" as "(", found ${JSON.stringify(value)}`, inFile('comma'));
}

const ADDRESS_SCHEMA = {
  description: 'base58 text, $name, $ata(owner,mint) or $pda(program, seed, …)',
  type: 'string',
  pattern: `^(\\$|${ADDRESS_PATTERN}$)`,
};

export const address = named('address', syntax(readAddressNode, ADDRESS_SCHEMA));
/** The name of a member that is an address. */
export const keyAddress = named('address', syntax(readKeyAddressNode, ADDRESS_SCHEMA));

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Decimal text, or a number with all its digits. */
function decimalOf(at: Cursor): string | undefined {
  const text = typeof at.value === 'string' ? at.value : literalOf(at);
  return text !== undefined && DECIMAL.test(text) ? text : undefined;
}

/** A hint for `1,5`, as many languages write it. */
function commaHint({ value }: Cursor): string | undefined {
  return typeof value === 'string' && /^\d+,\d+$/.test(value) ? `write ${value.replace(',', '.')}` : undefined;
}

function readSol(at: Cursor): bigint | undefined {
  const lamports = parseUnits(decimalOf(at) ?? '', SOL_DECIMALS);
  if (lamports === undefined)
    return at.expected(`SOL with at most ${SOL_DECIMALS} decimals, such as 1.5 or "1.5"`, commaHint(at));
  return lamports <= U64_MAX ? lamports : at.expected(`SOL of at most ${U64_MAX} lamports (u64)`);
}

/** SOL, read as lamports. */
const sol = named(
  'sol',
  syntax(readSol, {
    description: 'SOL with at most 9 decimals',
    anyOf: [
      { type: 'string', pattern: '^(0|[1-9]\\d*)(\\.\\d{1,9})?$' },
      { type: 'number', minimum: 0 },
    ],
  }),
);

/** The two ways to give lamports. */
function lamportsMembers(description: string) {
  return { lamports: optional(u64, description), sol: optional(sol, 'lamports, in SOL') };
}

/** The lamports of an account, or of a new one. */
export const ACCOUNT_LAMPORTS = lamportsMembers('default: what makes the account rent-exempt');
const LAMPORTS = lamportsMembers('default: what is written under sol');

/** The lamports that `lamports` or `sol` gives; undefined: neither is there, or they are wrong, which was reported. */
export function lamportsOf(at: Cursor, { lamports, sol: inSol }: PartsOf<typeof LAMPORTS>): bigint | undefined {
  if (at.member('lamports').value === undefined || at.member('sol').value === undefined) return lamports ?? inSol;
  return at.member('sol').refuse('expected lamports or sol, found both');
}

/** An object that has lamports, given as `lamports` or `sol`. */
type WithLamports<M extends Members, L> = ObjectOf<M> & { readonly lamports: L };

/** An object with or without lamports: undefined lamports become those of rent exemption later. */
export function withOptionalLamports<M extends Members>(members: M): Syntax<WithLamports<M, bigint | undefined>> {
  const allMembers = object({ ...members, ...ACCOUNT_LAMPORTS });
  return syntax((at) => {
    const read = allMembers(at);
    const lamports = read && lamportsOf(at, read);
    const isWrong = lamports === undefined && at.member('lamports').value !== undefined;
    return read === undefined || isWrong ? undefined : { ...read, lamports };
  }, allMembers.schema);
}

/** An object with lamports, given in one of the two ways. */
export function withLamports<M extends Members>(members: M): Syntax<WithLamports<M, bigint>> {
  const allMembers = object(
    { ...members, ...LAMPORTS },
    { oneOf: [{ required: ['lamports'] }, { required: ['sol'] }] },
  );
  return syntax((at) => {
    const read = allMembers(at);
    if (read === undefined) return undefined;
    const isGiven = at.member('lamports').value !== undefined || at.member('sol').value !== undefined;
    const lamports = isGiven ? lamportsOf(at, read) : at.expected('lamports or sol');
    return lamports === undefined ? undefined : { ...read, lamports };
  }, allMembers.schema);
}

/** `{lamports: 5}` or `{sol: 5}` */
/** A share of the whole, which is 10,000. */
export const basisPoints = integerUpTo(BASIS_POINTS, 'basis points');

export const lamportsAlone = named('balance', withLamports({}));

const RAW_AMOUNT = object({ raw: u64 });

/** `"12.5"` or 12.5 in units of the mint, or `{raw: 12500000}` in its smallest unit. */
function readAmount(at: Cursor): AmountNode | undefined {
  const isRaw = isJsonObject(at.value);
  const value = isRaw ? RAW_AMOUNT(at)?.raw : decimalOf(at);
  if (value !== undefined) return { value, at };
  return isRaw ? undefined : at.expected('an amount of tokens such as "12.5", or {"raw": 12500000}', commaHint(at));
}

const decimalNumber = syntax(decimalOf, { type: 'number', minimum: 0 });
const decimalText = syntax(decimalOf, { type: 'string', pattern: DECIMAL.source });

export const amount = named(
  'amount',
  described(anyOf(readAmount, decimalText, decimalNumber, RAW_AMOUNT), 'tokens, or {raw: smallest units}'),
);

const HEX = /^(?:[\da-f]{2})*$/i;

function readHex(at: Cursor): Uint8Array | undefined {
  const { value } = at;
  if (typeof value === 'string' && HEX.test(value)) return Buffer.from(value, 'hex');
  return at.expected('hex digits, two a byte', typeof value === 'string' ? undefined : 'put them in quotes');
}

function readUtf8(at: Cursor): Uint8Array | undefined {
  const text = readText(at);
  return text === undefined ? undefined : Buffer.from(text);
}

/** The ways to write bytes. */
const NOTATIONS = {
  base58: optional(syntax<Uint8Array>(readBase58, { type: 'string', pattern: BASE58_TEXT })),
  base64: optional(syntax<Uint8Array>(readBase64, { type: 'string' })),
  hex: optional(syntax<Uint8Array>(readHex, { type: 'string', pattern: '^([0-9a-fA-F]{2})*$' })),
  utf8: optional(syntax(readUtf8, { type: 'string' })),
};

/** `{hex: "00ff"}`, or in one of the other notations. */
function readBytes(at: Cursor): Uint8Array | undefined {
  if (at.members().length !== 1) return at.expected('bytes as {"base58" | "base64" | "hex" | "utf8": text}');
  const read = readParts(at, NOTATIONS);
  return read?.base58 ?? read?.base64 ?? read?.hex ?? read?.utf8;
}

export const bytes = named(
  'bytes',
  syntax(readBytes, (definitions) => ({
    description: 'bytes in one of four notations',
    ...objectSchema(NOTATIONS, definitions, { minProperties: 1, maxProperties: 1 }),
  })),
);

const SEED_BYTES = 32;

const SECRET = object({
  seed: described(
    syntax((at) => {
      const seed = bytes(at);
      if (seed === undefined || seed.length === SEED_BYTES) return seed;
      return at.refuse(`expected ${SEED_BYTES} bytes, found ${seed.length}`);
    }, bytes.schema),
    '32 bytes',
  ),
});

function readKey(at: Cursor): KeyNode | undefined {
  const checkedName = checkName(at, at.key);
  const key = readSecretOrAddress(at);
  return checkedName === undefined || key === undefined ? undefined : { name: checkedName, at, key };
}

function readSecretOrAddress(at: Cursor): KeyNode['key'] | undefined {
  if (typeof at.value !== 'string') {
    const seed = SECRET(at)?.seed;
    return seed && { kind: 'seed', seed };
  }
  const knownAddress = readAddress(at);
  return knownAddress && { kind: 'address', address: knownAddress };
}

const KEY = named('key', anyOf(readKey, plainAddress, SECRET));

/** `{name: address}` or `{name: {seed: bytes}}` */
export const keys = entries(name, KEY);

/** A place as the cursor that it is, so that the value there can be read. @throws TypeError for a place that is not a cursor */
export function asCursor(at: Place): Cursor {
  if (at instanceof Cursor) return at;
  throw new TypeError('a place of a script that no cursor made');
}
