import { isJsonArray, type JsonValue } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import { optional, readStruct, readU64, required } from './values.ts';

/** Both ends inclusive. */
export interface SlotRange {
  readonly firstSlot: bigint;
  /** undefined: the tip */
  readonly lastSlot: bigint | undefined;
}

const RANGE = 'struct RpcBlockProductionConfigRange';

/** `{firstSlot, lastSlot}`, or the same two in an array. Source agave 4.1 RpcBlockProductionConfigRange; serde 1.0.228 */
export function readSlotRange(value: JsonValue): SlotRange {
  if (isJsonArray(value)) return readPair(value);
  const range = readStruct(value, 'RpcBlockProductionConfigRange');
  const firstSlot = range.firstSlot === undefined ? undefined : readU64(range.firstSlot);
  const lastSlot = optional(range.lastSlot, readSlot);
  return { firstSlot: firstSlot ?? readU64(required(range, 'firstSlot')), lastSlot };
}

function readPair(values: readonly JsonValue[]): SlotRange {
  const [first, last] = values;
  if (first === undefined) throw tooShort(0);
  const firstSlot = readU64(first);
  if (last === undefined) throw tooShort(1);
  const lastSlot = optional(last, readSlot);
  if (values.length > 2)
    throw rpcErrors.invalidParams(`invalid length ${values.length}, expected fewer elements in array`);
  return { firstSlot, lastSlot };
}

function tooShort(length: number) {
  return rpcErrors.invalidParams(`invalid length ${length}, expected ${RANGE} with 2 elements`);
}

function readSlot(value: JsonValue): bigint {
  return readU64(value);
}
