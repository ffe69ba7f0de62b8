import { decodeBase58 } from '../codec/base58.ts';
import type { MinimumBalance } from '../ledger/rent.ts';
import { type Account, emptyAccount } from '../solana/account.ts';
import { type Address, UPGRADEABLE_LOADER } from '../solana/address.ts';
import { PROGRAM_DATA_HEADER, PROGRAM_DATA_TAG, PROGRAM_TAG, UPGRADEABLE_PROGRAM } from '../solana/programs/loaders.ts';
import { programAddress } from './derive.ts';

/** A program of the upgradeable loader. */
export interface CompiledProgram {
  readonly address: Address;
  /** an ELF file; empty: the code is not known */
  readonly code: Uint8Array;
  /** may upgrade the program; null: it cannot be upgraded */
  readonly authority: Address | null;
}

/**
 * The accounts of a program, as a test validator makes them in its genesis: the program, and the account of its code, which has nothing after the
 * code.
 *
 * Source   agave 4.3.2 test-validator lib.rs, initialize_ledger
 */
export function upgradeableProgram(
  { address, authority, code }: CompiledProgram,
  minimumBalance: MinimumBalance,
  rentEpoch: bigint,
): readonly [program: Account, programData: Account] {
  const programData = programAddress(UPGRADEABLE_LOADER, [decodeBase58(address)]);
  const pointer = UPGRADEABLE_PROGRAM.encode({ tag: PROGRAM_TAG, programData });
  const header = PROGRAM_DATA_HEADER.encode({ tag: PROGRAM_DATA_TAG, slot: 0n, authority });
  const accountOf = (key: Address, data: Uint8Array, executable: boolean): Account => ({
    ...emptyAccount(key),
    owner: UPGRADEABLE_LOADER,
    data,
    executable,
    lamports: minimumBalance(data.length),
    rentEpoch,
  });
  return [accountOf(address, pointer, true), accountOf(programData, Buffer.concat([header, code]), false)];
}
