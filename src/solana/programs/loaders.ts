import { encodeBase64 } from '../../codec/base64.ts';
import type { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject, JsonValue } from '../../codec/jsonText.ts';
import type { Address } from '../address.ts';
import { readAddress } from '../wire.ts';
import { bincodeParser, type InstructionRow, nameAccounts, row } from './instructionRow.ts';
import {
  type AccountParser,
  type AccountState,
  type InstructionParser,
  readByteVec,
  readOption,
  stateParser,
} from './parsed.ts';

/** By tag. */
const BPF_LOADER_ROWS: readonly InstructionRow[] = [
  row('write', ['account'], (data) => ({ offset: data.u32(), bytes: encodeBase64(readByteVec(data)) })),
  { type: 'finalize', minAccounts: 2, info: ([account]) => ({ account }) },
];

/** Source   solana loader-v2-interface 3.0; agave 4.1 transaction-status parse_bpf_loader */
export const parseBpfLoaderInstruction: InstructionParser = bincodeParser('bpf-loader', BPF_LOADER_ROWS);

/** Who pays for growth. */
const PAYERS = ['systemProgram', 'payerAccount'];

/** By tag. Of the accounts that may be missing, a buffer's authority is left out and all others are null. */
const ROWS: readonly InstructionRow[] = [
  row('initializeBuffer', ['account', 'authority?']),
  row('write', ['account', 'authority'], (data) => ({ offset: data.u32(), bytes: encodeBase64(readByteVec(data)) })),
  row(
    'deployWithMaxDataLen',
    [
      'payerAccount',
      'programDataAccount',
      'programAccount',
      'bufferAccount',
      'rentSysvar',
      'clockSysvar',
      'systemProgram',
      'authority',
    ],
    (data) => ({ maxDataLen: data.u64() }),
  ),
  row('upgrade', [
    'programDataAccount',
    'programAccount',
    'bufferAccount',
    'spillAccount',
    'rentSysvar',
    'clockSysvar',
    'authority',
  ]),
  nullableRow('setAuthority', ['account', 'authority'], ['newAuthority']),
  nullableRow('close', ['account', 'recipient', 'authority'], ['programAccount']),
  nullableRow('extendProgram', ['programDataAccount', 'programAccount'], PAYERS, additionalBytes),
  row('setAuthorityChecked', ['account', 'authority', 'newAuthority']),
  row('migrate', ['programDataAccount', 'programAccount', 'authority']),
  nullableRow('extendProgramChecked', ['programDataAccount', 'programAccount', 'authority'], PAYERS, additionalBytes),
];

/** Source   solana loader-v3-interface 6.1; agave 4.1 transaction-status parse_bpf_loader */
export const parseUpgradeableLoaderInstruction: InstructionParser = bincodeParser('bpf-upgradeable-loader', ROWS);

/** A row whose last accounts are null where they are missing. */
function nullableRow(
  type: string,
  names: readonly string[],
  nullable: readonly string[],
  readArgs?: (data: ByteReader) => JsonObject,
): InstructionRow {
  return {
    type,
    minAccounts: names.length,
    info: (accounts, data) => ({
      ...nameAccounts(accounts, names),
      ...Object.fromEntries(nullable.map((name, i) => [name, accounts[names.length + i] ?? null])),
      ...readArgs?.(data),
    }),
  };
}

function additionalBytes(data: ByteReader): JsonObject {
  return { additionalBytes: data.u32() };
}

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
