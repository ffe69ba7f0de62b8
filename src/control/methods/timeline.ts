import { maxOf, minOf } from '../../codec/bigints.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { isDropped, type LedgerState } from '../../ledger/state.ts';
import { lastSlot } from '../../ledger/tips.ts';
import { listOf, objectOf, orNull, withName, withNote, wordOf } from '../../rpc/openrpc/schema.ts';
import { BLOCKHASH, COUNT, SLOT, TEXT, UNIX_SECONDS } from '../../rpc/openrpc/schemas.ts';
import { VOTE_PROGRAM } from '../../solana/address.ts';
import { config, optional, type TypeOf, u64 } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { TIPS, tipsJson } from '../tipsResult.ts';

/** Slots in one answer. */
const MAX_SLOTS = 5000n;

const TIMELINE_SLOT = withName(
  'TimelineSlot',
  objectOf({
    slot: SLOT,
    kind: withNote(
      wordOf('block', 'dropped', 'ahead', 'skipped'),
      '`ahead`: no tip has reached it; `skipped`: without a block',
    ),
    'parent?': withNote(SLOT, 'absent without a block, as `blockhash`'),
    'blockhash?': BLOCKHASH,
    'blockTime?': withNote(
      orNull(UNIX_SECONDS),
      'Unix seconds; absent without a block and transactions, as the members that follow',
    ),
    'transactions?': withNote(orNull(COUNT), 'number of them; null: the block was recorded without them'),
    'failed?': orNull(COUNT),
    'votes?': withNote(COUNT, 'transactions that call the vote program; absent: none'),
  }),
  'a slot, and its block if it has one',
);

const RANGE = config({ from: optional(u64), to: optional(u64) });

const PARAMS = { range: RANGE };

export const timeline = controlMethod({
  name: 'timeline',
  effect: 'reads',
  summary: `the slots of the ledger, at most ${MAX_SLOTS}, default: the newest; with tips, snapshots and forks`,
  doc: ['@example', 'const { slots } = await node.timeline({ from: 100 });'],
  params: PARAMS,
  result: withName(
    'Timeline',
    objectOf({
      first: withNote(orNull(SLOT), 'null: the ledger has no slots'),
      last: SLOT,
      slots: listOf(TIMELINE_SLOT, Number(MAX_SLOTS)),
      tips: TIPS,
      snapshots: withNote(listOf(TEXT), 'ids'),
      forks: withNote(listOf(TEXT), 'names'),
      slotTimeMs: withNote(orNull(COUNT), 'null: time does not pass by itself'),
    }),
    'the slots of the ledger, with its tips, snapshots and forks',
  ),

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
});

interface Range {
  readonly from: bigint;
  readonly to: bigint;
}

/** The range within the slots of the ledger. Only a range with both ends can be too wide. */
function rangeOf(range: TypeOf<typeof RANGE>, first: bigint, last: bigint): Range {
  if (range.from !== undefined && range.to !== undefined && range.to - range.from >= MAX_SLOTS)
    throw rpcErrors.invalidArgument(`range: from ${range.from} to ${range.to} are more than ${MAX_SLOTS} slots`);
  const to = minOf(range.to ?? (range.from === undefined ? last : range.from + MAX_SLOTS - 1n), last);
  return { from: maxOf(range.from ?? to - MAX_SLOTS + 1n, first), to };
}

function slotsIn(state: LedgerState, { from, to }: Range): JsonObject[] {
  const slots: JsonObject[] = [];
  for (let slot = from; slot <= to; slot++) slots.push(slotJson(slot, state));
  return slots;
}

function kindOfBlock(slot: bigint, state: LedgerState): 'ahead' | 'block' | 'dropped' {
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
    return { slot, kind: slot > maxOf(processed.tip, state.passedUpTo) ? 'ahead' : 'skipped' };
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
