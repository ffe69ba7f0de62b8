import { unlessThrown } from '../../codec/unlessThrown.ts';
import { type Account, UnknownBytesError } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import { readExtension } from '../../solana/programs/splToken/extensions.ts';
import { EXTENSION } from '../../solana/programs/splToken/extensionTable.ts';
import { feeOfTransfer, transferFeeConfig } from '../../solana/programs/splToken/extensionValues.ts';
import type { AccountsView } from './bankAccounts.ts';
import { mintOf, tokenAccountOf } from './tokens.ts';

/**
 * The token accounts that a transaction names, and their mints, at the moment of its send: the ledger may change after it.
 * @module
 */
export interface KnownTokens {
  /** token accounts by address */
  readonly accounts: ReadonlyMap<Address, KnownTokenAccount>;
  /** mints by address */
  readonly mints: ReadonlyMap<Address, KnownMint>;
}

export interface KnownTokenAccount {
  readonly mint: Address;
  readonly owner: Address;
}

export interface KnownMint {
  readonly decimals: number;
  /** the part of an amount that a transfer withholds, in the epoch of the send; in the smallest units */
  feeOf(amount: bigint): bigint;
}

export const NO_TOKENS: KnownTokens = { accounts: new Map(), mints: new Map() };

/** The token accounts and mints among some addresses. @param epoch of the send */
export function knownTokens(addresses: readonly Address[], ledger: AccountsView, epoch: bigint): KnownTokens {
  const accounts = new Map<Address, KnownTokenAccount>();
  const mints = new Map<Address, KnownMint>();
  const addMint = (address: Address, account: Account | undefined) => {
    const mint = unlessThrown([UnknownBytesError], () => knownMint(account, epoch));
    if (mint !== undefined) mints.set(address, mint);
  };
  for (const address of addresses) {
    const account = ledger.get(address);
    const holding = unlessThrown([UnknownBytesError], () => tokenAccountOf(account));
    if (holding === undefined) addMint(address, account);
    else {
      accounts.set(address, { mint: holding.mint, owner: holding.owner });
      addMint(holding.mint, ledger.get(holding.mint));
    }
  }
  return { accounts, mints };
}

function knownMint(account: Account | undefined, epoch: bigint): KnownMint | undefined {
  const mint = mintOf(account);
  if (account === undefined || mint === undefined) return undefined;
  const fees = readExtension(account.data, EXTENSION.transferFeeConfig, transferFeeConfig);
  const feeOf = (amount: bigint) => (fees === undefined ? 0n : feeOfTransfer(fees, epoch, amount));
  return { decimals: mint.decimals, feeOf };
}
