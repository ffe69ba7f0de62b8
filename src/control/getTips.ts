import { lastSlot } from '../ledger/tips.ts';
import { LedgerView } from '../ledger/view.ts';
import { readNoArguments } from './arguments.ts';
import { tipsJson } from './tips.ts';
import type { Verb } from './verb.ts';

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
