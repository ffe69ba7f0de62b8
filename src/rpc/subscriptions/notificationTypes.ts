import type { Amount, InSlot, TransactionError } from '../openrpc/answerValues.ts';

/** an account as notifications have it; `data` has the encoding of the subscription */
export interface NotifiedAccount {
  readonly data: unknown;
  readonly executable: boolean;
  readonly lamports: Amount;
  readonly owner: string;
  readonly rentEpoch: Amount;
  readonly space: Amount;
}

/** The notifications of each kind. Written by `npm run docs` from their descriptions. */
export interface Notifications {
  /** `{"slot","parent","root"}` */
  readonly slot: { readonly slot: Amount; readonly parent: Amount; readonly root: Amount };
  /** `{type, slot, timestamp}`, with `parent` or `stats` */
  readonly slotsUpdates: { readonly type: 'createdBank'; readonly slot: Amount; /** Unix milliseconds */ readonly timestamp: number; readonly parent: Amount } | { readonly type: 'completed'; readonly slot: Amount; /** Unix milliseconds */ readonly timestamp: number } | { readonly type: 'frozen'; readonly slot: Amount; /** Unix milliseconds */ readonly timestamp: number; readonly stats: { readonly numTransactionEntries: number; readonly numSuccessfulTransactions: number; readonly numFailedTransactions: number; readonly maxTransactionsPerEntry: number } } | { readonly type: 'optimisticConfirmation'; readonly slot: Amount; /** Unix milliseconds */ readonly timestamp: number } | { readonly type: 'root'; readonly slot: Amount; /** Unix milliseconds */ readonly timestamp: number };
  /** its slot */
  readonly root: Amount;
  /** context and `{"data","executable","lamports","owner","rentEpoch","space"}` */
  readonly account: InSlot<NotifiedAccount>;
  /** context and `{"pubkey","account":{"data","executable","lamports","owner","rentEpoch","space"}}`, in a block ascending by address */
  readonly program: InSlot<{ readonly pubkey: string; readonly account: NotifiedAccount }>;
  /** context and `{"signature","err","logs"}` */
  readonly logs: InSlot<{ readonly signature: string; readonly err: TransactionError | null; readonly logs: readonly string[] }>;
  /** context and `{"slot","block","err"}`, where `block` is `null` if it cannot be shown */
  readonly block: InSlot<{ readonly slot: Amount; readonly block: unknown; readonly err: unknown }>;
  /** context and `{"err"}`, and if asked `"receivedSignature"` before it, but not on a localnet */
  readonly signature: InSlot<{ readonly err: TransactionError | null } | 'receivedSignature'>;
}
