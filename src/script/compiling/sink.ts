import type { ClusterFacts } from '../../ledger/cluster.ts';
import type { EmptyRun } from '../../ledger/history/emptyRuns.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { BlockMaker } from '../../runtime/block.ts';
import type { Executor } from '../../runtime/executor.ts';
import type { Account } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { RecordedBlocks } from './blocks.ts';

/**
 * The input of compiling besides the script, and its output.
 * @module
 */

/** Receives the result of compiling: accounts and blocks, in the order of their slots. */
export interface ScriptSink {
  block(block: Block): void;
  /** Takes at least 1,024 empty blocks in a row. A sink without it gets them one by one. */
  emptyBlocks?(run: EmptyRun): void;
  /** Takes the state of an account after a block, or before the first one (undefined); without lamports it was closed. */
  account(account: Account, slot: bigint | undefined): void;
  /** The signature of a transaction that has a name: of its first copy (0), and of each other. */
  signature?(name: string, copy: number, signature: Signature): void;
  /** A name that the script uses for an account, with its dollar; it may come more than once. */
  name?(name: string, address: Address): void;
}

/** The recordings or the ledger that a script continues. */
export interface ScriptOptions extends Partial<RecordedBlocks> {
  readonly account?: (address: Address) => Account | undefined;
  /** facts of `ledger.json` */
  readonly cluster?: Pick<ClusterFacts, 'epochSchedule' | 'leaderSchedules'>;
  readonly protocol?: Protocol;
  /** names of accounts that the ledger has already, with their dollar */
  readonly names?: ReadonlyMap<string, Address>;
  /** programs of the ledger with an IDL */
  readonly programs?: ReadonlyMap<string, IdlProgram>;
  /** limit for the addresses that have to be computed: those of other names, and of derivations */
  readonly maxNewAddresses?: number;
  /** executor of transactions that ask for LiteSVM; undefined: none does */
  readonly execute?: Executor | undefined;
  /** adds more to a block before it ends */
  readonly beforeEnd?: ((maker: BlockMaker) => void) | undefined;
  /** whether a transaction of the ledger has a name already */
  readonly isTaken?: (name: string) => boolean;
}
