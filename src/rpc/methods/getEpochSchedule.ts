import { stringifyJson } from '../../codec/jsonText.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_epoch_schedule */
export const getEpochSchedule: Method = {
  name: 'getEpochSchedule',

  describe: ({ BOOLEAN, objectOf, U64 }) => ({
    summary: 'how slots are numbered into epochs',
    params: {},
    result: '`{firstNormalEpoch, firstNormalSlot, leaderScheduleSlotOffset, slotsPerEpoch, warmup}`',
    schema: objectOf({
      firstNormalEpoch: U64,
      firstNormalSlot: U64,
      leaderScheduleSlotOffset: U64,
      slotsPerEpoch: U64,
      warmup: BOOLEAN,
    }),
    errors: [],
  }),

  readParams: assertNoParams,

  answer: (_params, { ledger }) => stringifyJson({ ...epochScheduleOf(ledger) }),
};
