import { encodeBase64 } from '../../codec/base64.ts';
import { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject, JsonValue } from '../../codec/json.ts';
import type { Address } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readOption } from '../bincode.ts';
import type { AccountParser } from '../parsed.ts';

interface State {
  readonly type: string;
  readonly info?: (data: ByteReader) => JsonObject;
}

/** By the u32 tag that the account starts with; the members of each `info` are in the order of the bytes. */
const STATES: readonly State[] = [
  { type: 'uninitialized' },
  { type: 'buffer', info: (data) => ({ authority: readAuthority(data), data: readProgramBytes(data) }) },
  { type: 'program', info: (data) => ({ programData: readAddress(data) }) },
  {
    type: 'programData',
    info: (data) => ({ slot: data.u64(), authority: readAuthority(data), data: readProgramBytes(data) }),
  },
];

/**
 * Reads an account of the upgradeable loader.
 *
 * | tag | bytes after it |
 * |---|---|
 * | 0 uninitialized | |
 * | 1 buffer | authority: u8 0 or 1, the address after 1; program |
 * | 2 program | address of the program data |
 * | 3 programData | slot u64, authority as above, program |
 *
 * Source   agave 4.1 account-decoder; loader-v3-interface 6.1
 */
export const parseUpgradeableLoaderAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  const state = STATES[reader.u32()];
  return state && { program: 'bpf-upgradeable-loader', parsed: { type: state.type, info: state.info?.(reader) } };
};

function readAuthority(data: ByteReader): Address | null {
  return readOption(data, readAddress) ?? null;
}

/** Without an authority this starts right after the option tag, although a program on chain keeps its old place. */
function readProgramBytes(data: ByteReader): JsonValue {
  return [encodeBase64(data.rest()), 'base64'];
}
