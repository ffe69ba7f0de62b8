import { ByteReader } from '../codec/byteReader.ts';

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
