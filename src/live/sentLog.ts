import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { LedgerState } from '../ledger/state.ts';
import type { KnownTokens } from '../runtime/accounts/knownTokens.ts';
import type { SendOutcome } from '../runtime/sendRule.ts';
import type { Address, Signature } from '../solana/address.ts';
import type { SentTransaction } from '../solana/sentTransaction.ts';
import type { SendQueue } from './sendQueue.ts';

/** One transaction that was sent. What has become of it since then is in the ledger. */
export interface SentRecord {
  /** 1 is the first one since the ledger was loaded or reset */
  readonly id: number;
  readonly transaction: SentTransaction;
  /** the ledger that it came to, at its processed tip */
  readonly sentAt: SentAt;
  /** the token accounts that it names, at that moment; undefined: none is known */
  readonly tokens?: KnownTokens | undefined;
  /** the configuration that came with it */
  readonly options: JsonValue;
  /** the id of the rule that decided; null: none did */
  readonly rule: string | null;
  /**
   * the outcome that the rule gives, `"succeed"` without a rule; `{"refused": {"code", "err"?}}` if the client was answered with an error
   */
  readonly outcome: JsonValue;
  /** the outcome that the rule decides; undefined: no rule did */
  readonly decision?: SendOutcome | undefined;
  /** undefined: it was accepted */
  readonly error: JsonObject | undefined;
  /** the bundle that it was sent in, and its place there, from 0; undefined: it was sent by itself */
  readonly bundle?: { readonly id: string; readonly index: number } | undefined;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed?: readonly string[];
  /** signers that the ledger impersonates: they need no key */
  readonly impersonated?: readonly Address[];
  /** true: the faucet sent it, for requestAirdrop */
  readonly isAirdrop?: true;
}

/** The processed slot at which a transaction was sent, and the time of its block. */
export interface SentAt {
  readonly slot: bigint;
  /** Unix seconds; null: the block has no time */
  readonly blockTimeSeconds: bigint | null;
}

/** A transaction that was sent, before it has its id. */
export type NewSentRecord = Omit<SentRecord, 'id'>;

/** A transaction that the ledger no longer has, because a move took its block or its place in the queue away. */
export interface TakenSend {
  /** slot of its block; undefined: it was waiting for one */
  readonly slot: bigint | undefined;
  /** `reorganization`: blocks ahead of the processed tip were replaced */
  readonly cause: 'revert' | 'reorganization';
}

/** The number of newest records that are always kept. At times there are up to twice as many. */
export const MAX_SENT_RECORDS = 10_000;

/** The transactions that were sent to a ledger, oldest first. */
export class SentLog {
  #records: SentRecord[] = [];
  /** number of records that were dropped since it was cleared */
  #forgotten = 0;
  /** ids of the calls that sent them, by id of the record; a bundle is there with its first transaction */
  readonly #calls = new Map<number, number>();
  /** transactions that were taken away, by id of the record */
  readonly #taken = new Map<number, TakenSend>();
  /** listener for each record that is added */
  onAdded: ((record: SentRecord) => void) | undefined;

  get records(): readonly SentRecord[] {
    return this.#records;
  }

  /** The number of older records that it does not have any more: their ids are 1 up to this number. */
  get forgotten(): number {
    return this.#forgotten;
  }

  /** The id of the newest record; 0: there was none. */
  get lastId(): number {
    return this.#forgotten + this.#records.length;
  }

  /** The id of the call that sent a transaction; undefined: the journal did not get it. */
  callOf({ bundle, id }: SentRecord): number | undefined {
    return this.#calls.get(id - (bundle?.index ?? 0));
  }

  /** Notes the call that sent a transaction, or a bundle that it is the first one of. */
  noteCall({ id }: SentRecord, call: number): void {
    this.#calls.set(id, call);
  }

  /** The place that a move took a transaction from; undefined: none did. */
  takenOf({ id }: SentRecord): TakenSend | undefined {
    return this.#taken.get(id);
  }

  /** Notes the transactions that a move takes away: they were in a block or in the queue before it, and are in neither after it. */
  noteTaken(before: LedgerOfSends, after: LedgerOfSends, cause: TakenSend['cause']): void {
    // other moves take transactions out of the queue for their blocks
    const waitedBefore = cause === 'revert' ? waitingIn(before) : NONE_WAITING;
    const waitAfter = waitingIn(after);
    for (const { id, transaction } of this.#records) {
      const [signature] = transaction.signatures;
      if (signature === undefined) continue;
      const slot = slotOf(signature, before);
      if (waitAfter.has(signature) || slotOf(signature, after) !== undefined) this.#taken.delete(id);
      else if (slot !== undefined || waitedBefore.has(signature)) this.#taken.set(id, { slot, cause });
    }
  }

  add(sent: NewSentRecord): SentRecord {
    const record = { ...sent, id: this.lastId + 1 };
    this.#records.push(record);
    if (this.#records.length >= 2 * MAX_SENT_RECORDS) {
      this.#records = this.#records.slice(-MAX_SENT_RECORDS);
      this.#forgotten = record.id - MAX_SENT_RECORDS;
      for (const byId of [this.#calls, this.#taken])
        for (const id of byId.keys()) if (id <= this.#forgotten) byId.delete(id);
    }
    this.onAdded?.(record);
    return record;
  }

  clear(): void {
    this.#records = [];
    this.#forgotten = 0;
    this.#calls.clear();
    this.#taken.clear();
  }
}

/** The blocks of a ledger, and the transactions that wait for one. */
export interface LedgerOfSends {
  readonly state: Pick<LedgerState, 'history'>;
  readonly sends: Pick<SendQueue, 'queue'>;
}

const NONE_WAITING: ReadonlySet<Signature | undefined> = new Set();

function waitingIn({ sends: { queue } }: LedgerOfSends): ReadonlySet<Signature | undefined> {
  return new Set(queue.flatMap(({ parts }) => parts.map(({ transaction }) => transaction.signatures[0])));
}

/** The newest slot with a transaction; undefined: it is in no block. */
function slotOf(signature: Signature, { state: { history } }: LedgerOfSends): bigint | undefined {
  const ordinal = history.ordinalsOf(signature).at(-1);
  return ordinal === undefined ? undefined : history.transactionAt(ordinal)!.slot;
}
