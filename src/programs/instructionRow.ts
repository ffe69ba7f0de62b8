/**
 * The engine that turns tables of rows into instruction parsers, and the words of bincode that rows read with.
 *
 * bincode: little-endian fixed-width integers, u64 lengths, u32 variant tags; bytes after the value are ignored.
 *
 * Source   bincode 1.3.3 `deserialize`; agave 4.1 transaction-status
 * @module
 */
import { ByteReader, BytesError } from '../codec/byteReader.ts';
import type { JsonObject } from '../codec/json.ts';
import { utf8Text } from '../codec/utf8.ts';
import type { Address } from '../model/address.ts';
import type { InstructionParser, ParsedInstruction } from './parsed.ts';

/**
 * One instruction type. `info` gets the instruction's accounts, at least `minAccounts` of them, and a reader that stands
 * behind the tag; it throws BytesError where the data does not decode. An account beyond those there are is undefined,
 * and so absent; `?? null` shows it as null.
 *
 * Example  { type: 'transfer', minAccounts: 2, info: ([source, destination], data) => ({ source, destination, lamports: data.u64() }) }
 */
export interface InstructionRow {
  readonly type: string;
  readonly minAccounts: number;
  readonly info: (accounts: readonly Address[], data: ByteReader) => JsonObject | undefined;
}

/** For a tag whose data decide which accounts there are: reads as far as it must, then names the row for the rest. */
export type RowChoice = (data: ByteReader) => InstructionRow;

/** Applies a row; undefined where there is none for the tag or the accounts are too few. */
export function parseByRow(
  program: string,
  row: InstructionRow | undefined,
  accounts: readonly Address[],
  data: ByteReader,
): ParsedInstruction | undefined {
  if (row === undefined || accounts.length < row.minAccounts) return undefined;
  return { program, parsed: { type: row.type, info: row.info(accounts, data) } };
}

/** The parser of a program whose data is bincode; a row's index is its tag. */
export function bincodeParser(program: string, rows: readonly (InstructionRow | RowChoice)[]): InstructionParser {
  return ({ accounts, data }) => {
    const reader = new ByteReader(data);
    const row = rows[reader.u32()];
    return parseByRow(program, typeof row === 'function' ? row(reader) : row, accounts, reader);
  };
}

/** A `bool`: one byte, strictly 0 or 1. */
export function readBool(data: ByteReader): boolean {
  const byte = data.u8();
  if (byte > 1) throw new BytesError(`${byte} is no bool`, data.offset - 1);
  return byte === 1;
}

/** A `Vec<u8>`. */
export function readByteVec(data: ByteReader): Uint8Array {
  // a length that a double cannot hold is past the end all the same
  return data.take(Number(data.u64()));
}

/** A `String`. */
export function readText(data: ByteReader): string {
  const start = data.offset;
  const text = utf8Text(readByteVec(data));
  if (text === undefined) throw new BytesError('a string that is not UTF-8', start);
  return text;
}

/** A `Vec<T>`. `readItem` must read at least one byte, so that a hostile count runs into the end of the data. */
export function readVec<T>(data: ByteReader, readItem: (data: ByteReader) => T): T[] {
  const items: T[] = [];
  for (let left = data.u64(); left > 0n; left--) items.push(readItem(data));
  return items;
}

/** An `Option<T>`. */
export function readOption<T>(data: ByteReader, readValue: (data: ByteReader) => T): T | undefined {
  const tag = data.u8();
  if (tag > 1) throw new BytesError(`an option tag of ${tag}`, data.offset - 1);
  return tag === 1 ? readValue(data) : undefined;
}

/** A variant without fields, by its name. */
export function readVariant<T extends string>(data: ByteReader, names: readonly T[]): T {
  const tag = data.u32();
  const name = names[tag];
  if (name === undefined) throw new BytesError(`variant ${tag} of ${names.length}`, data.offset - 4);
  return name;
}
