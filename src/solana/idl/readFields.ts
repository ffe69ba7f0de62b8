import type { JsonValue } from '../../codec/jsonText.ts';
import { Budget, IdlDataError } from './budget.ts';
import { FieldReader } from './fieldReader.ts';
import type { Idl, IdlAccount } from './idl.ts';

export { IdlDataError } from './budget.ts';

/**
 * Account data as fields.
 * @module
 */

type Described = Pick<IdlAccount, 'discriminator' | 'type'>;
type Types = Pick<Idl, 'types'>;

/**
 * The values after a discriminator, without constants. Integers beyond 32 bits are text, and bytes are in base64.
 *
 * @throws IdlDataError
 */
export function readFields(
  data: Uint8Array,
  { discriminator, type }: Described,
  { types }: Types,
  budget?: Budget,
): JsonValue {
  const reader = new FieldReader(data, discriminator.length, types, budget);
  return withDataErrors(() => reader.value(type));
}

/** Types without a size, or without the value of a parameter, are found when they are used. @throws IdlDataError */
function withDataErrors<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof RangeError ? new IdlDataError(error.message) : error;
  }
}

/**
 * The account type that data is of: by constant bytes and by its size; of several the one with the most constant bytes. Where
 * neither decides, it is one that the data can be read as: best one without bytes behind it.
 *
 * @throws TooMuchError
 */
export function accountTypeOf(data: Uint8Array, idl: Idl, budget = new Budget()): IdlAccount | undefined {
  const fitting = idl.accounts.filter((item) => hasConstants(data, item));
  const [best] = fitting
    .filter((item) => (item.size === undefined ? constantsOf(item) > 0 : item.size === data.length))
    .toSorted((a, b) => constantsOf(b) - constantsOf(a));
  if (best !== undefined) return best;
  const lengths = fitting.map((item) => lengthIn(data, item, idl, budget));
  const exact = fitting.find((_, i) => lengths[i] === data.length);
  return exact ?? fitting.find(({ size }, i) => lengths[i] !== undefined && size === undefined);
}

function hasConstants(data: Uint8Array, { discriminator, marks = [] }: IdlAccount): boolean {
  return [{ offset: 0, bytes: discriminator }, ...marks].every(({ bytes, offset }) =>
    bytes.every((byte, i) => byte === data[offset + i]),
  );
}

function constantsOf({ discriminator, marks = [] }: IdlAccount): number {
  return marks.reduce((total, { bytes }) => total + bytes.length, discriminator.length);
}

function lengthIn(
  data: Uint8Array,
  { discriminator, type }: Described,
  { types }: Types,
  budget: Budget,
): number | undefined {
  const reader = new FieldReader(data, discriminator.length, types, budget);
  try {
    reader.value(type);
    return reader.offset;
  } catch (error) {
    const isOther = error instanceof RangeError || (error instanceof IdlDataError && budget.left > 0);
    if (isOther) return undefined;
    throw error;
  }
}
