import { counted } from '../../../codec/text.ts';
import { isOn } from '../../../ledger/history/chain.ts';
import type { LedgerView, SignatureRange } from '../../../ledger/view.ts';
import type { Address, Signature } from '../../../solana/address.ts';
import type { LedgerTransaction } from '../../../solana/block.ts';
import { hiddenText } from './hidden.ts';
import { accountName, type ReasonSink, transactionName } from './reasonSink.ts';

/** Adds why a view has no transaction with a signature. A signature is in several slots only because of chain forks. */
export function noTransaction(reasons: ReasonSink, signature: Signature, view: LedgerView): void {
  const { history } = view.state;
  const name = transactionName(signature, view.state);
  const fate = reasons.fates.ofSignature(signature);
  if (fate?.isInBlock === false) {
    reasons.add(fate.sentence);
    return;
  }
  const slots = history.ordinalsOf(signature).map((ordinal) => history.transactionAt(ordinal)!.slot);
  for (const slot of slots) {
    const text = hiddenText(name, slot, view);
    if (text !== undefined) reasons.add(text);
  }
  if (fate?.isStopped) reasons.add(fate.sentence);
  if (slots.length === 0) reasons.addMissing(`the ledger has no ${name}${forgottenSends(reasons)}`);
}

function forgottenSends({ fates: { forgotten } }: ReasonSink): string {
  return forgotten === 0 ? '' : `, and the list of sends has forgotten the ${forgotten} oldest ones`;
}

/** Adds why a known transaction has no status. */
export function forgottenStatus(
  reasons: ReasonSink,
  { signature, slot }: LedgerTransaction,
  from: bigint,
  view: LedgerView,
): void {
  reasons.add(
    `${transactionName(signature, view.state)} is in slot ${slot}, and without a search a node remembers statuses from slot ${from} on: ask with "searchTransactionHistory": true`,
  );
}

export interface ListedSignatures {
  readonly address: Address;
  readonly before: LedgerTransaction | undefined;
  readonly until: LedgerTransaction | undefined;
  readonly limit: number;
}

/** Adds why the list of transactions of an address is empty, or where it is cut. */
export function signatureList(
  reasons: ReasonSink,
  { address, before, limit, until }: ListedSignatures,
  transactions: readonly LedgerTransaction[],
  view: LedgerView,
): void {
  const name = accountName(address, view.state);
  const count = (range: Pick<SignatureRange, 'before' | 'until'>) =>
    view.transactionsFor(address, { ...range, limit: Number.POSITIVE_INFINITY }).length;
  const all = count({ before: undefined, until: undefined });
  const older = before === undefined ? all : count({ before, until: undefined });
  const within = until === undefined ? older : count({ before, until });
  const total = `${counted(all, 'transaction')} that name ${name}`;
  if (older < all) reasons.add(`\`before\` leaves out ${all - older} of ${total}`);
  if (within < older) reasons.add(`\`until\` leaves out ${older - within} of ${total}`);
  if (within > transactions.length)
    reasons.add(`\`limit\` is ${limit}: ${within - transactions.length} more of ${total} would follow`);
  if (before === undefined || all === 0) hiddenHistory(reasons, address, all === 0, view);
  if (before === undefined) for (const sentence of reasons.fates.writing(address)) reasons.add(sentence);
}

/** Adds transactions that were sent and did not change an account, though they would have. */
export function sendsChanging(reasons: ReasonSink, address: Address): void {
  for (const sentence of reasons.fates.changing(address)) reasons.add(sentence);
}

/** Adds transactions of an address that a view does not show yet; if it shows none, also those that it never will. */
function hiddenHistory(reasons: ReasonSink, address: Address, isEmpty: boolean, view: LedgerView): void {
  const { chains, history } = view.state;
  const name = accountName(address, view.state);
  const slots = Array.from(
    history.ordinalsDown(address, history.transactionCount),
    (ordinal) => history.transactionAt(ordinal)!.slot,
  );
  const slot = slots.find((one) => isOn(chains.processed, one) && one > view.slot) ?? (isEmpty ? slots[0] : undefined);
  if (slot !== undefined) reasons.add(hiddenText(`the newest transaction that names ${name}`, slot, view)!);
  else if (isEmpty) reasons.addMissing(`the ledger has no transactions that name ${name}`);
}

/** Adds why a transaction cannot be paid for. */
export function payer(reasons: ReasonSink, address: Address, view: LedgerView): void {
  const lamports = view.account(address)?.lamports ?? 0n;
  reasons.add(`${accountName(address, view.state)} pays the fee, and has ${counted(lamports, 'lamport')}`);
}

/** Adds the account that a transaction leaves with too few lamports. */
export function belowRent(reasons: ReasonSink, address: Address, { state }: LedgerView): void {
  reasons.add(
    `${accountName(address, state)} would have fewer lamports than getMinimumBalanceForRentExemption says, and more than none`,
  );
}
