import type { Address } from '../solana/address.ts';
import type { Instruction } from '../solana/instruction.ts';
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

/** The instructions of the message, with their accounts by address. */
export function instructionsOf({
  isSigner,
  isWritable,
  keys,
  message,
}: Pick<RunnableTransaction, 'isSigner' | 'isWritable' | 'keys' | 'message'>): readonly Instruction[] {
  return message.instructions.map(({ accounts, data, programIdIndex }) => ({
    program: keys[programIdIndex]!,
    accounts: Array.from(accounts, (index) => ({
      address: keys[index]!,
      isSigner: isSigner(index),
      isWritable: isWritable(index),
    })),
    data,
  }));
}

/** The program of each instruction of the message. */
export function programsOf({
  keys,
  message: { instructions },
}: Pick<RunnableTransaction, 'keys' | 'message'>): readonly Address[] {
  return instructions.map(({ programIdIndex }) => keys[programIdIndex]!);
}
