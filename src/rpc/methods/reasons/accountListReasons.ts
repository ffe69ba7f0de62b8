import { counted } from '../../../codec/text.ts';
import { unlessThrown } from '../../../codec/unlessThrown.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import { type Account, dataLength, UnknownBytesError } from '../../../solana/account.ts';
import { type AccountFilter, passesFilters } from '../../../solana/accountFilter.ts';
import type { Address } from '../../../solana/address.ts';
import { TooMuchError } from '../../../solana/idl/budget.ts';
import { programAt } from '../../../solana/idl/describe.ts';
import type { Idl } from '../../../solana/idl/idl.ts';
import { accountTypeOf } from '../../../solana/idl/readFields.ts';
import { idlProgramsOf } from '../../encoding/describedTransaction.ts';
import { areAllAsked, ONLY_ASKED } from './askedAccountTexts.ts';
import { tipText } from './hidden.ts';
import { accountName, fewOf, type ReasonSink } from './reasonSink.ts';

/** Adds why accounts of a program are not in a list: the number that each filter excludes. */
export function filteredAccounts(
  reasons: ReasonSink,
  programId: Address,
  filters: readonly AccountFilter[],
  view: LedgerView,
): void {
  const all = view.accountsOwnedBy(programId, []);
  if (all.length === 0) noAccountsOf(reasons, programId, view);
  else if (areAllAsked(all, view) && !view.state.accounts.hasEverOwned(programId, []))
    reasons.addMissing(`the ledger has no accounts of ${accountName(programId, view.state)}${ONLY_ASKED}`);
  for (const filter of filters) {
    const failing = all.filter((account) => fails(account, filter));
    if (failing.length === 0) continue;
    const count = `${failing.length} of ${counted(all.length, 'account')} of ${accountName(programId, view.state)}`;
    reasons.add(`${count} ${failureText(filter, failing)}${typesText(filter, failing, programId, view)}`);
  }
}

/** Whether an account fails a filter. An account with unknown bytes does not: another filter excludes it, or the whole call is refused. */
function fails(account: Account, filter: AccountFilter): boolean {
  return unlessUnknown(() => !passesFilters(account, [filter])) ?? false;
}

/** The result of `read`; undefined: it needs bytes that are not known. */
function unlessUnknown<T>(read: () => T): T | undefined {
  return unlessThrown([UnknownBytesError], read);
}

function failureText(filter: AccountFilter, failing: readonly Account[]): string {
  const isOne = failing.length === 1;
  const fail = isOne ? 'fails' : 'fail';
  switch (filter.kind) {
    case 'dataSize': {
      const sizes = new Set(failing.map(dataLength));
      return `${fail} the dataSize ${filter.size}: ${isOne ? 'it has' : 'they have'} ${fewOf([...sizes].sort((a, b) => a - b).map(String))} bytes`;
    }
    case 'memcmp': {
      const end = filter.offset + BigInt(filter.bytes.length);
      const short = failing.filter((account) => dataLength(account) < end).length;
      const whose = isOne ? 'because its data ends' : `${short} of them because their data ends`;
      return `${fail} the memcmp at offset ${filter.offset}${short === 0 ? '' : `, ${whose} before byte ${end}`}`;
    }
    case 'tokenAccountState':
      return isOne ? 'is not an initialized token account' : 'are not initialized token accounts';
  }
}

/** The account types that a filter is for, and those of the accounts that fail it: of a program with an IDL. */
function typesText(
  filter: AccountFilter,
  failing: readonly Account[],
  programId: Address,
  { state }: LedgerView,
): string {
  const program = programAt(programId, idlProgramsOf(state));
  if (program === undefined || filter.kind !== 'memcmp' || filter.offset !== 0n) return '';
  const { idl, name } = program;
  const accountType = idl.accounts.find(({ discriminator }) => Buffer.compare(discriminator, filter.bytes) === 0);
  if (accountType === undefined) return `: no account of ${name} begins like this`;
  const types = new Set(failing.map((account) => typeName(account, idl)));
  return `: ${failing.length === 1 ? 'it is' : 'they are'} ${fewOf(types)}, not ${accountType.name}`;
}

function typeName(account: Account, idl: Idl): string {
  const type = unlessThrown([UnknownBytesError, TooMuchError], () => accountTypeOf(account.data, idl)?.name);
  return type ?? 'of no type';
}

/** Adds why a program has no accounts at all. */
function noAccountsOf(reasons: ReasonSink, programId: Address, view: LedgerView): void {
  const name = accountName(programId, view.state);
  const { chains, accounts } = view.state;
  const processed = accounts.at(chains.processed).ownedBy(programId, []).length;
  if (processed > 0)
    reasons.add(
      `${counted(processed, 'account')} of ${name} ${processed === 1 ? 'is' : 'are'} known at the processed tip, ${chains.processed.tip}, and ${tipText(view)}`,
    );
  const hasOwn = accounts.hasEverOwned(programId, []);
  if (processed === 0 && hasOwn)
    reasons.add(
      `no account of ${name} is there at the ${view.commitment} tip, ${view.slot}: those that the ledger knows were closed, or come later`,
    );
  if (!hasOwn) reasons.addMissing(`the ledger has no accounts of ${name}${processed > 0 ? ONLY_ASKED : ''}`);
}

/** Adds an account of a token program that jsonParsed leaves out of a list. */
export function notParsed(reasons: ReasonSink, { address, data }: Account, view: LedgerView): void {
  reasons.add(
    `no parser can read the ${counted(data.length, 'byte')} of ${accountName(address, view.state)}, or its mint is not there: jsonParsed leaves it out`,
  );
}

/** Adds that the list has only the largest accounts. */
export function largestOnly(reasons: ReasonSink, max: number, total: number): void {
  if (total > max) reasons.add(`only the largest ${max} of ${counted(total, 'account')} are listed`);
}
