import type { JsonValue } from '../codec/jsonText.ts';
import type { Address } from '../solana/address.ts';
import type { ValueType } from '../solana/idl/idl.ts';
import type { Cursor } from '../syntax/cursor.ts';
import type { AddressNode } from '../syntax/values.ts';

/**
 * Writing values of programs with an IDL. The code that does so is loaded with an IDL; this file has only its interface.
 * @module
 */

/** A type as the readers of IDLs make it. */
interface WritableType extends ValueType {
  encode(at: Cursor, resolve: Resolve): Uint8Array | undefined;
  pattern(at: Cursor, resolve: Resolve, amountAt: AmountAt): JsonValue | undefined;
}

/** The address that a node names; undefined: the node is missing, or its name has no address, which is reported. */
export type Resolve = (address: AddressNode | undefined) => Address | undefined;

/** The place of an integer with an integer in place of an amount with its unit; undefined: the amount is wrong, which is reported. */
export type AmountAt = (at: Cursor) => Cursor | undefined;

/**
 * Fields as people write them, as the bytes that the program keeps. Undefined: there is a mistake, which was reported.
 *
 * @param at may have no value: then every field is what its type has by default
 */
export function fieldBytes(type: ValueType, at: Cursor, resolve: Resolve): Uint8Array | undefined {
  return (type as WritableType).encode(at, resolve);
}

/**
 * Turns a part of fields as people write it into the form that `readFields` gives, to compare the two: only the given members of an
 * object, and the beginning of a list. Undefined: there is a mistake, which was reported.
 */
export function expectedFields(
  type: ValueType,
  at: Cursor,
  resolve: Resolve,
  amountAt: AmountAt,
): JsonValue | undefined {
  return (type as WritableType).pattern(at, resolve, amountAt);
}
