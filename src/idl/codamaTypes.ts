import { Budget, MAX_ACCOUNT_BYTES } from '../solana/idl/budget.ts';
import type {
  IdlDefinition,
  IdlField,
  IdlFrame,
  IdlInteger,
  IdlNone,
  IdlSize,
  IdlType,
  TextEncoding,
} from '../solana/idl/idl.ts';
import { U32 } from '../solana/idl/numbers.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf } from '../syntax/readers.ts';
import { countIn, kindOf, nameOf, textIn } from './codamaNodes.ts';
import { constantBytes, isValueNode, type ValueScope, valueBytes, withinBudget } from './codamaValues.ts';
import { TypeChecker } from './typeProblems.ts';
import { type UnreadableError, unlessUnreadable, unreadable } from './unreadable.ts';

/**
 * The types of an IDL of Codama.
 *
 * Source   @codama/node-types 1.11 TypeNode; @codama/dynamic-codecs 1.2
 * @module
 */

/** Types that have a name, of the program and of those that it refers to. */
export class CodamaTypes {
  readonly all = new Map<string, IdlDefinition>();
  readonly #checker = new TypeChecker(this.all);
  /** steps for all constants of the IDL and the zeros between values */
  readonly #budget = new Budget();
  /** types that are not in `all` yet */
  readonly #nodes = new Map<string, { readonly at: Cursor; readonly scope: TypeScope }>();
  readonly #isBeingRead = new Set<string>();
  readonly #errors = new Map<string, UnreadableError>();

  /** @param own the program, whose types have their names alone */
  add(program: Cursor, own: Cursor): TypeScope {
    const prefix = program.value === own.value ? '' : `${nameOf(program)}.`;
    const scope: TypeScope = {
      types: this.all,
      checker: this.#checker,
      budget: this.#budget,
      readType: (at) => readTypeNode(at, scope),
      link: (at) => this.#named(this.#nameIn(at, prefix, own), at),
    };
    for (const at of itemsOf(program.member('definedTypes'))) this.#nodes.set(`${prefix}${nameOf(at)}`, { at, scope });
    return scope;
  }

  /** The name of a type that a node refers to. */
  #nameIn(at: Cursor, prefix: string, own: Cursor): string {
    const program = at.member('program');
    if (program.isNothing) return `${prefix}${nameOf(at)}`;
    return nameOf(program) === nameOf(own) ? nameOf(at) : `${nameOf(program)}.${nameOf(at)}`;
  }

  /** A type is read when it is first needed, because constants are written by types that come later. @throws UnreadableError */
  #named(name: string, at: Cursor): IdlType {
    const node = this.#nodes.get(name);
    if (node !== undefined) {
      this.#nodes.delete(name);
      this.#define(name, node);
    }
    const error = this.#errors.get(name);
    if (error !== undefined) throw error;
    if (node === undefined && !this.all.has(name) && !this.#isBeingRead.has(name))
      unreadable(at, `the IDL has no type ${name}`);
    return { kind: 'defined', name, arguments: [] };
  }

  #define(name: string, { at, scope }: { readonly at: Cursor; readonly scope: TypeScope }): void {
    this.#isBeingRead.add(name);
    const type = unlessUnreadable(
      () => readTypeNode(at.member('type'), scope),
      (error) => this.#errors.set(name, error),
    );
    if (type !== undefined) this.all.set(name, { type, generics: [] });
    this.#isBeingRead.delete(name);
  }
}

/** The context of the types of a program: names are those of the program. */
export interface TypeScope extends ValueScope {
  /** @throws UnreadableError */
  readonly link: (at: Cursor) => IdlType;
  readonly checker: TypeChecker;
}

type TypeReader = (at: Cursor, scope: TypeScope) => IdlType;

/** @throws UnreadableError */
function readTypeNode(at: Cursor, scope: TypeScope): IdlType {
  const kind = kindOf(at);
  const read = Object.hasOwn(TYPES, kind) ? TYPES[kind]! : unreadable(at, `${kind} is not known`);
  return read(at, scope);
}

/** A search for more is slow. */
const MAX_SENTINEL_BYTES = 64;

const ofNumber: TypeReader = (at, scope) => readIntegerNode(at.member('number'), scope);

const TYPES: Readonly<Record<string, TypeReader>> = {
  amountTypeNode: ofNumber,
  arrayTypeNode: (at, scope) => counted(at, readTypeNode(at.member('item'), scope), scope),
  booleanTypeNode: (at, scope) => ({ kind: 'bool', ...sizeMember(at, scope) }),
  bytesTypeNode: () => ({ kind: 'bytes', size: 'rest' }),
  dateTimeTypeNode: ofNumber,
  definedTypeLinkNode: (at, { link }) => link(at),
  enumTypeNode: readEnumNode,
  fixedSizeTypeNode: readFixedSize,
  hiddenPrefixTypeNode: (at, scope) => constants(at, constantsIn(at.member('prefix'), scope), NO_BYTES, scope),
  hiddenSuffixTypeNode: (at, scope) => constants(at, NO_BYTES, constantsIn(at.member('suffix'), scope), scope),
  mapTypeNode: (at, scope) => {
    const of: IdlType = {
      kind: 'tuple',
      items: [at.member('key'), at.member('value')].map((item) => readTypeNode(item, scope)),
    };
    const list = counted(at, of, scope);
    return list.kind === 'list' ? { ...list, isMap: true } : list;
  },
  numberTypeNode: readNumberNode,
  optionTypeNode: (at, scope) => {
    const prefix = at.member('prefix').isNothing ? undefined : readIntegerNode(at.member('prefix'), scope);
    const keepsRoom = at.member('fixed').value === true;
    const none: IdlNone = {
      kind: 'prefix',
      prefix: prefix ?? { kind: 'integer', bytes: 1, isSigned: false },
      keepsRoom,
    };
    return { kind: 'option', of: readTypeNode(at.member('item'), scope), none };
  },
  postOffsetTypeNode: (at, scope) => padded(at, (size) => ({ before: NO_BYTES, after: Buffer.alloc(size) }), scope),
  preOffsetTypeNode: (at, scope) => padded(at, (size) => ({ before: Buffer.alloc(size), after: NO_BYTES }), scope),
  publicKeyTypeNode: () => ({ kind: 'publicKey' }),
  remainderOptionTypeNode: (at, scope) => ({
    kind: 'option',
    of: readTypeNode(at.member('item'), scope),
    none: { kind: 'end' },
  }),
  sentinelTypeNode: (at, scope) => {
    const bytes = constantBytes(at.member('sentinel'), scope);
    if (bytes.length === 0) unreadable(at.member('sentinel'), 'no bytes can end a value');
    if (bytes.length > MAX_SENTINEL_BYTES) unreadable(at.member('sentinel'), `more than ${MAX_SENTINEL_BYTES} bytes`);
    return framed(at, { kind: 'sentinel', bytes }, scope);
  },
  setTypeNode: (at, scope) => counted(at, readTypeNode(at.member('item'), scope), scope),
  sizePrefixTypeNode: (at, scope) => {
    const size = readIntegerNode(at.member('prefix'), scope);
    const of = readTypeNode(at.member('type'), scope);
    if ((of.kind === 'string' || of.kind === 'bytes') && of.size === 'rest') return { ...of, size };
    return { kind: 'framed', of, frame: { kind: 'size', size } };
  },
  solAmountTypeNode: ofNumber,
  stringTypeNode: (at) => ({ kind: 'string', size: 'rest', ...encodingOf(at) }),
  structTypeNode: (at, scope) => ({
    kind: 'struct',
    fields: itemsOf(at.member('fields')).map((item) => readFieldNode(item, scope)),
  }),
  tupleTypeNode: (at, scope) => ({
    kind: 'tuple',
    items: itemsOf(at.member('items')).map((item) => readTypeNode(item, scope)),
  }),
  zeroableOptionTypeNode: (at, scope) => {
    const zero = at.member('zeroValue');
    const bytes = zero.isNothing ? undefined : constantBytes(zero, scope);
    return { kind: 'option', of: readTypeNode(at.member('item'), scope), none: { kind: 'value', bytes } };
  },
};

/** A field or an argument. @throws UnreadableError */
export function readFieldNode(at: Cursor, scope: TypeScope): IdlField {
  const name = nameOf(at);
  const type = readTypeNode(at.member('type'), scope);
  const value = at.member('defaultValue');
  // other defaults, such as the bump of an account, depend on what is given
  if (value.isNothing || !isValueNode(value)) return { name, type };
  const isConstant = at.member('defaultValueStrategy').value === 'omitted';
  return { name, type, preset: { bytes: valueBytes(value, type, scope), isConstant } };
}

const NO_BYTES = new Uint8Array();

const NUMBER = /^(?<sign>[uif])(?<bits>8|16|32|64|128)$/;

function readNumberNode(at: Cursor): IdlType {
  const format = textIn(at.member('format'));
  const isBigEndian = at.member('endian').value === 'be';
  if (format === 'shortU16') return { kind: 'integer', bytes: 2, isSigned: false, form: 'shortU16' };
  const { bits, sign } = NUMBER.exec(format)?.groups ?? {};
  const bytes = Number(bits) / 8;
  if (sign === 'f' && (bytes === 4 || bytes === 8))
    return { kind: 'float', bytes, ...(isBigEndian && { isBigEndian }) };
  if (sign === undefined || sign === 'f') unreadable(at.member('format'), `the number format ${format} is not known`);
  return { kind: 'integer', bytes, isSigned: sign === 'i', ...(isBigEndian && { form: 'bigEndian' as const }) };
}

/** @throws UnreadableError */
function readIntegerNode(at: Cursor, scope: TypeScope): IdlInteger {
  const type = readTypeNode(at, scope);
  return type.kind === 'integer' ? type : unreadable(at, 'this is not an integer');
}

/** The size of an enum or a flag; default: a byte. */
function sizeMember(at: Cursor, scope: TypeScope): { readonly size?: IdlInteger } {
  return at.member('size').isNothing ? {} : { size: readIntegerNode(at.member('size'), scope) };
}

const ENCODINGS: Readonly<Record<string, TextEncoding | undefined>> = {
  utf8: undefined,
  base16: 'hex',
  base58: 'base58',
  base64: 'base64',
};

function encodingOf(at: Cursor): { readonly encoding?: TextEncoding } {
  const name = textIn(at.member('encoding'));
  if (!Object.hasOwn(ENCODINGS, name)) unreadable(at.member('encoding'), `the encoding ${name} is not known`);
  const encoding = ENCODINGS[name];
  return encoding === undefined ? {} : { encoding };
}

/** A number of items that is fixed, before them, or not known before the data ends. */
function counted(at: Cursor, of: IdlType, scope: TypeScope): IdlType {
  const count = at.member('count');
  const kind = kindOf(count);
  switch (kind) {
    case 'fixedCountNode':
      return { kind: 'array', of, length: countIn(count.member('value')) };
    case 'prefixedCountNode': {
      const prefix = count.member('prefix');
      const size: IdlSize = prefix.isNothing ? U32 : readIntegerNode(prefix, scope);
      return { kind: 'list', of, size };
    }
    case 'remainderCountNode':
      return { kind: 'list', of, size: 'rest' };
    default:
      return unreadable(count, `${kind} is not known`);
  }
}

function readEnumNode(at: Cursor, scope: TypeScope): IdlType {
  const variants = itemsOf(at.member('variants')).map((item) => {
    const number = item.member('discriminator');
    return {
      name: nameOf(item),
      content: variantContent(item, scope),
      ...(!number.isNothing && { number: countIn(number) }),
    };
  });
  return { kind: 'enum', variants, ...sizeMember(at, scope) };
}

function variantContent(at: Cursor, scope: TypeScope): IdlType | undefined {
  const kind = kindOf(at);
  switch (kind) {
    case 'enumEmptyVariantTypeNode':
      return undefined;
    case 'enumStructVariantTypeNode':
      return readTypeNode(at.member('struct'), scope);
    case 'enumTupleVariantTypeNode':
      return readTypeNode(at.member('tuple'), scope);
    default:
      return unreadable(at, `${kind} is not known`);
  }
}

/** Bytes of a fixed size are an array, which has to be given whole. */
function readFixedSize(at: Cursor, scope: TypeScope): IdlType {
  const size = countIn(at.member('size'));
  const of = readTypeNode(at.member('type'), scope);
  if (of.kind === 'publicKey' && size === 32) return of;
  if (of.kind !== 'bytes' || of.size !== 'rest') return { kind: 'framed', of, frame: { kind: 'size', size } };
  return { kind: 'array', of: { kind: 'integer', bytes: 1, isSigned: false }, length: size };
}

function framed(at: Cursor, frame: IdlFrame, scope: TypeScope): IdlType {
  return { kind: 'framed', of: readTypeNode(at.member('type'), scope), frame };
}

function constantsIn(at: Cursor, scope: TypeScope): Uint8Array {
  return Buffer.concat(itemsOf(at).map((item) => constantBytes(item, scope)));
}

function constants(at: Cursor, before: Uint8Array, after: Uint8Array, scope: TypeScope): IdlType {
  return framed(at, { kind: 'constants', before, after }, scope);
}

/** Other offsets lay values over each other. */
function padded(
  at: Cursor,
  around: (size: number) => { readonly before: Uint8Array; readonly after: Uint8Array },
  scope: TypeScope,
): IdlType {
  const strategy = textIn(at.member('strategy'));
  if (strategy !== 'padded') unreadable(at, `${kindOf(at)} with the strategy ${strategy} is not read`);
  const size = countIn(at.member('offset'));
  if (size > MAX_ACCOUNT_BYTES)
    unreadable(at.member('offset'), `more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`);
  withinBudget(at, () => scope.budget.spendBytes(size));
  return framed(at, { kind: 'constants', ...around(size), isPadding: true }, scope);
}
