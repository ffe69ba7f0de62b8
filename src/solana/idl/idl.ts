import type { JsonValue } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';

/**
 * A program as its IDL describes it, whatever form the IDL has.
 * @module
 */

export type IdlType =
  | IdlInteger
  | { readonly kind: 'float'; readonly bytes: 4 | 8; readonly isBigEndian?: boolean }
  /** default: of 1 byte */
  | { readonly kind: 'bool'; readonly size?: IdlInteger }
  | { readonly kind: 'publicKey' }
  | { readonly kind: 'string'; readonly size?: IdlSize; readonly encoding?: TextEncoding }
  | { readonly kind: 'bytes'; readonly size?: IdlSize }
  | { readonly kind: 'option'; readonly of: IdlType; readonly none?: IdlNone }
  /** `isMap`: of pairs of a key and a value, which an object can give too */
  | { readonly kind: 'list'; readonly of: IdlType; readonly size?: IdlSize; readonly isMap?: boolean }
  | { readonly kind: 'array'; readonly of: IdlType; readonly length: IdlLength }
  /** `omitted`: constants before the fields, which a discriminator has already */
  | { readonly kind: 'struct'; readonly fields: readonly IdlField[]; readonly omitted?: readonly IdlField[] }
  | { readonly kind: 'tuple'; readonly items: readonly IdlType[] }
  /** `size`: of the number of a variant; default: 1 byte */
  | { readonly kind: 'enum'; readonly variants: readonly IdlVariant[]; readonly size?: IdlInteger }
  | { readonly kind: 'framed'; readonly of: IdlType; readonly frame: IdlFrame }
  | { readonly kind: 'defined'; readonly name: string; readonly arguments: readonly (IdlType | number)[] }
  /** a parameter of the type around it */
  | { readonly kind: 'generic'; readonly name: string };

export type ResolvedType = Exclude<IdlType, { kind: 'defined' | 'generic' }>;

export interface IdlInteger {
  readonly kind: 'integer';
  readonly bytes: number;
  readonly isSigned: boolean;
  /** default: little-endian; shortU16: 1 to 3 bytes, each with 7 bits */
  readonly form?: 'bigEndian' | 'shortU16';
}

/** The encoding of bytes as text; default: utf8. */
export type TextEncoding = 'utf8' | 'base58' | 'base64' | 'hex';

/** The place of a length: a number before the value (default: a u32), or none: the value takes the rest of the data. */
export type IdlSize = 'rest' | IdlInteger;

/** The mark of an option without a value; default: a byte before the item. */
export type IdlNone =
  /** `keepsRoom`: there are as many zeros as the item has bytes */
  | { readonly kind: 'prefix'; readonly prefix: IdlInteger; readonly keepsRoom: boolean }
  /** these bytes instead of the item; undefined: zeros, as many as it has */
  | { readonly kind: 'value'; readonly bytes: Uint8Array | undefined }
  /** the data ends */
  | { readonly kind: 'end' };

/** Bytes around a value that are not part of it. */
export type IdlFrame =
  /** the value has a room of this many bytes, or its length before it */
  | { readonly kind: 'size'; readonly size: number | IdlInteger }
  /** `isPadding`: any bytes may be there */
  | {
      readonly kind: 'constants';
      readonly before: Uint8Array;
      readonly after: Uint8Array;
      readonly isPadding?: boolean;
    }
  /** the value ends where these bytes are */
  | { readonly kind: 'sentinel'; readonly bytes: Uint8Array };

/** The length of an array: a number, or a parameter of the type around it. */
export type IdlLength = number | string;

export interface IdlField {
  readonly name: string;
  readonly type: IdlType;
  readonly preset?: IdlPreset;
}

/** The default of a field. */
export interface IdlPreset {
  readonly bytes: Uint8Array;
  /** whether the field always has this value */
  readonly isConstant: boolean;
}

export interface IdlVariant {
  readonly name: string;
  /** a struct or a tuple, maybe in a frame; undefined: the variant has none */
  readonly content: IdlType | undefined;
  /** default: its index */
  readonly number?: number;
}

/** A type that has a name. */
export interface IdlDefinition {
  readonly type: IdlType;
  /** names of its parameters */
  readonly generics: readonly string[];
}

export interface IdlAccount {
  readonly name: string;
  /** the first bytes of its data */
  readonly discriminator: Uint8Array;
  /** type of the data after the discriminator */
  readonly type: IdlType;
  /** further bytes that its data has, by their place in all of it */
  readonly marks?: readonly { readonly offset: number; readonly bytes: Uint8Array }[];
  /** size of all its data, if no other account of the program has it */
  readonly size?: number;
}

export type IdlEvent = IdlAccount;

export interface IdlInstruction {
  readonly name: string;
  readonly discriminator: Uint8Array;
  readonly args: IdlStruct;
  /** accounts, those of nested groups included */
  readonly accounts: readonly IdlInstructionAccount[];
  /** the value in place of a missing optional account; default: the address of the program */
  readonly optionalAccounts?: 'programId' | 'omitted';
}

export type IdlStruct = Extract<IdlType, { kind: 'struct' }>;

export interface IdlInstructionAccount {
  /** names of the groups around it, then its name */
  readonly path: readonly string[];
  readonly isSigner: boolean;
  /** a signer that may also be an account that does not sign, such as a multisig */
  readonly isEitherSigner?: boolean;
  readonly isWritable: boolean;
  readonly isOptional: boolean;
  /** undefined: it has to be given */
  readonly source: AccountSource | undefined;
}

/** The source of an account that the caller leaves out. */
export type AccountSource =
  | { readonly kind: 'address'; readonly address: Address }
  /** the program of the instruction */
  | { readonly kind: 'program' }
  | { readonly kind: 'pda'; readonly pda: IdlPda }
  /** another account of the instruction */
  | { readonly kind: 'account'; readonly path: readonly string[] }
  /** a key among the arguments */
  | { readonly kind: 'argument'; readonly path: readonly string[] }
  /** a key in the data of another account of the instruction; `type`: of that account in the IDL */
  | { readonly kind: 'field'; readonly account: readonly string[]; readonly field: readonly string[] };

/** An address that a program derives. */
export interface IdlPda {
  readonly name: string;
  readonly seeds: readonly IdlSeed[];
  /** undefined: the program itself */
  readonly program: AccountSource | undefined;
}

export type IdlSeed =
  | { readonly kind: 'constant'; readonly bytes: Uint8Array }
  | {
      readonly kind: 'value';
      /** name in `$pda(program.name, seed=…)` */
      readonly name: string;
      readonly type: IdlType;
      /** source in an instruction; undefined: not known */
      readonly source: AccountSource | undefined;
    };

export interface IdlError {
  readonly code: number;
  readonly name: string;
  readonly message: string;
}

export type IdlPartKind = 'account' | 'instruction' | 'event' | 'error' | 'pda';

/** A part of an IDL that could not be read. */
export interface IdlPart {
  readonly name: string;
  readonly reason: string;
}

export interface Idl {
  readonly address: Address | undefined;
  readonly types: ReadonlyMap<string, IdlDefinition>;
  readonly accounts: readonly IdlAccount[];
  readonly instructions: readonly IdlInstruction[];
  readonly events: readonly IdlEvent[];
  readonly errors: readonly IdlError[];
  /** several of one name differ in their seeds */
  readonly pdas: readonly IdlPda[];
  /** framework of the program: it decides about logs and further errors */
  readonly framework: 'anchor' | undefined;
  /** parts that could not be read */
  readonly leftOut: ReadonlyMap<IdlPartKind, readonly IdlPart[]>;
}

/** A program of a ledger that has an IDL. */
export interface IdlProgram {
  readonly name: string;
  readonly address: Address;
  readonly idl: Idl;
  /** the IDL as JSON */
  readonly source: JsonValue;
}

/** `max_price` is `maxPrice`, `PlaceOrder` is `placeOrder`. */
export function camelCase(name: string): string {
  const joined = joinedWords(name);
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** `place_order` and `placeOrder` are `PlaceOrder`. A capital at the beginning: the name is one of Rust already. */
export function pascalCase(name: string): string {
  if (/^[A-Z]/.test(name)) return name;
  const joined = joinedWords(name);
  return joined.charAt(0).toUpperCase() + joined.slice(1);
}

/** Leaves out underscores before letters and digits. Each run of underscores is looked at once. */
function joinedWords(name: string): string {
  return name.replace(/_+[A-Za-z0-9]?/g, (run) => (run.endsWith('_') ? run : run.slice(-1).toUpperCase()));
}

/** Whether a name is meant: as the IDL has it, or in camelCase. */
export function isNamed(name: string, given: string): boolean {
  return name === given || camelCase(name) === given;
}

const INDEXES = new WeakMap<readonly object[], ReadonlyMap<string, number>>();

/** Index of each part by its name: as the IDL has it, or in camelCase. */
export function indexByName(parts: readonly { readonly name: string }[]): ReadonlyMap<string, number> {
  const cached = INDEXES.get(parts);
  if (cached !== undefined) return cached;
  const index = new Map(parts.map(({ name }, i) => [name, i] as const).toReversed());
  for (const [i, { name }] of parts.entries()) {
    const other = camelCase(name);
    if (!index.has(other)) index.set(other, i);
  }
  INDEXES.set(parts, index);
  return index;
}

/** The part that a name means. */
export function partByName<T extends { readonly name: string }>(parts: readonly T[], name: string): T | undefined {
  const index = indexByName(parts).get(name);
  return index === undefined ? undefined : parts[index];
}

/** Whether two names are the same, each as an IDL has it or in camelCase. */
export function isSameName(a: string, b: string): boolean {
  return camelCase(a) === camelCase(b);
}

export function isSamePath(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => isSameName(name, b[i]!));
}

/** Largest depth of nested types, in an IDL and in values. */
export const MAX_DEPTH = 64;

/** A type whose name stands for another one, as that one. @throws RangeError: there is no such type, or it stands for itself */
export function resolved(type: IdlType, types: Idl['types'], depth = 0): ResolvedType {
  if (type.kind === 'generic') throw new RangeError(`the parameter ${type.name} has no value`);
  if (type.kind !== 'defined') return type;
  if (depth > MAX_DEPTH) throw new RangeError(`the type ${type.name} stands for itself`);
  const definition = types.get(type.name);
  if (definition === undefined) throw new RangeError(`the IDL has no type ${type.name}`);
  return resolved(instantiated(type, definition), types, depth + 1);
}

type Defined = Extract<IdlType, { kind: 'defined' }>;

const INSTANCES = new WeakMap<Defined, { readonly definition: IdlDefinition; readonly type: IdlType }>();

/** A definition with the arguments of a type: made once for each place that has arguments. */
function instantiated(type: Defined, definition: IdlDefinition): IdlType {
  if (definition.generics.length === 0) return definition.type;
  const cached = INSTANCES.get(type);
  if (cached?.definition === definition) return cached.type;
  const values = new Map(definition.generics.map((name, i) => [name, type.arguments[i]]));
  const instance = withArguments(definition.type, values);
  INSTANCES.set(type, { definition, type: instance });
  return instance;
}

type Arguments = ReadonlyMap<string, IdlType | number | undefined>;

function withArguments(type: IdlType, values: Arguments): IdlType {
  if (values.size === 0) return type;
  const inner = (item: IdlType) => withArguments(item, values);
  switch (type.kind) {
    case 'generic': {
      const value = values.get(type.name);
      return value === undefined || typeof value === 'number' ? type : value;
    }
    case 'option':
    case 'list':
    case 'framed':
      return { ...type, of: inner(type.of) };
    case 'array':
      return { ...type, of: inner(type.of), length: lengthWith(type.length, values) };
    case 'struct':
      return { ...type, fields: type.fields.map((field) => ({ ...field, type: inner(field.type) })) };
    case 'tuple':
      return { ...type, items: type.items.map(inner) };
    case 'enum':
      return {
        ...type,
        variants: type.variants.map((variant) => ({
          ...variant,
          content: variant.content && inner(variant.content),
        })),
      };
    case 'defined':
      return { ...type, arguments: type.arguments.map((item) => argumentWith(item, values)) };
    default:
      return type;
  }
}

/** A parameter that is passed on may be a number. */
function argumentWith(argument: IdlType | number, values: Arguments): IdlType | number {
  if (typeof argument === 'number') return argument;
  const value = argument.kind === 'generic' ? values.get(argument.name) : undefined;
  return typeof value === 'number' ? value : withArguments(argument, values);
}

function lengthWith(length: IdlLength, values: Arguments): IdlLength {
  const value = typeof length === 'string' ? values.get(length) : undefined;
  return typeof value === 'number' ? value : length;
}

/** Parts and names that a text shows: types may be endless. */
const MAX_SHOWN_PARTS = 24;
const MAX_SHOWN_NAMES = 40;
const MAX_SHOWN_CHARACTERS = 64;

/** A type in words, such as `u64`, `[u8; 32]`, `option<Side>`; a large one is cut. */
export function typeText(type: IdlType): string {
  let shown = 0;
  const textOf = (part: IdlType): string => {
    if (shown++ === MAX_SHOWN_PARTS) return '…';
    return shown > MAX_SHOWN_PARTS ? '' : partText(part, textOf);
  };
  return textOf(type);
}

function partText(type: IdlType, textOf: (part: IdlType) => string): string {
  switch (type.kind) {
    case 'integer':
      return type.form === 'shortU16' ? 'shortU16' : `${type.isSigned ? 'i' : 'u'}${type.bytes * 8}`;
    case 'float':
      return `f${type.bytes * 8}`;
    case 'option':
      return `option<${textOf(type.of)}>`;
    case 'list':
      return `vec<${textOf(type.of)}>`;
    case 'array':
      return `[${textOf(type.of)}; ${type.length}]`;
    case 'framed':
      return textOf(type.of);
    case 'tuple':
      return `(${type.items.slice(0, MAX_SHOWN_NAMES).map(textOf).join(', ')})`;
    case 'struct':
      return `an object of ${namesText(type.fields)}`;
    case 'enum':
      return `one of ${namesText(type.variants)}`;
    case 'defined':
    case 'generic':
      return type.name.slice(0, MAX_SHOWN_CHARACTERS);
    default:
      return type.kind;
  }
}

function namesText(parts: readonly { readonly name: string }[]): string {
  const names = parts.slice(0, MAX_SHOWN_NAMES).map(({ name }) => name.slice(0, MAX_SHOWN_CHARACTERS));
  return [...names, ...(parts.length > MAX_SHOWN_NAMES ? ['…'] : [])].join(', ');
}
