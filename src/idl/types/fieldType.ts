import type { JsonValue } from '../../codec/jsonText.ts';
import { type Budget, IdlDataError } from '../../solana/idl/budget.ts';
import type { ReadValue, SeedValue, ValueType } from '../../solana/idl/idl.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import type { AmountAt, Resolve } from '../fieldBytes.ts';
import { FieldReader, type Readable } from './fieldReader.ts';
import { type FieldWriter, refused, type Writable, writtenBytes } from './fieldWriter.ts';
import { type Patterned, PatternReader } from './patterns.ts';
import { type Measurable, varies } from './sizes.ts';

/**
 * A type of an IDL: how its values are read and written, and what texts say of it. Where a function has the parameter `declared`, that is
 * the type as the IDL names it, for messages: a link to this type, or this type itself.
 */
export abstract class FieldType implements ValueType, Readable, Writable, Measurable, Patterned {
  abstract readonly kind: string;

  /** The type in words, such as `u64`. @param textOf a part, or nothing where the text is long enough */
  protected abstract describe(textOf: (part: FieldType) => string): string;

  abstract readFrom(reader: FieldReader): JsonValue;

  abstract writeTo(writer: FieldWriter, at: Cursor): boolean;

  /** Writes the default where the value is left out; a type without a default reports a mistake. */
  writeMissing(_writer: FieldWriter, at: Cursor, declared: FieldType): boolean {
    return refused(at.expected(`${declared}`, 'it has no default'));
  }

  /** The number of bytes that every value has. @throws RangeError: values differ in size, as by default */
  size(_sizeOf: (part: FieldType) => number, declared: FieldType): number {
    return varies(declared);
  }

  /** The types that it consists of: of items, fields or variants. */
  get parts(): readonly FieldType[] {
    return [];
  }

  /** The type that this one stands for: itself, except for links. */
  resolved(): FieldType {
    return this;
  }

  /** The given part of a value, in the form that `readFrom` gives; by default a value has no parts and is given whole. */
  patternFrom(patterns: PatternReader, at: Cursor, declared: FieldType): JsonValue | undefined {
    return patterns.wholeValue(declared, at);
  }

  /** The bytes of a value in the seeds of an address. Undefined: it is not of this type, or the type cannot be a seed. */
  seedBytes(_seed: SeedValue): Uint8Array | undefined {
    return undefined;
  }

  /** The type as messages about seeds show it. */
  get seedText(): string {
    return `${this}`;
  }

  /** The type in words, such as `u64`, `[u8; 32]`, `option<Side>`; a large one is cut. */
  toString(): string {
    let partCount = 0;
    const textOf = (part: FieldType): string => {
      if (partCount++ === MAX_SHOWN_PARTS) return '…';
      return partCount > MAX_SHOWN_PARTS ? '' : part.describe(textOf);
    };
    return textOf(this);
  }

  /**
   * Reads a value. @throws IdlDataError also for a type without a size, or without the value of a parameter, which is found only here
   */
  read(data: Uint8Array, offset: number, budget?: Budget): ReadValue {
    const reader = new FieldReader(data, offset, budget);
    try {
      return { value: reader.value(this), end: reader.offset };
    } catch (error) {
      throw error instanceof RangeError ? new IdlDataError(error.message) : error;
    }
  }

  encode(at: Cursor, resolve: Resolve, budget?: Budget): Uint8Array | undefined {
    return writtenBytes(this, at, resolve, budget);
  }

  pattern(at: Cursor, resolve: Resolve, amountAt: AmountAt): JsonValue | undefined {
    return new PatternReader(resolve, amountAt).read(this, at);
  }
}

/** A type around another one. */
export abstract class WrapperType extends FieldType {
  readonly inner: FieldType;

  constructor(inner: FieldType) {
    super();
    this.inner = inner;
  }

  override get parts(): readonly FieldType[] {
    return [this.inner];
  }
}

/** Parts and names that a text shows: types may be endless. */
const MAX_SHOWN_PARTS = 24;
const MAX_SHOWN_NAMES = 40;
const MAX_SHOWN_CHARACTERS = 64;

export function shownName(name: string): string {
  return name.slice(0, MAX_SHOWN_CHARACTERS);
}

export function fewShown<T>(items: readonly T[]): readonly T[] {
  return items.slice(0, MAX_SHOWN_NAMES);
}

export function namesText(parts: readonly { readonly name: string }[]): string {
  const names = fewShown(parts).map(({ name }) => shownName(name));
  return [...names, ...(parts.length > MAX_SHOWN_NAMES ? ['…'] : [])].join(', ');
}
