import { tryDecode } from '../../codec/struct.ts';
import { didYouMean } from '../../codec/suggest.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, isTokenProgram } from '../../solana/address.ts';
import {
  MINT,
  type Mint,
  type Multisig,
  readMint,
  readMultisig,
  readTokenAccount,
  type TokenAccount,
  tokenKindOf,
} from '../../solana/programs/splToken/layout.ts';
import { type BalanceHolding, isHolding, readHolding } from '../../solana/programs/splToken/tokenHoldings.ts';
import { inFile } from '../../syntax/hintParts.ts';
import type { AccountNames } from '../accountNames.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './changes.ts';

/**
 * Reads accounts as mints, token accounts or multisigs.
 * @module
 */

const readers = {
  mint: cachedReader('mint', readMint),
  account: cachedReader('account', readTokenAccount),
  multisig: cachedReader('multisig', readMultisig),
};

/** The decoded account of a token program; undefined: another account. Decoded bytes are cached. */
export const mintOf: (account: Account | undefined) => Mint | undefined = readers.mint.read;
export const tokenAccountOf: (account: Account | undefined) => TokenAccount | undefined = readers.account.read;
export const multisigOf: (account: Account | undefined) => Multisig | undefined = readers.multisig.read;

function cachedReader<T>(kind: string, readData: (data: Uint8Array) => T) {
  const results = new WeakMap<Uint8Array, T>();
  return {
    cache: results,
    read(account: Account | undefined): T | undefined {
      if (account === undefined || !isTokenProgram(account.owner)) return undefined;
      const { data } = account;
      const value = results.get(data) ?? (tokenKindOf(data) === kind ? tryDecode(() => readData(data)) : undefined);
      if (value !== undefined) results.set(data, value);
      return value;
    },
  };
}

/** A token account as token balances read it, with fewer checks than programs. */
export function holdingOf(account: Account | undefined): BalanceHolding | undefined {
  if (account === undefined || !isTokenProgram(account.owner)) return undefined;
  if (!isHolding(account.data, account.owner)) return undefined;
  return tokenAccountOf(account) ?? readHolding(account.data);
}

/** The token program of a mint; undefined: not a mint. */
export function tokenProgramOf(account: Account | undefined): Address | undefined {
  return mintOf(account) && account?.owner;
}

/** @throws ProgramError for another program */
export function requireTokenProgram(names: AccountNames, program: Address): Address {
  if (isTokenProgram(program)) return program;
  throw new ProgramError(
    'IncorrectProgramId',
    `${names.show(program)} is not a token program`,
    'there are $token and $token2022',
  );
}

export interface MintAccount {
  readonly account: Account;
  readonly mint: Mint;
}

/** The sentence about a mint that cannot mint, and the advice for the author of a script. */
export function fixedSupplyTexts(names: AccountNames, mint: Address): [sentence: string, hint: string] {
  return [`${names.show(mint)} has no mint authority: its supply is fixed`, 'give the mint an `authority`'];
}

export function missingMintText({ names, clock }: Changes, address: Address): string {
  return `there is no mint ${names.show(address)} at slot ${clock.slot}`;
}

/** @throws ProgramError for a missing mint */
export function requireMint(accounts: Changes, address: Address): MintAccount {
  const account = accounts.get(address);
  const mint = mintOf(account);
  if (account !== undefined && mint !== undefined) return { account, mint };
  const { names } = accounts;
  const similar = names.similarText(names.textOf(address), (other) => mintOf(accounts.get(other)) !== undefined);
  throw new ProgramError(
    'InvalidAccountData',
    missingMintText(accounts, address),
    similar === undefined ? `add it ${inFile('mint')}, or make it with \`createMint\`` : didYouMean(similar),
  );
}

export function withSupply({ account, mint }: MintAccount, supply: bigint): Account {
  const data = Uint8Array.from(account.data);
  MINT.change(data, { supply });
  readers.mint.cache.set(data, { ...mint, supply });
  return { ...account, data };
}
