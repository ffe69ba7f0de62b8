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
 * XXH64, the hash that Zstandard frames carry of their content.
 *
 * Source   xxHash fast digest algorithm, version 0.1.1, XXH64 with the seed 0
 * @module
 */

const PRIME_1 = 0x9e3779b185ebca87n;
const PRIME_2 = 0xc2b2ae3d27d4eb4fn;
const PRIME_3 = 0x165667b19e3779f9n;
const PRIME_4 = 0x85ebca77c2b2ae63n;
const PRIME_5 = 0x27d4eb2f165667c5n;
const STRIPE_BYTES = 32;

export function xxh64(bytes: Uint8Array): bigint {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { hash, next } = hashStripes(view);
  return avalanche(hashRest(view, next, u64(hash + BigInt(bytes.length))));
}

function hashStripes(view: DataView): { readonly hash: bigint; readonly next: number } {
  if (view.byteLength < STRIPE_BYTES) return { hash: PRIME_5, next: 0 };
  let a = u64(PRIME_1 + PRIME_2);
  let b = PRIME_2;
  let c = 0n;
  let d = u64(-PRIME_1);
  let at = 0;
  for (; at + STRIPE_BYTES <= view.byteLength; at += STRIPE_BYTES) {
    a = round(a, view.getBigUint64(at, true));
    b = round(b, view.getBigUint64(at + 8, true));
    c = round(c, view.getBigUint64(at + 16, true));
    d = round(d, view.getBigUint64(at + 24, true));
  }
  const sum = u64(rotateLeft(a, 1n) + rotateLeft(b, 7n) + rotateLeft(c, 12n) + rotateLeft(d, 18n));
  return { hash: [a, b, c, d].reduce(mergeLane, sum), next: at };
}

function hashRest(view: DataView, start: number, initial: bigint): bigint {
  let hash = initial;
  let at = start;
  for (; at + 8 <= view.byteLength; at += 8)
    hash = u64(rotateLeft(hash ^ round(0n, view.getBigUint64(at, true)), 27n) * PRIME_1 + PRIME_4);
  for (; at + 4 <= view.byteLength; at += 4)
    hash = u64(rotateLeft(hash ^ u64(BigInt(view.getUint32(at, true)) * PRIME_1), 23n) * PRIME_2 + PRIME_3);
  for (; at < view.byteLength; at++)
    hash = u64(rotateLeft(hash ^ u64(BigInt(view.getUint8(at)) * PRIME_5), 11n) * PRIME_1);
  return hash;
}

function mergeLane(hash: bigint, lane: bigint): bigint {
  return u64((hash ^ round(0n, lane)) * PRIME_1 + PRIME_4);
}

function round(lane: bigint, input: bigint): bigint {
  return u64(rotateLeft(u64(lane + u64(input * PRIME_2)), 31n) * PRIME_1);
}

function avalanche(hash: bigint): bigint {
  const second = u64((hash ^ (hash >> 33n)) * PRIME_2);
  const third = u64((second ^ (second >> 29n)) * PRIME_3);
  return third ^ (third >> 32n);
}

function rotateLeft(value: bigint, bits: bigint): bigint {
  return u64(value << bits) | (value >> (64n - bits));
}

function u64(value: bigint): bigint {
  return BigInt.asUintN(64, value);
}

/**
 * Reads Zstandard, in time and memory that are bounded by the compressed bytes and by what they may unpack to, whatever they say:
 * the window of a frame needs no memory of its own, because all that was unpacked is kept.
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
