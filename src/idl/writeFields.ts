import { decodeBase58 } from '../codec/base58.ts';
import { isJsonArray, isJsonObject, stringifyJson } from '../codec/jsonText.ts';
import { suggest } from '../codec/suggest.ts';
import type { Address } from '../solana/address.ts';
import { Budget, MAX_ACCOUNT_BYTES, MAX_STEPS, TooMuchError } from '../solana/idl/budget.ts';
import { FieldReader } from '../solana/idl/fieldReader.ts';
import {
  camelCase,
  type Idl,
  type IdlField,
  type IdlInteger,
  type IdlSize,
  type IdlType,
  indexByName,
  MAX_DEPTH,
  resolved,
  typeText,
} from '../solana/idl/idl.ts';
import { BYTE, encodeInteger, isByte, rangeOf, U32 } from '../solana/idl/numbers.ts';
import { lengthOf, sizeOf } from '../solana/idl/sizes.ts';
import { Cursor } from '../syntax/cursor.ts';
import { isObject, readBoolean } from '../syntax/readers.ts';
import { type AddressNode, readAddressNode, bytes as readBytes } from '../syntax/values.ts';
import { givenMembers } from './givenMembers.ts';
import { readByteValues, readEncodedText, readFloat, readInteger } from './writeValues.ts';

/**
 * Fields as people write them, as the bytes that the program keeps.
 *
 * Source   borsh 1.5
 * @module
 */

/** Undefined where a word names no address, which is reported. */
type Resolve = (word: AddressNode | undefined) => Address | undefined;

/**
 * Undefined: there is a mistake, which was reported.
 *
 * @param at may have no value: then every field is what its type has by default
 * @param budget of all values that are written together
 */
export function fieldBytes(
  type: IdlType,
  at: Cursor,
  idl: Pick<Idl, 'types'>,
  resolve: Resolve,
  budget?: Budget,
): Uint8Array | undefined {
  const writer = new FieldWriter(idl.types, resolve, new Budget(MAX_STEPS, budget), at.reading.errors.count);
  try {
    return writer.write(type, at) ? writer.bytes : undefined;
  } catch (error) {
    if (error instanceof TooMuchError || error instanceof RangeError) return writer.at.refuse(error.message);
    throw error;
  }
}

/** Steps of a mistake: its text has names, and the nearest name is looked for. */
const STEPS_OF_MISTAKE = 500;

class FieldWriter {
  readonly #types: Idl['types'];
  readonly #resolve: Resolve;
  readonly #parts: Uint8Array[] = [];
  readonly #budget: Budget;
  #mistakes: number;
  #size = 0;
  #depth = 0;
  #at: Cursor | undefined;

  constructor(types: Idl['types'], resolve: Resolve, budget: Budget, mistakes: number) {
    this.#budget = budget;
    this.#mistakes = mistakes;
    this.#types = types;
    this.#resolve = resolve;
  }

  /** The value that is written. */
  get at(): Cursor {
    return this.#at!;
  }

  get bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  /** False: there is a mistake, which was reported. */
  write(given: IdlType, at: Cursor): boolean {
    this.#at = at;
    this.#budget.spend();
    if (this.#depth === MAX_DEPTH) return refused(at.refuse(`more than ${MAX_DEPTH} values within each other`));
    this.#depth++;
    const isWritten = this.#value(given, at);
    this.#depth--;
    if (!isWritten) this.#spendMistakes(at.reading.errors.count);
    return (
      isWritten &&
      (this.#size <= MAX_ACCOUNT_BYTES ||
        refused(at.refuse(`more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`)))
    );
  }

  #spendMistakes(count: number): void {
    const before = this.#mistakes;
    this.#mistakes = count;
    this.#budget.spend(STEPS_OF_MISTAKE * (count - before));
  }

  #value(given: IdlType, at: Cursor): boolean {
    const type = resolved(given, this.#types);
    if (type.kind === 'framed') return this.#framed(type, at);
    if (type.kind === 'option') return this.#option(type, at);
    if (at.value === undefined) return this.#missing(type, given, at);
    switch (type.kind) {
      case 'integer':
        return this.#maybe(readInteger(at, type));
      case 'float':
        return this.#maybe(readFloat(at, type));
      case 'bool': {
        const value = readBoolean(at);
        return value !== undefined && this.#number(value ? 1 : 0, type.size);
      }
      case 'string': {
        const text = readEncodedText(at, type.encoding);
        return text !== undefined && this.#sized(text, type.size, at);
      }
      case 'bytes': {
        const taken = readByteValues(at);
        return taken !== undefined && this.#sized(taken, type.size, at);
      }
      case 'publicKey': {
        const address = this.#resolve(readAddressNode(at));
        return address !== undefined && this.#add(decodeBase58(address));
      }
      case 'list':
        return this.#list(type, at);
      case 'array':
        return this.#array(type, at);
      case 'struct':
        return this.#struct(type, at);
      case 'tuple':
        return this.#tuple(type.items, at);
      case 'enum':
        return this.#variant(type, at);
    }
  }

  /** Numbers are 0, flags false, texts and lists empty, options None. Nothing stands for a key or a variant. */
  #missing(type: ReturnType<typeof resolved>, given: IdlType, at: Cursor): boolean {
    switch (type.kind) {
      case 'integer':
        return this.#number(0, type);
      case 'float':
        return this.#add(Buffer.alloc(type.bytes));
      case 'bool':
        return this.#number(0, type.size);
      case 'string':
      case 'bytes':
      case 'list':
        return this.#addLength(0, type.size, at);
      case 'array':
        return this.#missingItems(type, at);
      case 'struct':
        return this.#all(type.fields, (field) => this.#field(field, at.member(field.name)));
      case 'tuple':
        return this.#all(type.items, (item, i) => this.write(item, at.item(i)));
      default:
        return refused(at.expected(`${typeText(given)}`, 'it has no default'));
    }
  }

  #missingItems(type: Extract<IdlType, { kind: 'array' }>, at: Cursor): boolean {
    const length = lengthOf(type);
    if (length > MAX_ACCOUNT_BYTES)
      return refused(at.refuse(`expected a list of ${length}, which no account can have`));
    // all are the same
    const item = length === 0 ? new Uint8Array() : this.#apart(type.of, at.item(0));
    if (item === undefined) return false;
    if (item.length * length > MAX_ACCOUNT_BYTES)
      return refused(at.refuse(`more than ${MAX_ACCOUNT_BYTES} bytes, which no account has`));
    return this.#add(Buffer.alloc(item.length * length, item));
  }

  #option({ none, of }: Extract<IdlType, { kind: 'option' }>, at: Cursor): boolean {
    const isNone = at.value === undefined || at.value === null;
    switch (none?.kind) {
      case undefined:
        return this.#number(isNone ? 0 : 1) && (isNone || this.write(of, at));
      case 'prefix':
        this.#number(isNone ? 0 : 1, none.prefix);
        if (!isNone) return this.write(of, at);
        return !none.keepsRoom || this.#add(Buffer.alloc(sizeOf(of, this.#types, this.#budget)));
      case 'value':
        return isNone
          ? this.#add(none.bytes ?? Buffer.alloc(sizeOf(of, this.#types, this.#budget)))
          : this.write(of, at);
      case 'end':
        return isNone || this.write(of, at);
    }
  }

  #framed({ frame, of }: Extract<IdlType, { kind: 'framed' }>, at: Cursor): boolean {
    if (frame.kind === 'constants') return this.#add(frame.before) && this.write(of, at) && this.#add(frame.after);
    const value = this.#apart(of, at);
    if (value === undefined) return false;
    if (frame.kind === 'sentinel') {
      const end = Buffer.from(frame.bytes);
      this.#budget.spendBytes(value.length * end.length);
      if (value.includes(end))
        return refused(at.refuse(`the bytes ${end.toString('hex')} end the value, and are within it`));
      return this.#add(value) && this.#add(end);
    }
    return typeof frame.size === 'number' ? this.#room(value, frame.size, of, at) : this.#sized(value, frame.size, at);
  }

  /** The bytes of a value, before it is known what precedes them. */
  #apart(type: IdlType, at: Cursor): Buffer | undefined {
    const before = this.#parts.length;
    const isWritten = this.write(type, at);
    const bytes = Buffer.concat(this.#parts.splice(before));
    this.#budget.spendBytes(bytes.length);
    this.#size -= bytes.length;
    return isWritten ? bytes : undefined;
  }

  /** Zeros fill the room up, but not that of a text that stands for bytes. */
  #room(value: Buffer, size: number, of: IdlType, at: Cursor): boolean {
    const isExact = of.kind === 'string' && of.encoding !== undefined && at.value !== undefined;
    if (value.length > size || (isExact && value.length < size))
      return refused(at.refuse(`expected ${isExact ? '' : 'at most '}${size} bytes, found ${value.length}`));
    return this.#add(value) && this.#add(Buffer.alloc(size - value.length));
  }

  #list(type: Extract<IdlType, { kind: 'list' }>, at: Cursor): boolean {
    if (isByte(type.of) && isJsonObject(at.value)) {
      const taken = readBytes(at);
      return taken !== undefined && this.#sized(taken, type.size, at);
    }
    if (type.isMap && isJsonObject(at.value)) return this.#map(type, at);
    if (!isJsonArray(at.value)) return refused(at.expected(`a list, ${typeText(type)}`));
    if (!this.#addLength(at.value.length, type.size, at)) return false;
    return this.#all(at.items(), (item) => this.write(type.of, item));
  }

  #array(type: Extract<IdlType, { kind: 'array' }>, at: Cursor): boolean {
    const length = lengthOf(type);
    if (isByte(type.of) && isJsonObject(at.value)) {
      const taken = readBytes(at);
      if (taken === undefined) return false;
      return taken.length === length
        ? this.#add(taken)
        : refused(at.refuse(`expected ${length} bytes, found ${taken.length}`));
    }
    if (!isJsonArray(at.value) || at.value.length !== length)
      return refused(at.expected(`a list of ${length}, ${typeText(type)}`));
    return this.#all(at.items(), (item) => this.write(type.of, item));
  }

  #tuple(items: readonly IdlType[], at: Cursor): boolean {
    if (!isJsonArray(at.value) || at.value.length !== items.length)
      return refused(at.expected(`a list of ${items.length}, ${typeText({ kind: 'tuple', items })}`));
    return this.#all(items, (item, i) => this.write(item, at.item(i)));
  }

  /** Names are keys, also where keys are numbers. */
  #map({ of, size }: Extract<IdlType, { kind: 'list' }>, at: Cursor): boolean {
    const [key, value] = of.kind === 'tuple' ? of.items : [];
    if (key === undefined || value === undefined || !this.#addLength(at.members().length, size, at)) return false;
    return this.#all(at.members(), (member) => {
      const name = new Cursor(member.key, at.source, at.reading, at, member.key);
      return this.write(key, name) && this.write(value, member);
    });
  }

  #struct({ fields, omitted = [] }: Extract<IdlType, { kind: 'struct' }>, at: Cursor): boolean {
    if (!isObject(at)) return false;
    const { areRight, members } = givenMembers(at, omitted.length > 0 ? [...omitted, ...fields] : fields, 'field');
    const givenConstants = omitted.filter((constant) => members.has(constant));
    const areLeftOut = this.#all(givenConstants, (constant) => this.#field(constant, members.get(constant)!));
    const areWritten = this.#all(fields, (field) => this.#field(field, members.get(field) ?? at.member(field.name)));
    return areRight && areLeftOut && areWritten;
  }

  #field({ name, preset, type }: IdlField, at: Cursor): boolean {
    if (preset === undefined) return this.write(type, at);
    if (at.value === undefined) return this.#add(preset.bytes);
    if (!preset.isConstant) return this.write(type, at);
    const value = new FieldReader(preset.bytes, 0, this.#types, this.#budget).value(type);
    return refused(at.refuse(`${name} is always ${stringifyJson(value)}`, 'leave it out'));
  }

  #variant({ size, variants }: Extract<IdlType, { kind: 'enum' }>, at: Cursor): boolean {
    const [inner] = at.members();
    const given = typeof at.value === 'string' ? at.value : at.members().length === 1 ? inner!.key : undefined;
    const index = given === undefined ? -1 : (indexByName(variants).get(given) ?? -1);
    const variant = variants[index];
    if (variant === undefined) {
      const hint =
        given === undefined
          ? undefined
          : suggest(
              given,
              variants.map(({ name }) => name),
            );
      return refused(at.expected(typeText({ kind: 'enum', variants }), hint));
    }
    this.#number(variant.number ?? index, size);
    if (variant.content === undefined)
      return inner === undefined
        ? true
        : refused(at.refuse(`${variant.name} has no fields`, `write "${variant.name}"`));
    if (inner === undefined) return refused(at.refuse(`${variant.name} has fields`, `write {"${variant.name}": …}`));
    return this.write(variant.content, inner);
  }

  /** All are written, so that every mistake is reported. */
  #all<T>(items: readonly T[], write: (item: T, index: number) => boolean): boolean {
    return items.map(write).every(Boolean);
  }

  #sized(bytes: Uint8Array, size: IdlSize | undefined, at: Cursor): boolean {
    return this.#addLength(bytes.length, size, at) && this.#add(bytes);
  }

  #addLength(length: number, size: IdlSize = U32, at: Cursor): boolean {
    if (size === 'rest') return true;
    const { max } = rangeOf(size);
    if (length > max) return refused(at.refuse(`expected a length of at most ${max}, found ${length}`));
    return this.#number(length, size);
  }

  #number(value: number, type: IdlInteger = BYTE): boolean {
    return this.#add(encodeInteger(BigInt(value), type));
  }

  #maybe(bytes: Uint8Array | undefined): boolean {
    return bytes !== undefined && this.#add(bytes);
  }

  #add(bytes: Uint8Array): boolean {
    this.#budget.spendBytes(bytes.length);
    this.#parts.push(bytes);
    this.#size += bytes.length;
    return true;
  }
}

function refused(_reported: undefined): false {
  return false;
}

/** The member with the name of the IDL, or its name in camelCase. */
export function memberNamed(at: Cursor, name: string): Cursor {
  const member = at.member(name);
  return member.value === undefined ? at.member(camelCase(name)) : member;
}
