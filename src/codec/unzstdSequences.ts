import type { ByteReader } from './bytes.ts';
import {
  buildFseTable,
  decodeHuffman,
  type FseTable,
  type HuffmanTable,
  nextState,
  ReverseBits,
  readFseTable,
  readHuffmanTable,
  singleSymbolTable,
} from './unzstdEntropy.ts';
import { type Output, ZstdError } from './unzstdOutput.ts';

/**
 * The literals of a block: the bytes that are not copied from what came before.
 *
 * Source   RFC 8878 3.1.1.3.1
 * @module
 */

export interface Literals {
  readonly bytes: Uint8Array;
  /** the table for the next block */
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

/** The size of literals that are not compressed. */
function readSize(reader: ByteReader, header: number, format: number): number {
  return format % 2 === 0 ? header >> 3 : readMore(reader, header >> 4, 4, format === 1 ? 2 : 3);
}

/** A number of `bytes` bytes, of which the first has been read: `low`, its upper bits. */
function readMore(reader: ByteReader, low: number, bits: number, bytes: number): number {
  let value = low;
  for (let i = 1; i < bytes; i++) value += reader.u8() * 2 ** (8 * i - bits);
  return value;
}

/** Decodes four streams; the last one ends with the data. */
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

/**
 * The sequences of a block: how many literals come, and how much is then copied from before.
 *
 * Source   RFC 8878 3.1.1.3.2, 3.1.1.4, 3.1.1.5
 * @module
 */

/** The coding of a kind of number: a code is `base` plus a number of further bits. */
interface Code {
  readonly bases: readonly number[];
  readonly bits: readonly number[];
  readonly maxLog: number;
  readonly predefined: FseTable;
}

/** The tables of a block, which the next one may use again. */
export interface SequenceTables {
  readonly literals: FseTable;
  readonly offsets: FseTable;
  readonly matches: FseTable;
}

const times = (count: number, value: number): number[] => Array<number>(count).fill(value);

const LITERALS = code(
  0,
  [...times(16, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  9,
  buildFseTable([4, 3, ...times(11, 2), 1, 1, 1, ...times(9, 2), 3, 2, ...times(5, 1), ...times(4, -1)], 6),
);
const MATCHES = code(
  3,
  [...times(32, 0), 1, 1, 1, 1, 2, 2, 3, 3, 4, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16],
  9,
  buildFseTable([1, 4, 3, ...times(6, 2), ...times(37, 1), ...times(7, -1)], 6),
);
const OFFSETS: Code = code(
  1,
  Array.from({ length: 32 }, (_, i) => i),
  8,
  buildFseTable([...times(6, 1), 2, 2, 2, ...times(15, 1), ...times(5, -1)], 5),
);

/** Each code begins where the one before ends. */
function code(first: number, bits: readonly number[], maxLog: number, predefined: FseTable): Code {
  let next = first;
  const bases = bits.map((count) => {
    const base = next;
    next += 2 ** count;
    return base;
  });
  return { bases, bits, maxLog, predefined };
}

/** The offsets that were used last, the newest first. */
export type RecentOffsets = [number, number, number];

export interface SequenceContext {
  readonly output: Output;
  /** offset of the frame in the output */
  readonly start: number;
  readonly recent: RecentOffsets;
  /** tables of the block before */
  readonly tables: SequenceTables | undefined;
  readonly maxBytes: number;
}

/**
 * Adds the content of a block to the output.
 *
 * @returns the tables for the next block
 * @throws ZstdError, BytesError
 */
export function addSequences(
  reader: ByteReader,
  literals: Uint8Array,
  context: SequenceContext,
): SequenceTables | undefined {
  const { maxBytes, output, recent, start } = context;
  const count = readCount(reader);
  if (count === 0) {
    if (reader.remaining > 0) throw new ZstdError();
    output.add(literals);
    return context.tables;
  }
  const tables = readTables(reader, context.tables);
  const stream = new ReverseBits(reader.rest());
  const end = output.length + maxBytes;
  let literal = stream.read(tables.literals.log);
  let offset = stream.read(tables.offsets.log);
  let match = stream.read(tables.matches.log);
  let at = 0;
  for (let left = count; left > 0; left--) {
    const offsetValue = readValue(OFFSETS, tables.offsets, offset, stream);
    const matchBytes = readValue(MATCHES, tables.matches, match, stream);
    const literalBytes = readValue(LITERALS, tables.literals, literal, stream);
    if (left > 1) {
      literal = nextState(tables.literals, literal, stream);
      match = nextState(tables.matches, match, stream);
      offset = nextState(tables.offsets, offset, stream);
    }
    const isTooLong = literalBytes > literals.length - at || literalBytes + matchBytes > end - output.length;
    if (isTooLong || stream.left < 0) throw new ZstdError();
    output.add(literals, at, at + literalBytes);
    at += literalBytes;
    const back = useOffset(recent, offsetValue, literalBytes);
    if (back < 1 || back > output.length - start) throw new ZstdError();
    output.repeat(back, matchBytes);
  }
  if (stream.left > 0 || literals.length - at > end - output.length) throw new ZstdError();
  output.add(literals, at);
  return tables;
}

function readCount(reader: ByteReader): number {
  const first = reader.u8();
  if (first < 128) return first;
  return first === 255 ? reader.u16() + 0x7f00 : ((first - 128) << 8) + reader.u8();
}

function readTables(reader: ByteReader, previous: SequenceTables | undefined): SequenceTables {
  const modes = reader.u8();
  if ((modes & 3) !== 0) throw new ZstdError();
  const literals = readTable(reader, modes >> 6, LITERALS, previous?.literals);
  const offsets = readTable(reader, (modes >> 4) & 3, OFFSETS, previous?.offsets);
  const matches = readTable(reader, (modes >> 2) & 3, MATCHES, previous?.matches);
  return { literals, offsets, matches };
}

function readTable(reader: ByteReader, mode: number, of: Code, previous: FseTable | undefined): FseTable {
  const maxSymbol = of.bits.length - 1;
  switch (mode) {
    case 0:
      return of.predefined;
    case 1: {
      const symbol = reader.u8();
      if (symbol > maxSymbol) throw new ZstdError();
      return singleSymbolTable(symbol);
    }
    case 2:
      return readFseTable(reader, of.maxLog, maxSymbol);
    default:
      if (previous === undefined) throw new ZstdError();
      return previous;
  }
}

function readValue({ bases, bits }: Code, { symbols }: FseTable, state: number, stream: ReverseBits): number {
  const symbol = symbols[state]!;
  return bases[symbol]! + stream.read(bits[symbol]!);
}

/** Values up to 3 stand for recent offsets; without literals the newest would be of no use, so they stand for the next ones. */
function useOffset(recent: RecentOffsets, value: number, literalBytes: number): number {
  const index = value > 3 ? value : value + (literalBytes === 0 ? 1 : 0);
  if (index === 1) return recent[0];
  const offset = value > 3 ? value - 3 : index === 4 ? recent[0] - 1 : recent[index - 1]!;
  if (index > 2) recent[2] = recent[1];
  recent[1] = recent[0];
  recent[0] = offset;
  return offset;
}
