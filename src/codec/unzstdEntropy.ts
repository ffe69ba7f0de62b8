import { ByteReader } from './bytes.ts';
import { ZstdError } from './unzstdOutput.ts';

/**
 * Tables of finite state entropy codes.
 *
 * Source   RFC 8878 4.1
 * @module
 */

/** The symbol of each state, and the next state: `base` plus a number of bits of the stream. */
export interface FseTable {
  /** bits of the first state */
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

const LOWEST_LOG = 5;
/** The count of a symbol that is so rare that it has one state, behind all others. */
const LESS_THAN_ONE = -1;

/** A table that has one symbol only, which takes no bits. */
export function singleSymbolTable(symbol: number): FseTable {
  return { log: 0, symbols: Uint8Array.of(symbol), bits: Uint8Array.of(0), bases: Uint16Array.of(0) };
}

export function nextState(table: FseTable, state: number, stream: ReverseBits): number {
  return table.bases[state]! + stream.read(table.bits[state]!);
}

/** @throws ZstdError, BytesError */
export function readFseTable(reader: ByteReader, maxLog: number, maxSymbol: number): FseTable {
  const bits = new ForwardBits(reader);
  const log = bits.read(4) + LOWEST_LOG;
  if (log > maxLog) throw new ZstdError();
  const probabilities: number[] = [];
  for (let left = 1 << log; left > 0; ) {
    const probability = readProbability(bits, left);
    left -= Math.abs(probability);
    probabilities.push(probability);
    if (probability === 0) {
      let zeros: number;
      do {
        zeros = bits.read(2);
        for (let i = 0; i < zeros; i++) probabilities.push(0);
      } while (zeros === 3);
    }
    if (probabilities.length > maxSymbol + 1) throw new ZstdError();
  }
  return buildFseTable(probabilities, log);
}

/** A value up to `left` + 1 in as few bits as it takes: the small ones need one bit less. */
function readProbability(bits: ForwardBits, left: number): number {
  const count = 32 - Math.clz32(left + 1);
  const spare = (1 << count) - 2 - left;
  const low = bits.read(count - 1);
  if (low < spare) return low - 1;
  const value = low + (bits.read(1) << (count - 1));
  return (value < 1 << (count - 1) ? value : value - spare) - 1;
}

/** @param probabilities of each symbol, of 2^log in all */
export function buildFseTable(probabilities: readonly number[], log: number): FseTable {
  const size = 1 << log;
  const symbols = new Uint8Array(size);
  let end = size;
  probabilities.forEach((probability, symbol) => {
    if (probability === LESS_THAN_ONE) symbols[--end] = symbol;
  });
  const step = (size >> 1) + (size >> 3) + 3;
  let at = 0;
  probabilities.forEach((probability, symbol) => {
    for (let i = 0; i < probability; i++) {
      symbols[at] = symbol;
      do at = (at + step) & (size - 1);
      while (at >= end);
    }
  });
  const next = probabilities.map(Math.abs);
  const bits = new Uint8Array(size);
  const bases = new Uint16Array(size);
  symbols.forEach((symbol, state) => {
    const number = next[symbol]!++;
    bits[state] = log - (31 - Math.clz32(number));
    bases[state] = (number << bits[state]!) - size;
  });
  return { log, symbols, bits, bases };
}

/** Reads bits from the lowest one of the first byte on. Whole bytes are taken. */
class ForwardBits {
  readonly #reader: ByteReader;
  #byte = 0;
  #left = 0;

  constructor(reader: ByteReader) {
    this.#reader = reader;
  }

  read(count: number): number {
    let value = 0;
    for (let i = 0; i < count; i++) {
      if (this.#left === 0) {
        this.#byte = this.#reader.u8();
        this.#left = 8;
      }
      value |= (this.#byte & 1) << i;
      this.#byte >>= 1;
      this.#left--;
    }
    return value;
  }
}

const MAX_AT_ONCE = 24;

/**
 * Reads the bits of a stream from its end on. The highest bit that is set in the last byte only marks where they begin.
 *
 * Source   RFC 8878 4.1, 4.2.2
 */
export class ReverseBits {
  readonly #bytes: Uint8Array;
  #left: number;

  constructor(bytes: Uint8Array) {
    const last = bytes.at(-1);
    if (last === undefined || last === 0) throw new ZstdError();
    this.#bytes = bytes;
    this.#left = 8 * bytes.length - 1 - (Math.clz32(last) - 24);
  }

  /** The number of bits that have not been read; negative: bits beyond the end, which are 0. */
  get left(): number {
    return this.#left;
  }

  read(count: number): number {
    if (count === 0) return 0;
    if (count <= MAX_AT_ONCE) return this.#take(count);
    const high = this.#take(count - MAX_AT_ONCE);
    return high * 2 ** MAX_AT_ONCE + this.#take(MAX_AT_ONCE);
  }

  #take(count: number): number {
    this.#left -= count;
    const at = this.#left >> 3;
    const word = this.#byte(at) | (this.#byte(at + 1) << 8) | (this.#byte(at + 2) << 16) | (this.#byte(at + 3) << 24);
    return (word >>> (this.#left & 7)) & ((1 << count) - 1);
  }

  #byte(at: number): number {
    return at < 0 ? 0 : (this.#bytes[at] ?? 0);
  }
}

/**
 * Huffman codes of literals.
 *
 * Source   RFC 8878 4.2
 * @module
 */

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

/** Reads with two states in turn. The stream ends with the last state that it has bits for. */
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

/** The number of entries of a symbol in the table. */
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
