import { ByteReader } from '../codec/bytes.ts';
import { fields, i64, u64 } from '../codec/struct.ts';

const COUNT_BYTES = 8;
/** slot u64, hash */
const ENTRY_BYTES = 40;

/** The slots of the SlotHashes sysvar, newest first; none where there is no such account. Source solana slot-hashes 3.0 */
export function decodeHashedSlots(data: Uint8Array | undefined): readonly bigint[] {
  if (data === undefined || data.length < COUNT_BYTES) return [];
  const room = Math.floor((data.length - COUNT_BYTES) / ENTRY_BYTES);
  const count = Math.min(Number(new ByteReader(data).u64()), room);
  return Array.from({ length: count }, (_, i) => new ByteReader(data, COUNT_BYTES + i * ENTRY_BYTES).u64());
}

/** The Clock sysvar; times are Unix seconds. Source solana clock 3.0 */
export const clock = fields({
  slot: u64,
  epochStartTimestamp: i64,
  epoch: u64,
  leaderScheduleEpoch: u64,
  unixTimestamp: i64,
});

/** The time of a chain at its tip. */
export interface Clock {
  readonly epoch: bigint;
  readonly unixTimestamp: bigint;
}

const CLOCK_BYTES = 40;

/** Undefined where the data of the Clock sysvar are too few. */
export function decodeClock(data: Uint8Array | undefined): Clock | undefined {
  return data === undefined || data.length < CLOCK_BYTES ? undefined : clock.read(new ByteReader(data));
}
