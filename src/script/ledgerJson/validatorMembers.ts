import type { Cursor } from '../../syntax/cursor.ts';
import { readU8 } from '../../syntax/readers.ts';
import { converted, list, object, optional, syntax, withDefault } from '../../syntax/syntax.ts';
import { type AddressNode, address, lamportsAlone } from '../../syntax/values.ts';

/** A validator in the file: names are resolved when all scripts are known. */
export interface ValidatorNode {
  readonly identity: AddressNode;
  readonly vote: AddressNode;
  readonly stake: { readonly lamports: bigint };
  readonly commission: number;
}

const MAX_COMMISSION = 100;

function readCommission(at: Cursor): number | undefined {
  const percent = readU8(at);
  return percent === undefined || percent <= MAX_COMMISSION
    ? percent
    : at.refuse(`expected a percentage up to ${MAX_COMMISSION}, found ${percent}`);
}

const commission = syntax(readCommission, { type: 'integer', minimum: 0, maximum: MAX_COMMISSION });

const validator = object({
  identity: address,
  vote: address,
  stake: lamportsAlone,
  commission: withDefault(commission, 0, 'percent'),
});

function refuseEmpty<T>(validators: readonly T[], at: Cursor): readonly T[] | undefined {
  return validators.length === 0 ? at.expected('at least one validator') : validators;
}

export const VALIDATOR_MEMBERS = {
  validators: optional(
    converted(list(validator, { minItems: 1 }), refuseEmpty),
    'who leads in turn and votes; default of a script: $validator, with $validatorVote and a stake of 1,000,000 SOL',
  ),
};
