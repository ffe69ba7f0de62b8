import { type ByteReader, BytesError } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { readOption } from '../bincode.ts';

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
export function readSlotHistory(data: ByteReader): JsonObject {
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
