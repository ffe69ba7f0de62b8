import { counted } from '../../../codec/text.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Account } from '../../../solana/account.ts';
import type { AccountFilter } from '../../../solana/accountFilter.ts';
import {
  type Address,
  isTokenProgram,
  NATIVE_MINT,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../../solana/address.ts';
import { largestOnly } from './accountListReasons.ts';
import { account, noAccount } from './accountReasons.ts';
import { areAllAsked, ONLY_ASKED } from './askedAccountTexts.ts';
import { tipText } from './hidden.ts';
import { accountName, type ReasonSink } from './reasonSink.ts';

/** Adds why an account does not belong to a token program, or can be other than expected. */
export function tokenProgramAccount(reasons: ReasonSink, address: Address, view: LedgerView): void {
  notOfTokenProgram(reasons, address, view);
  account(reasons, address, view);
}

/** Adds why a mint is missing; the mint of wrapped SOL is known without its account. */
export function noMint(reasons: ReasonSink, mint: Address, view: LedgerView): void {
  if (mint !== NATIVE_MINT && view.account(mint) === undefined) noAccount(reasons, mint, view);
}

/** Adds why a mint of a token program is missing. */
export function mint(reasons: ReasonSink, address: Address, view: LedgerView): void {
  noMint(reasons, address, view);
  if (address !== NATIVE_MINT) notOfTokenProgram(reasons, address, view);
}

function notOfTokenProgram(reasons: ReasonSink, address: Address, view: LedgerView): void {
  const { owner } = view.account(address) ?? {};
  if (owner === undefined || isTokenProgram(owner)) return;
  reasons.add(
    `${accountName(address, view.state)} is owned by ${accountName(owner, view.state)}, which is not a token program`,
  );
}

/** Adds that the address of a token account is a mint. */
export function mintInstead(reasons: ReasonSink, address: Address, { state }: LedgerView): void {
  reasons.add(`${accountName(address, state)} is a mint: token accounts of it have a balance`);
}

/** Adds that the address of a mint is a token account. */
export function tokenAccountInstead(reasons: ReasonSink, address: Address, mint: Address, { state }: LedgerView): void {
  reasons.add(`${accountName(address, state)} is a token account: its mint is ${accountName(mint, state)}`);
}

/** Adds why a token has no holders, or more than the list can have. */
export function holders(
  reasons: ReasonSink,
  { address, max, total }: { readonly address: Address; readonly max: number; readonly total: number },
  filters: readonly AccountFilter[],
  view: LedgerView,
): void {
  largestOnly(reasons, max, total);
  const name = accountName(address, view.state);
  const hasOwn = hasOwnTokenAccounts(filters, view);
  if (!hasOwn) reasons.addMissing(`the ledger has no token accounts of the mint ${name}${total > 0 ? ONLY_ASKED : ''}`);
  else if (total === 0) reasons.add(goneText(`token accounts of the mint ${name}`, view));
}

/** Whether the ledger has, or had, token accounts that pass every filter, besides those that upstream was asked for. */
function hasOwnTokenAccounts(filters: readonly AccountFilter[], { state }: LedgerView): boolean {
  return [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].some((program) => state.accounts.hasEverOwned(program, filters));
}

function goneText(subject: string, { commitment, slot }: LedgerView): string {
  return `no ${subject} are there at the ${commitment} tip, ${slot}: those that the ledger knows were closed, or come later`;
}

/** The subject of a list of token accounts. */
export interface TokenHolder {
  readonly role: 'owner' | 'delegate';
  readonly holder: Address;
  readonly programId: Address;
  /** undefined: all mints */
  readonly mint: Address | undefined;
  /** filters that select the accounts of the holder, whatever their mint */
  readonly filters: readonly AccountFilter[];
}

/** Adds why token accounts are missing in the list of an owner or delegate. */
export function tokenAccountsOf(
  reasons: ReasonSink,
  accounts: readonly Account[],
  holder: TokenHolder,
  view: LedgerView,
): void {
  if (accounts.length === 0) noTokenAccounts(reasons, holder, view);
  else if (areAllAsked(accounts, view) && !hasOwnTokenAccounts(holder.filters, view))
    reasons.addMissing(`the ledger has no token accounts ${whoseText(holder, view)}${ONLY_ASKED}`);
}

function whoseText({ holder, role }: TokenHolder, { state }: LedgerView): string {
  return `whose ${role} is ${accountName(holder, state)}`;
}

/** Adds why an owner or delegate has no token accounts. */
function noTokenAccounts(reasons: ReasonSink, tokenHolder: TokenHolder, view: LedgerView): void {
  const { filters, holder, mint, programId, role } = tokenHolder;
  const { accounts, chains } = view.state;
  const name = accountName(holder, view.state);
  const whose = whoseText(tokenHolder, view);
  const thereAre = (count: number) => `there ${count === 1 ? 'is' : 'are'} ${counted(count, 'token account')} ${whose}`;
  const ofOthers = mint === undefined ? 0 : view.accountsOwnedBy(programId, filters).length;
  const other = programId === TOKEN_PROGRAM ? TOKEN_2022_PROGRAM : TOKEN_PROGRAM;
  const elsewhere = view.accountsOwnedBy(other, filters).length;
  const processed = accounts.at(chains.processed).ownedBy(programId, filters).length;
  if (ofOthers > 0) reasons.add(`${thereAre(ofOthers)}, but none of the mint ${accountName(mint!, view.state)}`);
  if (elsewhere > 0) reasons.add(`${thereAre(elsewhere)}, but of ${accountName(other, view.state)}`);
  if (ofOthers === 0 && processed > 0)
    reasons.add(`${thereAre(processed)} at the processed tip, ${chains.processed.tip}, and ${tipText(view)}`);
  const hasSome = ofOthers + elsewhere + processed > 0;
  if (hasSome && hasOwnTokenAccounts(filters, view)) return;
  const { owner } = view.account(holder) ?? {};
  if (owner !== undefined && isTokenProgram(owner))
    reasons.add(`${name} is itself an account of a token program: the ${role} of its tokens is asked for`);
  else if (accounts.hasEverOwned(programId, filters)) reasons.add(goneText(`token accounts ${whose}`, view));
  else reasons.addMissing(`the ledger has no token accounts ${whose}${hasSome ? ONLY_ASKED : ''}`);
}
