/**
 * The accounts of a script before its first slot.
 * @module
 */
import { emptyAccount } from '../../../model/account.ts';
import { type Address, NATIVE_MINT } from '../../../model/address.ts';
import { kindOf } from '../../../programs/splToken/layout.ts';
import { type Accounts, rentExemption } from '../../../runtime/accounts/accounts.ts';
import { amountText } from '../../../runtime/accounts/amounts.ts';
import { mintOf, tokenAccountOf, withSupply } from '../../../runtime/accounts/tokens.ts';
import type { AccountKind, AccountWord } from '../../format/types.ts';
import type { Names } from '../names/names.ts';
import { accountContent } from './accountContent.ts';
import { readUnits } from './units.ts';

type MintKind = Extract<AccountKind, { kind: 'mint' }>;
type MintWord = AccountWord & { readonly is: MintKind };

/** Puts them into `accounts`, one account a step; wrong ones are reported and left out. */
export function* setInitialAccounts(words: readonly AccountWord[], names: Names, accounts: Accounts): Iterable<void> {
  const mints = words.filter(isMint);
  // names of token accounts, and amounts, depend on their mints, which may be raw
  for (const word of mints) registerTokenProgram(word, names);
  const taken = new Set<Address>();
  for (const word of words.toSorted((a, b) => rankOf(a) - rankOf(b))) yield setAccount(word, names, accounts, taken);
  const supplies = sumsByMint(taken, accounts);
  for (const word of mints) setSupply(word, names, accounts, supplies);
}

function isMint(word: AccountWord): word is MintWord {
  return word.is.kind === 'mint';
}

/** Mints are set before other accounts. */
function rankOf({ is }: AccountWord): number {
  if (is.kind === 'mint') return 0;
  return is.kind === 'raw' && kindOf(is.data) === 'mint' ? 1 : 2;
}

function registerTokenProgram({ address, is }: MintWord, names: Names): void {
  const mint = names.resolve(address);
  const program = names.resolve(is.program);
  if (mint !== undefined && program !== undefined) names.setTokenProgram(mint, program);
}

function setAccount(word: AccountWord, names: Names, accounts: Accounts, taken: Set<Address>): void {
  const address = names.resolve(word.address);
  if (address === undefined) return;
  if (taken.has(address)) {
    word.at.refuse(`duplicate account ${names.show(address)}`);
    return;
  }
  taken.add(address);
  const content = accountContent(address, word, names, accounts);
  if (content === undefined) return;
  const { lamports = rentExemption(content.data.length), ...rest } = content;
  const account = { ...emptyAccount(address), ...rest, lamports: word.lamports ?? lamports };
  accounts.set(account);
  if (mintOf(account) !== undefined) names.setTokenProgram(address, account.owner);
}

function sumsByMint(addresses: Iterable<Address>, accounts: Accounts): ReadonlyMap<Address, bigint> {
  const sums = new Map<Address, bigint>();
  for (const address of addresses) {
    const token = tokenAccountOf(accounts.get(address));
    if (token !== undefined) sums.set(token.mint, (sums.get(token.mint) ?? 0n) + token.amount);
  }
  return sums;
}

function setSupply(
  { address: word, at, is }: MintWord,
  names: Names,
  accounts: Accounts,
  sums: ReadonlyMap<Address, bigint>,
) {
  const address = names.resolve(word);
  const account = address && accounts.get(address);
  const mint = mintOf(account);
  if (address === undefined || account === undefined || mint === undefined || address === NATIVE_MINT) return;
  const sum = sums.get(address) ?? 0n;
  const supply = is.supply === undefined ? sum : readUnits(is.supply, mint.decimals);
  if (supply === undefined) return;
  if (supply < sum)
    at.refuse(
      `the supply of ${names.show(address)} is ${amountText(supply, mint.decimals)}, and its accounts hold ${amountText(sum, mint.decimals)}`,
    );
  accounts.set(withSupply({ account, mint }, supply));
}
