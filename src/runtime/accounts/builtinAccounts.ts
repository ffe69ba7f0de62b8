import { U64_MAX } from '../../codec/bigints.ts';
import { GENESIS_LAMPORTS_PER_BYTE } from '../../gates.ts';
import { ACCOUNT_OVERHEAD_BYTES } from '../../ledger/rent.ts';
import type { Account } from '../../solana/account.ts';
import {
  type Address,
  COMPUTE_BUDGET_PROGRAM,
  NATIVE_LOADER,
  NATIVE_MINT,
  SYSTEM_PROGRAM,
  TOKEN_PROGRAM,
  VOTE_PROGRAM,
} from '../../solana/address.ts';
import { mintBytes } from '../../solana/programs/splToken/layout.ts';

/** Programs that are part of the node: their data is their name. Source agave 4.1 builtins */
export const BUILTINS: ReadonlyMap<Address, string> = new Map([
  [SYSTEM_PROGRAM, 'system_program'],
  [VOTE_PROGRAM, 'vote_program'],
  [COMPUTE_BUDGET_PROGRAM, 'compute_budget_program'],
]);

/** Accounts that exist on any cluster without being listed in a script: builtin programs, and the mint of wrapped SOL. */
export function builtinAccount(address: Address): Account | undefined {
  if (address === NATIVE_MINT) return NATIVE_MINT_ACCOUNT;
  const name = BUILTINS.get(address);
  return name === undefined ? undefined : builtinProgram(address, name, U64_MAX);
}

export function builtinProgram(address: Address, name: string, rentEpoch: bigint): Account {
  return { address, owner: NATIVE_LOADER, data: Buffer.from(name), executable: true, lamports: 1n, rentEpoch };
}

/** The mint of wrapped SOL, as mainnet-beta has it. */
export const NATIVE_MINT_ACCOUNT: Account = {
  address: NATIVE_MINT,
  lamports: 1_461_600n,
  owner: TOKEN_PROGRAM,
  data: mintBytes({ decimals: 9 }),
  executable: false,
  rentEpoch: U64_MAX,
};

/** The rent exemption in lamports at the price of genesis: accounts that every cluster has are older than any change of it. */
export function rentExemption(bytes: number): bigint {
  return (ACCOUNT_OVERHEAD_BYTES + BigInt(bytes)) * BigInt(GENESIS_LAMPORTS_PER_BYTE);
}
