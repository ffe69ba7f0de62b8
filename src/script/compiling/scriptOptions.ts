import type { BlockClock } from '../../ledger/blockClock.ts';
import type { ClusterFacts, LeadersInTurn } from '../../ledger/clusterFacts.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { BlockMaker } from '../../runtime/block.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { RecordedBlocks } from './blocks.ts';

/** The recordings or the ledger that a script continues. */
export interface ScriptOptions extends Partial<RecordedBlocks> {
  readonly account?: (address: Address) => Account | undefined;
  /** facts of `ledger.json` */
  readonly cluster?: Pick<ClusterFacts, 'epochSchedule' | 'leaderSchedules'>;
  /** the leaders of a localnet, in turn; undefined: blocks of other ledgers have a leader only if a schedule or the script names one */
  readonly localLeaders?: LeadersInTurn | undefined;
  readonly protocol?: Protocol;
  /** the clock of blocks without a time, where none below them has one; default: that of the genesis */
  readonly clock?: BlockClock | undefined;
  /** names of accounts that the ledger has already, with their dollar */
  readonly names?: ReadonlyMap<string, Address>;
  /** programs of the ledger with an IDL */
  readonly programs?: ReadonlyMap<string, IdlProgram>;
  /** limit for the addresses that have to be computed: of names that `names` does not have, and of derivations */
  readonly maxNewAddresses?: number;
  /** executor of transactions that ask for LiteSVM; undefined: none does */
  readonly execute?: Executor | undefined;
  /** adds more to a block before it ends */
  readonly beforeEnd?: ((maker: BlockMaker) => void) | undefined;
  /** whether a transaction of the ledger has a name already */
  readonly isTaken?: (name: string) => boolean;
}
