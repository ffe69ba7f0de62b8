/** What ledger.json says of the cluster besides its slots: who leads and votes with which stake, and that no account is missing. */
import { KEY } from './keys.mjs';
import { COMMISSION_PERCENT } from './solPlans.mjs';

/** Where a delegated stake account holds its lamports, as a u64. */
const DELEGATED_STAKE_OFFSET = 156;

export function clusterFacts({ svm }) {
  const stake = Buffer.from(svm.getAccount(KEY.stakeAccount).data).readBigUInt64LE(DELEGATED_STAKE_OFFSET);
  const validator = {
    identity: KEY.identity,
    vote: KEY.voteAccount,
    stake: { lamports: stake },
    commission: COMMISSION_PERCENT,
  };
  return { validators: [validator], allAccounts: true };
}
