import { U64_MAX } from '../../codec/bigints.ts';
import { f64Text } from '../../codec/floats.ts';
import { JsonFloat } from '../../codec/jsonText.ts';
import type { Decoder } from '../../codec/struct.ts';
import { borshText, i16, i64, u64 } from '../../codec/struct.ts';
import { suggest } from '../../codec/suggest.ts';
import { EXTENSION_ROWS, type ExtensionRow } from '../../solana/programs/splToken/extensionTable.ts';
import { f64AsText, pairs, startingState, transferFee } from '../../solana/programs/splToken/extensionValues.ts';
import {
  aeCiphertext,
  type ExtensibleKind,
  elgamalCiphertext,
  elgamalPubkey,
  optionalElgamalPubkey,
  podBool,
} from '../../solana/programs/splToken/layout.ts';
import { keyOrNull, pubkey } from '../../solana/pubkey.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { isObject, readList, readText } from '../../syntax/readers.ts';
import {
  boolean,
  converted,
  list as listOf,
  type Members,
  named,
  nullable,
  object,
  objectSchema,
  oneOf,
  optional,
  type Schema,
  type Syntax,
  syntax,
  text,
  withDefault,
} from '../../syntax/syntax.ts';
import { address, basisPoints, type Place } from '../../syntax/values.ts';

/**
 * Extensions of Token-2022 as people write them: names and members are those of jsonParsed.
 * @module
 */

/** The values of an extension by member; a missing one is undefined. Addresses are not resolved. */
export type ExtensionValues = Readonly<Record<string, unknown>>;

/** An extension of a mint or a token account. */
export interface ExtensionNode {
  readonly type: number;
  readonly row: ExtensionRow;
  readonly at: Place;
  readonly values: ExtensionValues;
}

/** The extensions of an account, in the order of the script. */
export interface ExtensionsNode {
  readonly at: Place;
  readonly list: readonly ExtensionNode[];
}

const DIGITS = /^-?\d{1,20}$/;

/** An integer as a number, or as the text of its digits; undefined: the value is neither. */
function writtenInteger({ value }: Cursor): bigint | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') return BigInt(value);
  return typeof value === 'string' && DIGITS.test(value) ? BigInt(value) : undefined;
}

/** An integer as a number or as text, since JavaScript has no larger numbers than 2^53 in JSON. */
function integer(minimum: bigint, maximum: bigint, type: string): Syntax<bigint> {
  const forms: Schema[] = [
    // the schema of i64 has no limits: the reader checks them
    minimum < 0n ? { type: 'integer' } : { type: 'integer', minimum: 0, maximum },
    { type: 'string', pattern: '^-?\\d+$' },
  ];
  return syntax(
    (at) => {
      const value = writtenInteger(at);
      if (value !== undefined && value >= minimum && value <= maximum) return value;
      return at.expected(`an integer from ${minimum} to ${maximum} (${type})`);
    },
    { anyOf: forms },
  );
}

function mapped<T, U>(value: T | undefined, map: (value: T) => U): U | undefined {
  return value === undefined ? undefined : map(value);
}

const ANY_U64 = named('integer64', integer(0n, U64_MAX, 'u64'));
const ANY_I64 = integer(-(2n ** 63n), 2n ** 63n - 1n, 'i64');
const readI16 = integer(-0x8000n, 0x7fffn, 'i16');
const ANY_I16 = syntax((at) => mapped(readI16(at), Number), { type: 'integer', minimum: -0x8000, maximum: 0x7fff });

/** the smallest normal double */
const MIN_NORMAL = 2 ** -1022;
const DECIMAL = /^\d+(?:\.\d+)?$/;

/** Source spl-token-2022 `try_validate_multiplier` */
const MULTIPLIER = syntax(
  (at) => {
    const { value } = at;
    const number = value instanceof JsonFloat ? value.value : numberOf(value);
    if (number >= MIN_NORMAL && number < Number.POSITIVE_INFINITY) return f64Text(number);
    return at.expected('a number above 0, such as 1.5 or "1.5"');
  },
  {
    anyOf: [
      { type: 'number', minimum: 0 },
      { type: 'string', pattern: DECIMAL.source },
    ],
  },
);

function numberOf(value: Cursor['value']): number {
  const isMalformed = typeof value === 'string' && !DECIMAL.test(value);
  return isMalformed ? Number.NaN : Number(value);
}

function base64Of(bytes: number): Syntax<string> {
  return converted(text, (base64, at) => {
    const isRight =
      Buffer.from(base64, 'base64').length === bytes && Buffer.from(base64, 'base64').toString('base64') === base64;
    return isRight ? base64 : at.expected(`base64 of ${bytes} bytes`);
  });
}

const PAIR = syntax(
  (at) => {
    const pair = readList(at, readText);
    if (pair === undefined || pair.length === 2) return pair as [string, string] | undefined;
    return at.expected('a name and a value, such as ["color", "red"]');
  },
  { type: 'array', items: { type: 'string' }, minItems: 2, maxItems: 2 },
);

const FEE = object({
  epoch: withDefault(ANY_U64, 0n, 'the first epoch with this fee; default: 0'),
  maximumFee: ANY_U64,
  transferFeeBasisPoints: basisPoints,
});

/** The syntax of members by their decoder in the data of an account. */
const SYNTAX: ReadonlyMap<Decoder<unknown>, Syntax<unknown>> = new Map<Decoder<unknown>, Syntax<unknown>>([
  [keyOrNull, nullable(address)],
  [pubkey, address],
  [u64, ANY_U64],
  [i64, ANY_I64],
  [i16, ANY_I16],
  [podBool, boolean],
  [startingState, oneOf(['initialized', 'frozen'])],
  [f64AsText, MULTIPLIER],
  [borshText, text],
  [pairs, listOf(PAIR)],
  [transferFee, FEE],
  [elgamalPubkey, base64Of(32)],
  [elgamalCiphertext, base64Of(64)],
  [aeCiphertext, base64Of(36)],
  [optionalElgamalPubkey, nullable(base64Of(32))],
]);

/** Members that an extension must have. */
const REQUIRED: ReadonlySet<string> = new Set([
  'defaultAccountState.accountState',
  'tokenMetadata.name',
  'tokenGroup.maxSize',
  'tokenGroupMember.group',
]);

function membersOf({ name: extensionName, value }: ExtensionRow): Members {
  const fields = Object.entries(value?.members ?? {});
  return Object.fromEntries(
    fields.map(([name, field]) => {
      const member = SYNTAX.get(field);
      if (member === undefined) throw new TypeError(`no syntax for ${extensionName}.${name}`);
      return [name, REQUIRED.has(`${extensionName}.${name}`) ? member : optional(member)];
    }),
  );
}

interface KnownExtension {
  readonly type: number;
  readonly row: ExtensionRow;
  readonly syntax: Syntax<ExtensionValues>;
}

const EXTENSIONS: ReadonlyMap<string, KnownExtension> = new Map(
  Object.entries(EXTENSION_ROWS).flatMap(([type, row]) =>
    row === undefined ? [] : [[row.name, { type: Number(type), row, syntax: object(membersOf(row)) }] as const],
  ),
);

/** The place of each kind in a script. */
const PLACES: { readonly [K in ExtensibleKind]: { readonly member: string; readonly plural: string } } = {
  mint: { member: 'mint', plural: 'mints' },
  account: { member: 'token', plural: 'token accounts' },
};

function readExtension(at: Cursor, kind: ExtensibleKind): ExtensionNode | undefined {
  const extension = EXTENSIONS.get(at.key);
  if (extension === undefined) return at.refuse('unknown extension', suggest(at.key, namesOn(kind)));
  const { row, type } = extension;
  if (row.kind !== kind) {
    const { member, plural } = PLACES[row.kind];
    return at.refuse(
      `${row.name} is an extension of ${plural}, not of ${PLACES[kind].plural}`,
      `write it under ${member}`,
    );
  }
  const values = extension.syntax(at);
  return values && { type, row, at, values };
}

function namesOn(kind: ExtensibleKind): readonly string[] {
  return [...EXTENSIONS].flatMap(([name, { row }]) => (row.kind === kind ? name : []));
}

function extensionsOn(kind: ExtensibleKind): Syntax<ExtensionsNode> {
  const members = namesOn(kind).map((name) => [name, optional(EXTENSIONS.get(name)!.syntax)]);
  return syntax<ExtensionsNode>(
    (at) => {
      if (!isObject(at)) return undefined;
      const list = at.members().map((member) => readExtension(member, kind));
      return list.every((node) => node !== undefined) ? { at, list } : undefined;
    },
    (definitions) => objectSchema(Object.fromEntries(members) as Members, definitions),
  );
}

export const mintExtensions: Syntax<ExtensionsNode> = named('mintExtensions', extensionsOn('mint'));
export const tokenExtensions: Syntax<ExtensionsNode> = named('tokenExtensions', extensionsOn('account'));
