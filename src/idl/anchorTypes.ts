import { isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readText, readU32 } from '../syntax/readers.ts';
import { TypeChecker } from './typeChecker.ts';
import { BytesType, KeyType, StringType } from './types/bytesLike.ts';
import { EnumType, type Variant } from './types/enums.ts';
import type { FieldType } from './types/fieldType.ts';
import { LinkType, ParameterType } from './types/links.ts';
import { ArrayType, ListType, MapType, TupleType } from './types/lists.ts';
import { BoolType, FloatType, IntegerType, U32 } from './types/numbers.ts';
import { PrefixedOption } from './types/options.ts';
import { type Field, StructType } from './types/structs.ts';
import { UnreadableError, unreadable } from './unreadable.ts';

/** Values of the parameters of a type, by name: types, and numbers for lengths. */
type Values = ReadonlyMap<string, FieldType | number>;

const NO_VALUES: Values = new Map();

/** A type that has a name. */
interface Definition {
  readonly at: Cursor;
  readonly parameters: readonly string[];
  /** the type while its parameters have no values; undefined: there is a mistake, which was reported */
  readonly type: FieldType | UnreadableError | undefined;
}

/**
 * The types of an IDL of Anchor, or of Shank.
 *
 * Source   anchor 0.32 idl/spec, idl/src/convert.rs (the form before 0.30); shank 0.4 idl/src/idl_type.rs
 */
export class AnchorTypes {
  readonly #definitions = new Map<string, Definition>();
  readonly checker: TypeChecker = new TypeChecker();

  define(at: Cursor): void {
    const name = readText(at.member('name'));
    if (name === undefined) return;
    const parameters = itemsOf(at.member('generics')).flatMap((item) => readText(item.member('name')) ?? []);
    this.#definitions.set(name, { at, parameters, type: this.#definedType(at) });
  }

  #definedType(at: Cursor): FieldType | UnreadableError | undefined {
    try {
      refuseSerialization(at.member('serialization'));
      return this.#definition(at.member('type'), NO_VALUES);
    } catch (error) {
      if (error instanceof UnreadableError) return error;
      throw error;
    }
  }

  has(name: string): boolean {
    const type = this.#definitions.get(name)?.type;
    return type !== undefined && !(type instanceof UnreadableError);
  }

  /** The type with this name. */
  named(name: string, values: readonly (FieldType | number)[] = []): LinkType {
    return new LinkType(name, () => this.#found(name, values));
  }

  /** @throws UnreadableError */
  #found(name: string, values: readonly (FieldType | number)[] = []): FieldType | undefined {
    const { at, parameters, type } = this.#definitions.get(name) ?? { parameters: [] };
    if (type instanceof UnreadableError) throw type;
    if (at === undefined || type === undefined || parameters.length === 0) return type;
    return this.#definition(at.member('type'), new Map(parameters.map((parameter, i) => [parameter, values[i]!])));
  }

  /** A struct, an enum, or another name of a type. */
  #definition(at: Cursor, values: Values): FieldType | undefined {
    switch (at.member('kind').value) {
      case 'struct':
        return this.fields(at.member('fields'), values);
      case 'enum':
        return this.#enum(at.member('variants'), values);
      case 'type':
      case 'alias':
        return this.#type(at.member(at.member('alias').isNothing ? 'value' : 'alias'), values);
      default:
        return unreadable(at, `a type of the kind ${textOf(at.member('kind'))} is not known`);
    }
  }

  /** Reads named fields, or a list of types: a tuple. No fields are a struct. @throws UnreadableError */
  fields(at: Cursor, values: Values = NO_VALUES): StructType | TupleType {
    const items = itemsOf(at);
    const isNamed = items.every(({ value }) => isJsonObject(value) && 'name' in value && 'type' in value);
    if (isNamed) return new StructType(items.flatMap((item) => this.#field(item, values) ?? []));
    return this.#tuple(at, values);
  }

  #field(at: Cursor, values: Values): Field | undefined {
    const name = readText(at.member('name'));
    const type = this.#type(at.member('type'), values);
    return name === undefined || type === undefined ? undefined : { name, type };
  }

  #enum(at: Cursor, values: Values): FieldType {
    const variants = itemsOf(at).flatMap((variant): Variant[] => {
      const name = readText(variant.member('name'));
      const fields = variant.member('fields');
      const content = fields.isNothing || itemsOf(fields).length === 0 ? undefined : this.fields(fields, values);
      return name === undefined ? [] : [{ name, content }];
    });
    return new EnumType(variants);
  }

  /** Reads a type that has no parameters around it. @throws UnreadableError */
  read(at: Cursor): FieldType | undefined {
    return this.#type(at, NO_VALUES);
  }

  #type(at: Cursor, values: Values): FieldType | undefined {
    if (typeof at.value === 'string')
      return simpleType(at.value) ?? unreadable(at, `the type ${at.value} is not known`);
    const [form] = at.members();
    const innerType = (): FieldType | undefined => this.#type(form!, values);
    switch (form?.key) {
      case 'option':
        return typeOf(innerType(), (item) => new PrefixedOption(item));
      case 'coption':
        return typeOf(innerType(), (item) => new PrefixedOption(item, U32, true));
      case 'vec':
      case 'hashSet':
      case 'bTreeSet':
        return typeOf(innerType(), (item) => new ListType(item));
      case 'array':
        return this.#array(form, values);
      case 'tuple':
        return this.#tuple(form, values);
      case 'hashMap':
      case 'bTreeMap':
        return this.#map(form, values);
      case 'defined':
        return this.#defined(form, values);
      case 'generic':
        return this.#parameter(readText(form) ?? '', values);
      default:
        return unreadable(at, form === undefined ? 'a type is expected here' : `the type ${form.key} is not known`);
    }
  }

  #array(at: Cursor, values: Values): FieldType | undefined {
    const length = this.#length(at.item(1), values);
    return typeOf(this.#type(at.item(0), values), (item) =>
      length === undefined ? undefined : new ArrayType(item, length),
    );
  }

  #tuple(at: Cursor, values: Values): TupleType {
    return new TupleType(itemsOf(at).flatMap((item) => this.#type(item, values) ?? []));
  }

  #map(at: Cursor, values: Values): FieldType | undefined {
    const [key, value] = this.#tuple(at, values).items;
    return key === undefined || value === undefined ? undefined : new MapType(key, value);
  }

  #length(at: Cursor, values: Values): number | string | undefined {
    const generic = at.member('generic');
    if (generic.isNothing) return readU32(at);
    const name = readText(generic);
    const value = name === undefined ? undefined : values.get(name);
    return typeof value === 'number' ? value : name;
  }

  /** A name, and since 0.30 an object with the arguments of the type. */
  #defined(at: Cursor, values: Values): FieldType | undefined {
    const name = readText(typeof at.value === 'string' ? at : at.member('name'));
    const genericNodes = typeof at.value === 'string' ? [] : itemsOf(at.member('generics'));
    const generics = genericNodes.flatMap((item) => this.#argument(item, values) ?? []);
    return name === undefined ? undefined : this.named(name, generics);
  }

  /** A type, or a number as text, or the name of a parameter, which may have either. */
  #argument(at: Cursor, values: Values): FieldType | number | undefined {
    const isNumber = at.member('kind').value === 'const';
    const parameter = isNumber ? at.member('value') : at.member('type').member('generic');
    if (parameter.isNothing) return isNumber ? Number.NaN : this.#type(at.member('type'), values);
    const name = readText(parameter) ?? '';
    return isNumber && /^\d+$/.test(name) ? Number(name) : (values.get(name) ?? new ParameterType(name));
  }

  #parameter(name: string, values: Values): FieldType {
    const value = values.get(name);
    return value === undefined || typeof value === 'number' ? new ParameterType(name) : value;
  }
}

function typeOf(
  item: FieldType | undefined,
  around: (item: FieldType) => FieldType | undefined,
): FieldType | undefined {
  return item && around(item);
}

/** Formats of a program's values. Source anchor 0.32 idl/spec IdlSerialization */
const SERIALIZATIONS: readonly (JsonValue | undefined)[] = [undefined, 'borsh', 'bytemuck', 'bytemuckunsafe'];

/** @throws UnreadableError */
function refuseSerialization(at: Cursor): void {
  if (!SERIALIZATIONS.includes(at.value)) unreadable(at, `the serialization ${textOf(at)} is not known`);
}

function textOf({ value }: Cursor): string {
  return typeof value === 'string' ? value : stringifyJson(value ?? null);
}

const INTEGER = /^(?<sign>[ui])(?<bits>8|16|32|64|128|256)$/;

function simpleType(name: string): FieldType | undefined {
  const { bits, sign } = INTEGER.exec(name)?.groups ?? {};
  if (bits !== undefined) return new IntegerType(Number(bits) / 8, sign === 'i');
  switch (name) {
    case 'f32':
      return new FloatType(4);
    case 'f64':
      return new FloatType(8);
    case 'bool':
      return new BoolType();
    case 'string':
      return new StringType();
    case 'bytes':
      return new BytesType();
    case 'pubkey':
    case 'publicKey':
      return new KeyType();
    default:
      return undefined;
  }
}
