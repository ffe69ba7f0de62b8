/**
 * Values as people write them into a script.
 * @module
 */
import { isJsonObject } from '../../codec/json.ts';
import { U64_MAX } from '../../codec/u64.ts';
import type { Cursor } from '../../document/cursor.ts';
import { type Members, readMembers } from '../../document/members.ts';
import { type Reader, readBase58, readBase64, readText, readU64 } from '../../document/readers.ts';
import { inFile } from '../../runtime/hints.ts';
import type { AddressWord, AmountWord } from '../format/types.ts';
import { literalOf } from './literal.ts';

/** What a name may look like: without the `$` that precedes it where it is used. */
const NAME = /^[A-Za-z_][\w-]*$/;

/** The name that a key, or a transaction, is given. */
export function checkName(at: Cursor, name: string): string | undefined {
  if (NAME.test(name)) return name;
  const hint = NAME.test(name.slice(1)) && name.startsWith('$') ? 'the $ goes where the name is used' : undefined;
  return at.refuse(`expected a name of letters, digits, _ and -, found ${JSON.stringify(name)}`, hint);
}

export function readName(at: Cursor): string | undefined {
  const name = readText(at);
  return name === undefined ? undefined : checkName(at, name);
}

/** It is resolved when the whole script is known. */
export function readAddressWord(at: Cursor): AddressWord | undefined {
  if (typeof at.value !== 'string') return at.expected('an address, or a name such as "$alice"');
  return addressWord(at, at.value);
}

/** The address that is the name of a member. */
export function readKeyAddressWord(at: Cursor): AddressWord | undefined {
  return addressWord(at, at.key);
}

function addressWord(at: Cursor, value: string): AddressWord | undefined {
  if (value.includes('(') === value.includes(')')) return { value, at };
  return at.refuse(`expected as many ")" as "(", found ${JSON.stringify(value)}`, inFile('comma'));
}

const DECIMAL = /^(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Decimal text, or a number with all its digits. */
function decimalOf(at: Cursor): string | undefined {
  const text = typeof at.value === 'string' ? at.value : literalOf(at);
  return text !== undefined && DECIMAL.test(text) ? text : undefined;
}

/** `1,5`, as many languages write it. */
function commaHint({ value }: Cursor): string | undefined {
  return typeof value === 'string' && /^\d+,\d+$/.test(value) ? `write ${value.replace(',', '.')}` : undefined;
}

const SOL_DECIMALS = 9;

/** SOL, as lamports. */
export function readSol(at: Cursor): bigint | undefined {
  const [whole, fraction = ''] = decimalOf(at)?.split('.') ?? [];
  if (whole === undefined || fraction.length > SOL_DECIMALS)
    return at.expected(`SOL with at most ${SOL_DECIMALS} decimals, such as 1.5 or "1.5"`, commaHint(at));
  const lamports = BigInt(whole + fraction.padEnd(SOL_DECIMALS, '0'));
  return lamports <= U64_MAX ? lamports : at.expected(`SOL of at most ${U64_MAX} lamports (u64)`);
}

/** The two ways to give lamports. */
export const LAMPORTS_MEMBERS = { lamports: readU64, sol: readSol };

/** Undefined where neither is there. */
export function lamportsOf(at: Cursor, { lamports, sol }: Members<typeof LAMPORTS_MEMBERS>): bigint | undefined {
  if (at.member('lamports').value === undefined || at.member('sol').value === undefined) return lamports ?? sol;
  return at.member('sol').refuse('expected lamports or sol, found both');
}

/** `"12.5"` or 12.5 in units of the mint, or `{raw: 12500000}` in its smallest unit. */
export function readAmount(at: Cursor): AmountWord | undefined {
  const isRaw = isJsonObject(at.value);
  const value = isRaw ? readMembers(at, { raw: readU64 }, ['raw'])?.raw : decimalOf(at);
  if (value !== undefined) return { value, at };
  return isRaw ? undefined : at.expected('an amount of tokens such as "12.5", or {"raw": 12500000}', commaHint(at));
}

type Readers = Readonly<Record<string, Reader<unknown>>>;

/** The members of which those in `K` are there. */
type WithMembers<R extends Readers, K extends keyof R> = Members<R> & {
  readonly [N in K]: Exclude<Members<R>[N], undefined>;
};

/** The members of an object; undefined where a required one is missing or wrong too. */
export function readWithMembers<R extends Readers, K extends keyof R>(
  at: Cursor,
  readers: R,
  required: readonly K[],
): WithMembers<R, K> | undefined {
  const read = readMembers(at, readers, required);
  const isWhole = required.every((name) => read?.[name] !== undefined);
  // the required members are there, as has just been checked
  return isWhole ? (read as WithMembers<R, K>) : undefined;
}

const HEX = /^(?:[\da-f]{2})*$/i;

/** The ways to write bytes. */
export const BYTE_NOTATIONS = {
  base58: readBase58,
  base64: readBase64,
  hex: readHex,
  utf8: (at: Cursor) => encodeText(readText(at)),
} satisfies Record<string, Reader<Uint8Array>>;

function readHex(at: Cursor): Uint8Array | undefined {
  const { value } = at;
  if (typeof value === 'string' && HEX.test(value)) return Buffer.from(value, 'hex');
  return at.expected('hex digits, two a byte', typeof value === 'string' ? undefined : 'put them in quotes');
}

function encodeText(text: string | undefined): Uint8Array | undefined {
  return text === undefined ? undefined : Buffer.from(text);
}

/** `{hex: "00ff"}`, or in one of the other notations. */
export function readBytes(at: Cursor): Uint8Array | undefined {
  if (at.members().length !== 1) return at.expected('bytes as {"base58" | "base64" | "hex" | "utf8": text}');
  const read = readMembers(at, BYTE_NOTATIONS);
  return read?.base58 ?? read?.base64 ?? read?.hex ?? read?.utf8;
}
