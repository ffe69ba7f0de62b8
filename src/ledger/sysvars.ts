import type { ClusterName } from '../model/clusterName.ts';
import type { DerivedAccounts } from './accounts/accountsAt.ts';
import type { Chain } from './history/chain.ts';
import type { LedgerState } from './state.ts';

/** Makes the sysvars of a cluster as they are at the end of a chain. */
export interface Sysvars {
  readonly cluster: ClusterName;
  at(state: LedgerState, chain: Chain): DerivedAccounts;
}
