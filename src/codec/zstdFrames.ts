/**
 * Zstandard frames around their blocks: their number, their sizes, and where they end. Blocks are unpacked by a library.
 *
 * It gets each frame with a header of ours. The window is that of the frame, but not larger than the content may be, so that a window of
 * terabytes costs nothing.
 * A stated size is compared here, and a checksum is passed over.
 *
 * Source   RFC 8878 3.1
 * @module
 */

/** Bytes that are not Zstandard, are damaged, or unpack to too much; `message` is the reason, for people. */
export class ZstdError extends Error {
  constructor(message = 'invalid zstd data') {
    super(message);
    this.name = 'ZstdError';
  }
}

/** A library that unpacks frames. */
export interface FrameUnpacker {
  /** base-2 logarithm of the largest window that it takes */
  readonly maxWindowLog: number;
  /**
   * Unpacks one frame that has content.
   *
   * @returns undefined: the content has more than `maxBytes`
   * @throws ZstdError
   */
  unpack(frame: Uint8Array, maxBytes: number): Uint8Array | undefined;
}

const CUT_OFF = 'the compressed data ends too early';
const MAGIC = 0xfd2fb528;
const SKIPPABLE_MAGIC = 0x184d2a50;
const DICTIONARY_ID_BYTES = [0, 1, 2, 4] as const;
const CHECKSUM_BYTES = 4;
const RESERVED = 8;
const MAX_BLOCK_BYTES = 2 ** 17;

/**
 * Unpacks all frames, one after the other.
 *
 * @param maxBytes limit for their content
 * @throws ZstdError
 */
export function unpackFrames(bytes: Uint8Array, maxBytes: number, unpacker: FrameUnpacker): Uint8Array {
  const contents: Uint8Array[] = [];
  let bytesLeft = maxBytes;
  // empty input is read as a frame too, which refuses it
  for (let start = 0; start < bytes.length || start === 0; ) {
    const frame = frameAt(bytes, start);
    const content = contentOf(frame, bytesLeft, unpacker);
    if (content === undefined) throw new ZstdError(`it unpacks to more than ${maxBytes} bytes`);
    bytesLeft -= content.length;
    contents.push(content);
    start = frame.end;
  }
  return Buffer.concat(contents, maxBytes - bytesLeft);
}

interface Frame {
  /** offset of the first byte after the frame */
  readonly end: number;
  readonly blocks: Uint8Array;
  /** limit for the content, by the headers of the blocks */
  readonly maxContentBytes: number;
  /** undefined: not stated */
  readonly statedContentBytes: number | undefined;
  /** the distance from which its blocks may copy */
  readonly windowBytes: number;
}

/** Undefined: the content has more than `bytesLeft` bytes. */
function contentOf(frame: Frame, bytesLeft: number, unpacker: FrameUnpacker) {
  const { maxContentBytes, statedContentBytes } = frame;
  if (statedContentBytes !== undefined && statedContentBytes > bytesLeft) return undefined;
  const maxBytes = Math.min(maxContentBytes, bytesLeft);
  const content =
    maxContentBytes === 0
      ? new Uint8Array()
      : unpacker.unpack(withHeader(frame, maxBytes, unpacker.maxWindowLog), maxBytes);
  if (content !== undefined && statedContentBytes !== undefined && content.length !== statedContentBytes)
    throw new ZstdError();
  return content;
}

/** The blocks with a header that states no size. Its window has room for the largest block. */
function withHeader({ blocks, windowBytes }: Frame, contentBytes: number, maxWindowLog: number): Uint8Array {
  const windowLog = Math.ceil(Math.log2(Math.max(Math.min(contentBytes, windowBytes), MAX_BLOCK_BYTES)));
  if (windowLog > maxWindowLog)
    throw new ZstdError(`its window has more than ${2 ** (maxWindowLog - 20)} MiB: this needs Node 22.15 or newer`);
  const frame = new Uint8Array(6 + blocks.length);
  new DataView(frame.buffer).setUint32(0, MAGIC, true);
  frame[5] = (windowLog - 10) << 3;
  frame.set(blocks, 6);
  return frame;
}

/** Reads a frame; one that readers have to skip has no blocks. */
function frameAt(bytes: Uint8Array, start: number): Frame {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    const magic = view.getUint32(start, true);
    // the last four bits are free
    if ((magic & ~0xf) === SKIPPABLE_MAGIC) {
      const end = requireInside(view, start + 8 + view.getUint32(start + 4, true));
      return {
        end,
        blocks: bytes.subarray(end, end),
        maxContentBytes: 0,
        statedContentBytes: undefined,
        windowBytes: 0,
      };
    }
    if (magic !== MAGIC) throw new ZstdError();
    const header = readHeader(view, start + 4);
    const { end: endOfBlocks, maxContentBytes } = blocksAt(view, header.end);
    const end = requireInside(view, endOfBlocks + (header.hasChecksum ? CHECKSUM_BYTES : 0));
    const { statedContentBytes, windowBytes } = header;
    return { end, blocks: bytes.subarray(header.end, endOfBlocks), maxContentBytes, statedContentBytes, windowBytes };
  } catch (error) {
    throw error instanceof RangeError ? new ZstdError(CUT_OFF) : error;
  }
}

function readHeader(view: DataView, start: number) {
  const descriptor = view.getUint8(start);
  if ((descriptor & RESERVED) !== 0) throw new ZstdError();
  const sizeFlag = descriptor >> 6;
  const isSingleSegment = (descriptor & 0x20) !== 0;
  const size = start + 1 + (isSingleSegment ? 0 : 1) + DICTIONARY_ID_BYTES[descriptor & 3]!;
  const sizeBytes = sizeFlag === 0 ? Number(isSingleSegment) : 1 << sizeFlag;
  const statedContentBytes = sizeBytes === 0 ? undefined : readSize(view, size, sizeBytes);
  const windowBytes = isSingleSegment ? statedContentBytes! : readWindow(view.getUint8(start + 1));
  return { end: size + sizeBytes, statedContentBytes, windowBytes, hasChecksum: (descriptor & 4) !== 0 };
}

/** Five bits are a power of two, three are the eighths of it that come on top. */
function readWindow(descriptor: number): number {
  return 2 ** (10 + (descriptor >> 3)) * (1 + (descriptor & 7) / 8);
}

function readSize(view: DataView, at: number, bytes: number): number {
  if (bytes === 1) return view.getUint8(at);
  if (bytes === 2) return view.getUint16(at, true) + 256;
  return bytes === 4 ? view.getUint32(at, true) : Number(view.getBigUint64(at, true));
}

function blocksAt(view: DataView, start: number): Pick<Frame, 'end' | 'maxContentBytes'> {
  let maxContentBytes = 0;
  for (let at = start; ; ) {
    const header = view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
    const size = header >> 3;
    const kind = (header >> 1) & 3;
    const isRepeatedByte = kind === 1;
    const isCompressed = kind === 2;
    maxContentBytes += isCompressed ? MAX_BLOCK_BYTES : size;
    at += 3 + (isRepeatedByte ? 1 : size);
    if ((header & 1) === 1) return { end: at, maxContentBytes };
  }
}

function requireInside(view: DataView, end: number): number {
  if (end > view.byteLength) throw new ZstdError(CUT_OFF);
  return end;
}
