import { brotliDecompressSync } from 'node:zlib';
import { packedProgram } from '../../packageFiles.ts';
import {
  type Address,
  ASSOCIATED_TOKEN_PROGRAM,
  CONFIG_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  MEMO_V4_PROGRAM,
  STAKE_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../solana/address.ts';
import { FEATURE_PROGRAM } from '../../solana/feature.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../solana/lookupTable.ts';

/**
 * The code of the programs that a test validator has from its genesis on. The files come with this package, in `program-binaries`.
 *
 * Source   solana-program-binaries 4.3.2; those of 4.4.0 and 4.5.0-alpha.4 are the same bytes
 * @module
 */

const FILES: ReadonlyMap<Address, string> = new Map([
  [LOOKUP_TABLE_PROGRAM, 'core_bpf_address_lookup_table-3.0.0'],
  [CONFIG_PROGRAM, 'core_bpf_config-3.0.0'],
  [FEATURE_PROGRAM, 'core_bpf_feature_gate-0.0.1'],
  [STAKE_PROGRAM, 'core_bpf_stake-5.1.0'],
  [ASSOCIATED_TOKEN_PROGRAM, 'spl_associated_token_account-1.1.1'],
  [MEMO_V1_PROGRAM, 'spl_memo-1.0.0'],
  [MEMO_PROGRAM, 'spl_memo-3.0.0'],
  [MEMO_V4_PROGRAM, 'spl_memo-4.0.0'],
  [TOKEN_PROGRAM, 'spl_p_token-1.0.0'],
  [TOKEN_2022_PROGRAM, 'spl_token_2022-10.0.0'],
]);

const unpacked = new Map<Address, Uint8Array>();

/** The ELF file of a program of a test validator. */
export function programBinary(program: Address): Uint8Array {
  const code = unpacked.get(program);
  if (code !== undefined) return code;
  const bytes = brotliDecompressSync(packedProgram(FILES.get(program)!));
  unpacked.set(program, bytes);
  return bytes;
}
