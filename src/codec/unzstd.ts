/**
 * Reads Zstandard. fzstd unpacks the blocks; what it does not look at is checked here: how much a frame unpacks to, whether that is
 * what its header states, and the checksum of the content.
 *
 * Source   RFC 8878 3.1
 * @module
 */
import { Decompress } from 'fzstd';
import { xxh64 } from './xxh64.ts';

/** Bytes that are not Zstandard, are damaged, or unpack to too much; `message` is the reason, for people. */
export class ZstdError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'ZstdError';
  }
}

const INVALID = 'invalid zstd data';
const CUT_OFF = 'the compressed data ends too early';
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
/** the zstd command takes no more by itself either: a window costs its size in memory, however short the data is */
const MAX_WINDOW_BYTES = 2 ** 27;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CHECKSUM_BYTES = 4;

/** The header of a frame. */
interface Header {
  /** where the blocks begin */
  readonly blocks: number;
  /** undefined: not in the header */
  readonly contentBytes: number | undefined;
  readonly hasChecksum: boolean;
}

/** How much a frame may unpack to, of what all of them may. */
interface Bound {
  readonly left: number;
  readonly maxBytes: number;
}

/**
 * The content of all frames.
 *
 * @param maxBytes how much that may be
 * @throws ZstdError
 */
export function decompressZstd(bytes: Uint8Array, maxBytes: number): Uint8Array {
  const contents: Uint8Array[] = [];
  let left = maxBytes;
  for (let start = 0; start < bytes.length || start === 0; ) {
    const { end, header } = frameAt(bytes, start);
    if (header !== undefined) {
      const content = contentOf(bytes.subarray(start, end), header, { left, maxBytes });
      contents.push(content);
      left -= content.length;
    }
    start = end;
  }
  return contents.length === 1 ? contents[0]! : Buffer.concat(contents);
}

/** Where a frame ends; without a header it is one that readers pass over. */
function frameAt(bytes: Uint8Array, start: number): { readonly end: number; readonly header?: Header } {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const magic = view.getUint32(start, true);
    // the last four bits are free
    if ((magic & ~0xf) === SKIPPABLE_MAGIC) return { end: inside(view, start + 8 + view.getUint32(start + 4, true)) };
    if (magic !== MAGIC) throw new ZstdError(INVALID);
    const header = readHeader(view, start + 4);
    return { end: inside(view, endOfBlocks(view, header.blocks) + (header.hasChecksum ? CHECKSUM_BYTES : 0)), header };
  } catch (error) {
    throw error instanceof RangeError ? new ZstdError(CUT_OFF) : error;
  }
}

function readHeader(view: DataView, start: number): Header {
  const descriptor = view.getUint8(start);
  const sizeFlag = descriptor >> 6;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = start + 1 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const contentBytes = sizeBytes === 0 ? undefined : readSize(view, size, sizeBytes);
  const windowBytes = isSingleSegment ? contentBytes! : windowOf(view.getUint8(start + 1));
  if (windowBytes > MAX_WINDOW_BYTES)
    throw new ZstdError('it needs a window of more than 128 MiB: compress it without --long');
  return { blocks: size + sizeBytes, contentBytes, hasChecksum: (descriptor & 4) !== 0 };
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
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

function contentOf(frame: Uint8Array, { contentBytes, hasChecksum }: Header, bound: Bound): Uint8Array {
  if (contentBytes !== undefined && contentBytes > bound.left) throw tooLarge(bound);
  const content = unpack(frame, bound);
  if (contentBytes !== undefined && contentBytes !== content.length) throw new ZstdError(INVALID);
  if (hasChecksum && checksumOf(content) !== storedChecksum(frame))
    throw new ZstdError('the checksum does not fit the content: the data is damaged');
  return content;
}

/** Block by block, so that what unpacks to too much is not unpacked to its end. */
function unpack(frame: Uint8Array, bound: Bound): Uint8Array {
  const blocks: Uint8Array[] = [];
  let length = 0;
  const stream = new Decompress((block) => {
    length += block.length;
    if (length > bound.left) throw tooLarge(bound);
    blocks.push(block);
  });
  try {
    stream.push(frame, true);
  } catch (error) {
    // what is damaged leads the library to errors of any kind
    throw error instanceof ZstdError ? error : new ZstdError(INVALID);
  }
  return Buffer.concat(blocks);
}

function tooLarge({ maxBytes }: Bound): ZstdError {
  return new ZstdError(`it unpacks to more than ${maxBytes} bytes`);
}

function checksumOf(content: Uint8Array): number {
  return Number(BigInt.asUintN(32, xxh64(content)));
}

function storedChecksum(frame: Uint8Array): number {
  return new DataView(frame.buffer, frame.byteOffset, frame.byteLength).getUint32(frame.length - CHECKSUM_BYTES, true);
}
