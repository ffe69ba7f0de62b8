/**
 * Tables of finite state entropy codes.
 *
 * Source   RFC 8878 4.1
 * @module
 */
import type { ByteReader } from '../byteReader.ts';
import type { ReverseBits } from './reverseBits.ts';
import { ZstdError } from './zstdError.ts';

/** What each state stands for, and which state comes next: `base` and so many more bits of the stream. */
export interface FseTable {
  /** bits of the first state */
  readonly log: number;
  readonly symbols: Uint8Array;
  readonly bits: Uint8Array;
  readonly bases: Uint16Array;
}

const LOWEST_LOG = 5;
/** Of a symbol that is so rare that it has one state, behind all others. */
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
