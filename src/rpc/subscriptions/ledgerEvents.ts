import { newestBlock } from '../../ledger/chainEnd.ts';
import { type CommitmentChanges, changesBetween } from '../../ledger/changesBetween.ts';
import { sameChain } from '../../ledger/history/chain.ts';
import type { AccountOverride } from '../../ledger/moves/setAccount.ts';
import { accountsAt, type LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { type Account, closedAccount, sameAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
import { COMMITMENTS } from '../../solana/rpcWords.ts';
import { SlotView, sortByAddress, type WrittenAccounts } from './slotView.ts';

/**
 * The events between two states of a ledger, from the least sure commitment to the surest, slot by slot.
 *
 * @param isNew whether no subscriber has been notified of the block of a slot
 * @param set an account that was set from outside
 */
export function* eventsOfMove(
  before: LedgerState,
  after: LedgerState,
  isNew: (slot: bigint) => boolean,
  set?: AccountOverride,
): Iterable<LedgerEvent> {
  const root = newestBlock(before.history, before.chains.finalized)?.slot ?? before.chains.finalized.tip;
  for (const change of changesBetween(before, after, set)) {
    const { commitment } = change;
    const slots = change.reached
      .filter(({ block, slot }) => !isLoaded(before, commitment, slot, block))
      .map((reached) => new SlotView(reached, after, commitment));
    const blocks = slots.flatMap(({ block }) => block ?? []);
    if (commitment === 'finalized') yield* rootedSlots(blocks).map((slot) => ({ kind: 'rooted' as const, slot }));
    for (const slot of slots) {
      if (commitment === 'processed' && slot.block !== undefined && isNew(slot.slot))
        yield* firstEvents(slot, slot.block, root);
      yield { kind: 'reached', commitment, view: slot };
    }
    if (commitment === 'confirmed') yield* blocks.slice(-1).map(({ slot }) => ({ kind: 'confirmed' as const, slot }));
    yield otherChangesEvent(change, before, after, set?.address);
    yield settledEvent(after, commitment);
  }
}

/** The events of a revert or a reload: only accounts and awaited transactions are sent. */
export function* eventsOfSwitch(before: LedgerState, after: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) {
    const account = differenceOf(before, after, commitment);
    yield changedEvent(after, commitment, { account, writtenOf: () => [] });
    yield settledEvent(after, commitment);
  }
}

/** The events of a ledger for a new subscriber. */
export function* eventsOfStart(state: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) yield settledEvent(state, commitment);
}

function* firstEvents(slotView: SlotView, block: Block, root: bigint): Iterable<LedgerEvent> {
  yield { kind: 'created', block, root };
  yield { kind: 'received', view: slotView };
  yield { kind: 'frozen', block };
}

/**
 * The roots of a move. A node sends them with the parent of the first, which it has sent before.
 *
 * Source   agave 4.3 replay_stage.rs handle_new_root, rooted_slots_with_parents; rpc_subscriptions.rs notify_roots
 */
function rootedSlots(blocks: readonly Block[]): readonly bigint[] {
  const slots = blocks.map(({ slot }) => slot);
  const [first] = blocks;
  return first === undefined || first.parentSlot === first.slot ? slots : [first.parentSlot, ...slots];
}

/** Whether the block was loaded into a slot that the tip had already passed. */
function isLoaded({ chains, history }: LedgerState, commitment: Commitment, slot: bigint, block: Block | undefined) {
  return slot <= chains[commitment].tip && block !== undefined && history.block(slot) === undefined;
}

/** The event of accounts that read differently although no reached slot has written them. */
function otherChangesEvent(
  { commitment, otherAccounts, reached }: CommitmentChanges,
  before: LedgerState,
  after: LedgerState,
  set: Address | undefined,
): LedgerEvent {
  let accounts: ReadonlyMap<Address, Account> | undefined;
  const all = () => {
    accounts ??= new Map(
      Array.from(otherAccounts(), ([address, account]) => [address, account ?? closedAccount(address)]),
    );
    return accounts;
  };
  const difference = differenceOf(before, after, commitment);
  const isSameChain = sameChain(before.chains[commitment], after.chains[commitment]);
  return changedEvent(after, commitment, {
    // a tip that falls back reaches no slot, and sysvars read as they were
    account: (address) => (reached.length === 0 && address !== set ? difference(address) : all().get(address)),
    // without a move of the chain they were set from outside
    writtenOf: (program) =>
      isSameChain ? sortByAddress([...all().values()].filter(({ owner }) => owner === program)) : [],
  });
}

function changedEvent(
  after: LedgerState,
  commitment: Commitment,
  accounts: Pick<WrittenAccounts, 'account' | 'writtenOf'>,
): LedgerEvent {
  const view = viewOf(after, commitment);
  return { kind: 'changed', commitment, view: { slot: view.slot, reader: view, ...accounts } };
}

function settledEvent(state: LedgerState, commitment: Commitment): LedgerEvent {
  return { kind: 'settled', view: viewOf(state, commitment) };
}

function viewOf(state: LedgerState, commitment: Commitment): LedgerView {
  return new LedgerView(state, commitment, { keepOrphan: false });
}

/** An account as it reads now, if it reads differently; sysvars too. */
function differenceOf(before: LedgerState, after: LedgerState, commitment: Commitment): WrittenAccounts['account'] {
  const previous = accountsAt(before, before.chains[commitment]);
  const current = accountsAt(after, after.chains[commitment]);
  return (address) => {
    const account = current.get(address);
    return sameAccount(previous.get(address), account) ? undefined : (account ?? closedAccount(address));
  };
}

/** An event of a ledger, as a node would notice it. Each kind of subscription chooses the events that concern it. */
export type LedgerEvent =
  /** a block begins to exist */
  | { readonly kind: 'created'; readonly block: Block; readonly root: bigint }
  /** the transactions of a slot have come in, before they are executed */
  | { readonly kind: 'received'; readonly view: SlotView }
  /** a block is complete */
  | { readonly kind: 'frozen'; readonly block: Block }
  /** a commitment has reached a slot */
  | { readonly kind: 'reached'; readonly commitment: Commitment; readonly view: SlotView }
  /** the confirmed tip is this block, and its subscribers have been notified */
  | { readonly kind: 'confirmed'; readonly slot: bigint }
  | { readonly kind: 'rooted'; readonly slot: bigint }
  /** accounts read differently, and no slot that was reached wrote them; or one was set from outside to what it was */
  | { readonly kind: 'changed'; readonly commitment: Commitment; readonly view: WrittenAccounts }
  /** everything else of a commitment has been sent, or the subscription is new */
  | { readonly kind: 'settled'; readonly view: LedgerView };
