import type { JsonValue } from '../codec/json.ts';
import type { LedgerState } from '../ledger/state.ts';
import { tipsOf, withTips } from '../ledger/tips.ts';
import type { SendOutcome, SendRule } from '../model/sendRule.ts';
import type { SentTransaction } from '../model/sentTransaction.ts';
import { LiveError } from './liveError.ts';

/** A rule, and how often it was looked at with success. */
export interface CountedRule {
  readonly id: string;
  /** as it was given */
  readonly json: JsonValue;
  readonly rule: SendRule;
  /** sends that its `match` fits, `nth` aside */
  readonly fits: number;
  /** sends that it has decided */
  readonly hits: number;
}

/** A transaction that was accepted and waits for its block. */
export interface QueuedSend {
  readonly transaction: SentTransaction;
  readonly outcome: SendOutcome;
  /** 1: it comes into the next block */
  readonly blocksToGo: bigint;
}

/** A block that a later one will leave out, with everything on top of it. */
export interface PlannedDrop {
  readonly slot: bigint;
  /** 1: the next block leaves it out */
  readonly blocksToGo: bigint;
  /** lands in the block that leaves it out */
  readonly again: readonly SentTransaction[];
}

/** A block that has not to get beyond a commitment. */
export interface Hold {
  readonly slot: bigint;
  readonly commitment: 'processed' | 'confirmed';
}

/** What is decided of transactions that are sent. It is a value: snapshots keep it beside the state. */
export interface Sends {
  readonly rules: readonly CountedRule[];
  /** of the last rule that was added */
  readonly lastRule: number;
  readonly queue: readonly QueuedSend[];
  readonly drops: readonly PlannedDrop[];
  readonly holds: readonly Hold[];
}

export const NO_SENDS: Sends = { rules: [], lastRule: 0, queue: [], drops: [], holds: [] };

/** @param json the rule as it was given */
export function addRule(sends: Sends, json: JsonValue, rule: SendRule): Sends {
  const lastRule = sends.lastRule + 1;
  const counted: CountedRule = { id: `send-rule-${lastRule}`, json, rule, fits: 0, hits: 0 };
  return { ...sends, rules: [...sends.rules, counted], lastRule };
}

/** @throws LiveError unknown */
export function removeRule(sends: Sends, id: string): Sends {
  const rules = sends.rules.filter((rule) => rule.id !== id);
  if (rules.length < sends.rules.length) return { ...sends, rules };
  throw new LiveError(
    'unknown',
    `there is no rule ${JSON.stringify(id)}: stillnode_onSend gives ids, and stillnode_listSendRules lists them`,
  );
}

/** The tips stay below blocks that are held. */
export function keepHolds(before: LedgerState, after: LedgerState, { drops, holds }: Sends): LedgerState {
  if (drops.length + holds.length === 0) return after;
  const was = tipsOf(before);
  const dropped = drops.map(({ slot }) => ({ slot, commitment: 'processed' as const }));
  // what is final already, as tips were set by hand, is held no more
  const all: readonly Hold[] = [...holds, ...dropped].filter(({ slot }) => slot > was.finalized);
  if (all.length === 0) return after;
  const tips = tipsOf(after);
  let { confirmed, finalized } = tips;
  for (const { commitment, slot } of all) {
    if (commitment === 'processed') confirmed = below(confirmed, slot, was.confirmed);
    finalized = below(finalized, slot, was.finalized);
  }
  if (finalized > confirmed) finalized = confirmed;
  if (confirmed === tips.confirmed && finalized === tips.finalized) return after;
  return withTips(after, { ...tips, confirmed, finalized });
}

/** A tip that reaches the slot stays where it was, or goes up to just below it. */
function below(tip: bigint, slot: bigint, was: bigint): bigint {
  if (tip < slot) return tip;
  return was < slot ? slot - 1n : was;
}
