import { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import { type Decoder, fields } from '../../codec/struct.ts';
import type { Address } from '../address.ts';
import type { AccountParser, InstructionParser, ParsedInstruction } from './parsed.ts';

/**
 * The engine that turns tables of rows into parsers.
 *
 * Source   agave 4.1 transaction-status, account-decoder
 * @module
 */

/**
 * One instruction type. `info` gets the instruction's accounts, at least `minAccounts` of them, and a reader that is positioned
 * behind the tag; it throws BytesError where the data does not decode.
 */
export interface InstructionRow {
  readonly type: string;
  readonly minAccounts: number;
  readonly info: (accounts: readonly Address[], data: ByteReader) => JsonObject | undefined;
}

/**
 * The members that the data of an instruction adds: one decoder for all of them, or one for each, in the order of the bytes.
 */
export type Args = Decoder<JsonObject> | Readonly<Record<string, Decoder<JsonValue | undefined>>>;

const NO_ARGS: Decoder<JsonObject> = { read: () => ({}) };

export function argsDecoder(args: Args = NO_ARGS): Decoder<JsonObject> {
  return isDecoder(args) ? args : (fields(args) as Decoder<JsonObject>);
}

function isDecoder(args: Args): args is Decoder<JsonObject> {
  return typeof args.read === 'function';
}

/**
 * The row of an instruction that shows its accounts by name. An account that may be missing has `?` behind its name, and is then left out;
 * or `??`, and is then null. One that must be there and is not shown is `_`.
 *
 * Example  row('transfer', ['source', 'destination'], { lamports: u64 })
 */
export function row(type: string, names: readonly string[], args?: Args): InstructionRow {
  const members = names
    .map((name, index) => ({ key: name.replace(/\?+$/, ''), index, missing: name.endsWith('??') ? null : undefined }))
    .filter(({ key }) => key !== '_');
  const { read } = argsDecoder(args);
  return {
    type,
    minAccounts: names.filter((name) => !name.endsWith('?')).length,
    info(accounts, data) {
      const info: Record<string, JsonValue | undefined> = {};
      for (const { key, index, missing } of members) info[key] = accounts[index] ?? missing;
      return Object.assign(info, read(data));
    },
  };
}

export function nameAccounts(accounts: readonly Address[], names: readonly string[]): JsonObject {
  const named: Record<string, Address | undefined> = {};
  for (let i = 0; i < names.length; i++) named[names[i]!] = accounts[i];
  return named;
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

/** The parser of a program whose instructions start with a u32 tag, the index of their row. */
export function bincodeParser(program: string, rows: readonly InstructionRow[]): InstructionParser {
  return ({ accounts, data }) => {
    const reader = new ByteReader(data);
    return parseByRow(program, rows[reader.u32()], accounts, reader);
  };
}

/** One state of an account: what is behind its tag. */
export interface AccountState {
  readonly type: string;
  readonly info?: Decoder<JsonObject>;
}

/** The parser of accounts that start with a u32 tag, the index of their state. */
export function stateParser(program: string, states: readonly AccountState[]): AccountParser {
  return (data) => {
    const reader = new ByteReader(data);
    const state = states[reader.u32()];
    return state && { program, parsed: { type: state.type, info: state.info?.read(reader) } };
  };
}
