import { type Address, address, CLOCK_SYSVAR, compareAddresses, STAKE_PROGRAM } from '../solana/address.ts';
import { readWithdrawal } from '../solana/programs/stake.ts';
import { type Clock, decodeClock } from '../solana/sysvars.ts';
import type { AccountsAt } from './accounts/accountsAt.ts';
import type { Supply } from './clusterFacts.ts';
import list from './nonCirculating.json' with { type: 'json' };

/**
 * Addresses of mainnet-beta that a node counts as not circulating, on whatever cluster it runs.
 *
 * Source   agave 4.1.2 runtime non_circulating_supply.rs
 * @module
 */

/** Accounts whose lamports do not circulate. */
export const NON_CIRCULATING: readonly Address[] = list.accounts.map(address);

/** Stake that one of them may withdraw does not circulate. */
export const NON_CIRCULATING_WITHDRAWERS: ReadonlySet<Address> = new Set(list.withdrawers.map(address));

/**
 * The supply as the sum over all accounts: it is right only if the ledger has every account of the cluster.
 *
 * Source   agave 4.1 rpc.rs get_supply
 */
export function supplyOf(accounts: AccountsAt): Supply {
  const addresses = nonCirculatingAddresses(accounts);
  let total = 0n;
  for (const { lamports } of accounts.values()) total += lamports;
  let nonCirculating = 0n;
  for (const address of addresses) nonCirculating += accounts.get(address)?.lamports ?? 0n;
  return { circulating: total - nonCirculating, nonCirculating, nonCirculatingAccounts: [...addresses], total };
}

/**
 * Addresses whose lamports do not circulate: the list of the node, even if the ledger lacks their accounts, and stake that is locked
 * up or that certain addresses may withdraw. The node has them in no order; here they ascend by their bytes.
 *
 * Source   agave 4.1.2 runtime non_circulating_supply.rs
 */
export function nonCirculatingAddresses(accounts: AccountsAt): ReadonlySet<Address> {
  const clock = decodeClock(accounts.get(CLOCK_SYSVAR)?.data) ?? BEGINNING;
  const stakes = accounts.ownedBy(STAKE_PROGRAM, []).filter(({ data }) => isNonCirculatingStake(data, clock));
  return new Set([...NON_CIRCULATING, ...stakes.map((stake) => stake.address)].sort(compareAddresses));
}

/** The clock of a ledger without a Clock sysvar: as in the node, no time has passed. */
const BEGINNING = { epoch: 0n, unixTimestamp: 0n };

function isNonCirculatingStake(data: Uint8Array, clock: Pick<Clock, 'epoch' | 'unixTimestamp'>): boolean {
  const withdrawal = readWithdrawal(data);
  if (withdrawal === undefined) return false;
  const { lockedUntil, withdrawer } = withdrawal;
  const isLocked = lockedUntil.unixTimestamp > clock.unixTimestamp || lockedUntil.epoch > clock.epoch;
  return isLocked || NON_CIRCULATING_WITHDRAWERS.has(withdrawer);
}
