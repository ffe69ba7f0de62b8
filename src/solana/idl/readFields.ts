import type { JsonValue } from '../../codec/jsonText.ts';
import { Budget, IdlDataError } from './budget.ts';
import type { Idl, IdlAccount } from './idl.ts';

/** Bytes as the values that an IDL describes, and the account type that they are of. @module */

type Described = Pick<IdlAccount, 'discriminator' | 'type'>;

/**
 * The values after a discriminator; members that are constants of the IDL are left out.
 *
 * @throws IdlDataError
 */
export function readFields(data: Uint8Array, { discriminator, type }: Described, budget?: Budget): JsonValue {
  return type.read(data, discriminator.length, budget).value;
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
  const lengths = fitting.map((item) => lengthIn(data, item, budget));
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

/** Undefined: the data is of another type. @throws TooMuchError: the budget is exceeded */
function lengthIn(data: Uint8Array, { discriminator, type }: Described, budget: Budget): number | undefined {
  try {
    return type.read(data, discriminator.length, budget).end;
  } catch (error) {
    if (error instanceof IdlDataError && !budget.isOverspent) return undefined;
    throw error;
  }
}
