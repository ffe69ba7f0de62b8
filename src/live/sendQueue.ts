import type { JsonValue } from '../codec/jsonText.ts';
import type { SendOutcome, SendRule } from '../runtime/sendRule.ts';
import type { Address, Signature } from '../solana/address.ts';
import type { TransactionError } from '../solana/meta.ts';
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

/** A transaction, and what a rule decides about it. */
export interface DecidedSend {
  readonly transaction: SentTransaction;
  readonly outcome: SendOutcome;
}

/** Transactions that come into a block together, in their order: one that was sent by itself, or those of a bundle. */
export interface SendGroup {
  readonly parts: readonly DecidedSend[];
  /** the way of all of them into a block */
  readonly outcome: SendOutcome;
  /** undefined: a transaction that was sent by itself */
  readonly bundle?: GroupedBundle | undefined;
}

export interface GroupedBundle {
  readonly id: string;
  /** whether none of its transactions lands if one fails */
  readonly isAtomic: boolean;
  /** the payment that its transactions have to make together, or none of them lands */
  readonly payment?: Payment;
}

/** Lamports that accounts get. */
export interface Payment {
  /** the receivers; the sum of what they get counts */
  readonly accounts: readonly Address[];
  readonly least: bigint;
}

/** A transaction that is sent by itself. */
export function groupOfOne(transaction: SentTransaction, outcome: SendOutcome): SendGroup {
  return { parts: [{ transaction, outcome }], outcome };
}

/** A group that was accepted and waits for its block. */
export interface QueuedSend extends SendGroup {
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

/** A bundle that was accepted. What has become of its transactions since then is in the ledger. */
export interface SentBundle {
  readonly id: string;
  readonly transactions: readonly SentTransaction[];
  /** Unix seconds of the ledger when it was sent; null: unknown */
  readonly sentAt: bigint | null;
  /** the slot of its block; undefined: it has been in none yet */
  readonly slot?: bigint;
  /** the reason why it comes into no block; undefined: it may still land */
  readonly failure?: string;
}

/** An accepted transaction that no leader takes. */
export interface LeftOutSend {
  readonly signature: Signature;
  /** the error of a transaction in no block, or the reason why it cannot be executed here */
  readonly reason: TransactionError;
  /** the last block height that its blockhash was valid for, if that is why; undefined: it is not */
  readonly expiredAt: bigint | undefined;
}

/** Rules, queue and plans for sent transactions: a value that snapshots keep beside the state. */
export interface SendQueue {
  readonly rules: readonly CountedRule[];
  /** number of the last rule that was added, also before a revert or a reset */
  readonly lastRule: number;
  readonly queue: readonly QueuedSend[];
  readonly drops: readonly PlannedDrop[];
  readonly holds: readonly Hold[];
  /** oldest first */
  readonly bundles: readonly SentBundle[];
  /** oldest first */
  readonly leftOut: readonly LeftOutSend[];
}

export const NO_QUEUED_SENDS: SendQueue = {
  rules: [],
  lastRule: 0,
  queue: [],
  drops: [],
  holds: [],
  bundles: [],
  leftOut: [],
};

/** The number of newest bundles that are kept. */
const MAX_BUNDLES = 1000;

/** The number of newest transactions without a leader that are kept. */
const MAX_LEFT_OUT = 1000;

/** Notes transactions that no leader takes. */
export function noteLeftOut(sends: SendQueue, leftOut: readonly LeftOutSend[]): SendQueue {
  return leftOut.length === 0 ? sends : { ...sends, leftOut: [...sends.leftOut, ...leftOut].slice(-MAX_LEFT_OUT) };
}

/** Adds a bundle; one with the same transactions that was sent before is replaced. */
export function addBundle(sends: SendQueue, bundle: SentBundle): SendQueue {
  const otherBundles = sends.bundles.filter(({ id }) => id !== bundle.id).slice(1 - MAX_BUNDLES);
  return { ...sends, bundles: [...otherBundles, bundle] };
}

/** Notes what has become of a bundle. */
export function noteBundle(sends: SendQueue, id: string, fate: Pick<SentBundle, 'failure' | 'slot'>): SendQueue {
  return { ...sends, bundles: sends.bundles.map((bundle) => (bundle.id === id ? { ...bundle, ...fate } : bundle)) };
}

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
