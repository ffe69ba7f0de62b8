import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { LAMPORTS_PER_SOL } from '../../solana/lamports.ts';

/** The wallet that pays for airdrops where the ledger names none. Source agave 4.1 validator/cli.rs faucet_sol, faucet.rs */
export const FAUCET_NAME = '$faucet';
const FAUCET_LAMPORTS = 1_000_000n * LAMPORTS_PER_SOL;

/** The account of the faucet before anything is written. */
export function faucetAccount(address: Address): Account {
  return { ...emptyAccount(address), lamports: FAUCET_LAMPORTS };
}
