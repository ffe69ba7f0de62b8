import { stringifyJson } from '../../codec/jsonText.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import { objectOf } from '../openrpc/schema.ts';
import { BOOLEAN, COUNT, SLOT } from '../openrpc/schemas.ts';
import { NO_PARAMS } from '../params/params.ts';
import { method } from './method.ts';

/** Source   agave 4.1 rpc.rs get_epoch_schedule */
export const getEpochSchedule = method({
  name: 'getEpochSchedule',
  summary: 'how slots are numbered into epochs',
  params: NO_PARAMS,
  result: objectOf({
    firstNormalEpoch: SLOT,
    firstNormalSlot: SLOT,
    leaderScheduleSlotOffset: COUNT,
    slotsPerEpoch: COUNT,
    warmup: BOOLEAN,
  }),
  errors: [],

  answer: (_params, { ledger }) => stringifyJson({ ...epochScheduleOf(ledger) }),
});
