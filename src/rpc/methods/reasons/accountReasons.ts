import { ascending } from '../../../codec/bigints.ts';
import { counted } from '../../../codec/text.ts';
import { isOn } from '../../../ledger/history/chain.ts';
import { isAbsentUpstream, type LedgerView } from '../../../ledger/view.ts';
import { type Account, type DataSlice, dataLength } from '../../../solana/account.ts';
import { type Address, isTokenProgram } from '../../../solana/address.ts';
import { absentUpstreamText } from './askedAccountTexts.ts';
import { hiddenText } from './hidden.ts';
import { accountName, type ReasonSink } from './reasonSink.ts';

/** Adds why a view has no account at an address. */
export function noAccount(reasons: ReasonSink, address: Address, view: LedgerView): void {
  const name = accountName(address, view.state);
  const state = view.accounts.stateOf(address);
  if (state?.slot !== undefined) reasons.add(`${name} was closed in slot ${state.slot}: it has no lamports since`);
  else if (isAbsentUpstream(address, view)) reasons.add(absentUpstreamText([name]));
  else if (state !== undefined) reasons.add(`the ledger says that ${name} does not exist`);
  const slots = view.state.accounts.slotsOf(address).filter((slot) => slot > view.slot || !isOn(view.chain, slot));
  // of a closed account only what comes later helps
  const hidden = state === undefined ? slots : slots.filter((slot) => slot > view.slot);
  const text = hidden.length === 0 ? undefined : hiddenText(`a state of ${name}`, nearest(hidden, view), view);
  if (text !== undefined) reasons.add(text);
  else if (state === undefined) reasons.addMissing(`the ledger has no account ${name}`);
}

/** The first slot that is processed, or that will be. */
function nearest(slots: readonly bigint[], { state: { chains, dropped } }: LedgerView): bigint {
  const { processed } = chains;
  const sorted = slots.toSorted(ascending);
  const ahead = sorted.find((slot) => slot > processed.tip && !dropped.has(slot));
  return sorted.find((slot) => isOn(processed, slot)) ?? ahead ?? sorted[0]!;
}

/** Whether an account has changed since the tip of a view, in slots that are processed. */
export function olderState(reasons: ReasonSink, address: Address, view: LedgerView): void {
  const { accounts, chains } = view.state;
  const later = accounts.slotsOf(address).filter((slot) => slot > view.slot && isOn(chains.processed, slot));
  if (later.length === 0) return;
  reasons.add(hiddenText(`a later state of ${accountName(address, view.state)}`, nearest(later, view), view)!);
}

/** Adds why an account of an answer is null, or can be other than expected. */
export function account(reasons: ReasonSink, address: Address, view: LedgerView): void {
  if (view.account(address) === undefined) noAccount(reasons, address, view);
  else olderState(reasons, address, view);
}

export interface ShownData {
  readonly encoding: string;
  readonly dataSlice: DataSlice | undefined;
}

/**
 * Adds why the data of an account is not in the requested encoding.
 *
 * @param text text of the whole account
 */
export function shownData(
  reasons: ReasonSink,
  account: Account,
  text: string,
  { dataSlice, encoding }: ShownData,
  view: LedgerView,
): void {
  const { address, owner } = account;
  const length = dataLength(account);
  const name = accountName(address, view.state);
  const bytes = counted(length, 'byte');
  const isFallback = encoding === 'jsonParsed' && text.startsWith('{"data":[');
  if (isFallback)
    reasons.add(
      `no parser can read the ${bytes} of ${name}, which is owned by ${accountName(owner, view.state)}: jsonParsed shows base64`,
    );
  // parsed data is shown as a whole, and so is data of the token programs that cannot be parsed
  if (dataSlice === undefined || (encoding === 'jsonParsed' && (!isFallback || isTokenProgram(owner)))) return;
  if (dataSlice.offset >= length && length > 0)
    reasons.add(`dataSlice begins at ${dataSlice.offset}, behind the ${bytes} of ${name}`);
  else if (dataSlice.offset + dataSlice.length > length)
    reasons.add(`dataSlice ends at ${dataSlice.offset + dataSlice.length}, behind the ${bytes} of ${name}`);
}
