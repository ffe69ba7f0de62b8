/**
 * Mints and token accounts among the accounts of a script, and what token instructions do to them.
 * @module
 */
import { decodeBase58 } from '../../codec/base58.ts';
import { nearest } from '../../codec/nearest.ts';
import { U64_MAX } from '../../codec/u64.ts';
import type { Account } from '../../model/account.ts';
import { ADDRESS_BYTES, type Address, isTokenProgram, NATIVE_MINT, TOKEN_2022_PROGRAM } from '../../model/address.ts';
import { orUndefined } from '../../programs/parsed.ts';
import {
  kindOf,
  type Mint,
  type Multisig,
  readMint,
  readMultisig,
  readTokenAccount,
  type TokenAccount,
} from '../../programs/splToken/layout.ts';
import type { AccountNames } from '../accountNames.ts';
import { inFile } from '../hints.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './accounts.ts';
import { amountText } from './amounts.ts';

const read = {
  mint: reader('mint', readMint),
  account: reader('account', readTokenAccount),
  multisig: reader('multisig', readMultisig),
};

/** What the account is, if it is one of a token program; bytes that were read once are not read again. */
export const mintOf: (account: Account | undefined) => Mint | undefined = read.mint.of;
export const tokenAccountOf: (account: Account | undefined) => TokenAccount | undefined = read.account.of;
export const multisigOf: (account: Account | undefined) => Multisig | undefined = read.multisig.of;

function reader<T>(kind: string, readData: (data: Uint8Array) => T) {
  const known = new WeakMap<Uint8Array, T>();
  return {
    known,
    of(account: Account | undefined): T | undefined {
      if (account === undefined || !isTokenProgram(account.owner)) return undefined;
      const { data } = account;
      const value = known.get(data) ?? (kindOf(data) === kind ? orUndefined(() => readData(data)) : undefined);
      if (value !== undefined) known.set(data, value);
      return value;
    },
  };
}

/** Of what is a mint; undefined: it is none. */
export function tokenProgramOf(account: Account | undefined): Address | undefined {
  return mintOf(account) && account?.owner;
}

/** @throws ProgramError where it is no token program */
export function requireTokenProgram(names: AccountNames, program: Address): Address {
  if (isTokenProgram(program)) return program;
  throw new ProgramError(
    'GenericError',
    `${names.show(program)} is no token program`,
    'there are $token and $token2022',
  );
}

/** A token account of a mint, and how an instruction came to name it. */
export interface Holding {
  readonly address: Address;
  readonly mint: Address;
  /** the wallet that was given in place of the account */
  readonly wallet: Address | undefined;
}

export interface MintAccount {
  readonly account: Account;
  readonly mint: Mint;
}

/** @throws ProgramError where there is no such mint */
export function requireMint(accounts: Changes, address: Address): MintAccount {
  const account = accounts.get(address);
  const mint = mintOf(account);
  if (account !== undefined && mint !== undefined) return { account, mint };
  const { names, moment } = accounts;
  const similar = nearest(
    names.word(address),
    names.wordsOf((other) => mintOf(accounts.get(other)) !== undefined),
  );
  throw new ProgramError(
    'GenericError',
    `there is no mint ${names.show(address)} at slot ${moment.slot}`,
    similar === undefined ? `add it ${inFile('mint')}, or make it with \`createMint\`` : `did you mean ${similar}?`,
  );
}

interface HoldingAccount {
  readonly account: Account;
  readonly token: TokenAccount;
}

/** @throws ProgramError where the account is not there, or belongs to another mint */
export function requireHolding(accounts: Changes, { address, mint, wallet }: Holding): HoldingAccount {
  const { names, moment } = accounts;
  const account = accounts.get(address);
  const token = tokenAccountOf(account);
  if (account === undefined || token === undefined) throw missingHolding(accounts, address, mint, wallet);
  if (token.mint !== mint)
    throw new ProgramError(
      'GenericError',
      `${names.show(address)} is an account of ${names.show(token.mint)} at slot ${moment.slot}, not of ${names.show(mint)}`,
    );
  return { account, token };
}

function missingHolding({ names, moment }: Changes, address: Address, mint: Address, wallet: Address | undefined) {
  if (wallet === undefined)
    return new ProgramError('GenericError', `there is no token account ${names.show(address)} at slot ${moment.slot}`);
  return new ProgramError(
    'GenericError',
    `${names.show(wallet)} has no account of ${names.show(mint)} at slot ${moment.slot}`,
    `add ${names.show(address)} ${inFile('tokens')}, or make it with \`createAssociatedAccount\``,
  );
}

/** Who takes tokens, and what for. */
export interface Taking {
  readonly authority: Address;
  readonly verb: 'send' | 'burn';
  /** that of the mint, who may take them out of any account */
  readonly permanentDelegate: Address | null;
}

/** Takes tokens out of an account, with the right of its owner or its delegate. */
export function takeTokens(accounts: Changes, from: Holding, amount: bigint, taking: Taking): void {
  const { authority, verb, permanentDelegate } = taking;
  const { account, token } = requireHolding(accounts, from);
  const { names, moment } = accounts;
  refuseFrozen(accounts, from, token, `${verb} tokens`);
  if (token.amount < amount) {
    const { decimals } = requireMint(accounts, from.mint).mint;
    throw new ProgramError(
      'GenericError',
      `${names.show(from.wallet ?? from.address)} has ${amountText(token.amount, decimals)} of ${names.show(from.mint)} ` +
        `at slot ${moment.slot} and cannot ${verb} ${amountText(amount, decimals)}`,
    );
  }
  const isEntitled = authority === token.owner || authority === permanentDelegate;
  const delegation = isEntitled ? {} : spendDelegation(accounts, from, token, amount, authority);
  setTokens(accounts, account, { ...token, ...delegation, amount: token.amount - amount });
}

function spendDelegation(
  accounts: Changes,
  { address, mint }: Holding,
  { delegate, delegatedAmount }: TokenAccount,
  amount: bigint,
  authority: Address,
): Pick<TokenAccount, 'delegate' | 'delegatedAmount'> {
  const { names, moment } = accounts;
  if (delegate !== authority)
    throw new ProgramError(
      'GenericError',
      `${names.show(authority)} is neither the owner nor the delegate of ${names.show(address)} at slot ${moment.slot}`,
    );
  if (delegatedAmount < amount) {
    const { decimals } = requireMint(accounts, mint).mint;
    throw new ProgramError(
      'GenericError',
      `${names.show(authority)} may spend ${amountText(delegatedAmount, decimals)} of ${names.show(mint)} from ` +
        `${names.show(address)} at slot ${moment.slot}, not ${amountText(amount, decimals)}`,
    );
  }
  const left = delegatedAmount - amount;
  return { delegate: left === 0n ? null : delegate, delegatedAmount: left };
}

export function giveTokens(accounts: Changes, to: Holding, amount: bigint): void {
  const { account, token } = requireHolding(accounts, to);
  refuseFrozen(accounts, to, token, 'receive tokens');
  setTokens(accounts, account, { ...token, amount: token.amount + amount });
}

/** @throws ProgramError where the account is frozen */
export function refuseFrozen(accounts: Changes, { address }: Holding, { state }: TokenAccount, purpose: string): void {
  const { names, moment } = accounts;
  if (state === 'frozen')
    throw new ProgramError(
      'GenericError',
      `${names.show(address)} is frozen at slot ${moment.slot} and cannot ${purpose}`,
    );
}

/** Wrapped SOL are lamports of the token account too: they move along. */
export function moveWrappedLamports(accounts: Changes, from: Holding, to: Holding, amount: bigint): void {
  if (from.mint !== NATIVE_MINT) return;
  accounts.debit(from.address, amount, 'send');
  accounts.credit(to.address, amount);
}

export function changeSupply(accounts: Changes, address: Address, change: bigint): void {
  const { account, mint } = requireMint(accounts, address);
  const { names, moment } = accounts;
  if (address === NATIVE_MINT)
    throw new ProgramError('GenericError', `${names.show(address)} is SOL: it can be neither minted nor burned`);
  const supply = mint.supply + change;
  if (supply < 0n || supply > U64_MAX)
    throw new ProgramError(
      'GenericError',
      `the supply of ${names.show(address)} at slot ${moment.slot} cannot become ${supply}`,
    );
  accounts.set(withSupply({ account, mint }, supply));
}

export function withSupply({ account, mint }: MintAccount, supply: bigint): Account {
  const data = Uint8Array.from(account.data);
  new DataView(data.buffer).setBigUint64(SUPPLY_OFFSET, supply, true);
  read.mint.known.set(data, { ...mint, supply });
  return { ...account, data };
}

const SUPPLY_OFFSET = 36;
const AMOUNT_OFFSET = 64;
const DELEGATE_OFFSET = 72;
const DELEGATED_AMOUNT_OFFSET = 121;

/** Writes amount and delegation into a token account; extensions stay as they are. */
export function setTokens(accounts: Changes, account: Account, token: TokenAccount): void {
  const data = Uint8Array.from(account.data);
  const view = new DataView(data.buffer);
  view.setBigUint64(AMOUNT_OFFSET, token.amount, true);
  view.setUint32(DELEGATE_OFFSET, token.delegate === null ? 0 : 1, true);
  if (token.delegate !== null) data.set(decodeBase58(token.delegate), DELEGATE_OFFSET + 4);
  // the older program leaves the address of a delegate that no longer is one
  else if (account.owner === TOKEN_2022_PROGRAM) data.fill(0, DELEGATE_OFFSET + 4, DELEGATE_OFFSET + 4 + ADDRESS_BYTES);
  view.setBigUint64(DELEGATED_AMOUNT_OFFSET, token.delegatedAmount, true);
  read.account.known.set(data, token);
  accounts.set({ ...account, data });
}
