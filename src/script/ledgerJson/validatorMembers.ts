import type { Cursor } from '../../syntax/cursor.ts';
import { readU8, readU16 } from '../../syntax/readers.ts';
import { converted, list, object, optional, syntax } from '../../syntax/syntax.ts';
import { type AddressNode, address, lamportsAlone } from '../../syntax/values.ts';

/** A validator in the file: names are resolved when all scripts are known. */
export interface ValidatorNode {
  readonly identity: AddressNode;
  readonly vote: AddressNode;
  readonly stake: { readonly lamports: bigint };
  readonly commissionBps: number;
}

const MAX_COMMISSION = 100;

function readCommission(at: Cursor): number | undefined {
  const percent = readU8(at);
  return percent === undefined || percent <= MAX_COMMISSION
    ? percent
    : at.refuse(`expected a percentage up to ${MAX_COMMISSION}, found ${percent}`);
}

const commission = syntax(readCommission, { type: 'integer', minimum: 0, maximum: MAX_COMMISSION });

const MAX_BPS = 10_000;

function readCommissionBps(at: Cursor): number | undefined {
  const rate = readU16(at);
  return rate === undefined || rate <= MAX_BPS
    ? rate
    : at.refuse(`expected basis points up to ${MAX_BPS}, found ${rate}`);
}

const commissionBps = syntax(readCommissionBps, { type: 'integer', minimum: 0, maximum: MAX_BPS });

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
