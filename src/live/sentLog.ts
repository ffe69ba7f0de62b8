import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Address } from '../solana/address.ts';
import type { SentTransaction } from '../solana/sentTransaction.ts';

/** One transaction that was sent. What has become of it since then is in the ledger. */
export interface SentRecord {
  readonly transaction: SentTransaction;
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

/** The number of newest records that are always kept. At times there are up to twice as many. */
const MAX_RECORDS = 10_000;

/** The transactions that were sent to a ledger, oldest first. */
export class SentLog {
  #records: SentRecord[] = [];
  /** listener for each record that is added */
  onAdded: ((record: SentRecord) => void) | undefined;

  get records(): readonly SentRecord[] {
    return this.#records;
  }

  add(record: SentRecord): void {
    this.#records.push(record);
    if (this.#records.length >= 2 * MAX_RECORDS) this.#records = this.#records.slice(-MAX_RECORDS);
    this.onAdded?.(record);
  }

  clear(): void {
    this.#records = [];
  }
}
