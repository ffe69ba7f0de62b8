/**
 * The blocks of a frame.
 *
 * Source   RFC 8878 3.1.1.2
 * @module
 */
import { ByteReader } from '../byteReader.ts';
import type { HuffmanTable } from './huffman.ts';
import { readLiterals } from './literals.ts';
import type { Output } from './output.ts';
import { addSequences, type RecentOffsets, type SequenceTables } from './sequences.ts';
import { ZstdError } from './zstdError.ts';

const MAX_BLOCK_BYTES = 2 ** 17;

/**
 * Adds the content of all blocks to the output.
 *
 * @throws ZstdError, BytesError
 */
export function addBlocks(bytes: Uint8Array, output: Output): void {
  const reader = new ByteReader(bytes);
  const start = output.length;
  const recent: RecentOffsets = [1, 4, 8];
  let huffman: HuffmanTable | undefined;
  let tables: SequenceTables | undefined;
  for (let isLast = false; !isLast; ) {
    const header = reader.u16() | (reader.u8() << 16);
    isLast = (header & 1) === 1;
    const size = header >> 3;
    if (size > MAX_BLOCK_BYTES) throw new ZstdError();
    switch ((header >> 1) & 3) {
      case 0:
        output.add(reader.take(size));
        break;
      case 1:
        output.fill(reader.u8(), size);
        break;
      case 2: {
        const block = new ByteReader(reader.take(size));
        const literals = readLiterals(block, huffman, MAX_BLOCK_BYTES);
        huffman = literals.table;
        const context = { output, start, recent, tables, maxBytes: MAX_BLOCK_BYTES };
        tables = addSequences(block, literals.bytes, context);
        break;
      }
      default:
        throw new ZstdError();
    }
  }
}
