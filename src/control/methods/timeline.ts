import { earlierOf, laterOf } from '../../codec/bigints.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { isDropped, type LedgerState } from '../../ledger/state.ts';
import { lastSlot } from '../../ledger/tips.ts';
import { listOf, objectOf, orNull, wordOf } from '../../rpc/openrpc/schema.ts';
import { BLOCKHASH, I64, TEXT, U64 as U64_SCHEMA } from '../../rpc/openrpc/schemas.ts';
import { VOTE_PROGRAM } from '../../solana/address.ts';
import type { U64 } from '../../solana/meta.ts';
import { config, optional, type TypeOf, u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type LedgerTips, TIPS, tipsJson } from '../tipsResult.ts';

/** The slots of a ledger, its snapshots and forks. */
export interface Timeline {
  /** null: the ledger has no slots */
  readonly first: U64 | null;
  readonly last: U64;
  readonly slots: readonly TimelineSlot[];
  readonly tips: LedgerTips;
  /** ids */
  readonly snapshots: readonly string[];
  /** names */
  readonly forks: readonly string[];
  /** null: time does not pass by itself */
  readonly slotTimeMs: number | null;
}

export interface TimelineSlot {
  readonly slot: U64;
  /** `ahead`: no tip has reached it; `skipped`: without a block */
  readonly kind: 'block' | 'dropped' | 'ahead' | 'skipped';
  /**
   * this and the members that follow are absent without a block and transactions; `parent` and `blockhash` are absent without a block
   */
  readonly parent?: U64;
  readonly blockhash?: string;
  /** Unix seconds */
  readonly blockTime?: U64 | null;
  /** number of them; null: the block was recorded without them */
  readonly transactions?: number | null;
  readonly failed?: number | null;
  /** transactions that call the vote program; absent: none */
  readonly votes?: number;
}

export interface TimelineMethod {
  /**
   * The slots of the ledger, and what is in them: at most 5000, by default the newest.
   * @example
   * const { slots } = await node.timeline({ from: 100 });
   */
  timeline(range?: { readonly from?: U64; readonly to?: U64 }): Promise<Timeline>;
}

/** Slots in one answer. */
const MAX_SLOTS = 5000n;

const RANGE = config({ from: optional(u64), to: optional(u64) });

const PARAMS = { range: RANGE };

export const timeline = controlMethod({
  name: 'timeline',
  summary: `the slots of the ledger, at most ${MAX_SLOTS}, default: the newest; with tips, snapshots and forks`,
  params: PARAMS,
  result:
    '`{"first","last","slots","tips","snapshots","forks","slotTimeMs"}`, where a slot is `{"slot","kind","parent"?,"blockhash"?,"blockTime"?,"transactions"?,"failed"?,"votes"?}`; of kind `block`, `dropped`, `ahead` (no tip has reached it) or `skipped`',
  schema: objectOf({
    first: orNull(U64_SCHEMA),
    last: U64_SCHEMA,
    slots: listOf(
      objectOf({
        slot: U64_SCHEMA,
        kind: wordOf('block', 'dropped', 'ahead', 'skipped'),
        'parent?': U64_SCHEMA,
        'blockhash?': BLOCKHASH,
        'blockTime?': orNull(I64),
        'transactions?': orNull(U64_SCHEMA),
        'failed?': orNull(U64_SCHEMA),
        'votes?': U64_SCHEMA,
      }),
      Number(MAX_SLOTS),
    ),
    tips: TIPS.schema,
    snapshots: listOf(TEXT),
    forks: listOf(TEXT),
    slotTimeMs: orNull(U64_SCHEMA),
  }),

  run({ range }, { forks, live, now: { state } }) {
    const first = state.history.firstSlot;
    const last = lastSlot(state);
    return {
      first: first ?? null,
      last,
      slots: first === undefined ? [] : slotsIn(state, rangeOf(range, first, last)),
      tips: tipsJson({ state }),
      snapshots: [...live.snapshotIds],
      forks: [...forks.names()],
      slotTimeMs: live.timer.slotTimeMs ?? null,
    };
  },

  library: (call): TimelineMethod => ({ timeline: (range) => call(range) }),
});

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** The range within the slots of the ledger. Only a range with both ends can be too wide. */
function rangeOf(range: TypeOf<typeof RANGE>, first: bigint, last: bigint): Range {
  if (range.from !== undefined && range.to !== undefined && range.to - range.from >= MAX_SLOTS)
    throw rpcErrors.invalidArgument(`range: from ${range.from} to ${range.to} are more than ${MAX_SLOTS} slots`);
  const to = earlierOf(range.to ?? (range.from === undefined ? last : range.from + MAX_SLOTS - 1n), last);
  return { from: laterOf(range.from ?? to - MAX_SLOTS + 1n, first), to };
}

function slotsIn(state: LedgerState, { from, to }: Range): JsonObject[] {
  const slots: JsonObject[] = [];
  for (let slot = from; slot <= to; slot++) slots.push(slotJson(slot, state));
  return slots;
}

function kindOfBlock(slot: bigint, state: LedgerState): TimelineSlot['kind'] {
  if (isDropped(slot, state)) return 'dropped';
  return slot > state.chains.processed.tip ? 'ahead' : 'block';
}

function slotJson(slot: bigint, state: LedgerState): JsonObject {
  const {
    chains: { processed },
    history,
  } = state;
  const block = history.block(slot);
  const ordinals = [history.firstOrdinalAt(slot), history.firstOrdinalAt(slot + 1n)] as const;
  const count = ordinals[1] - ordinals[0];
  if (block === undefined && count === 0)
    return { slot, kind: slot > laterOf(processed.tip, state.passedUpTo) ? 'ahead' : 'skipped' };
  let [failed, votes] = [0, 0];
  for (let i = ordinals[0]; i < ordinals[1]; i++) {
    const { accountKeys, err } = history.transactionAt(i)!;
    if (err !== null) failed++;
    if (accountKeys.includes(VOTE_PROGRAM)) votes++;
  }
  // null: the block was recorded without them
  const isCounted = block === undefined || block.transactions !== undefined;
  return {
    slot,
    kind: kindOfBlock(slot, state),
    parent: block?.parentSlot,
    blockhash: block?.blockhash,
    blockTime: block?.blockTimeSeconds ?? null,
    transactions: isCounted ? count : null,
    failed: isCounted ? failed : null,
    ...(votes > 0 && { votes }),
  };
}
