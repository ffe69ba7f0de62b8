import { isJsonObject, type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import type { IdlDefinition, IdlField, IdlLength, IdlType, IdlVariant } from '../solana/idl/idl.ts';
import { U32 } from '../solana/idl/numbers.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { itemsOf, readText, readU32 } from '../syntax/readers.ts';
import { TypeChecker } from './typeProblems.ts';
import { type UnreadableError, unlessUnreadable, unreadable } from './unreadable.ts';

/**
 * The types of an IDL of Anchor.
 *
 * Source   anchor 0.32 idl/spec, idl/src/convert.rs (the form before 0.30)
 */
export class AnchorTypes {
  readonly all = new Map<string, IdlDefinition>();
  /** errors of unreadable types */
  readonly #errors = new Map<string, UnreadableError>();
  readonly checker: TypeChecker = new TypeChecker(this.all, this.#errors);

  define(at: Cursor): void {
    const name = readText(at.member('name'));
    if (name === undefined) return;
    unlessUnreadable(
      () => this.#define(name, at),
      (error) => this.#errors.set(name, error),
    );
  }

  #define(name: string, at: Cursor): void {
    refuseSerialization(at.member('serialization'));
    const generics = itemsOf(at.member('generics')).flatMap((item) => readText(item.member('name')) ?? []);
    const type = this.#read(at.member('type'), generics);
    if (type !== undefined) this.all.set(name, { type, generics });
  }

  /** A struct, an enum, or another name of a type. */
  #read(at: Cursor, generics: readonly string[]): IdlType | undefined {
    switch (at.member('kind').value) {
      case 'struct':
        return this.fields(at.member('fields'), generics);
      case 'enum':
        return this.#enum(at.member('variants'), generics);
      case 'type':
      case 'alias':
        return this.#type(at.member(at.member('alias').isNothing ? 'value' : 'alias'), generics);
      default:
        return unreadable(at, `a type of the kind ${textOf(at.member('kind'))} is not known`);
    }
  }

  /** Reads named fields, or a list of types: a tuple. No fields are a struct. @throws UnreadableError */
  fields(at: Cursor, generics: readonly string[] = []): Extract<IdlType, { kind: 'struct' | 'tuple' }> {
    const items = itemsOf(at);
    const isNamed = items.every(({ value }) => isJsonObject(value) && 'name' in value && 'type' in value);
    if (isNamed) return { kind: 'struct', fields: items.flatMap((item) => this.#field(item, generics) ?? []) };
    return this.#tuple(at, generics);
  }

  #field(at: Cursor, generics: readonly string[]): IdlField | undefined {
    const name = readText(at.member('name'));
    const type = this.#type(at.member('type'), generics);
    return name === undefined || type === undefined ? undefined : { name, type };
  }

  #enum(at: Cursor, generics: readonly string[]): IdlType {
    const variants = itemsOf(at).flatMap((each): IdlVariant[] => {
      const name = readText(each.member('name'));
      const fields = each.member('fields');
      const content = fields.isNothing || itemsOf(fields).length === 0 ? undefined : this.fields(fields, generics);
      return name === undefined ? [] : [{ name, content }];
    });
    return { kind: 'enum', variants };
  }

  #type(at: Cursor, generics: readonly string[]): IdlType | undefined {
    if (typeof at.value === 'string')
      return simpleType(at.value) ?? unreadable(at, `the type ${at.value} is not known`);
    const [form] = at.members();
    switch (form?.key) {
      case 'option':
        return wrapped('option', this.#type(form, generics));
      case 'coption':
        return withRoom(this.#type(form, generics));
      case 'vec':
        return wrapped('list', this.#type(form, generics));
      case 'array':
        return this.#array(form, generics);
      case 'tuple':
        return this.#tuple(form, generics);
      case 'hashMap':
      case 'bTreeMap':
        return asMap(this.#tuple(form, generics));
      case 'hashSet':
      case 'bTreeSet':
        return wrapped('list', this.#type(form, generics));
      case 'defined':
        return this.#defined(form, generics);
      case 'generic':
        return { kind: 'generic', name: readText(form) ?? '' };
      default:
        return unreadable(at, form === undefined ? 'a type is expected here' : `the type ${form.key} is not known`);
    }
  }

  #array(at: Cursor, generics: readonly string[]): IdlType | undefined {
    const of = this.#type(at.item(0), generics);
    const length = this.#length(at.item(1));
    return of === undefined || length === undefined ? undefined : { kind: 'array', of, length };
  }

  #tuple(at: Cursor, generics: readonly string[]): Extract<IdlType, { kind: 'tuple' }> {
    return { kind: 'tuple', items: itemsOf(at).flatMap((item) => this.#type(item, generics) ?? []) };
  }

  #length(at: Cursor): IdlLength | undefined {
    const generic = at.member('generic');
    return generic.isNothing ? readU32(at) : readText(generic);
  }

  /** A name, and since 0.30 an object with the arguments of the type. */
  #defined(at: Cursor, generics: readonly string[]): IdlType | undefined {
    const name = readText(typeof at.value === 'string' ? at : at.member('name'));
    const genericNodes = typeof at.value === 'string' ? [] : itemsOf(at.member('generics'));
    const values = genericNodes.flatMap((item) => this.#argument(item, generics) ?? []);
    return name === undefined ? undefined : { kind: 'defined', name, arguments: values };
  }

  /** A type, or a number: as text, or as the name of a parameter. */
  #argument(at: Cursor, generics: readonly string[]): IdlType | number | undefined {
    if (at.member('kind').value !== 'const') return this.#type(at.member('type'), generics);
    const value = readText(at.member('value'));
    return value === undefined || /^\d+$/.test(value) ? Number(value) : { kind: 'generic', name: value };
  }
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

/** Pairs of a key and a value. */
function asMap(pair: Extract<IdlType, { kind: 'tuple' }>): IdlType {
  return { kind: 'list', of: pair, isMap: true };
}

function wrapped(kind: 'option' | 'list', of: IdlType | undefined): IdlType | undefined {
  return of && { kind, of };
}

/**
 * `COption` of SPL programs: a u32, and the room of the item also where there is none.
 *
 * Source   spl-token 8 state.rs pack_coption_key; @coral-xyz/spl-token coder/buffer-layout.ts COptionLayout
 */
function withRoom(of: IdlType | undefined): IdlType | undefined {
  return of && { kind: 'option', of, none: { kind: 'prefix', prefix: U32, keepsRoom: true } };
}

const INTEGER = /^(?<sign>[ui])(?<bits>8|16|32|64|128|256)$/;

function simpleType(name: string): IdlType | undefined {
  const { bits, sign } = INTEGER.exec(name)?.groups ?? {};
  if (bits !== undefined) return { kind: 'integer', bytes: Number(bits) / 8, isSigned: sign === 'i' };
  switch (name) {
    case 'f32':
    case 'f64':
      return { kind: 'float', bytes: name === 'f32' ? 4 : 8 };
    case 'bool':
    case 'string':
    case 'bytes':
      return { kind: name };
    case 'pubkey':
    case 'publicKey':
      return { kind: 'publicKey' };
    default:
      return undefined;
  }
}
