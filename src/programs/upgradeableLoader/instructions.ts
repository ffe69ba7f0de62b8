import { encodeBase64 } from '../../codec/base64.ts';
import type { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { readByteVec } from '../bincode.ts';
import { bincodeParser, type InstructionRow, nameAccounts, row } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

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
