import { rpcErrors } from '../../errors.ts';
import { minimumBalance } from '../../ledger/rent.ts';
import { type CommitmentWord, readBareCommitment } from '../params/accountConfig.ts';
import { readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

/** bytes; Source solana system-interface MAX_PERMITTED_DATA_LENGTH */
const MAX_DATA_LENGTH = 10n * 1024n * 1024n;

interface Params {
  readonly dataLength: bigint;
  readonly commitment: CommitmentWord | undefined;
}

/**
 * At least 1 lamport.
 *
 * Source   agave 4.1 rpc.rs get_minimum_balance_for_rent_exemption
 */
export const getMinimumBalanceForRentExemption: Method<Params> = {
  name: 'getMinimumBalanceForRentExemption',

  describe: ({ COMMITMENT_CONFIG, U64 }) => ({
    summary: 'the lamports that make an account of this size rent-exempt',
    params: {
      dataLength: { type: 'integer', minimum: 0, maximum: MAX_DATA_LENGTH },
      'commitment?': COMMITMENT_CONFIG,
    },
    result: 'lamports',
    schema: U64,
    errors: ['invalidRequest'],
  }),

  readParams(params) {
    const [lengthParam, commitmentParam] = readPositional(params, 1, 2);
    const dataLength = readU64(lengthParam!, 'usize');
    const commitment = readBareCommitment(commitmentParam);
    if (dataLength > MAX_DATA_LENGTH) throw rpcErrors.invalidRequest();
    return { dataLength, commitment };
  },

  answer({ dataLength, commitment }, context) {
    return `${minimumBalance(dataLength, viewAt(context, commitment))}`;
  },
};
