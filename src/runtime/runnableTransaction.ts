import type { Address } from '../solana/address.ts';
import type { Message } from '../solana/transaction.ts';

/** A transaction that may be executed: its message keeps the rules, and its lookup tables were read. */
export interface RunnableTransaction {
  readonly message: Message;
  /** keys in index order: static ones, then those that tables loaded */
  readonly keys: readonly Address[];
  isSigner(index: number): boolean;
  isWritable(index: number): boolean;
  /** lamports */
  readonly fee: bigint;
  /** the account whose nonce is its lifetime */
  readonly nonce: Address | undefined;
  /** compute units that it may consume */
  readonly unitLimit: bigint;
  /** bytes of accounts that it may load */
  readonly maxLoadedBytes: bigint;
}
