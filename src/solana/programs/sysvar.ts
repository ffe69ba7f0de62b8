import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { JsonFloat, type JsonValue } from '../../codec/jsonText.ts';
import { bool, bytes, type Decoder, f64, fields, optional, u64, u64Text, vec } from '../../codec/struct.ts';
import { blockhash } from '../pubkey.ts';
import { clock } from '../sysvarBytes.ts';
import type { AccountParser } from './parsed.ts';

/**
 * Every sysvar that has a parsed form.
 *
 * Source   agave 4.1 account-decoder; sysvar 4.0, clock 3.0, epoch-schedule 3.1, rent 4.1, slot-hashes 3.0, epoch-rewards 3.0,
 *          slot-history 3.0, stake-interface 3.0
 * @module
 */

/** Slots that the history remembers; the bit of a slot is its number modulo this. */
const BITS = 1024 * 1024;
const BLOCK_BYTES = 8;

/** u64 blocks of bits behind their count, which may be missing */
const blocks = optional({
  // a count that a double cannot hold is past the end all the same
  read: (data: ByteReader) => data.take(Number(data.u64()) * BLOCK_BYTES),
});

/**
 * The slot history: a bit for each of the last slots, lowest bit of the first byte first.
 *
 * Differs  with fewer bits or blocks than it shows the reference node panics; here the bytes are not parsable
 */
const slotHistory: Decoder<JsonValue> = {
  read(data) {
    const history = blocks.read(data) ?? new Uint8Array();
    const numBits = data.u64();
    if (numBits < BigInt(BITS) || history.length * 8 < BITS)
      throw new BytesError(`a slot history of fewer than ${BITS} bits`, data.offset);
    return { bits: bitText(history), nextSlot: data.u64() };
  },
};

function bitText(history: Uint8Array): string {
  const text = Buffer.allocUnsafe(BITS);
  for (let i = 0; i < BITS; i++) text[i] = 0x30 + ((history[i >> 3]! >> (i & 7)) & 1);
  return text.toString('latin1');
}

const epochSchedule = fields({
  slotsPerEpoch: u64,
  leaderScheduleSlotOffset: u64,
  warmup: bool,
  firstNormalEpoch: u64,
  firstNormalSlot: u64,
});
const feeCalculator = fields({ lamportsPerSignature: u64Text });
const float: Decoder<JsonFloat> = { read: (data) => new JsonFloat(data.f64()) };
const stakeHistory = fields({ effective: u64, activating: u64, deactivating: u64 });
const u128Text: Decoder<string> = { read: (data) => `${data.u128()}` };
const epochRewards = fields({
  distributionStartingBlockHeight: u64,
  numPartitions: u64,
  parentBlockhash: blockhash,
  totalPoints: u128Text,
  totalRewards: u64Text,
  distributedRewards: u64Text,
  active: bool,
});

export interface Sysvar {
  readonly type: string;
  readonly info: Decoder<JsonValue>;
}

/** By address. */
export const SYSVARS: ReadonlyMap<string, Sysvar> = new Map<string, Sysvar>([
  ['SysvarC1ock11111111111111111111111111111111', { type: 'clock', info: clock }],
  ['SysvarEpochSchedu1e111111111111111111111111', { type: 'epochSchedule', info: epochSchedule }],
  ['SysvarFees111111111111111111111111111111111', { type: 'fees', info: fields({ feeCalculator }) }],
  [
    'SysvarRecentB1ockHashes11111111111111111111',
    { type: 'recentBlockhashes', info: vec(fields({ blockhash, feeCalculator })) },
  ],
  // what follows the price has no meaning today: a threshold and a burn percentage
  [
    'SysvarRent111111111111111111111111111111111',
    { type: 'rent', info: fields({ lamportsPerByte: u64Text, _old: bytes(9) }) },
  ],
  [
    'SysvarRewards111111111111111111111111111111',
    { type: 'rewards', info: fields({ validatorPointValue: float, _unused: f64 }) },
  ],
  [
    'SysvarS1otHashes111111111111111111111111111',
    { type: 'slotHashes', info: vec(fields({ slot: u64, hash: blockhash })) },
  ],
  ['SysvarS1otHistory11111111111111111111111111', { type: 'slotHistory', info: slotHistory }],
  [
    'SysvarStakeHistory1111111111111111111111111',
    { type: 'stakeHistory', info: vec(fields({ epoch: u64, stakeHistory })) },
  ],
  ['SysvarLastRestartS1ot1111111111111111111111', { type: 'lastRestartSlot', info: fields({ lastRestartSlot: u64 }) }],
  ['SysvarEpochRewards1111111111111111111111111', { type: 'epochRewards', info: epochRewards }],
]);

/** Reads a sysvar account: its address alone determines what it holds. */
export const parseSysvarAccount: AccountParser = (data, address) => {
  const sysvar = SYSVARS.get(address);
  return sysvar && { program: 'sysvar', parsed: { type: sysvar.type, info: sysvar.info.read(new ByteReader(data)) } };
};
