import { readMembers } from '../document/members.ts';
import { readBoolean, readU64 } from '../document/readers.ts';
import { advance as advanceMove } from '../ledger/moves/advance.ts';
import { readArguments, readOptional } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

interface Params {
  readonly slots: bigint;
  readonly skip: boolean;
}

/** Each may get a block, and no more memory is taken by mistake. */
const MAX_SLOTS = 1_000_000n;

export const advance: Verb<Params> = {
  name: 'stillnode_advance',

  describe: (vocabulary) => {
    const { BOOLEAN, closedObjectOf, withDefault } = vocabulary;
    return {
      summary: 'the processed tip goes on, and the others follow at their lag',
      params: {
        'slots?': { type: 'integer', minimum: 0, maximum: MAX_SLOTS, default: 1 },
        'config?': closedObjectOf({ 'skip?': withDefault(BOOLEAN, false) }),
      },
      result: TIPS,
      schema: tipsSchema(vocabulary),
      errors: ['outOfRange'],
    };
  },

  readParams: (params) =>
    readArguments(params, ['slots?', 'config?'], (slots, config) => ({
      slots: readOptional(slots!, readSlots) ?? 1n,
      skip: readOptional(config!, (at) => readMembers(at, { skip: readBoolean }))?.skip ?? false,
    })),

  async run({ skip, slots }, { live }) {
    const { state } = await live.move((before, lag) => advanceMove(before, slots, lag, { skip }));
    return tipsJson(state);
  },
};

function readSlots(at: Parameters<typeof readU64>[0]): bigint | undefined {
  const slots = readU64(at);
  return slots === undefined || slots <= MAX_SLOTS ? slots : at.expected(`at most ${MAX_SLOTS} slots at once`);
}
