import type { Cursor } from '../document/cursor.ts';
import { readMembers } from '../document/members.ts';
import { readU64 } from '../document/readers.ts';
import { setTips as setTipsMove } from '../ledger/moves/setTips.ts';
import type { Tips } from '../ledger/tips.ts';
import { readArguments } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

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
