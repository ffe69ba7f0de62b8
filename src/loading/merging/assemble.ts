import type { Signature } from '../../model/address.ts';
import type { Block, LedgerTransaction } from '../../model/block.ts';
import type { Contents } from './contents.ts';
import { type Conflict, type ItemId, itemIds } from './items.ts';
import { mergeTransactions } from './sameContent.ts';

/** Blocks merged with the separate recordings of their transactions, and the transactions without a block. */
export interface Assembly {
  readonly blocks: readonly Block[];
  readonly looseTransactions: readonly LedgerTransaction[];
  readonly conflicts: readonly Conflict[];
}

/** Merges the recordings of blocks and of single transactions after all have been read. */
export function assemble({ blocks, looseTransactions }: Contents): Assembly {
  const conflicts: Conflict[] = [];
  const looseBySlot = new Map<bigint, LedgerTransaction[]>();
  for (const transaction of looseTransactions.values()) {
    const sameSlot = looseBySlot.get(transaction.slot);
    if (sameSlot === undefined) looseBySlot.set(transaction.slot, [transaction]);
    else sameSlot.push(transaction);
  }
  const remaining: LedgerTransaction[] = [];
  const assembled = new Map(blocks);
  for (const [slot, loose] of looseBySlot) {
    const block = blocks.get(slot);
    const held = new Map(block?.transactions?.map((transaction) => [transaction.signature, transaction]));
    const unmatched = loose.filter(({ signature }) => !held.has(signature));
    for (const transaction of unmatched) remaining.push(transaction);
    for (const conflict of indexConflicts(block?.transactions ?? [], unmatched)) conflicts.push(conflict);
    if (block?.transactions !== undefined && unmatched.length < loose.length)
      assembled.set(slot, { ...block, transactions: mergeInto(held, loose, conflicts) });
  }
  return { blocks: [...assembled.values()], looseTransactions: remaining, conflicts };
}

function mergeInto(
  held: ReadonlyMap<Signature, LedgerTransaction>,
  loose: readonly LedgerTransaction[],
  conflicts: Conflict[],
): readonly LedgerTransaction[] {
  const merged = new Map(held);
  for (const transaction of loose) {
    const { slot, signature } = transaction;
    const inBlock = held.get(signature);
    if (inBlock === undefined) continue;
    const both = mergeTransactions(inBlock, transaction);
    if (both !== undefined) merged.set(signature, both);
    else
      conflicts.push({
        message: `transaction ${signature} is recorded differently in the block of slot ${slot}`,
        at: itemIds.loose(slot, signature),
        other: itemIds.inBlock(slot, signature),
      });
  }
  return [...merged.values()];
}

/** Two transactions of a slot cannot have the same index in its block. */
function indexConflicts(inBlock: readonly LedgerTransaction[], loose: readonly LedgerTransaction[]): Conflict[] {
  const taken = new Map<number, ItemId>();
  for (const { index, slot, signature } of inBlock) {
    if (index !== undefined) taken.set(index, itemIds.inBlock(slot, signature));
  }
  return loose.flatMap(({ index, slot, signature }) => {
    if (index === undefined) return [];
    const other = taken.get(index);
    const at = itemIds.loose(slot, signature);
    if (other === undefined) taken.set(index, at);
    return other === undefined ? [] : [{ message: `two transactions with index ${index} in slot ${slot}`, at, other }];
  });
}
