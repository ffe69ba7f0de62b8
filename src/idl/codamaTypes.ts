import { MAX_ACCOUNT_BYTES } from '../solana/account.ts';
import { Budget } from '../solana/idl/budget.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf } from '../syntax/readers.ts';
import { countIn, kindOf, nameOf, textIn } from './codamaNodes.ts';
import { constantBytes, isValueNode, type ValueScope, valueBytes, withinBudget } from './codamaValues.ts';
import { TypeChecker } from './typeChecker.ts';
import { BytesType, isBytesLike, KeyType, type LengthPlace, StringType, type TextEncoding } from './types/bytesLike.ts';
import { EnumType } from './types/enums.ts';
import type { FieldType } from './types/fieldType.ts';
import { ConstantsType, SentinelType, SizedType } from './types/frames.ts';
import { LinkType } from './types/links.ts';
import { ArrayType, ListType, MapType, TupleType } from './types/lists.ts';
import { BoolType, BYTE, FloatType, IntegerType, U32 } from './types/numbers.ts';
import { LastOption, PrefixedOption, ValueOption } from './types/options.ts';
import { type Field, StructType } from './types/structs.ts';
import { type UnreadableError, unlessUnreadable, unreadable } from './unreadable.ts';

/**
 * The types of an IDL of Codama.
 *
 * Source   @codama/node-types 1.11 TypeNode; @codama/dynamic-codecs 1.2
 * @module
 */

/** Types that have a name, of the program and of those that it refers to. */
export class CodamaTypes {
  readonly #all = new Map<string, FieldType>();
  readonly #checker = new TypeChecker();
  /** steps for all constants of the IDL and the zeros between values */
  readonly #budget = new Budget();
  /** types that are not in `#all` yet */
  readonly #nodes = new Map<string, { readonly at: Cursor; readonly scope: TypeScope }>();
  readonly #isBeingRead = new Set<string>();
  readonly #errors = new Map<string, UnreadableError>();

  /** @param own the program, whose types have their names alone */
  add(program: Cursor, own: Cursor): TypeScope {
    const prefix = program.value === own.value ? '' : `${nameOf(program)}.`;
    const scope: TypeScope = {
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

  /**
   * Reads a type when it is first needed, because a constant may be of a type that the IDL defines later. @throws UnreadableError
   */
  #named(name: string, at: Cursor): FieldType {
    const node = this.#nodes.get(name);
    if (node !== undefined) {
      this.#nodes.delete(name);
      this.#define(name, node);
    }
    const error = this.#errors.get(name);
    if (error !== undefined) throw error;
    if (node === undefined && !this.#all.has(name) && !this.#isBeingRead.has(name))
      unreadable(at, `the IDL has no type ${name}`);
    return new LinkType(name, () => this.#all.get(name));
  }

  #define(name: string, { at, scope }: { readonly at: Cursor; readonly scope: TypeScope }): void {
    this.#isBeingRead.add(name);
    const type = unlessUnreadable(
      () => readTypeNode(at.member('type'), scope),
      (error) => this.#errors.set(name, error),
    );
    if (type !== undefined) this.#all.set(name, type);
    this.#isBeingRead.delete(name);
  }
}

/** The context of the types of a program: names are those of the program. */
export interface TypeScope extends ValueScope {
  /** @throws UnreadableError */
  readonly link: (at: Cursor) => FieldType;
  readonly checker: TypeChecker;
}

type TypeReader = (at: Cursor, scope: TypeScope) => FieldType;

/** @throws UnreadableError */
function readTypeNode(at: Cursor, scope: TypeScope): FieldType {
  const kind = kindOf(at);
  const read = Object.hasOwn(TYPES, kind) ? TYPES[kind]! : unreadable(at, `${kind} is not known`);
  return read(at, scope);
}

/** A search for more is slow. */
const MAX_SENTINEL_BYTES = 64;

const ofNumber: TypeReader = (at, scope) => readIntegerNode(at.member('number'), scope);
const itemNode: TypeReader = (at, scope) => readTypeNode(at.member('item'), scope);
const innerNode: TypeReader = (at, scope) => readTypeNode(at.member('type'), scope);

const TYPES: Readonly<Record<string, TypeReader>> = {
  amountTypeNode: ofNumber,
  arrayTypeNode: (at, scope) => readList(at, itemNode(at, scope), scope),
  booleanTypeNode: (at, scope) => new BoolType(integerMember(at, 'size', scope)),
  bytesTypeNode: () => new BytesType('rest'),
  dateTimeTypeNode: ofNumber,
  definedTypeLinkNode: (at, { link }) => link(at),
  enumTypeNode: readEnumNode,
  fixedSizeTypeNode: readFixedSize,
  hiddenPrefixTypeNode: (at, scope) =>
    new ConstantsType(innerNode(at, scope), constantsIn(at.member('prefix'), scope), NO_BYTES),
  hiddenSuffixTypeNode: (at, scope) =>
    new ConstantsType(innerNode(at, scope), NO_BYTES, constantsIn(at.member('suffix'), scope)),
  mapTypeNode: readMap,
  numberTypeNode: readNumberNode,
  optionTypeNode: (at, scope) => {
    const prefix = integerMember(at, 'prefix', scope);
    return new PrefixedOption(itemNode(at, scope), prefix, at.member('fixed').value === true);
  },
  postOffsetTypeNode: (at, scope) => {
    const padding = readPadding(at, scope);
    return new ConstantsType(innerNode(at, scope), NO_BYTES, padding, true);
  },
  preOffsetTypeNode: (at, scope) => {
    const padding = readPadding(at, scope);
    return new ConstantsType(innerNode(at, scope), padding, NO_BYTES, true);
  },
  publicKeyTypeNode: () => new KeyType(),
  remainderOptionTypeNode: (at, scope) => new LastOption(itemNode(at, scope)),
  sentinelTypeNode: (at, scope) => {
    const bytes = constantBytes(at.member('sentinel'), scope);
    if (bytes.length === 0) unreadable(at.member('sentinel'), 'no bytes can end a value');
    if (bytes.length > MAX_SENTINEL_BYTES) unreadable(at.member('sentinel'), `more than ${MAX_SENTINEL_BYTES} bytes`);
    return new SentinelType(innerNode(at, scope), bytes);
  },
  setTypeNode: (at, scope) => readList(at, itemNode(at, scope), scope),
  sizePrefixTypeNode: (at, scope) => {
    const size = readIntegerNode(at.member('prefix'), scope);
    const inner = innerNode(at, scope);
    return isBytesLike(inner) && inner.length === 'rest' ? inner.withLength(size) : new SizedType(inner, size);
  },
  solAmountTypeNode: ofNumber,
  stringTypeNode: (at) => new StringType('rest', readEncoding(at)),
  structTypeNode: (at, scope) => new StructType(itemsOf(at.member('fields')).map((item) => readFieldNode(item, scope))),
  tupleTypeNode: (at, scope) => new TupleType(itemsOf(at.member('items')).map((item) => readTypeNode(item, scope))),
  zeroableOptionTypeNode: (at, scope) => {
    const zero = at.member('zeroValue');
    const none = zero.isNothing ? undefined : constantBytes(zero, scope);
    return new ValueOption(itemNode(at, scope), none);
  },
};

/** A field or an argument. @throws UnreadableError */
export function readFieldNode(at: Cursor, scope: TypeScope): Field {
  const name = nameOf(at);
  const type = innerNode(at, scope);
  const value = at.member('defaultValue');
  // other defaults, such as the bump of an account, depend on what is given
  if (value.isNothing || !isValueNode(value)) return { name, type };
  const isConstant = at.member('defaultValueStrategy').value === 'omitted';
  return { name, type, preset: { bytes: valueBytes(value, type, scope), isConstant } };
}

const NO_BYTES = new Uint8Array();

const NUMBER = /^(?<sign>[uif])(?<bits>8|16|32|64|128)$/;

function readNumberNode(at: Cursor): FieldType {
  const format = textIn(at.member('format'));
  const isBigEndian = at.member('endian').value === 'be';
  if (format === 'shortU16') return new IntegerType(2, false, 'shortU16');
  const { bits, sign } = NUMBER.exec(format)?.groups ?? {};
  const bytes = Number(bits) / 8;
  if (sign === 'f' && (bytes === 4 || bytes === 8)) return new FloatType(bytes, isBigEndian);
  if (sign === undefined || sign === 'f') unreadable(at.member('format'), `the number format ${format} is not known`);
  return new IntegerType(bytes, sign === 'i', isBigEndian ? 'bigEndian' : undefined);
}

/** @throws UnreadableError */
function readIntegerNode(at: Cursor, scope: TypeScope): IntegerType {
  const type = readTypeNode(at, scope);
  return type instanceof IntegerType ? type : unreadable(at, 'this is not an integer');
}

/** Undefined: the default. */
function integerMember(at: Cursor, name: string, scope: TypeScope): IntegerType | undefined {
  return at.member(name).isNothing ? undefined : readIntegerNode(at.member(name), scope);
}

const ENCODINGS: Readonly<Record<string, TextEncoding>> = {
  utf8: 'utf8',
  base16: 'hex',
  base58: 'base58',
  base64: 'base64',
};

function readEncoding(at: Cursor): TextEncoding {
  const name = textIn(at.member('encoding'));
  const encoding = Object.hasOwn(ENCODINGS, name) ? ENCODINGS[name] : undefined;
  return encoding ?? unreadable(at.member('encoding'), `the encoding ${name} is not known`);
}

/** A number of items that is fixed, before them, or not known before the data ends. */
function readCount(at: Cursor, scope: TypeScope): LengthPlace | number {
  const count = at.member('count');
  const kind = kindOf(count);
  switch (kind) {
    case 'fixedCountNode':
      return countIn(count.member('value'));
    case 'prefixedCountNode':
      return integerMember(count, 'prefix', scope) ?? U32;
    case 'remainderCountNode':
      return 'rest';
    default:
      return unreadable(count, `${kind} is not known`);
  }
}

function readList(at: Cursor, item: FieldType, scope: TypeScope): FieldType {
  const count = readCount(at, scope);
  return typeof count === 'number' ? new ArrayType(item, count) : new ListType(item, count);
}

function readMap(at: Cursor, scope: TypeScope): FieldType {
  const key = readTypeNode(at.member('key'), scope);
  const value = readTypeNode(at.member('value'), scope);
  const count = readCount(at, scope);
  return typeof count === 'number' ? new ArrayType(new TupleType([key, value]), count) : new MapType(key, value, count);
}

function readEnumNode(at: Cursor, scope: TypeScope): FieldType {
  const variants = itemsOf(at.member('variants')).map((item) => {
    const number = item.member('discriminator');
    return {
      name: nameOf(item),
      content: variantContent(item, scope),
      ...(!number.isNothing && { number: countIn(number) }),
    };
  });
  return new EnumType(variants, integerMember(at, 'size', scope));
}

function variantContent(at: Cursor, scope: TypeScope): FieldType | undefined {
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
function readFixedSize(at: Cursor, scope: TypeScope): FieldType {
  const size = countIn(at.member('size'));
  const inner = innerNode(at, scope);
  if (inner instanceof KeyType && size === 32) return inner;
  return inner instanceof BytesType && inner.length === 'rest' ? new ArrayType(BYTE, size) : new SizedType(inner, size);
}

function constantsIn(at: Cursor, scope: TypeScope): Uint8Array {
  return Buffer.concat(itemsOf(at).map((item) => constantBytes(item, scope)));
}

/** The padding beside a value. Other offsets are not read: they lay values over each other. */
function readPadding(at: Cursor, scope: TypeScope): Uint8Array {
  const strategy = textIn(at.member('strategy'));
  if (strategy !== 'padded') unreadable(at, `${kindOf(at)} with the strategy ${strategy} is not read`);
  const size = countIn(at.member('offset'));
  if (size > MAX_ACCOUNT_BYTES)
    unreadable(at.member('offset'), `more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`);
  withinBudget(at, () => scope.budget.spendBytes(size));
  return Buffer.alloc(size);
}
