/**
 * Huffman codes of literals.
 *
 * Source   RFC 8878 4.2
 * @module
 */
import { ByteReader } from '../byteReader.ts';
import { nextState, readFseTable } from './fse.ts';
import { ReverseBits } from './reverseBits.ts';
import { ZstdError } from './zstdError.ts';

/** The symbol of each `log` bits that may come, and how many of them are its code. */
export interface HuffmanTable {
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
}

const MAX_LOG = 11;
const MAX_WEIGHTS_LOG = 6;
const MAX_SYMBOL = 255;
const FIRST_DIRECT = 128;

/** @throws ZstdError, BytesError */
export function readHuffmanTable(reader: ByteReader): HuffmanTable {
  const header = reader.u8();
  return buildTable(header < FIRST_DIRECT ? readCoded(reader.take(header)) : readDirect(reader, header - 127));
}

/** Four bits each. */
function readDirect(reader: ByteReader, count: number): number[] {
  const bytes = reader.take((count + 1) >> 1);
  return Array.from({ length: count }, (_, i) => (i % 2 === 0 ? bytes[i >> 1]! >> 4 : bytes[i >> 1]! & 0xf));
}

/** By two states in turn. The stream ends with the last state that it has bits for. */
function readCoded(bytes: Uint8Array): number[] {
  const reader = new ByteReader(bytes);
  const table = readFseTable(reader, MAX_WEIGHTS_LOG, MAX_LOG);
  const stream = new ReverseBits(reader.rest());
  const weights: number[] = [];
  let [state, other] = [stream.read(table.log), stream.read(table.log)];
  while (stream.left >= 0 && weights.length < MAX_SYMBOL) {
    weights.push(table.symbols[state]!);
    [state, other] = [other, nextState(table, state, stream)];
  }
  return [...weights, table.symbols[state]!];
}

/** @param weights without that of the last symbol, which makes the sum of all a power of two */
function buildTable(weights: readonly number[]): HuffmanTable {
  const sum = weights.reduce((total, weight) => total + sizeOf(weight), 0);
  const log = 32 - Math.clz32(sum);
  const last = 2 ** log - sum;
  if (sum === 0 || log > MAX_LOG || weights.length > MAX_SYMBOL || !Number.isInteger(Math.log2(last)))
    throw new ZstdError();
  const all = [...weights, Math.log2(last) + 1];
  const symbols = new Uint8Array(1 << log);
  const bits = new Uint8Array(1 << log);
  let at = 0;
  for (let weight = 1; weight <= log; weight++) {
    for (let symbol = all.indexOf(weight); symbol >= 0; symbol = all.indexOf(weight, symbol + 1)) {
      const end = at + sizeOf(weight);
      symbols.fill(symbol, at, end);
      bits.fill(log + 1 - weight, at, end);
      at = end;
    }
  }
  return { log, symbols, bits };
}

/** How many entries of the table a symbol has. */
function sizeOf(weight: number): number {
  return weight === 0 ? 0 : 2 ** (weight - 1);
}

/** Fills `out` with the symbols of a stream. */
export function decodeHuffman({ bits, log, symbols }: HuffmanTable, bytes: Uint8Array, out: Uint8Array): void {
  const stream = new ReverseBits(bytes);
  const mask = (1 << log) - 1;
  let entry = stream.read(log);
  for (let i = 0; i < out.length; i++) {
    out[i] = symbols[entry]!;
    const count = bits[entry]!;
    entry = ((entry << count) & mask) | stream.read(count);
  }
  if (stream.left !== -log) throw new ZstdError();
}
