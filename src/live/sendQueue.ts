import type { JsonValue } from '../codec/jsonText.ts';
import type { SendOutcome, SendRule } from '../runtime/sendRule.ts';
import type { SentTransaction } from '../solana/sentTransaction.ts';
import { LiveError } from './liveError.ts';

/** A rule with its counts. */
export interface CountedRule {
  readonly id: string;
  /** the rule as the caller wrote it */
  readonly json: JsonValue;
  readonly rule: SendRule;
  /** sends that match the rule, before its `nth` is applied */
  readonly matches: number;
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
  const counted: CountedRule = { id: `send-rule-${lastRule}`, json, rule, matches: 0, hits: 0 };
  return { ...sends, rules: [...sends.rules, counted], lastRule };
}

/** @throws LiveError unknown */
export function removeRule(sends: SendQueue, id: string): SendQueue {
  const rules = sends.rules.filter((rule) => rule.id !== id);
  if (rules.length < sends.rules.length) return { ...sends, rules };
  throw new LiveError('unknown', `there is no rule ${JSON.stringify(id)}: use an id of stillnode_listSendRules`);
}
