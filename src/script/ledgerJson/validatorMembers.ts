import type { Cursor } from '../../syntax/cursor.ts';
import { converted, integerUpTo, list, object, optional } from '../../syntax/syntax.ts';
import { type AddressNode, address, basisPoints, lamportsAlone } from '../../syntax/values.ts';

/** A validator in the file: names are resolved when all scripts are known. */
export interface ValidatorNode {
  readonly identity: AddressNode;
  readonly vote: AddressNode;
  readonly stake: { readonly lamports: bigint };
  readonly commissionBps: number;
}

const MEMBERS = object({
  identity: address,
  vote: address,
  stake: lamportsAlone,
  commission: optional(integerUpTo(100, 'percent'), 'percent; default: 0'),
  commissionBps: optional(basisPoints, 'basis points, in place of `commission`'),
});

const validator = converted(
  MEMBERS,
  ({ commission: percent, commissionBps: rate, ...others }, at): ValidatorNode | undefined => {
    if (percent !== undefined && rate !== undefined)
      return at.member('commissionBps').refuse('expected commission or commissionBps, found both');
    return { ...others, commissionBps: rate ?? (percent ?? 0) * 100 };
  },
);

function refuseEmpty<T>(validators: readonly T[], at: Cursor): readonly T[] | undefined {
  return validators.length === 0 ? at.expected('at least one validator') : validators;
}

export const VALIDATOR_MEMBERS = {
  validators: optional(
    converted(list(validator, { minItems: 1 }), refuseEmpty),
    'who leads in turn and votes; default of a script: $validator, with $validatorVote and a stake of 1,000,000 SOL',
  ),
};
