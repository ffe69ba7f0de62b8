/**
 * Every sysvar that has a parsed form. The members of an `info` are in the order of the bytes.
 *
 * Source   agave 4.1 account-decoder; sysvar 4.0, clock 3.0, epoch-schedule 3.1, rent 4.1, slot-hashes 3.0, epoch-rewards 3.0,
 *          stake-interface 3.0
 * @module
 */
import type { ByteReader } from '../../codec/byteReader.ts';
import { JsonFloat, type JsonObject, type JsonValue } from '../../codec/json.ts';
import { readBlockhash } from '../../model/wireParts.ts';
import { readBool, readVec } from '../bincode.ts';
import { readSlotHistory } from './slotHistory.ts';

export interface Sysvar {
  readonly type: string;
  readonly info: (data: ByteReader) => JsonValue;
}

/** By address. */
export const SYSVARS: ReadonlyMap<string, Sysvar> = new Map([
  ['SysvarC1ock11111111111111111111111111111111', { type: 'clock', info: readClock }],
  ['SysvarEpochSchedu1e111111111111111111111111', { type: 'epochSchedule', info: readEpochSchedule }],
  ['SysvarFees111111111111111111111111111111111', { type: 'fees', info: readFees }],
  ['SysvarRecentB1ockHashes11111111111111111111', { type: 'recentBlockhashes', info: readRecentBlockhashes }],
  ['SysvarRent111111111111111111111111111111111', { type: 'rent', info: readRent }],
  ['SysvarRewards111111111111111111111111111111', { type: 'rewards', info: readRewards }],
  ['SysvarS1otHashes111111111111111111111111111', { type: 'slotHashes', info: readSlotHashes }],
  ['SysvarS1otHistory11111111111111111111111111', { type: 'slotHistory', info: readSlotHistory }],
  ['SysvarStakeHistory1111111111111111111111111', { type: 'stakeHistory', info: readStakeHistory }],
  ['SysvarLastRestartS1ot1111111111111111111111', { type: 'lastRestartSlot', info: readLastRestartSlot }],
  ['SysvarEpochRewards1111111111111111111111111', { type: 'epochRewards', info: readEpochRewards }],
]);

function readClock(data: ByteReader): JsonObject {
  return {
    slot: data.u64(),
    epochStartTimestamp: data.i64(),
    epoch: data.u64(),
    leaderScheduleEpoch: data.u64(),
    unixTimestamp: data.i64(),
  };
}

function readEpochSchedule(data: ByteReader): JsonObject {
  return {
    slotsPerEpoch: data.u64(),
    leaderScheduleSlotOffset: data.u64(),
    warmup: readBool(data),
    firstNormalEpoch: data.u64(),
    firstNormalSlot: data.u64(),
  };
}

function readFees(data: ByteReader): JsonObject {
  return { feeCalculator: { lamportsPerSignature: `${data.u64()}` } };
}

function readRecentBlockhashes(data: ByteReader): JsonValue {
  return readVec(data, () => ({
    blockhash: readBlockhash(data),
    feeCalculator: { lamportsPerSignature: `${data.u64()}` },
  }));
}

/** After the price come a threshold (8 bytes) and a burn percentage (1 byte), both without meaning today. */
function readRent(data: ByteReader): JsonObject {
  const lamportsPerByte = `${data.u64()}`;
  data.take(9);
  return { lamportsPerByte };
}

/** A second f64 is read and not shown. */
function readRewards(data: ByteReader): JsonObject {
  const validatorPointValue = new JsonFloat(data.f64());
  data.f64();
  return { validatorPointValue };
}

function readSlotHashes(data: ByteReader): JsonValue {
  return readVec(data, () => ({ slot: data.u64(), hash: readBlockhash(data) }));
}

function readStakeHistory(data: ByteReader): JsonValue {
  return readVec(data, () => ({
    epoch: data.u64(),
    stakeHistory: { effective: data.u64(), activating: data.u64(), deactivating: data.u64() },
  }));
}

function readLastRestartSlot(data: ByteReader): JsonObject {
  return { lastRestartSlot: data.u64() };
}

function readEpochRewards(data: ByteReader): JsonObject {
  return {
    distributionStartingBlockHeight: data.u64(),
    numPartitions: data.u64(),
    parentBlockhash: readBlockhash(data),
    totalPoints: `${data.u128()}`,
    totalRewards: `${data.u64()}`,
    distributedRewards: `${data.u64()}`,
    active: readBool(data),
  };
}
