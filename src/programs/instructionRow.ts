import type { ByteReader } from '../codec/byteReader.ts';
import type { JsonObject } from '../codec/json.ts';
import type { Address } from '../model/address.ts';
import type { ParsedInstruction } from './parsed.ts';

/**
 * One instruction type. `info` gets the instruction's accounts, at least `minAccounts` of them, and a reader that stands
 * behind the tag; it throws BytesError where the data does not decode.
 *
 * Example  { type: 'transfer', minAccounts: 2, info: ([source, destination], data) => ({ source, destination, lamports: data.u64() }) }
 */
export interface InstructionRow {
  readonly type: string;
  readonly minAccounts: number;
  readonly info: (accounts: readonly Address[], data: ByteReader) => JsonObject | undefined;
}

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
