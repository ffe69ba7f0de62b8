import { clockAt } from '../../ledger/chainClock.ts';
import { type Chain, chainTo } from '../../ledger/history/chain.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import type { ClusterName } from '../../model/clusterName.ts';
import type { AccountsView } from '../../runtime/accounts/accounts.ts';
import { accountsBefore } from './cluster/clusterAccounts.ts';
import { MAX_NEW_ADDRESSES } from './names/names.ts';
import type { ScriptOptions } from './sink.ts';

/**
 * A ledger as a script sees it that is added to it.
 *
 * @param chain whose accounts are there before the script
 */
export function continuing(state: LedgerState, chain: Chain): ScriptOptions {
  const { cluster, history, names } = state;
  const accounts = accountsOn(state, chain);
  return {
    account: (address) => accounts.get(address),
    block: (slot) => history.block(slot),
    below(parent, first) {
      const under = chainUnder(state, parent, first);
      return { accounts: accountsOn(state, under), clock: clockAt(history, under) };
    },
    cluster,
    names: names.addresses,
    maxNewAddresses: MAX_NEW_ADDRESSES,
    // a transaction that was cut off has left its name
    isTaken: (name) =>
      names.signatures.get(name)?.some((signature) => history.ordinalsOf(signature).length > 0) ?? false,
  };
}

/** The chain that a block in a slot has below it. */
export function chainUnder({ chains, dropped, history }: LedgerState, parent: bigint, slot: bigint): Chain {
  return chainTo(slot - 1n, history, dropped, chains.processed, parent);
}

/** Of sysvars only their size matters to scripts. */
function accountsOn({ accounts, sysvars }: LedgerState, chain: Chain): AccountsView {
  const there = accounts.at(chain);
  if (sysvars === undefined) return there;
  return { get: (address) => there.get(address) ?? accountsOf(sysvars.cluster).get(address) };
}

const byCluster = new Map<ClusterName, ReadonlyMap<Address, Account>>();

function accountsOf(cluster: ClusterName): ReadonlyMap<Address, Account> {
  const accounts = byCluster.get(cluster) ?? accountsBefore(cluster);
  byCluster.set(cluster, accounts);
  return accounts;
}
