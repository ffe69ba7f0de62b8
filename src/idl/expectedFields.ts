import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../codec/jsonText.ts';
import type { Address } from '../solana/address.ts';
import { Budget } from '../solana/idl/budget.ts';
import { type Idl, type IdlField, type IdlType, type IdlVariant, partByName, resolved } from '../solana/idl/idl.ts';
import { isByte } from '../solana/idl/numbers.ts';
import { IdlDataError, readFields } from '../solana/idl/readFields.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { isObject } from '../syntax/readers.ts';
import type { AddressNode } from '../syntax/values.ts';
import { givenMembers } from './givenMembers.ts';
import { fieldBytes } from './writeFields.ts';

/**
 * A part of fields as people write it, as the part of what `readFields` gives: only the given members of an object, and the beginning of
 * a list.
 *
 * @returns undefined: there is a mistake, which was reported
 */
export function expectedFields(
  type: IdlType,
  at: Cursor,
  idl: Idl,
  resolve: (word: AddressNode | undefined) => Address | undefined,
): JsonValue | undefined {
  return new PartReader(idl, resolve).read(type, at);
}

const NO_DISCRIMINATOR = new Uint8Array();

class PartReader {
  readonly #idl: Idl;
  readonly #budget = new Budget();
  readonly #resolve: Parameters<typeof fieldBytes>[3];

  constructor(idl: Idl, resolve: Parameters<typeof fieldBytes>[3]) {
    this.#idl = idl;
    this.#resolve = resolve;
  }

  read(given: IdlType, at: Cursor): JsonValue | undefined {
    const type = resolved(given, this.#idl.types);
    switch (type.kind) {
      case 'option':
        return at.value === null ? null : this.read(type.of, at);
      case 'list':
        return isJsonArray(at.value) ? this.#items(at, () => type.of) : this.#whole(given, at);
      case 'array':
        return isByte(type.of) || !isUpTo(Number(type.length), at)
          ? this.#whole(given, at)
          : this.#items(at, () => type.of);
      case 'tuple':
        return isUpTo(type.items.length, at) ? this.#items(at, (i) => type.items[i]!) : this.#whole(given, at);
      case 'struct':
        return this.#struct(type.fields, at);
      case 'framed':
        return this.read(type.of, at);
      case 'enum':
        return this.#variant(type.variants, given, at);
      default:
        return this.#whole(given, at);
    }
  }

  /** Written and read again, with the mistakes of writing. */
  #whole(type: IdlType, at: Cursor): JsonValue | undefined {
    const bytes = fieldBytes(type, at, this.#idl, this.#resolve, this.#budget);
    try {
      return bytes && readFields(bytes, { discriminator: NO_DISCRIMINATOR, type }, this.#idl, this.#budget);
    } catch (error) {
      if (error instanceof IdlDataError) return at.refuse(error.message);
      throw error;
    }
  }

  #items(at: Cursor, typeOf: (index: number) => IdlType): readonly JsonValue[] | undefined {
    return allOf(at.items().map((item, i) => this.read(typeOf(i), item)));
  }

  #struct(all: readonly IdlField[], at: Cursor): JsonObject | undefined {
    if (!isObject(at)) return undefined;
    // constants are not among what is read
    const fields = all.filter(({ preset }) => !preset?.isConstant);
    const { areRight, members } = givenMembers(at, fields, 'field');
    const read = [...members].map(([{ name, type }, member]): readonly [string, JsonValue] | undefined => {
      const value = this.read(type, member);
      return value === undefined ? undefined : [name, value];
    });
    const parts = allOf(read);
    return areRight && parts ? Object.fromEntries(parts) : undefined;
  }

  /** The name of a variant with fields stands for all of its values. */
  #variant(variants: readonly IdlVariant[], given: IdlType, at: Cursor): JsonValue | undefined {
    const [inner, ...others] = at.members();
    const name = typeof at.value === 'string' ? at.value : others.length === 0 ? inner?.key : undefined;
    const variant = name === undefined ? undefined : partByName(variants, name);
    if (variant?.content === undefined) return this.#whole(given, at);
    const { content } = variant;
    const part = isJsonObject(at.value) ? this.read(content, inner!) : anyOf(content);
    return part === undefined ? undefined : { [variant.name]: part };
  }
}

/** A pattern that every struct and every tuple contains. */
function anyOf(type: IdlType): JsonValue {
  if (type.kind === 'framed') return anyOf(type.of);
  return type.kind === 'struct' ? {} : [];
}

function isUpTo(length: number, { value }: Cursor): boolean {
  return isJsonArray(value) && value.length <= length;
}

/** Undefined: one of them is wrong. */
function allOf<T>(values: readonly (T | undefined)[]): readonly T[] | undefined {
  const right = values.filter((value) => value !== undefined);
  return right.length === values.length ? right : undefined;
}
