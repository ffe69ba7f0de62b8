import { ByteReader, BytesError } from './bytes.ts';
import type { HuffmanTable } from './unzstdEntropy.ts';
import { Output, ZstdError } from './unzstdOutput.ts';
import { addSequences, type RecentOffsets, readLiterals, type SequenceTables } from './unzstdSequences.ts';

/**
 * The blocks of a frame.
 *
 * Source   RFC 8878 3.1.1.2
 * @module
 */

const MAX_BLOCK_BYTES = 2 ** 17;

/**
 * Adds the content of all blocks to the output.
 *
 * @throws ZstdError, BytesError
 */
function addBlocks(bytes: Uint8Array, output: Output): void {
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

/**
 * Reads Zstandard, in time and memory that are bounded by the compressed bytes and by what they may unpack to, whatever they say:
 * the window of a frame needs no memory of its own, because all that was unpacked is kept. A checksum is passed over.
 *
 * Source   RFC 8878 3.1
 * @module
 */

const CUT_OFF = 'the compressed data ends too early';
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CHECKSUM_BYTES = 4;
const RESERVED = 8;

/** The header of a frame. */
interface Header {
  /** offset of the blocks */
  readonly blocks: number;
  /** undefined: not in the header */
  readonly contentBytes: number | undefined;
  readonly hasChecksum: boolean;
}

/**
 * The content of all frames.
 *
 * @param maxBytes how much that may be
 * @throws ZstdError
 */
export function decompressZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const output = new Output(maxBytes);
  for (let start = 0; start < bytes.length || start === 0; ) {
    const { end, header } = frameAt(bytes, start);
    if (header !== undefined) addFrame(bytes.subarray(0, end), header, output);
    start = end;
  }
  return output.from(0).slice();
}

/** The end of a frame, and its header; a frame without a header is one that readers skip. */
function frameAt(bytes: Uint8Array, start: number): { readonly end: number; readonly header?: Header } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const magic = view.getUint32(start, true);
    // the last four bits are free
    if ((magic & ~0xf) === SKIPPABLE_MAGIC) return { end: inside(view, start + 8 + view.getUint32(start + 4, true)) };
    if (magic !== MAGIC) throw new ZstdError();
    const header = readHeader(view, start + 4);
    return { end: inside(view, endOfBlocks(view, header.blocks) + (header.hasChecksum ? CHECKSUM_BYTES : 0)), header };
  } catch (error) {
    throw error instanceof RangeError ? new ZstdError(CUT_OFF) : error;
  }
}

function readHeader(view: DataView, start: number): Header {
  const descriptor = view.getUint8(start);
  if ((descriptor & RESERVED) !== 0) throw new ZstdError();
  const sizeFlag = descriptor >> 6;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = start + 1 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const contentBytes = sizeBytes === 0 ? undefined : readSize(view, size, sizeBytes);
  return { blocks: size + sizeBytes, contentBytes, hasChecksum: (descriptor & 4) !== 0 };
}

function readSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

function endOfBlocks(view: DataView, start: number): number {
  for (let at = start; ; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const isRepeatedByte = ((header >> 1) & 3) === 1;
    at += 3 + (isRepeatedByte ? 1 : header >> 3);
    if ((header & 1) === 1) return at;
  }
}

function inside(view: DataView, end: number): number {
  if (end > view.byteLength) throw new ZstdError(CUT_OFF);
  return end;
}

/** @param bytes up to the end of the frame */
function addFrame(bytes: Uint8Array, { blocks, contentBytes }: Header, output: Output): void {
  const start = output.length;
  output.requireRoom(contentBytes ?? 0);
  try {
    addBlocks(bytes.subarray(blocks), output);
  } catch (error) {
    throw error instanceof BytesError ? new ZstdError() : error;
  }
  if (contentBytes !== undefined && contentBytes !== output.length - start) throw new ZstdError();
}
