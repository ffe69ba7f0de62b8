import { jsonInteger } from '../codec/jsonText.ts';
import { type Address, isTokenProgram } from '../solana/address.ts';
import type { TokenBalance } from '../solana/meta.ts';
import { readDecimals } from '../solana/programs/splToken/tokenHoldings.ts';
import { uiTokenAmount } from '../solana/programs/splToken/uiTokenAmount.ts';
import type { U64 } from '../solana/u64.ts';
import type { AccountsView } from './accounts/bankAccounts.ts';
import { holdingOf } from './accounts/tokens.ts';
import type { Balances } from './executor.ts';
import type { RunnableTransaction } from './runnableTransaction.ts';

/** Every account of a transaction, and which of them are called as programs. */
export interface BalanceKeys {
  /** keys in index order, those from lookup tables too */
  readonly keys: readonly Address[];
  readonly programs: Pick<ReadonlySet<Address>, 'has'>;
}

const NONE: readonly TokenBalance[] = [];

/** The balances of the accounts of a transaction, as `accounts` has them. */
export function balancesOf({ keys, message }: RunnableTransaction, accounts: AccountsView): Balances {
  const isCalled = (key: Address) => message.instructions.some(({ programIdIndex }) => keys[programIdIndex] === key);
  const balanceKeys = { keys, programs: { has: isCalled } };
  return { lamports: lamportBalances(accounts, balanceKeys), tokens: tokenBalances(accounts, balanceKeys) };
}

function lamportBalances(accounts: AccountsView, { keys }: BalanceKeys): readonly U64[] {
  return keys.map((key) => jsonInteger(accounts.get(key)?.lamports ?? 0n));
}

/**
 * Balances of token accounts whose mint is there too, in a transaction that names a token program.
 *
 * Source   agave 4.1 svm transaction_balances.rs
 */
export function tokenBalances(accounts: AccountsView, { keys, programs }: BalanceKeys): readonly TokenBalance[] {
  if (!keys.some(isTokenProgram)) return NONE;
  const balances: TokenBalance[] = [];
  keys.forEach((key, accountIndex) => {
    if (programs.has(key)) return;
    const account = accounts.get(key);
    const holding = holdingOf(account);
    if (account === undefined || holding === undefined) return;
    const { mint, owner, amount } = holding;
    const mintAccount = accounts.get(mint);
    if (mintAccount?.owner !== account.owner) return;
    const decimals = readDecimals(mintAccount.data, mintAccount.owner);
    if (decimals === undefined) return;
    const uiAmount = uiTokenAmount(amount, { decimals, unixTimestamp: 0n });
    balances.push({ accountIndex, mint, owner, programId: account.owner, uiTokenAmount: uiAmount });
  });
  return balances;
}

/**
 * Token balances as a block stores them: without a `uiAmount` that is 0 or next to 0.
 *
 * Source   agave 4.1 storage-proto convert.rs
 */
export function storedTokenBalances(balances: readonly TokenBalance[]): readonly TokenBalance[] {
  if (balances.length === 0) return balances;
  return balances.map((balance) => {
    const { uiTokenAmount } = balance;
    const isNearZero = uiTokenAmount.uiAmount !== null && Math.abs(uiTokenAmount.uiAmount.value) <= Number.EPSILON;
    return isNearZero ? { ...balance, uiTokenAmount: { ...uiTokenAmount, uiAmount: null } } : balance;
  });
}
