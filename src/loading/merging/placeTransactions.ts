/**
 * Slots of transactions that were recorded without one.
 * @module
 */
import type { Signature } from '../../model/address.ts';
import type { LedgerTransaction } from '../../model/block.ts';
import type { Contents } from './contents.ts';

const HINT = 'record it with getTransaction, or add the member slot';

/**
 * Gives each its slot: that of another recording of it, or else `assumed`, with a warning.
 *
 * @returns the slots that were given
 */
export function placeTransactions(contents: Contents, assumed: AssumedSlot): ReadonlyMap<Signature, bigint> {
  const slots = recordedSlots(contents);
  for (const { at, transaction } of contents.unplaced.splice(0)) {
    const { signature } = transaction;
    if (!slots.has(signature)) {
      slots.set(signature, assumed.slot);
      at.warn(`this transaction has no slot: assumed to be ${assumed.slot}, ${assumed.reason}`, HINT);
    }
    contents.transaction({ ...transaction, slot: slots.get(signature)! }, at);
  }
  return slots;
}

export interface AssumedSlot {
  readonly slot: bigint;
  /** what is special about it */
  readonly reason: string;
}

/** Seen by every commitment, and no block that was recorded as a whole gets one more transaction unless there is no choice. */
export function assumedSlot({ highestSlot, settings }: Contents): AssumedSlot {
  const { confirmed, finalized, processed } = settings?.settings.tips ?? {};
  const tip = finalized ?? confirmed ?? processed;
  if (tip !== undefined) return { slot: tip, reason: 'the lowest tip of ledger.json' };
  return { slot: highestSlot + 1n, reason: 'the one after all others' };
}

function recordedSlots({ blocks, looseTransactions, unplaced }: Contents): Map<Signature, bigint> {
  const wanted = new Set(unplaced.map(({ transaction }) => transaction.signature));
  const slots = new Map<Signature, bigint>();
  const note = ({ signature, slot }: LedgerTransaction): void => {
    if (wanted.has(signature) && !slots.has(signature)) slots.set(signature, slot);
  };
  if (wanted.size === 0) return slots;
  for (const { transactions = [] } of blocks.values()) transactions.forEach(note);
  for (const transaction of looseTransactions.values()) note(transaction);
  return slots;
}
