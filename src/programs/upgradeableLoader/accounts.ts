import { encodeBase64 } from '../../codec/base64.ts';
import type { ByteReader } from '../../codec/byteReader.ts';
import type { JsonValue } from '../../codec/json.ts';
import type { Address } from '../../model/address.ts';
import { readAddress } from '../../model/wireParts.ts';
import { type AccountState, stateParser } from '../accountState.ts';
import { readOption } from '../bincode.ts';
import type { AccountParser } from '../parsed.ts';

const STATES: readonly AccountState[] = [
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
export const parseUpgradeableLoaderAccount: AccountParser = stateParser('bpf-upgradeable-loader', STATES);

function readAuthority(data: ByteReader): Address | null {
  return readOption(data, readAddress) ?? null;
}

/** Without an authority this starts right after the option tag, although a program on chain keeps its old place. */
function readProgramBytes(data: ByteReader): JsonValue {
  return [encodeBase64(data.rest()), 'base64'];
}
