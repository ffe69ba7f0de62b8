import type { JsonObject } from '../../codec/jsonText.ts';
import type { Cursor } from '../../fixtures/document/cursor.ts';
import { readMembers } from '../../fixtures/document/members.ts';
import { readBoolean, readU64 } from '../../fixtures/document/readers.ts';
import { reorg as reorgMove } from '../../ledger/moves/reorg.ts';
import {
  expireStatuses as expireStatusesMove,
  MoveError,
  prune as pruneMove,
  setTips as setTipsMove,
} from '../../ledger/moves/timeline.ts';
import { SlotSet } from '../../ledger/slotSet.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { lastSlot, type Tips, tipsOf } from '../../ledger/tips.ts';
import { LedgerView } from '../../ledger/view.ts';
import type { Vocabulary } from '../openrpc/description.ts';
import type { Schema } from '../openrpc/schema.ts';
import { advanceSends } from '../sending/sendingSteps.ts';
import { readArguments, readNoArguments, readOptional } from './arguments.ts';
import type { Verb } from './verb.ts';

/** What verbs that move tips answer. */
export function tipsJson(state: LedgerState): JsonObject {
  return { ...tipsOf(state) };
}

export const TIPS = 'tips: `{"confirmed":n,"finalized":n,"processed":n}`';

export function tipsSchema({ objectOf, U64 }: Vocabulary): Schema {
  return objectOf({ confirmed: U64, finalized: U64, processed: U64 });
}

interface Params {
  readonly slots: bigint;
  readonly skip: boolean;
}

export const advance: Verb<Params> = {
  name: 'stillnode_advance',

  describe: (vocabulary) => {
    const { BOOLEAN, closedObjectOf, U64, withDefault } = vocabulary;
    return {
      summary: 'the processed tip goes on by one slot, or by so many, and the others follow at their distance',
      params: {
        'slots?': U64,
        'config?': closedObjectOf({ 'skip?': withDefault(BOOLEAN, false) }),
      },
      result: TIPS,
      schema: tipsSchema(vocabulary),
      errors: ['outOfRange'],
    };
  },

  readParams: (params) =>
    readArguments(params, ['slots?', 'config?'], (slots, config) => ({
      slots: readOptional(slots!, readU64) ?? 1n,
      skip: readOptional(config!, (at) => readMembers(at, { skip: readBoolean }))?.skip ?? false,
    })),

  async run({ skip, slots }, { execute, live }) {
    const { state } = await live.moveSends((now) => advanceSends(now, slots, { skip }, execute));
    return tipsJson(state);
  },
};

export const expireStatuses: Verb<null> = {
  name: 'stillnode_expireStatuses',

  describe: ({ BOOLEAN }) => ({
    summary: 'the recent statuses begin after the finalized tip',
    params: {},
    result: '`true`',
    schema: BOOLEAN,
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    await live.move(expireStatusesMove);
    return true;
  },
};

/** The first slot is that of a node that keeps a block whose parent was cleaned up. */
export const getTips: Verb<null> = {
  name: 'stillnode_getTips',

  describe: ({ objectOf, U64 }) => ({
    summary: 'where the tips are, and how far the ledger reaches',
    params: {},
    result: 'tips, with `firstAvailable` and `last`, the highest slot that the ledger has',
    schema: objectOf({ confirmed: U64, finalized: U64, firstAvailable: U64, last: U64, processed: U64 }),
    errors: [],
  }),

  readParams: readNoArguments,

  run(_params, { now: { state } }) {
    const { firstAvailable } = new LedgerView(state, 'finalized', { keepOrphan: true });
    return { ...tipsJson(state), firstAvailable, last: lastSlot(state) };
  },
};

export const prune: Verb<bigint> = {
  name: 'stillnode_prune',

  describe: (vocabulary) => ({
    summary: 'older slots count as cleaned up',
    params: { firstAvailable: vocabulary.U64 },
    result: TIPS,
    schema: tipsSchema(vocabulary),
    errors: ['outOfRange'],
  }),

  readParams: (params) => readArguments(params, ['firstAvailable'], (at) => readU64(at!)),

  async run(firstAvailable, { live }) {
    const { state } = await live.move((before) => pruneMove(before, firstAvailable));
    return tipsJson(state);
  },
};

/** Slots in one answer. */
const MAX_LISTED = 100_000;

export const reorg: Verb<bigint> = {
  name: 'stillnode_reorg',

  describe: (vocabulary) => {
    const { listOf, objectOf, U64 } = vocabulary;
    return {
      summary: 'the blocks from a slot up to the processed tip leave the chain',
      params: { from: U64 },
      result: '`{"dropped":[slots],"tips":…}`',
      schema: objectOf({ dropped: listOf(U64), tips: tipsSchema(vocabulary) }),
      errors: ['outOfRange'],
    };
  },

  readParams: (params) => readArguments(params, ['from'], (at) => readU64(at!)),

  async run(from, { live }) {
    let dropped = SlotSet.NONE;
    const { state } = await live.move((before) => {
      const after = reorgMove(before, from);
      dropped = after.dropped;
      if (dropped.size > MAX_LISTED)
        throw new MoveError(
          'outOfRange',
          `too many blocks to drop at once: ${dropped.size}, at most ${MAX_LISTED}: give a higher slot`,
        );
      return after.state;
    });
    return { dropped: [...dropped].reverse(), tips: tipsJson(state) };
  },
};

/** Those that are given. */
type GivenTips = Partial<Tips>;

export const setTips: Verb<GivenTips> = {
  name: 'stillnode_setTips',

  describe: (vocabulary) => {
    const { closedObjectOf, U64 } = vocabulary;
    return {
      summary: 'the tips go forward or back, within the ledger',
      params: { tips: closedObjectOf({ 'processed?': U64, 'confirmed?': U64, 'finalized?': U64 }) },
      result: TIPS,
      schema: tipsSchema(vocabulary),
      errors: ['outOfRange'],
    };
  },

  readParams: (params) => readArguments(params, ['tips'], (at) => readTips(at!)),

  async run(tips, { live }) {
    const { state } = await live.moveTips((before) => setTipsMove(before, tips));
    return tipsJson(state);
  },
};

function readTips(at: Cursor): GivenTips | undefined {
  const read = readMembers(at, { processed: readU64, confirmed: readU64, finalized: readU64 });
  if (read === undefined) return undefined;
  const given = Object.entries(read).filter(([, slot]) => slot !== undefined);
  if (at.members().length === 0) return at.expected('processed, confirmed or finalized');
  return Object.fromEntries(given);
}
