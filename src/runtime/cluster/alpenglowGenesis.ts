import type { Protocol } from '../../ledger/protocol.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, type ClusterName, SYSTEM_PROGRAM } from '../../solana/address.ts';
import {
  EPOCH_INFLATION,
  EPOCH_INFLATION_ACCOUNT,
  GENESIS_CERTIFICATE,
  GENESIS_CERTIFICATE_ACCOUNT,
  ZERO_CERTIFICATE,
} from '../../solana/alpenglow.ts';
import { rentExemption } from '../accounts/builtinAccounts.ts';

/** The length of epochs that the genesis is written with; a test validator sets its own length later. */
const SLOTS_PER_EPOCH = 432_000n;

/** The accounts of Alpenglow in the genesis of a test validator, by address. */
const GENESIS_ACCOUNTS: ReadonlyMap<Address, Account> = new Map(
  [
    { address: GENESIS_CERTIFICATE_ACCOUNT, data: GENESIS_CERTIFICATE.encode(ZERO_CERTIFICATE) },
    {
      address: EPOCH_INFLATION_ACCOUNT,
      data: EPOCH_INFLATION.encode({
        current: { maxValidatorReward: 0n, slotsPerEpoch: SLOTS_PER_EPOCH, epoch: 0n },
        previous: undefined,
      }),
    },
  ].map(({ address, data }) => [
    address,
    { address, owner: SYSTEM_PROGRAM, data, executable: false, lamports: rentExemption(data.length), rentEpoch: 0n },
  ]),
);

/**
 * The accounts that only a test validator that begins under Alpenglow has in its genesis; empty: the cluster is another one, or begins with Tower.
 *
 * Source   agave 4.3.2, 4.5.0-alpha.4 test-validator lib.rs; runtime genesis_utils.rs, epoch_inflation_account_state.rs
 */
export function alpenglowGenesis({ alpenglowFrom }: Protocol, cluster: ClusterName): ReadonlyMap<Address, Account> {
  return cluster === 'localnet' && alpenglowFrom === 0n ? GENESIS_ACCOUNTS : new Map();
}
