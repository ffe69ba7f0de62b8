import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Address } from '../solana/address.ts';
import type { SentTransaction } from '../solana/sentTransaction.ts';

/** One transaction that was sent. What has become of it since then is in the ledger. */
export interface SentRecord {
  /** 1 is the first one since the ledger was loaded or reset */
  readonly id: number;
  readonly transaction: SentTransaction;
  /** the ledger that it came to, at its processed tip */
  readonly sentAt: SentAt;
  /** the configuration that came with it */
  readonly options: JsonValue;
  /** the id of the rule that decided; null: none did */
  readonly rule: string | null;
  /**
   * the outcome that the rule gives, `"succeed"` without a rule; `{"refused": {"code", "err"?}}` if the client was answered with an error
   */
  readonly outcome: JsonValue;
  /** undefined: it was accepted */
  readonly error: JsonObject | undefined;
  /** the bundle that it was sent in, and its place there, from 0; undefined: it was sent by itself */
  readonly bundle?: { readonly id: string; readonly index: number } | undefined;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed?: readonly string[];
  /** signers that the ledger impersonates: they need no key */
  readonly impersonated?: readonly Address[];
}

/** The processed slot at which a transaction was sent, and the time of its block. */
export interface SentAt {
  readonly slot: bigint;
  /** Unix seconds; null: the block has no time */
  readonly blockTimeSeconds: bigint | null;
}

/** A transaction that was sent, before it has its id. */
export type NewSentRecord = Omit<SentRecord, 'id'>;

/** The number of newest records that are always kept. At times there are up to twice as many. */
export const MAX_SENT_RECORDS = 10_000;

/** The transactions that were sent to a ledger, oldest first. */
export class SentLog {
  #records: SentRecord[] = [];
  /** number of records that were dropped since it was cleared */
  #forgotten = 0;
  /** listener for each record that is added */
  onAdded: ((record: SentRecord) => void) | undefined;

  get records(): readonly SentRecord[] {
    return this.#records;
  }

  /** The number of older records that it does not have any more: their ids are 1 up to this number. */
  get forgotten(): number {
    return this.#forgotten;
  }

  add(sent: NewSentRecord): SentRecord {
    const record = { ...sent, id: this.#forgotten + this.#records.length + 1 };
    this.#records.push(record);
    if (this.#records.length >= 2 * MAX_SENT_RECORDS) {
      this.#records = this.#records.slice(-MAX_SENT_RECORDS);
      this.#forgotten = record.id - MAX_SENT_RECORDS;
    }
    this.onAdded?.(record);
    return record;
  }

  clear(): void {
    this.#records = [];
    this.#forgotten = 0;
  }
}
