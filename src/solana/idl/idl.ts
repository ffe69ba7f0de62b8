import type { Address } from '../address.ts';

/**
 * A program as its IDL describes it, whatever form the IDL has.
 * @module
 */

export type IdlType =
  | { readonly kind: 'integer'; readonly bytes: number; readonly isSigned: boolean }
  | { readonly kind: 'float'; readonly bytes: 4 | 8 }
  | { readonly kind: 'bool' | 'string' | 'bytes' | 'publicKey' }
  | { readonly kind: 'option'; readonly of: IdlType }
  | { readonly kind: 'list'; readonly of: IdlType }
  | { readonly kind: 'array'; readonly of: IdlType; readonly length: IdlLength }
  | { readonly kind: 'struct'; readonly fields: readonly IdlField[] }
  | { readonly kind: 'tuple'; readonly items: readonly IdlType[] }
  | { readonly kind: 'enum'; readonly variants: readonly IdlVariant[] }
  | { readonly kind: 'defined'; readonly name: string; readonly arguments: readonly (IdlType | number)[] }
  /** a parameter of the type around it */
  | { readonly kind: 'generic'; readonly name: string };

export type ResolvedType = Exclude<IdlType, { kind: 'defined' | 'generic' }>;

/** Of an array: a number, or a parameter of the type around it. */
export type IdlLength = number | string;

export interface IdlField {
  readonly name: string;
  readonly type: IdlType;
}

export interface IdlVariant {
  readonly name: string;
  /** undefined: the variant has none */
  readonly content: Extract<IdlType, { kind: 'struct' | 'tuple' }> | undefined;
}

/** A type that has a name. */
export interface IdlDefinition {
  readonly type: IdlType;
  /** names of its parameters */
  readonly generics: readonly string[];
}

export interface IdlAccount {
  readonly name: string;
  /** its data begins with these bytes */
  readonly discriminator: Uint8Array;
  readonly type: IdlType;
}

export interface Idl {
  readonly address: Address | undefined;
  readonly types: ReadonlyMap<string, IdlDefinition>;
  readonly accounts: readonly IdlAccount[];
}

/** A program of a ledger that has an IDL. */
export interface IdlProgram {
  readonly name: string;
  readonly address: Address;
  readonly idl: Idl;
}

/** `max_price` is `maxPrice`, `PlaceOrder` is `placeOrder`. */
export function camelCase(name: string): string {
  const joined = name.replace(/_+([A-Za-z0-9])/g, (_, letter: string) => letter.toUpperCase());
  return joined.charAt(0).toLowerCase() + joined.slice(1);
}

/** Whether a name is meant: as the IDL has it, or in camelCase. */
export function isNamed(name: string, given: string): boolean {
  return name === given || camelCase(name) === given;
}

/** How deep types may be nested, in an IDL and in values. */
export const MAX_DEPTH = 64;

/** A type whose name stands for another one, as that one. @throws RangeError: there is no such type, or it stands for itself */
export function resolved(type: IdlType, types: Idl['types'], depth = 0): ResolvedType {
  if (type.kind === 'generic') throw new RangeError(`the parameter ${type.name} has no value`);
  if (type.kind !== 'defined') return type;
  if (depth > MAX_DEPTH) throw new RangeError(`the type ${type.name} stands for itself`);
  const definition = types.get(type.name);
  if (definition === undefined) throw new RangeError(`the IDL has no type ${type.name}`);
  const values = new Map(definition.generics.map((name, i) => [name, type.arguments[i]]));
  return resolved(withArguments(definition.type, values), types, depth + 1);
}

type Arguments = ReadonlyMap<string, IdlType | number | undefined>;

function withArguments(type: IdlType, values: Arguments): IdlType {
  if (values.size === 0) return type;
  const inner = (each: IdlType) => withArguments(each, values);
  switch (type.kind) {
    case 'generic': {
      const value = values.get(type.name);
      return value === undefined || typeof value === 'number' ? type : value;
    }
    case 'option':
    case 'list':
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
          // a struct stays one, and a tuple
          content: variant.content && (inner(variant.content) as NonNullable<IdlVariant['content']>),
        })),
      };
    case 'defined':
      return { ...type, arguments: type.arguments.map((each) => argumentWith(each, values)) };
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

/** A type in words, such as `u64`, `[u8; 32]`, `option<Side>`. */
export function typeText(type: IdlType): string {
  switch (type.kind) {
    case 'integer':
      return `${type.isSigned ? 'i' : 'u'}${type.bytes * 8}`;
    case 'float':
      return `f${type.bytes * 8}`;
    case 'option':
      return `option<${typeText(type.of)}>`;
    case 'list':
      return `vec<${typeText(type.of)}>`;
    case 'array':
      return `[${typeText(type.of)}; ${type.length}]`;
    case 'tuple':
      return `(${type.items.map(typeText).join(', ')})`;
    case 'struct':
      return `an object of ${type.fields.map(({ name }) => name).join(', ')}`;
    case 'enum':
      return `one of ${type.variants.map(({ name }) => name).join(', ')}`;
    case 'defined':
    case 'generic':
      return type.name;
    default:
      return type.kind;
  }
}
