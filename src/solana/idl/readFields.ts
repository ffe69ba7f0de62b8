import { encodeBase58 } from '../../codec/base58.ts';
import { JsonFloat, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { type Idl, type IdlAccount, type IdlSize, type IdlType, type IdlVariant, MAX_DEPTH, resolved } from './idl.ts';

/**
 * Account data as fields.
 *
 * Source   borsh 1.5
 * @module
 */

/** The data is not of the type that the IDL says. */
export class IdlDataError extends Error {}

/** The account type whose discriminator the data begins with; of several the one with the longest. */
export function accountTypeOf(data: Uint8Array, { accounts }: Idl): IdlAccount | undefined {
  const fitting = accounts.filter(({ discriminator }) => discriminator.every((byte, i) => byte === data[i]));
  return fitting.toSorted((a, b) => b.discriminator.length - a.discriminator.length)[0];
}

/**
 * The values after a discriminator. Integers beyond 32 bits are text, and bytes are in base64.
 *
 * @throws IdlDataError
 */
export function readFields(data: Uint8Array, { discriminator, type }: Described, { types }: Idl): JsonValue {
  return new FieldReader(data, discriminator.length, types).value(type);
}

type Described = Pick<IdlAccount, 'discriminator' | 'type'>;

class FieldReader {
  readonly #bytes: Buffer;
  readonly #types: Idl['types'];
  #at: number;
  #depth = 0;

  constructor(data: Uint8Array, at: number, types: Idl['types']) {
    this.#bytes = Buffer.from(data.buffer, data.byteOffset, data.byteLength);
    this.#at = at;
    this.#types = types;
  }

  value(given: IdlType): JsonValue {
    if (this.#depth === MAX_DEPTH) throw new IdlDataError(`more than ${MAX_DEPTH} values within each other`);
    this.#depth++;
    const value = this.#valueOf(given);
    this.#depth--;
    return value;
  }

  #valueOf(given: IdlType): JsonValue {
    const type = resolved(given, this.#types);
    switch (type.kind) {
      case 'integer':
        return this.#integer(type);
      case 'float':
        return this.#float(type.bytes);
      case 'bool':
        return this.#flag('bool');
      case 'string':
        return this.#sized(type.size).toString('utf8');
      case 'bytes':
        return bytesJson(this.#sized(type.size));
      case 'publicKey':
        return encodeBase58(this.#take(32));
      case 'option':
        return this.#flag('option') ? this.value(type.of) : null;
      case 'list':
        return type.size === 'rest' ? this.#rest(type.of) : this.#items(type.of, this.#length(type.size));
      case 'array':
        return isByte(type.of) ? bytesJson(this.#take(Number(type.length))) : this.#items(type.of, Number(type.length));
      case 'struct':
        return this.#struct(type.fields);
      case 'tuple':
        return type.items.map((item) => this.value(item));
      case 'enum':
        return this.#variant(type.variants);
    }
  }

  #struct(fields: Extract<IdlType, { kind: 'struct' }>['fields']): JsonObject {
    return Object.fromEntries(fields.map(({ name, type }) => [name, this.value(type)]));
  }

  #variant(variants: readonly IdlVariant[]): JsonValue {
    const index = this.#take(1)[0]!;
    const variant = variants[index];
    if (variant === undefined) throw new IdlDataError(`${index} is none of ${variants.length} variants`);
    return variant.content === undefined ? variant.name : { [variant.name]: this.value(variant.content) };
  }

  #integer({ bytes, isSigned }: { readonly bytes: number; readonly isSigned: boolean }): string | number {
    let value = 0n;
    for (const byte of this.#take(bytes).toReversed()) value = (value << 8n) | BigInt(byte);
    if (isSigned) value = BigInt.asIntN(bytes * 8, value);
    return bytes > 4 ? `${value}` : Number(value);
  }

  #float(bytes: number): JsonValue {
    const taken = this.#take(bytes);
    const value = bytes === 4 ? taken.readFloatLE() : taken.readDoubleLE();
    return Number.isFinite(value) ? new JsonFloat(value) : `${value}`;
  }

  #flag(what: string): boolean {
    const byte = this.#take(1)[0]!;
    if (byte > 1) throw new IdlDataError(`${byte} is no ${what}`);
    return byte === 1;
  }

  #items(type: IdlType, count: number): JsonValue[] {
    const items: JsonValue[] = [];
    for (let i = 0; i < count; i++) {
      const before = this.#at;
      items.push(this.value(type));
      // a list of nothing could have any length
      if (this.#at === before && count > this.#bytes.length) throw new IdlDataError(`a list of ${count} empty items`);
    }
    return items;
  }

  #rest(type: IdlType): JsonValue[] {
    const items: JsonValue[] = [];
    while (this.#at < this.#bytes.length) {
      const before = this.#at;
      items.push(this.value(type));
      if (this.#at === before) throw new IdlDataError('a list of empty items');
    }
    return items;
  }

  #sized(size: IdlSize | undefined): Buffer {
    return this.#take(size === 'rest' ? this.#bytes.length - this.#at : this.#length(size));
  }

  #length({ prefixBytes }: Exclude<IdlSize, 'rest'> = { prefixBytes: 4 }): number {
    return Number(this.#integer({ bytes: prefixBytes, isSigned: false }));
  }

  #take(count: number): Buffer {
    const end = this.#at + count;
    if (end > this.#bytes.length) throw new IdlDataError(`the data ends after ${this.#bytes.length} bytes`);
    const taken = this.#bytes.subarray(this.#at, end);
    this.#at = end;
    return taken;
  }
}

export function isByte(type: IdlType): boolean {
  return type.kind === 'integer' && type.bytes === 1 && !type.isSigned;
}

function bytesJson(bytes: Buffer): JsonObject {
  return { base64: bytes.toString('base64') };
}
