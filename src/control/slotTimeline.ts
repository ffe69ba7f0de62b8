import { earlierOf, laterOf } from '../codec/bigints.ts';
import type { JsonObject } from '../codec/jsonText.ts';
import { rpcErrors } from '../errors.ts';
import { isDropped, type LedgerState } from '../ledger/state.ts';
import { lastSlot } from '../ledger/tips.ts';
import { listOf, objectOf, orNull, wordOf } from '../rpc/openrpc/schema.ts';
import { BLOCKHASH, I64, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { config, u64 } from './arguments.ts';
import { controlMethod } from './controlMethod.ts';
import { TIPS, tipsJson } from './time.ts';

/** Slots in one answer. */
const MAX_SLOTS = 5000n;

export const timeline = controlMethod({
  name: 'stillnode_timeline',
  summary: `the slots of the ledger, at most ${MAX_SLOTS}, default: the newest; with tips, snapshots and forks`,
  params: { 'range?': config({ 'from?': u64, 'to?': u64 }) },
  result:
    '`{"first","last","slots","tips","snapshots","forks","slotTimeMs"}`, where a slot is `{"slot","kind","parent"?,"blockhash"?,"blockTime"?,"transactions"?,"failed"?}`; of kind `block`, `dropped`, `ahead` (no tip has reached it) or `skipped`',
  schema: objectOf({
    first: orNull(U64),
    last: U64,
    slots: listOf(
      objectOf({
        slot: U64,
        kind: wordOf('block', 'dropped', 'ahead', 'skipped'),
        'parent?': U64,
        'blockhash?': BLOCKHASH,
        'blockTime?': orNull(I64),
        'transactions?': orNull(U64),
        'failed?': orNull(U64),
      }),
      Number(MAX_SLOTS),
    ),
    tips: TIPS.schema,
    snapshots: listOf(TEXT),
    forks: listOf(TEXT),
    slotTimeMs: orNull(U64),
  }),

  run({ range = {} }, { forks, live, now: { state } }) {
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

/** Within the slots that the ledger has. Only a range with both ends can be too wide. */
function rangeOf(asked: { readonly [Name in keyof Range]?: bigint | undefined }, first: bigint, last: bigint): Range {
  if (asked.from !== undefined && asked.to !== undefined && asked.to - asked.from >= MAX_SLOTS)
    throw rpcErrors.invalidArgument(`range: from ${asked.from} to ${asked.to} are more than ${MAX_SLOTS} slots`);
  const to = earlierOf(asked.to ?? (asked.from === undefined ? last : asked.from + MAX_SLOTS - 1n), last);
  return { from: laterOf(asked.from ?? to - MAX_SLOTS + 1n, first), to };
}

function slotsIn(state: LedgerState, { from, to }: Range): JsonObject[] {
  const slots: JsonObject[] = [];
  for (let slot = from; slot <= to; slot++) slots.push(slotJson(slot, state));
  return slots;
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
  let failed = 0;
  for (let i = ordinals[0]; i < ordinals[1]; i++) if (history.transactionAt(i)!.err !== null) failed++;
  // null: the block was recorded without them
  const isCounted = block === undefined || block.transactions !== undefined;
  return {
    slot,
    kind: isDropped(slot, state) ? 'dropped' : slot > processed.tip ? 'ahead' : 'block',
    parent: block?.parentSlot,
    blockhash: block?.blockhash,
    blockTime: block?.blockTimeSeconds ?? null,
    transactions: isCounted ? count : null,
    failed: isCounted ? failed : null,
  };
}
