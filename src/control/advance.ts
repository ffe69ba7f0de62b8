import { readMembers } from '../document/members.ts';
import { readBoolean, readU64 } from '../document/readers.ts';
import { advanceSends } from '../sending/steps.ts';
import { readArguments, readOptional } from './arguments.ts';
import { TIPS, tipsJson, tipsSchema } from './tips.ts';
import type { Verb } from './verb.ts';

interface Params {
  readonly slots: bigint;
  readonly skip: boolean;
}

export const advance: Verb<Params> = {
  name: 'stillnode_advance',

  describe: (vocabulary) => {
    const { BOOLEAN, closedObjectOf, U64, withDefault } = vocabulary;
    return {
      summary: 'the processed tip goes on by one slot, or by so many, and the others follow at their lag',
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
