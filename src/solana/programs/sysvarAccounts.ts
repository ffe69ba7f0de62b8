import { ByteReader, BytesError } from '../../codec/bytes.ts';
import { JsonFloat, type JsonValue } from '../../codec/jsonText.ts';
import { type Decoder, f64, fields } from '../../codec/struct.ts';
import {
  CLOCK_SYSVAR,
  EPOCH_REWARDS_SYSVAR,
  EPOCH_SCHEDULE_SYSVAR,
  FEES_SYSVAR,
  LAST_RESTART_SLOT_SYSVAR,
  RECENT_BLOCKHASHES_SYSVAR,
  RENT_SYSVAR,
  REWARDS_SYSVAR,
  SLOT_HASHES_SYSVAR,
  SLOT_HISTORY_SYSVAR,
  STAKE_HISTORY_SYSVAR,
} from '../address.ts';
import {
  CLOCK,
  EPOCH_REWARDS,
  EPOCH_SCHEDULE,
  FEES,
  LAST_RESTART_SLOT,
  RECENT_BLOCKHASHES,
  RENT,
  SLOT_HASHES,
  SLOT_HISTORY,
  SLOT_HISTORY_BITS,
  STAKE_HISTORY,
} from '../sysvars.ts';
import type { AccountParser } from './parserTypes.ts';

/**
 * Every sysvar that has a parsed form.
 *
 * Source   agave 4.1 account-decoder
 * @module
 */

/** Differs  the reference node panics if there are fewer bits or blocks than it shows; here the bytes are not parsable */
const slotHistory: Decoder<JsonValue> = {
  read(data) {
    const { bits, numBits, nextSlot } = SLOT_HISTORY.read(data);
    if (numBits < BigInt(SLOT_HISTORY_BITS) || bits === null || bits.length * 8 < SLOT_HISTORY_BITS)
      throw new BytesError(`a slot history of fewer than ${SLOT_HISTORY_BITS} bits`, data.offset);
    return { bits: bitText(bits), nextSlot };
  },
};

/** The four digits of each half of a byte, the lowest bit first. The table makes it fast to write the million bits of a slot history. */
const DIGITS = new Uint32Array(
  Uint8Array.from({ length: 16 * 4 }, (_, i) => 0x30 + (((i >> 2) >> (i & 3)) & 1)).buffer,
);

function bitText(bits: Uint8Array): string {
  const text = new Uint32Array(SLOT_HISTORY_BITS / 4);
  for (let i = 0; i < SLOT_HISTORY_BITS / 8; i++) {
    text[2 * i] = DIGITS[bits[i]! & 15]!;
    text[2 * i + 1] = DIGITS[bits[i]! >> 4]!;
  }
  return Buffer.from(text.buffer).toString('latin1');
}

/** The Rent sysvar. The bytes behind its price have no meaning today. */
const rent: Decoder<JsonValue> = { read: (data) => ({ lamportsPerByte: `${RENT.read(data).lamportsPerByte}` }) };
const float: Decoder<JsonFloat> = { read: (data) => new JsonFloat(data.f64()) };

export interface Sysvar {
  readonly type: string;
  readonly info: Decoder<JsonValue>;
}

/** Sysvars by address. */
export const SYSVARS: ReadonlyMap<string, Sysvar> = new Map<string, Sysvar>([
  [CLOCK_SYSVAR, { type: 'clock', info: CLOCK }],
  [EPOCH_SCHEDULE_SYSVAR, { type: 'epochSchedule', info: EPOCH_SCHEDULE }],
  [FEES_SYSVAR, { type: 'fees', info: FEES }],
  [RECENT_BLOCKHASHES_SYSVAR, { type: 'recentBlockhashes', info: RECENT_BLOCKHASHES }],
  [RENT_SYSVAR, { type: 'rent', info: rent }],
  [REWARDS_SYSVAR, { type: 'rewards', info: fields({ validatorPointValue: float, _unused: f64 }) }],
  [SLOT_HASHES_SYSVAR, { type: 'slotHashes', info: SLOT_HASHES }],
  [SLOT_HISTORY_SYSVAR, { type: 'slotHistory', info: slotHistory }],
  [STAKE_HISTORY_SYSVAR, { type: 'stakeHistory', info: STAKE_HISTORY }],
  [LAST_RESTART_SLOT_SYSVAR, { type: 'lastRestartSlot', info: LAST_RESTART_SLOT }],
  [EPOCH_REWARDS_SYSVAR, { type: 'epochRewards', info: EPOCH_REWARDS }],
]);

/** Reads a sysvar account; its address determines its content. */
export const parseSysvarAccount: AccountParser = (data, address) => {
  const sysvar = SYSVARS.get(address);
  return sysvar && { program: 'sysvar', parsed: { type: sysvar.type, info: sysvar.info.read(new ByteReader(data)) } };
};
