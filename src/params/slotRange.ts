import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { readMembersInOrder } from './sequence.ts';
import { optional, readStruct, readU64, required } from './values.ts';

/** Both ends inclusive. */
export interface SlotRange {
  readonly firstSlot: bigint;
  /** undefined: the tip */
  readonly lastSlot: bigint | undefined;
}

const RANGE = 'RpcBlockProductionConfigRange';

/** `{firstSlot, lastSlot}`, or the same two in an array. Source agave 4.1 RpcBlockProductionConfigRange */
export function readSlotRange(value: JsonValue): SlotRange {
  if (isJsonArray(value))
    return readMembersInOrder(value, `struct ${RANGE} with 2 elements`, (next) => ({
      firstSlot: readU64(next()),
      lastSlot: optional(next(), readU64),
    }));
  const range = readStruct(value, RANGE);
  const firstSlot = range.firstSlot === undefined ? undefined : readU64(range.firstSlot);
  const lastSlot = optional(range.lastSlot, readU64);
  return { firstSlot: firstSlot ?? readU64(required(range, 'firstSlot')), lastSlot };
}
