import type { JsonObject } from '../codec/jsonText.ts';
import { gatesIn } from '../gates.ts';
import { reorg as reorgMove } from '../ledger/moves/reorg.ts';
import {
  expireStatuses as expireStatusesMove,
  MoveError,
  migrate as migrateMove,
  prune as pruneMove,
  setTips as setTipsMove,
} from '../ledger/moves/timeline.ts';
import { slotsTo } from '../ledger/moves/warp.ts';
import { consensusAt } from '../ledger/protocol.ts';
import { SlotSet } from '../ledger/slotSet.ts';
import type { LedgerState } from '../ledger/state.ts';
import { lastSlot, tipsOf } from '../ledger/tips.ts';
import { LedgerView } from '../ledger/view.ts';
import { listOf, objectOf, orNull } from '../rpc/openrpc/schema.ts';
import { ANY_OBJECT, BOOLEAN, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import { advanceSends, startClock } from '../rpc/sending/sendingSteps.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { presentOf } from '../syntax/members.ts';
import { readU32 } from '../syntax/readers.ts';
import { type Argument, config, flag, MAX_TIMER_MS, u64, word } from './arguments.ts';
import { controlMethod, type ResultDescription, TRUE } from './controlMethod.ts';

/** The answer of methods that move tips. */
export function tipsJson({ state }: { readonly state: LedgerState }): JsonObject {
  return { ...tipsOf(state) };
}

export const TIPS: ResultDescription = {
  result: 'tips: `{"confirmed":n,"finalized":n,"processed":n}`',
  schema: objectOf({ confirmed: U64, finalized: U64, processed: U64 }),
};

export const advance = controlMethod({
  name: 'stillnode_advance',
  summary: 'advances the processed slot by 1 or `slots`; confirmed and finalized keep their distance',
  params: { 'slots?': u64, 'config?': config({ 'skip?': flag(false) }) },
  ...TIPS,
  errors: ['outOfRange'],

  async run({ config: { skip = false } = {}, slots = 1n }, { execute, live }) {
    return tipsJson(await live.moveSends((now) => advanceSends(now, slots, { skip }, execute)));
  },
});

export const expireStatuses = controlMethod({
  name: 'stillnode_expireStatuses',
  summary: 'recent statuses start after the finalized tip',
  ...TRUE,

  async run(_args, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },
});

/** The first slot is that of a node that keeps a block whose parent was cleaned up. */
export const getTips = controlMethod({
  name: 'stillnode_getTips',
  summary: 'the tips, the slots that the ledger has, and what its node and its cluster are at the processed tip',
  result:
    'tips, with `firstAvailable`; `last`, the highest slot that the ledger has; `agave`, the version of the node; `consensus`, `tower` or `alpenglow`; `gates` by name',
  schema: objectOf({
    agave: TEXT,
    confirmed: U64,
    consensus: TEXT,
    finalized: U64,
    firstAvailable: U64,
    gates: ANY_OBJECT,
    last: U64,
    processed: U64,
  }),

  run(_args, { now: { state } }) {
    const { firstAvailable } = new LedgerView(state, 'finalized', { keepOrphan: true });
    const { gates, version } = state.protocol;
    const tips = tipsOf(state);
    return {
      ...tips,
      firstAvailable,
      last: lastSlot(state),
      agave: version.name,
      consensus: consensusAt(state.protocol, tips.processed),
      gates: gatesIn(gates, tips.processed),
    };
  },
});

export const prune = controlMethod({
  name: 'stillnode_prune',
  summary: 'removes the slots below `firstAvailable` from answers, as a node cleans up',
  params: { firstAvailable: u64 },
  ...TIPS,
  errors: ['outOfRange'],

  async run({ firstAvailable }, { live }) {
    return tipsJson(await live.move((before) => pruneMove(before, firstAvailable)));
  },
});

/** Slots in one answer. */
const MAX_LISTED = 100_000;

export const reorg = controlMethod({
  name: 'stillnode_reorg',
  summary: 'drops the blocks from a slot up to the processed tip',
  params: { from: u64 },
  result: '`{"dropped":[slots],"tips":…}`',
  schema: objectOf({ dropped: listOf(U64), tips: TIPS.schema }),
  errors: ['outOfRange'],

  async run({ from }, { live }) {
    let dropped = SlotSet.NONE;
    const after = await live.move((before) => {
      const moved = reorgMove(before, from);
      dropped = moved.dropped;
      if (dropped.size > MAX_LISTED)
        throw new MoveError(
          'outOfRange',
          `too many blocks to drop at once: ${dropped.size}, at most ${MAX_LISTED}: give a higher slot`,
        );
      return moved.state;
    });
    return { dropped: [...dropped].reverse(), tips: tipsJson(after) };
  },
});

export const migrate = controlMethod({
  name: 'stillnode_migrate',
  summary: 'the cluster decides by Alpenglow from the next slot on, or from `slot` on; only with Agave 4.3',
  params: { 'slot?': u64 },
  ...TIPS,
  errors: ['outOfRange'],

  async run({ slot }, { live }) {
    return tipsJson(await live.move((before) => migrateMove(before, slot)));
  },
});

const TARGET = config({ 'slot?': u64, 'slots?': u64, 'time?': u64, 'seconds?': u64, 'epoch?': u64, 'epochs?': u64 });

/** Exactly one member. */
function readTarget(at: Cursor) {
  const target = TARGET.read(at);
  if (target === undefined || at.members().length === 1) return target;
  return at.expected('one of slot, slots, time, seconds, epoch and epochs');
}

/** Skipped slots cost nothing, and empty blocks are made when they are looked at. */
export const warp = controlMethod({
  name: 'stillnode_warp',
  summary:
    'goes on to a slot, a Unix time or the first slot of an epoch, or so many slots, seconds or epochs; one block is there',
  params: {
    target: { schema: TARGET.schema, read: readTarget },
    'config?': config({ 'blocks?': word('none', 'all') }),
  },
  ...TIPS,
  errors: ['outOfRange'],

  async run({ config: { blocks = 'none' } = {}, target }, { execute, live }) {
    const after = await live.moveSends((before) => {
      const now = { ...before, ...(before.isTimed && startClock(before)) };
      const slots = slotsTo(now.state, presentOf(target));
      if (slots === 1n) return advanceSends(now, 1n, {}, execute);
      const below = advanceSends(now, slots - 1n, { skip: blocks === 'none' }, execute);
      return advanceSends({ ...now, ...below }, 1n, {}, execute);
    });
    return tipsJson(after);
  },
});

/** At least a millisecond; null: time stands still. */
const slotTime: Argument<number | null> = {
  schema: orNull({ type: 'integer', minimum: 1, maximum: MAX_TIMER_MS }),
  read: readSlotTime,
};

function readSlotTime(at: Cursor): number | null | undefined {
  if (at.value === null) return null;
  const ms = readU32(at);
  if (ms === undefined || (ms >= 1 && ms <= MAX_TIMER_MS)) return ms;
  return at.expected(`milliseconds from 1 to ${MAX_TIMER_MS}, or null`);
}

export const setSlotTime = controlMethod({
  name: 'stillnode_setSlotTime',
  summary: 'lets a slot pass every so many milliseconds, or with `null` stops the time',
  params: { milliseconds: slotTime },
  result: 'what it was before',
  schema: orNull(U64),

  run({ milliseconds }, { advance, live }) {
    const before = live.timer.slotTimeMs ?? null;
    live.timer.set(milliseconds ?? undefined, advance);
    return before;
  },
});

export const autoAdvance = controlMethod({
  name: 'stillnode_autoAdvance',
  summary:
    'lets a slot pass whenever a client only waits: it asks the same again and the answer would be the same, or its signatureSubscribe is open and it asks nothing',
  params: { 'isOn?': flag(true) },
  result: 'what it was before',
  schema: BOOLEAN,

  run({ isOn = true }, { advance, live }) {
    const before = live.autoAdvance.isOn;
    live.autoAdvance.set(isOn ? advance : undefined);
    return before;
  },
});

const SOME_TIPS = config({ 'processed?': u64, 'confirmed?': u64, 'finalized?': u64 });

export const setTips = controlMethod({
  name: 'stillnode_setTips',
  summary: 'moves the tips forward or back within the ledger',
  params: { tips: { schema: SOME_TIPS.schema, read: readTips } },
  ...TIPS,
  errors: ['outOfRange'],

  async run({ tips }, { live }) {
    return tipsJson(await live.moveTips((before) => setTipsMove(before, presentOf(tips))));
  },
});

/** At least one. */
function readTips(at: Cursor) {
  const tips = SOME_TIPS.read(at);
  const isEmpty = tips !== undefined && at.members().length === 0;
  return isEmpty ? at.expected('processed, confirmed or finalized') : tips;
}
