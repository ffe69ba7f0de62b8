/**
 * Reads Zstandard, in time and memory that are bounded by the compressed bytes and by what they may unpack to, whatever they say:
 * the window of a frame needs no memory of its own, because all that was unpacked is kept.
 *
 * Source   RFC 8878 3.1
 * @module
 */
import { BytesError } from './byteReader.ts';
import { addBlocks } from './unzstd/blocks.ts';
import { Output } from './unzstd/output.ts';
import { ZstdError } from './unzstd/zstdError.ts';
import { xxh64 } from './xxh64.ts';

const CUT_OFF = 'the compressed data ends too early';
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CHECKSUM_BYTES = 4;
const RESERVED = 8;

/** The header of a frame. */
interface Header {
  /** where the blocks begin */
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

/** Where a frame ends; without a header it is one that readers pass over. */
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
function addFrame(bytes: Uint8Array, { blocks, contentBytes, hasChecksum }: Header, output: Output): void {
  const start = output.length;
  output.requireRoom(contentBytes ?? 0);
  try {
    addBlocks(bytes.subarray(blocks), output);
  } catch (error) {
    throw error instanceof BytesError ? new ZstdError() : error;
  }
  const content = output.from(start);
  if (contentBytes !== undefined && contentBytes !== content.length) throw new ZstdError();
  if (hasChecksum && checksumOf(content) !== storedChecksum(bytes))
    throw new ZstdError('the checksum does not fit the content: the data is damaged');
}

function checksumOf(content: Uint8Array): number {
  return Number(BigInt.asUintN(32, xxh64(content)));
}

function storedChecksum(bytes: Uint8Array): number {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(bytes.length - CHECKSUM_BYTES, true);
}
