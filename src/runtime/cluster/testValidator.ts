import { U64_MAX_TEXT } from '../../codec/bigints.ts';
import type { Validator } from '../../ledger/clusterFacts.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import { type Address, STAKE_PROGRAM, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { LAMPORTS_PER_SOL } from '../../solana/lamports.ts';
import { STAKE_ACCOUNT_BYTES, stakeAccountData } from '../../solana/programs/stake.ts';
import { rentExemption } from '../accounts/builtinAccounts.ts';

/**
 * The accounts of the validator in the genesis of a test validator, besides its vote account.
 *
 * Source   agave 4.1.2, 4.2.1, 4.3.0-beta.2 test-validator lib.rs, runtime genesis_utils.rs, stake_utils.rs
 * @module
 */

const IDENTITY_LAMPORTS = 500n * LAMPORTS_PER_SOL;
const STAKED_LAMPORTS = 1_000_000n * LAMPORTS_PER_SOL;
/** Lamports of a stake account besides its stake. */
const STAKE_RESERVE = rentExemption(STAKE_ACCOUNT_BYTES);

/** Lamports that are staked to the vote account. */
export const TEST_VALIDATOR_STAKE = STAKED_LAMPORTS - STAKE_RESERVE;

/** The wallet with most of the SOL of a new localnet. */
export const MINT_NAME = '$genesisMint';
const MINT_LAMPORTS = 500_000_000n * LAMPORTS_PER_SOL;

/** The account of that wallet before anything is written. */
export function mintAccount(address: Address): Account {
  return { ...emptyAccount(address), lamports: MINT_LAMPORTS, rentEpoch: 0n };
}

/** Lamports of a vote account: as many as those of the account that is staked to it. */
export function testVoteLamports({ stake }: Validator): bigint {
  return stake + STAKE_RESERVE;
}

/** The account of the identity and, if `stakeAccount` is given, the account that is staked to its vote account. */
export function testValidatorAccounts(validator: Validator, stakeAccount: Address | undefined): readonly Account[] {
  const identity = {
    address: validator.identity,
    owner: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    lamports: IDENTITY_LAMPORTS,
    rentEpoch: 0n,
  };
  return stakeAccount === undefined ? [identity] : [identity, stakedAccount(validator, stakeAccount)];
}

/** An account that was staked before the first epoch, and that has all rights over itself. */
function stakedAccount({ stake, vote }: Validator, address: Address): Account {
  const data = stakeAccountData(
    {
      rentExemptReserve: `${STAKE_RESERVE}`,
      authorized: { staker: address, withdrawer: address },
      lockup: { unixTimestamp: 0n, epoch: 0n, custodian: SYSTEM_PROGRAM },
    },
    {
      delegation: {
        voter: vote,
        stake: `${stake}`,
        activationEpoch: U64_MAX_TEXT,
        deactivationEpoch: U64_MAX_TEXT,
      },
      creditsObserved: 0n,
    },
  );
  return {
    address,
    owner: STAKE_PROGRAM,
    data,
    executable: false,
    lamports: stake + STAKE_RESERVE,
    rentEpoch: 0n,
  };
}
