import type { U64 } from '../../solana/u64.ts';
import type { SubscriptionParams } from '../openrpc/paramTypes.ts';

/**
 * The subscriptions of the library. Integers are numbers, and bigints beyond 2^53.
 * @module
 */

/** A value with the slot that it was read in. */
export interface InSlot<T> {
  readonly context: { readonly slot: U64 };
  readonly value: T;
}

export interface NotifiedAccount {
  readonly lamports: U64;
  /** data in the encoding: text, text with the encoding, or an object of a parser */
  readonly data: unknown;
  readonly owner: string;
  readonly executable: boolean;
  readonly rentEpoch: U64;
  readonly space: U64;
}

/** A transaction's error as in the answers of the methods; null: it has succeeded. */
type TransactionError = unknown;

/** The notifications of each kind. */
export interface Notifications {
  readonly slot: { readonly slot: U64; readonly parent: U64; readonly root: U64 };
  readonly slotsUpdates: {
    readonly type: 'createdBank' | 'completed' | 'frozen' | 'optimisticConfirmation' | 'root';
    readonly slot: U64;
    /** Unix milliseconds */
    readonly timestamp: number;
    /** member of `createdBank` */
    readonly parent?: U64;
    /** member of `frozen` */
    readonly stats?: {
      readonly numTransactionEntries: number;
      readonly numSuccessfulTransactions: number;
      readonly numFailedTransactions: number;
      readonly maxTransactionsPerEntry: number;
    };
  };
  readonly root: U64;
  readonly account: InSlot<NotifiedAccount>;
  readonly program: InSlot<{ readonly pubkey: string; readonly account: NotifiedAccount }>;
  readonly logs: InSlot<{
    readonly signature: string;
    readonly err: TransactionError;
    readonly logs: readonly string[];
  }>;
  readonly block: InSlot<{
    readonly slot: U64;
    /** the block of getBlock; null where it cannot be shown */
    readonly block: unknown;
    readonly err: unknown;
  }>;
  readonly signature: InSlot<{ readonly err: TransactionError } | 'receivedSignature'>;
}

export type SubscriptionKind = keyof Notifications;

/** The notifications of a subscription, in order. It ends with `return`, which leaving a loop calls, and with its ledger. */
export interface Subscribed<T> {
  next(): Promise<IteratorResult<T, undefined>>;
  return(): Promise<IteratorResult<T, undefined>>;
  [Symbol.asyncIterator](): Subscribed<T>;
}

/** Subscribes at once; notifications that are not read yet are kept. */
export type Subscribe = <K extends SubscriptionKind>(
  kind: K,
  ...params: SubscriptionParams[K]
) => Subscribed<Notifications[K]>;
