import { rpcErrors } from '../../errors.ts';
import { minimumBalance } from '../../ledger/rent.ts';
import { withNote } from '../openrpc/schema.ts';
import { U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { checked, optional } from '../params/paramType.ts';
import { bareCommitment, usize, within } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

/** bytes; Source solana system-interface MAX_PERMITTED_DATA_LENGTH */
const MAX_DATA_LENGTH = 10n * 1024n * 1024n;

const dataLength = checked(within(usize, 0, MAX_DATA_LENGTH), (length) => {
  if (length > MAX_DATA_LENGTH) throw rpcErrors.invalidRequest();
  return length;
});

/**
 * The minimum balance is at least 1 lamport.
 *
 * Source   agave 4.1 rpc.rs get_minimum_balance_for_rent_exemption
 */
export const getMinimumBalanceForRentExemption = method({
  name: 'getMinimumBalanceForRentExemption',
  summary: 'the lamports that make an account of this size rent-exempt',
  params: params({ dataLength, commitment: optional(bareCommitment) }),
  result: withNote(U64, 'lamports'),
  errors: ['invalidRequest'],

  answer({ dataLength, commitment }, context) {
    return `${minimumBalance(dataLength, viewAt(context, commitment))}`;
  },
});
