import { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import type { InstructionParser, ParsedInstruction } from './parsed.ts';

/**
 * The engine that turns tables of rows into instruction parsers.
 *
 * Source   agave 4.1 transaction-status
 * @module
 */

/**
 * One instruction type. `info` gets the instruction's accounts, at least `minAccounts` of them, and a reader that is positioned
 * behind the tag; it throws BytesError where the data does not decode. An account beyond those there are is undefined,
 * and so absent; `?? null` shows it as null.
 */
export interface InstructionRow {
  readonly type: string;
  readonly minAccounts: number;
  readonly info: (accounts: readonly Address[], data: ByteReader) => JsonObject | undefined;
}

/**
 * The row of an instruction that shows its accounts by name. A name with `?` at its end is of an account that may be missing,
 * and is then left out. `readArgs` reads what the data adds, its members in wire order, because evaluating them reads them.
 *
 * Example  row('transfer', ['source', 'destination'], (data) => ({ lamports: data.u64() }))
 */
export function row(
  type: string,
  names: readonly string[],
  readArgs?: (data: ByteReader) => JsonObject,
): InstructionRow {
  const keys = names.map((name) => name.replace('?', ''));
  return {
    type,
    minAccounts: names.filter((name) => !name.endsWith('?')).length,
    info: (accounts, data) => Object.assign(nameAccounts(accounts, keys), readArgs?.(data)),
  };
}

export function nameAccounts(accounts: readonly Address[], names: readonly string[]): JsonObject {
  const named: Record<string, Address | undefined> = {};
  for (let i = 0; i < names.length; i++) named[names[i]!] = accounts[i];
  return named;
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
    const found = rows[reader.u32()];
    return parseByRow(program, typeof found === 'function' ? found(reader) : found, accounts, reader);
  };
}
