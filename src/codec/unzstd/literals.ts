/**
 * The literals of a block: the bytes that are not copied from what came before.
 *
 * Source   RFC 8878 3.1.1.3.1
 * @module
 */
import type { ByteReader } from '../byteReader.ts';
import { decodeHuffman, type HuffmanTable, readHuffmanTable } from './huffman.ts';
import { ZstdError } from './zstdError.ts';

export interface Literals {
  readonly bytes: Uint8Array;
  /** for the next block */
  readonly table: HuffmanTable | undefined;
}

/** Bits of each of both sizes, by the format of the header. */
const SIZE_BITS = [10, 10, 14, 18] as const;

/**
 * @param previous of the block before
 * @throws ZstdError, BytesError
 */
export function readLiterals(reader: ByteReader, previous: HuffmanTable | undefined, maxBytes: number): Literals {
  const header = reader.u8();
  const [kind, format] = [header & 3, (header >> 2) & 3];
  if (kind < 2) {
    const size = readSize(reader, header, format);
    if (size > maxBytes) throw new ZstdError();
    const bytes = kind === 0 ? reader.take(size) : new Uint8Array(size).fill(reader.u8());
    return { bytes, table: previous };
  }
  const bits = SIZE_BITS[format]!;
  const sizes = readMore(reader, header >> 4, 4, (2 * bits + 4) / 8);
  const size = sizes % 2 ** bits;
  if (size > maxBytes) throw new ZstdError();
  const rest = reader.offset + Math.floor(sizes / 2 ** bits);
  const table = kind === 2 ? readHuffmanTable(reader) : previous;
  if (table === undefined) throw new ZstdError();
  const bytes = new Uint8Array(size);
  const streams = reader.take(rest - reader.offset);
  if (format === 0) decodeHuffman(table, streams, bytes);
  else decodeFour(table, streams, bytes);
  return { bytes, table };
}

/** Of literals that are not compressed. */
function readSize(reader: ByteReader, header: number, format: number): number {
  return format % 2 === 0 ? header >> 3 : readMore(reader, header >> 4, 4, format === 1 ? 2 : 3);
}

/** A number of `bytes` bytes, of which the first has been read: `low`, its upper bits. */
function readMore(reader: ByteReader, low: number, bits: number, bytes: number): number {
  let value = low;
  for (let i = 1; i < bytes; i++) value += reader.u8() * 2 ** (8 * i - bits);
  return value;
}

/** Of four streams, the last one ends where all of them do. */
function decodeFour(table: HuffmanTable, streams: Uint8Array, out: Uint8Array): void {
  const quarter = (out.length + 3) >> 2;
  let start = 6;
  for (let i = 0; i < 4; i++) {
    const end = i === 3 ? streams.length : start + (streams[2 * i]! | (streams[2 * i + 1]! << 8));
    decodeHuffman(
      table,
      streams.subarray(start, end),
      out.subarray(i * quarter, i === 3 ? out.length : (i + 1) * quarter),
    );
    start = end;
  }
}
