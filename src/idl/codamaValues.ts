import type { JsonValue } from '../codec/jsonText.ts';
import { type Address, isAddressText } from '../solana/address.ts';
import { type Budget, TooMuchError } from '../solana/idl/budget.ts';
import { Cursor, newReading } from '../syntax/cursor.ts';
import { itemsOf } from '../syntax/readers.ts';
import type { AddressNode } from '../syntax/values.ts';
import { kindOf, nameOf, textIn } from './codamaNodes.ts';
import type { FieldType } from './types/fieldType.ts';
import { unreadable } from './unreadable.ts';

/**
 * The values in an IDL of Codama: defaults of fields and constants.
 *
 * Source   @codama/node-types 1.11 ValueNode
 * @module
 */

/** The context of the values of a program. */
export interface ValueScope {
  /** steps for all program values */
  readonly budget: Budget;
  /** @throws UnreadableError */
  readonly readType: (at: Cursor) => FieldType;
}

/** A value with its type. @throws UnreadableError */
export function constantBytes(at: Cursor, scope: ValueScope): Uint8Array {
  return valueBytes(at.member('value'), scope.readType(at.member('type')), scope);
}

/** @throws UnreadableError */
export function valueBytes(at: Cursor, type: FieldType, scope: ValueScope): Uint8Array {
  const reading = newReading();
  const value = new Cursor(jsonOf(at, scope), at.source, reading);
  const bytes = type.encode(value, addressIn, scope.budget);
  return bytes ?? unreadable(at, `the value is not of its type: ${reading.errors.settle()[0]?.message}`);
}

/** @throws UnreadableError instead of TooMuchError */
export function withinBudget<T>(at: Cursor, run: () => T): T {
  try {
    return run();
  } catch (error) {
    if (error instanceof TooMuchError) return unreadable(at, `the IDL has ${error.message}`);
    throw error;
  }
}

function addressIn(node: AddressNode | undefined): Address | undefined {
  if (node === undefined) return undefined;
  return isAddressText(node.value) ? (node.value as Address) : node.at.refuse(`${node.value} is not an address`);
}

export function isValueNode(at: Cursor): boolean {
  return Object.hasOwn(VALUES, kindOf(at));
}

/** A value as people write it. */
function jsonOf(at: Cursor, scope: ValueScope): JsonValue {
  const kind = kindOf(at);
  const read = Object.hasOwn(VALUES, kind) ? VALUES[kind]! : unreadable(at, `${kind} is not a value`);
  return read(at, scope);
}

type ValueReader = (at: Cursor, scope: ValueScope) => JsonValue;

const itemsJson: ValueReader = (at, scope) => itemsOf(at.member('items')).map((item) => jsonOf(item, scope));

const VALUES: Readonly<Record<string, ValueReader>> = {
  arrayValueNode: itemsJson,
  booleanValueNode: (at) => at.member('boolean').value ?? null,
  bytesValueNode: (at) => {
    const encoding = textIn(at.member('encoding'));
    return { [encoding === 'base16' ? 'hex' : encoding]: textIn(at.member('data')) };
  },
  constantValueNode: (at, scope) => ({ hex: Buffer.from(constantBytes(at, scope)).toString('hex') }),
  enumValueNode: (at, scope) => {
    const variant = textIn(at.member('variant'));
    const content = at.member('value');
    return content.isNothing ? variant : { [variant]: jsonOf(content, scope) };
  },
  mapValueNode: (at, scope) =>
    itemsOf(at.member('entries')).map((item) => [
      jsonOf(item.member('key'), scope),
      jsonOf(item.member('value'), scope),
    ]),
  noneValueNode: () => null,
  numberValueNode: (at) => at.member('number').value ?? null,
  publicKeyValueNode: (at) => textIn(at.member('publicKey')),
  setValueNode: itemsJson,
  someValueNode: (at, scope) => jsonOf(at.member('value'), scope),
  stringValueNode: (at) => textIn(at.member('string')),
  structValueNode: (at, scope) =>
    Object.fromEntries(itemsOf(at.member('fields')).map((item) => [nameOf(item), jsonOf(item.member('value'), scope)])),
  tupleValueNode: itemsJson,
};
