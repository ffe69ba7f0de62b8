import { maxOf } from '../codec/bigints.ts';
import { type Account, sameAccount } from '../solana/account.ts';
import type { Address } from '../solana/address.ts';
import type { Block } from '../solana/block.ts';
import { COMMITMENTS, type Commitment } from '../solana/rpcWords.ts';
import { type Chain, isOn, stretchesOn } from './history/chain.ts';
import { type AccountOverride, readsOverride } from './moves/setAccount.ts';
import { accountsAt, type LedgerState } from './state.ts';

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
  /** ascending; of many empty blocks in a row only the newest; blocks that left the chain are not mentioned */
  readonly reached: readonly ReachedSlot[];
  /**
   * Accounts that changed, but not by a write in a reached slot: they were set from outside, or a slot that wrote them left the chain.
   */
  otherAccounts(): ReadonlyMap<Address, Account | undefined>;
}

/** The largest number of empty blocks in a row that subscribers are notified of, the newest ones: a move can add any number. */
export const MAX_EMPTY_NOTIFIED = 256n;

/**
 * The changes between two states of one ledger, from the least sure commitment to the surest.
 *
 * @param override an account that was set from outside: it counts as changed even if it is equal
 */
export function changesBetween(
  before: LedgerState,
  after: LedgerState,
  override?: AccountOverride,
): readonly CommitmentChanges[] {
  return COMMITMENTS.map((commitment) => {
    const reached = reachedSlots(before, after, commitment);
    return {
      commitment,
      tip: after.chains[commitment].tip,
      reached,
      otherAccounts: () => {
        const accounts = otherAccounts(before, after, commitment, reached);
        if (override === undefined || !readsOverride(after, override, commitment)) return accounts;
        return accounts.set(override.address, accountsAt(after, after.chains[commitment]).get(override.address));
      },
    };
  });
}

function reachedSlots(before: LedgerState, after: LedgerState, commitment: Commitment): readonly ReachedSlot[] {
  const chainBefore = before.chains[commitment];
  const chainAfter = after.chains[commitment];
  const slots: bigint[] = [];
  for (const slot of slotsDown(after, chainAfter, lowestDifference(before, after, commitment))) {
    const wasOn = isOn(chainBefore, slot) && before.history.sourceAt(slot) === after.history.sourceAt(slot);
    if (!wasOn) slots.push(slot);
  }
  return slots.reverse().map((slot) => ({
    slot,
    block: after.history.block(slot),
    accounts: () => after.accounts.writtenIn(slot),
  }));
}

/** The lowest slot that may be on only one of the two chains. */
function lowestDifference(before: LedgerState, after: LedgerState, commitment: Commitment): bigint {
  const chainBefore = before.chains[commitment];
  const chainAfter = after.chains[commitment];
  for (const { first, last, source } of stretchesOn(chainAfter, after.history, chainBefore.tip)) {
    // the chain before may have only the beginning of a run
    const slot = chainBefore.offChain.highestOutside(last);
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
    const end = maxOf(maxOf(first, lowest), last - MAX_EMPTY_NOTIFIED + 1n);
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
  const accountsBefore = accountsAt(before, chainBefore);
  const accountsAfter = accountsAt(after, chainAfter);
  const highest = maxOf(chainBefore.tip, chainAfter.tip);
  const different = new Map<Address, Account | undefined>();
  for (const address of after.accounts.possiblyDifferent(before.accounts, lowest, highest)) {
    const account = accountsAfter.get(address);
    const previous = writtenAccounts.get(address) ?? accountsBefore.get(address);
    if (!sameAccount(previous?.lamports === 0n ? undefined : previous, account)) different.set(address, account);
  }
  return different;
}
