import type { EmptyRun } from '../../ledger/history/emptyRuns.ts';
import type { Account } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';

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
