import { ByteReader } from '../codec/byteReader.ts';
import type { JsonObject } from '../codec/json.ts';
import type { AccountParser } from './parsed.ts';

/** One state of an account. `info` gets a reader that is positioned behind the tag; its members are in the order of the bytes. */
export interface AccountState {
  readonly type: string;
  readonly info?: (data: ByteReader) => JsonObject;
}

/** The parser of accounts that start with a u32 tag, the index of their state. */
export function stateParser(program: string, states: readonly AccountState[]): AccountParser {
  return (data) => {
    const reader = new ByteReader(data);
    const state = states[reader.u32()];
    return state && { program, parsed: { type: state.type, info: state.info?.(reader) } };
  };
}
