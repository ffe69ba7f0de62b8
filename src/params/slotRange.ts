import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { Sequence } from './sequence.ts';
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
  if (isJsonArray(value)) return readPair(value);
  const range = readStruct(value, RANGE);
  const firstSlot = range.firstSlot === undefined ? undefined : readU64(range.firstSlot);
  const lastSlot = optional(range.lastSlot, readU64);
  return { firstSlot: firstSlot ?? readU64(required(range, 'firstSlot')), lastSlot };
}

function readPair(values: readonly JsonValue[]): SlotRange {
  const members = new Sequence(values, `struct ${RANGE} with 2 elements`);
  const range = { firstSlot: readU64(members.next()), lastSlot: optional(members.next(), readU64) };
  members.end();
  return range;
}
