import { BASIS_POINTS } from '../../solana/basisPoints.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { type Reader, readU8, readU16 } from '../../syntax/readers.ts';
import { converted, list, object, optional, type Syntax, syntax } from '../../syntax/syntax.ts';
import { type AddressNode, address, lamportsAlone } from '../../syntax/values.ts';

/** A validator in the file: names are resolved when all scripts are known. */
export interface ValidatorNode {
  readonly identity: AddressNode;
  readonly vote: AddressNode;
  readonly stake: { readonly lamports: bigint };
  readonly commissionBps: number;
}

/** @param noun of the rate in errors, such as `basis points` */
function rateUpTo(max: number, noun: string, read: Reader<number>): Syntax<number> {
  const readRate = (at: Cursor) => {
    const rate = read(at);
    return rate === undefined || rate <= max ? rate : at.refuse(`expected ${noun} up to ${max}, found ${rate}`);
  };
  return syntax(readRate, { type: 'integer', minimum: 0, maximum: max });
}

const commission = rateUpTo(100, 'a percentage', readU8);
const commissionBps = rateUpTo(BASIS_POINTS, 'basis points', readU16);

const MEMBERS = object({
  identity: address,
  vote: address,
  stake: lamportsAlone,
  commission: optional(commission, 'percent; default: 0'),
  commissionBps: optional(commissionBps, 'basis points, in place of `commission`'),
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
