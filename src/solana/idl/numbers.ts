import { ByteWriter } from '../../codec/bytes.ts';
import { type IdlInteger, type IdlType, typeText } from './idl.ts';

/**
 * Integers as programs keep them.
 * @module
 */

/** The default integer of variants and options. */
export const BYTE: IdlInteger = { kind: 'integer', bytes: 1, isSigned: false };
/** The integer of lengths. */
export const U32: IdlInteger = { kind: 'integer', bytes: 4, isSigned: false };

/** Little-endian; a negative number in two's complement. */
function integerBytes(value: bigint, size: number): Buffer {
  const bytes = Buffer.alloc(size);
  for (let i = 0, rest = BigInt.asUintN(size * 8, value); i < size; i++, rest >>= 8n) bytes[i] = Number(rest & 0xffn);
  return bytes;
}

/** @param value one that the type has */
export function encodeInteger(value: bigint, { bytes, form }: IdlInteger): Uint8Array {
  if (form === 'shortU16') return new ByteWriter(3).shortVec(Number(value)).bytes();
  const written = integerBytes(value, bytes);
  return form === 'bigEndian' ? written.reverse() : written;
}

export function isInRange(value: bigint, type: IdlInteger): boolean {
  const { max, min } = rangeOf(type);
  return min <= value && value <= max;
}

export function rangeOf({ bytes, isSigned }: IdlInteger): { readonly min: bigint; readonly max: bigint } {
  const half = 1n << BigInt(bytes * 8 - 1);
  return isSigned ? { min: -half, max: half - 1n } : { min: 0n, max: half * 2n - 1n };
}

export function rangeText(type: IdlInteger): string {
  const { max, min } = rangeOf(type);
  return `${typeText(type)} (${min} to ${max})`;
}

export function isByte(type: IdlType): boolean {
  return type.kind === 'integer' && type.bytes === 1 && !type.isSigned;
}
