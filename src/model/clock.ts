import { ByteReader } from '../codec/byteReader.ts';

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
