import { accountsAt } from '../ledger/accountsAt.ts';
import { type CommitmentChanges, changes } from '../ledger/changes.ts';
import { newestBlock } from '../ledger/emptyBlocks.ts';
import { sameChain } from '../ledger/history/chain.ts';
import type { AccountSet } from '../ledger/moves/setAccount.ts';
import type { Commitment, LedgerState } from '../ledger/state.ts';
import { LedgerView } from '../ledger/view.ts';
import { type Account, closedAccount, sameAccount } from '../model/account.ts';
import { type Address, compareAddresses } from '../model/address.ts';
import type { Block } from '../model/block.ts';
import type { Changed, LedgerEvent } from './events.ts';
import { SlotSeen } from './slotSeen.ts';

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/**
 * What happens between two states of a ledger, from the least sure commitment to the surest, slot by slot.
 *
 * @param isNew whether nobody has been told of the block of a slot yet
 * @param set an account that was set from outside
 */
export function* eventsOfMove(
  before: LedgerState,
  after: LedgerState,
  isNew: (slot: bigint) => boolean,
  set?: AccountSet,
): Iterable<LedgerEvent> {
  const root = newestBlock(before.history, before.chains.finalized)?.slot ?? before.chains.finalized.tip;
  for (const change of changes(before, after, set)) {
    const { commitment } = change;
    const seen = change.reached
      .filter(({ block, slot }) => !isLoaded(before, commitment, slot, block))
      .map((reached) => new SlotSeen(reached, after, commitment));
    const blocks = seen.flatMap(({ block }) => block ?? []);
    if (commitment === 'finalized') yield* blocks.map(({ slot }) => ({ kind: 'rooted' as const, slot }));
    for (const each of seen) {
      if (commitment === 'processed' && each.block !== undefined && isNew(each.slot))
        yield* firstEvents(each, each.block, root);
      yield { kind: 'reached', commitment, seen: each };
    }
    if (commitment === 'confirmed') yield* blocks.slice(-1).map(({ slot }) => ({ kind: 'confirmed' as const, slot }));
    yield changedBy(change, before, after, set?.address);
    yield settled(after, commitment);
  }
}

/** Where a ledger goes back, or becomes another one, only accounts are told, and transactions that somebody waits for. */
export function* eventsOfSwitch(before: LedgerState, after: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) {
    const changeOf = differenceOf(before, after, commitment);
    yield { ...standing(after, commitment), changeOf, written: () => [] };
    yield settled(after, commitment);
  }
}

/** What a ledger looks like to somebody who has just begun to watch. */
export function* eventsOfStart(state: LedgerState): Iterable<LedgerEvent> {
  for (const commitment of COMMITMENTS) yield settled(state, commitment);
}

function* firstEvents(seen: SlotSeen, block: Block, root: bigint): Iterable<LedgerEvent> {
  yield { kind: 'created', block, root };
  yield { kind: 'received', seen };
  yield { kind: 'frozen', block };
}

/** The tip had passed this slot before it had a block. */
function isLoaded({ chains, history }: LedgerState, commitment: Commitment, slot: bigint, block: Block | undefined) {
  return slot <= chains[commitment].tip && block !== undefined && history.block(slot) === undefined;
}

function changedBy(
  { commitment, otherAccounts, reached }: CommitmentChanges,
  before: LedgerState,
  after: LedgerState,
  set: Address | undefined,
): LedgerEvent {
  let others: ReadonlyMap<Address, Account | undefined> | undefined;
  const all = () => {
    others ??= otherAccounts();
    return others;
  };
  let difference: ReturnType<typeof differenceOf> | undefined;
  const differenceNow = () => {
    difference ??= differenceOf(before, after, commitment);
    return difference;
  };
  const isStill = sameChain(before.chains[commitment], after.chains[commitment]);
  return {
    ...standing(after, commitment),
    changeOf: (address): Changed | undefined => {
      // a tip that falls back reaches no slot, and sysvars read as they were
      if (reached.length === 0 && address !== set) return differenceNow()(address);
      return all().has(address) ? { account: all().get(address) } : undefined;
    },
    written: () => (isStill ? inOrder(all()) : []),
  };
}

function standing(state: LedgerState, commitment: Commitment) {
  const view = new LedgerView(state, commitment, { keepOrphan: false });
  return { kind: 'changed' as const, commitment, tip: view.slot, reader: view };
}

function settled(state: LedgerState, commitment: Commitment): LedgerEvent {
  return { kind: 'settled', view: new LedgerView(state, commitment, { keepOrphan: false }) };
}

/** How an account reads differently, sysvars too. */
function differenceOf(
  before: LedgerState,
  after: LedgerState,
  commitment: Commitment,
): (address: Address) => Changed | undefined {
  const was = accountsAt(before, before.chains[commitment]);
  const is = accountsAt(after, after.chains[commitment]);
  return (address) => {
    const account = is.get(address);
    return sameAccount(was.get(address), account) ? undefined : { account };
  };
}

/** Ascending by address; those that were closed are empty. */
function inOrder(accounts: ReadonlyMap<Address, Account | undefined>): readonly Account[] {
  const written = Array.from(accounts, ([address, account]) => account ?? closedAccount(address));
  return written.sort((a, b) => compareAddresses(a.address, b.address));
}
