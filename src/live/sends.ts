import { laterOf } from '../codec/bigints.ts';
import type { JsonObject, JsonValue } from '../codec/jsonText.ts';
import type { Protocol } from '../ledger/protocol.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf, withTips } from '../ledger/tips.ts';
import type { SendOutcome, SendRule } from '../runtime/sendRule.ts';
import type { SentTransaction } from '../solana/sentTransaction.ts';

/** A live ledger or the list of forks refused: nothing has changed. */
export class LiveError extends Error {
  /** `unknown`: a name that the ledger does not have */
  readonly reason: 'invalid' | 'unknown';

  constructor(reason: LiveError['reason'], message: string) {
    super(message);
    this.name = 'LiveError';
    this.reason = reason;
  }
}

/** A rule with its counts. */
export interface CountedRule {
  readonly id: string;
  /** the rule as the caller wrote it */
  readonly json: JsonValue;
  readonly rule: SendRule;
  /** sends that match the rule, before its `nth` is applied */
  readonly fits: number;
  /** sends that it has decided */
  readonly hits: number;
}

/** A transaction that was accepted and waits for its block. */
export interface QueuedSend {
  readonly transaction: SentTransaction;
  readonly outcome: SendOutcome;
  /** blocks until it lands; 1: it lands in the next block */
  readonly blocksToGo: bigint;
}

/** A block that a later one will leave out, with everything on top of it. */
export interface PlannedDrop {
  readonly slot: bigint;
  /** 1: the next block leaves it out */
  readonly blocksToGo: bigint;
  /** transactions of the dropped block that land again, in the block that drops it */
  readonly again: readonly SentTransaction[];
}

/** A block that stays at a commitment. */
export interface Hold {
  readonly slot: bigint;
  readonly commitment: 'processed' | 'confirmed';
}

/** Rules, queue and plans for sent transactions: a value that snapshots keep beside the state. */
export interface SendQueue {
  readonly rules: readonly CountedRule[];
  /** number of the last rule that was added */
  readonly lastRule: number;
  readonly queue: readonly QueuedSend[];
  readonly drops: readonly PlannedDrop[];
  readonly holds: readonly Hold[];
}

export const NO_QUEUED_SENDS: SendQueue = { rules: [], lastRule: 0, queue: [], drops: [], holds: [] };

/** @param json the rule as it was given */
export function addRule(sends: SendQueue, json: JsonValue, rule: SendRule): SendQueue {
  const lastRule = sends.lastRule + 1;
  const counted: CountedRule = { id: `send-rule-${lastRule}`, json, rule, fits: 0, hits: 0 };
  return { ...sends, rules: [...sends.rules, counted], lastRule };
}

/** @throws LiveError unknown */
export function removeRule(sends: SendQueue, id: string): SendQueue {
  const rules = sends.rules.filter((rule) => rule.id !== id);
  if (rules.length < sends.rules.length) return { ...sends, rules };
  throw new LiveError('unknown', `there is no rule ${JSON.stringify(id)}: use an id of stillnode_listSendRules`);
}

/**
 * Returns `after` with its confirmed and finalized tips below every block that is held or soon dropped; never below where they were
 * before.
 */
export function withHeldTips(before: LedgerState, after: LedgerState, { drops, holds }: SendQueue): LedgerState {
  if (drops.length + holds.length === 0) return after;
  const was = tipsOf(before);
  const dropped = drops.map(({ slot }) => ({ slot, commitment: 'processed' as const }));
  // a block that was finalized by hand is not held any more
  const all: readonly Hold[] = [...holds, ...dropped].filter(({ slot }) => slot > was.finalized);
  if (all.length === 0) return after;
  const tips = tipsOf(after);
  let { confirmed, finalized } = tips;
  for (const { commitment, slot } of all) {
    if (commitment === 'processed') confirmed = capTip(confirmed, slot, was.confirmed);
    finalized = capTip(finalized, slot, was.finalized);
  }
  confirmed = confirmedTipFor(confirmed, finalized, after.protocol);
  if (finalized > confirmed) finalized = confirmed;
  if (confirmed === tips.confirmed && finalized === tips.finalized) return after;
  return withTips(after, { ...tips, confirmed, finalized });
}

/** The confirmed tip above a held finalized one: under Alpenglow both are one. Slots before Alpenglow can be confirmed alone. */
function confirmedTipFor(confirmed: bigint, finalized: bigint, { alpenglowFrom }: Protocol): bigint {
  if (alpenglowFrom === undefined || confirmed < alpenglowFrom) return confirmed;
  return laterOf(finalized, alpenglowFrom - 1n);
}

/** A tip that would reach `slot` becomes the slot below it, or stays where it was if it had passed `slot` already. */
function capTip(tip: bigint, slot: bigint, was: bigint): bigint {
  if (tip < slot) return tip;
  return was < slot ? slot - 1n : was;
}

/** One transaction that was sent. What has become of it since then is in the ledger. */
export interface SentRecord {
  readonly transaction: SentTransaction;
  /** the configuration that came with it */
  readonly options: JsonValue;
  /** the id of the rule that decided; null: none did */
  readonly rule: string | null;
  /**
   * the outcome that the rule gives, `"succeed"` without a rule; `{"refused": {"code", "err"?}}` where the client was answered with an error
   */
  readonly outcome: JsonValue;
  /** undefined: it was accepted */
  readonly error: JsonObject | undefined;
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed?: readonly string[];
}

/** older ones are forgotten */
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
