import { type JsonText, stringifyJson } from '../codec/json.ts';
import { epochScheduleOf } from '../ledger/epochs.ts';
import { assertNoParams } from '../params/positional.ts';
import type { Method, MethodContext } from './method.ts';

/**
 * Answers `getEpochSchedule`: how slots are numbered into epochs.
 *
 * Params   none
 * Result   firstNormalEpoch, firstNormalSlot, leaderScheduleSlotOffset, slotsPerEpoch: u64; warmup
 * Source   agave 4.1 rpc.rs get_epoch_schedule
 */
export const getEpochSchedule: Method = {
  name: 'getEpochSchedule',

  readParams: assertNoParams,

  answer: (_params: unknown, { ledger }: MethodContext): JsonText => stringifyJson({ ...epochScheduleOf(ledger) }),
};
