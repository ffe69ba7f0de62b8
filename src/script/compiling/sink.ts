import type { ClusterFacts } from '../../ledger/cluster.ts';
import type { EmptyRun } from '../../ledger/history/emptyRuns.ts';
import type { Protocol } from '../../ledger/protocol.ts';
import type { BlockMaker } from '../../runtime/block.ts';
import type { Executor } from '../../runtime/loadedTransaction.ts';
import type { Account } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { RecordedBlocks } from './blocks.ts';

/**
 * What goes into compiling besides the script, and what comes out of it.
 * @module
 */

/** Receives the result of compiling: accounts and blocks, in the order of their slots. */
export interface ScriptSink {
  block(block: Block): void;
  /** More than 1,024 empty blocks in a row. A sink without it receives them one by one. */
  emptyBlocks?(run: EmptyRun): void;
  /** as it was after a block, or before the first one (undefined); without lamports it was closed */
  account(account: Account, slot: bigint | undefined): void;
  /** The signature of a transaction that has a name: of its first copy (0), and of each other. */
  signature?(name: string, copy: number, signature: Signature): void;
  /** A name that the script uses for an account, with its dollar; it may come more than once. */
  name?(word: string, address: Address): void;
}

/** What the script continues: recordings, or a ledger. */
export interface ScriptOptions extends Partial<RecordedBlocks> {
  readonly account?: (address: Address) => Account | undefined;
  /** from `ledger.json` */
  readonly cluster?: Pick<ClusterFacts, 'epochSchedule' | 'leaderSchedules'>;
  readonly protocol?: Protocol;
  /** names of accounts that the ledger has already, with their dollar */
  readonly names?: ReadonlyMap<string, Address>;
  /** that have an IDL, of the ledger */
  readonly programs?: ReadonlyMap<string, IdlProgram>;
  /** limit for the addresses that have to be computed: those of other names, and of derivations */
  readonly maxNewAddresses?: number;
  /** of transactions that LiteSVM executes; undefined: there are none */
  readonly execute?: Executor | undefined;
  /** adds more to a block before it ends */
  readonly beforeEnd?: ((maker: BlockMaker) => void) | undefined;
  /** whether a transaction of the ledger has a name already */
  readonly isTaken?: (name: string) => boolean;
}
