import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Address, Blockhash, Signature } from './address.ts';
import type { RecordedMeta, Reward, TransactionError } from './meta.ts';
import { fullAccountKeys, type TransactionVersion } from './transaction.ts';

/** The facts of every transaction of the ledger, in any recorded form. */
interface RecordedTransaction {
  /** the first signature: the transaction's id */
  readonly signature: Signature;
  readonly slot: bigint;
  /** position in its block, from 0; undefined where it was not recorded */
  readonly index: number | undefined;
  /** Unix seconds, i64 */
  readonly blockTimeSeconds: bigint | null;
  /** null where the recording has no metadata; such a transaction counts as successful */
  readonly err: TransactionError | null;
  readonly version: TransactionVersion;
}

/** A transaction whose bytes are known: every encoding can be made from it. What is in the bytes is decoded when it is asked for. */
export interface WireTransaction extends RecordedTransaction {
  readonly kind: 'wire';
  readonly wire: Uint8Array;
  /** static keys */
  readonly accountKeys: readonly Address[];
  /** a memo program is among the keys; kept so that long lists need not search the keys of each transaction */
  readonly namesMemo: boolean;
  /** a blockhash or a durable nonce */
  readonly recentBlockhash: Blockhash;
  readonly meta: RecordedMeta | null;
}

/**
 * A transaction recorded in a form that its bytes cannot be rebuilt from. It is shown in that form
 * and in the ones that hold less, and refused in any other.
 */
export interface OpaqueTransaction extends RecordedTransaction {
  readonly kind: 'opaque';
  readonly form: 'jsonParsed' | 'accounts' | 'signatures';
  /** the recorded members, unchanged; null where the form has none */
  readonly json: JsonObject | null;
  readonly meta: JsonValue;
  /** every account that the transaction names; unknown (empty) for `signatures` */
  readonly accountKeys: readonly Address[];
}

export type LedgerTransaction = WireTransaction | OpaqueTransaction;

/** The blockhash that is shown in place of that of a parent that was cleaned up. */
export const UNKNOWN_BLOCKHASH = '1'.repeat(32) as Blockhash;

export interface Block {
  readonly slot: bigint;
  readonly parentSlot: bigint;
  readonly blockhash: Blockhash;
  readonly previousBlockhash: Blockhash;
  /** Unix seconds, i64 */
  readonly blockTimeSeconds: bigint | null;
  /** 0 to 999, beyond the whole seconds: the times of blocks after it are counted from both */
  readonly blockTimeMilliseconds?: bigint;
  readonly blockHeight: bigint | null;
  readonly rewards: readonly Reward[];
  /** first block of an epoch that pays rewards in partitions */
  readonly numRewardPartitions?: bigint;
  /** transactions in block order; undefined: the recording lacks them */
  readonly transactions: readonly LedgerTransaction[] | undefined;
}

/** Every account that a transaction names, as far as the recording has them: those from lookup tables too. */
export function recordedKeys(transaction: LedgerTransaction): readonly Address[] {
  if (transaction.kind === 'opaque') return transaction.accountKeys;
  return fullAccountKeys(transaction, transaction.meta?.loadedAddresses);
}
