import { U64_MAX } from '../codec/bigints.ts';
import type { TypeOf } from '../codec/struct.ts';
import type { Account } from '../solana/account.ts';
import { type Address, RENT_SYSVAR } from '../solana/address.ts';
import { RENT } from '../solana/sysvars.ts';
import { lamportsPerByteAt, type Protocol } from './protocol.ts';
import type { LedgerView } from './view.ts';

/** bytes that an account costs beyond its data */
export const ACCOUNT_OVERHEAD_BYTES = 128n;

/** The lamports that make an account with this many bytes of data exempt from rent. */
export type MinimumBalance = (bytes: number) => bigint;

type Rent = Pick<TypeOf<typeof RENT>, 'lamportsPerByte' | 'exemptionThreshold'>;

/** The facts that decide what accounts cost at a slot. */
export interface RentSource {
  account(address: Address): Account | undefined;
  readonly slot: bigint;
  readonly protocol: Protocol;
}

function sourceOf(view: LedgerView): RentSource {
  return { account: (key) => view.account(key), slot: view.slot, protocol: view.state.protocol };
}

/**
 * The minimum balance for rent exemption of an account with `dataLength` bytes; at least 1 lamport; by the ledger's Rent sysvar, else by its gates.
 *
 * Source   agave 4.1 bank.rs get_minimum_balance_for_rent_exemption; solana rent 4.1 minimum_balance_unchecked
 */
export function minimumBalance(dataLength: bigint, view: LedgerView): bigint {
  return balanceBy(readRent(sourceOf(view)), dataLength);
}

/** The minimum balances of a view, as a function of the size: for many accounts. */
export function minimumBalancesOf(view: LedgerView): (bytes: number) => bigint {
  return minimumBalances(sourceOf(view));
}

/** The minimum balances, as a function of the size that reads the rent once, at its first call. */
export function minimumBalances(source: RentSource): (bytes: number) => bigint {
  let rent: Rent | undefined;
  return (bytes) => {
    rent ??= readRent(source);
    return balanceBy(rent, BigInt(bytes));
  };
}

function balanceBy({ lamportsPerByte, exemptionThreshold: threshold }: Rent, dataLength: bigint): bigint {
  const price = (ACCOUNT_OVERHEAD_BYTES + dataLength) * lamportsPerByte;
  const isExact = threshold === 1 || threshold === 2;
  const lamports = isExact ? price * BigInt(threshold) : toU64(Number(price) * threshold);
  return lamports > 0n ? lamports : 1n;
}

function readRent({ account, protocol, slot }: RentSource): Rent {
  const data = account(RENT_SYSVAR)?.data;
  return (
    (data && RENT.tryDecode(data)) ?? { lamportsPerByte: lamportsPerByteAt(protocol, slot), exemptionThreshold: 1 }
  );
}

/** Converts to u64 as Rust does: truncated; the nearest u64 if it is out of range; 0 for NaN. */
function toU64(value: number): bigint {
  if (!(value > 0)) return 0n;
  return value < 2 ** 64 ? BigInt(Math.trunc(value)) : U64_MAX;
}
