import { laterOf } from '../codec/bigints.ts';
import { type Account, sameAccount } from '../solana/account.ts';
import type { Address } from '../solana/address.ts';
import type { Block } from '../solana/block.ts';
import { type Chain, isOn, stretchesOn } from './history/chain.ts';
import { type AccountOverride, readsSet } from './moves/setAccount.ts';
import { accountsAt, type Commitment, type LedgerState } from './state.ts';

/** A slot that a commitment has reached. */
export interface ReachedSlot {
  readonly slot: bigint;
  /** undefined: the slot has none, but accounts were written in it */
  readonly block: Block | undefined;
  /** written in the slot, in no order; without lamports it was closed */
  accounts(): readonly Account[];
}

/** The effect of a move at one commitment. */
export interface CommitmentChanges {
  readonly commitment: Commitment;
  /** after the move */
  readonly tip: bigint;
  /** ascending, the newest of many empty blocks in a row; blocks that left the chain are not mentioned */
  readonly reached: readonly ReachedSlot[];
  /** Accounts that read differently from what reached slots wrote: set from outside, or as they were before what left the chain. */
  otherAccounts(): ReadonlyMap<Address, Account | undefined>;
}

/** The number of empty blocks in a row, the newest, that subscribers are notified of: a move can add any number. */
export const MAX_EMPTY_SEEN = 256n;

const COMMITMENTS: readonly Commitment[] = ['processed', 'confirmed', 'finalized'];

/**
 * The changes between two states of one ledger, from the least sure commitment to the surest.
 *
 * @param set an account that was set from outside: it counts as changed also if it is equal
 */
export function changes(before: LedgerState, after: LedgerState, set?: AccountOverride): readonly CommitmentChanges[] {
  return COMMITMENTS.map((commitment) => {
    const reached = reachedSlots(before, after, commitment);
    return {
      commitment,
      tip: after.chains[commitment].tip,
      reached,
      otherAccounts: () => {
        const accounts = otherAccounts(before, after, commitment, reached);
        if (set === undefined || !readsSet(after, set, commitment)) return accounts;
        return accounts.set(set.address, accountsAt(after, after.chains[commitment]).get(set.address));
      },
    };
  });
}

function reachedSlots(before: LedgerState, after: LedgerState, commitment: Commitment): readonly ReachedSlot[] {
  const was = before.chains[commitment];
  const current = after.chains[commitment];
  const slots: bigint[] = [];
  for (const slot of slotsDown(after, current, lowestDifference(before, after, commitment))) {
    const wasOn = isOn(was, slot) && before.history.sourceAt(slot) === after.history.sourceAt(slot);
    if (!wasOn) slots.push(slot);
  }
  return slots.reverse().map((slot) => ({
    slot,
    block: after.history.block(slot),
    accounts: () => after.accounts.writtenIn(slot),
  }));
}

/** No slot below it is on one of the two chains only. */
function lowestDifference(before: LedgerState, after: LedgerState, commitment: Commitment): bigint {
  const was = before.chains[commitment];
  const current = after.chains[commitment];
  for (const { first, last, source } of stretchesOn(current, after.history, was.tip)) {
    // of a run the chain before may have the beginning only
    const slot = was.offChain.highestOutside(last);
    if (source !== undefined && slot >= first && before.history.sourceAt(slot) === source) return slot + 1n;
  }
  return 0n;
}

/** Slots on a chain with a block or a write, from its tip down to `lowest`. */
function slotsDown({ accounts, history }: LedgerState, chain: Chain, lowest: bigint): readonly bigint[] {
  const writtenSlots = accounts.slotsOfWrites(lowest, chain.tip);
  const slots = new Set([...writtenSlots].filter((slot) => !chain.offChain.has(slot)));
  for (const { first, last } of stretchesOn(chain, history)) {
    if (last < lowest) break;
    const end = laterOf(laterOf(first, lowest), last - MAX_EMPTY_SEEN + 1n);
    for (let slot = last; slot >= end; slot--) slots.add(slot);
  }
  return [...slots].sort((a, b) => (a > b ? -1 : 1));
}

function otherAccounts(
  before: LedgerState,
  after: LedgerState,
  commitment: Commitment,
  reached: readonly ReachedSlot[],
): Map<Address, Account | undefined> {
  const lowest = lowestDifference(before, after, commitment);
  const writtenAccounts = new Map(
    reached.flatMap((slot) => slot.accounts().map((account) => [account.address, account])),
  );
  const [chainBefore, chainAfter] = [before.chains[commitment], after.chains[commitment]];
  const was = accountsAt(before, chainBefore);
  const current = accountsAt(after, chainAfter);
  const highest = laterOf(chainBefore.tip, chainAfter.tip);
  const different = new Map<Address, Account | undefined>();
  for (const address of after.accounts.touched(before.accounts, lowest, highest)) {
    const account = current.get(address);
    const previous = writtenAccounts.get(address) ?? was.get(address);
    if (!sameAccount(previous?.lamports === 0n ? undefined : previous, account)) different.set(address, account);
  }
  return different;
}
