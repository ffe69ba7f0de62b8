import { ByteReader } from '../codec/bytes.ts';

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

/** The time of a chain at its tip. */
export interface Clock {
  readonly epoch: bigint;
  /** seconds, i64 */
  readonly unixTimestamp: bigint;
}

const CLOCK_BYTES = 40;
const EPOCH_OFFSET = 16;
const UNIX_TIMESTAMP_OFFSET = 32;

/** Of the data of the Clock sysvar; undefined where there are too few. Source solana clock 3.0 */
export function decodeClock(data: Uint8Array | undefined): Clock | undefined {
  if (data === undefined || data.length < CLOCK_BYTES) return undefined;
  return {
    epoch: new ByteReader(data, EPOCH_OFFSET).u64(),
    unixTimestamp: new ByteReader(data, UNIX_TIMESTAMP_OFFSET).i64(),
  };
}
