/**
 * What the leader of a block gets of its fees: half of what signatures cost, and all that is paid for priority. The rest is burned.
 *
 * Source   agave 4.1 runtime bank/fee_distribution.rs
 * @module
 */

import { U64_MAX } from '../../../codec/u64.ts';
import { emptyAccount } from '../../../model/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import type { Reward } from '../../../model/meta.ts';
import { type Accounts, rentExemption } from '../accounts/accounts.ts';

/** Lamports that the transactions of a block have paid. */
export interface BlockFees {
  signatures: bigint;
  priority: bigint;
}

/** Pays the leader. Undefined: there is nothing to pay, or the leader cannot be paid, so that all is burned. */
export function payLeader(leader: Address, fees: BlockFees, accounts: Accounts): Reward | undefined {
  const lamports = leaderShare(fees);
  const account = accounts.get(leader) ?? emptyAccount(leader);
  const postBalance = account.lamports + lamports;
  const isPayable = account.owner === SYSTEM_PROGRAM && postBalance <= U64_MAX;
  if (lamports === 0n || !isPayable || postBalance < rentExemption(account.data.length)) return undefined;
  accounts.set({ ...account, lamports: postBalance });
  return { pubkey: leader, lamports, postBalance, rewardType: 'Fee', commission: null };
}

/** Without the cost of a signature a node shares nothing. */
export function leaderShare({ signatures, priority }: BlockFees): bigint {
  return signatures === 0n ? 0n : priority + signatures - signatures / 2n;
}
