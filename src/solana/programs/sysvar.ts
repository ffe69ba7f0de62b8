import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { JsonFloat, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { readBlockhash } from '../wire.ts';
import { type AccountParser, readBool, readOption, readVec } from './parsed.ts';

/** Slots that the history remembers; the bit of a slot is its number modulo this. */
const BITS = 1024 * 1024;
const BLOCK_BYTES = 8;

/**
 * Reads the slot history: a bit for each of the last slots, lowest bit of the first byte first.
 *
 * Layout   option tag u8, block count u64, blocks u64 each, number of bits u64, next slot u64
 * Source   agave 4.1 account-decoder; slot-history 3.0
 * Differs  with fewer bits or blocks than it shows the reference node panics; here the bytes are not parsable
 */
function readSlotHistory(data: ByteReader): JsonObject {
  const blocks = readBlocks(data);
  const numBits = data.u64();
  if (numBits < BigInt(BITS) || blocks.length * 8 < BITS)
    throw new BytesError(`a slot history of fewer than ${BITS} bits`, data.offset);
  return { bits: bitText(blocks), nextSlot: data.u64() };
}

function readBlocks(data: ByteReader): Uint8Array {
  // a count that a double cannot hold is past the end all the same
  return readOption(data, () => data.take(Number(data.u64()) * BLOCK_BYTES)) ?? new Uint8Array();
}

function bitText(blocks: Uint8Array): string {
  const text = Buffer.allocUnsafe(BITS);
  for (let i = 0; i < BITS; i++) text[i] = 0x30 + ((blocks[i >> 3]! >> (i & 7)) & 1);
  return text.toString('latin1');
}

/**
 * Every sysvar that has a parsed form. The members of an `info` are in the order of the bytes.
 *
 * Source   agave 4.1 account-decoder; sysvar 4.0, clock 3.0, epoch-schedule 3.1, rent 4.1, slot-hashes 3.0, epoch-rewards 3.0,
 *          stake-interface 3.0
 * @module
 */

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

/** Reads a sysvar account: its address alone determines what it holds. */
export const parseSysvarAccount: AccountParser = (data, address) => {
  const sysvar = SYSVARS.get(address);
  return sysvar && { program: 'sysvar', parsed: { type: sysvar.type, info: sysvar.info(new ByteReader(data)) } };
};
