import type { Account } from '../../solana/account.ts';
import type { Block } from '../../solana/block.ts';
import { newestBlock } from '../chainEnd.ts';
import type { LedgerState } from '../state.ts';
import { type CommitmentDistance, tipsAt, tipsOf, withTips } from '../tips.ts';
import { dropFutureSlots, startSlot } from './advance.ts';
import { MoveError } from './moveError.ts';

/** A block, and the accounts that its transactions wrote, in their state after it. Accounts without lamports were closed. */
export interface NewBlock {
  readonly block: Block;
  readonly writes: readonly Account[];
}

/**
 * Adds blocks on top, ascending; the last one becomes the processed tip, and the other tips follow at their distance. What lay ahead of the
 * processed tip is gone.
 *
 * @throws MoveError
 */
export function addBlocks(state: LedgerState, added: readonly NewBlock[], distance: CommitmentDistance): LedgerState {
  const cut = dropFutureSlots(state);
  const { chains, history } = cut;
  let accounts = cut.accounts;
  let last = startSlot(state);
  for (const { block, writes } of added) {
    checkSlot(state, block.slot, last);
    accounts = accounts.withWrites(writes, block.slot);
    last = block.slot;
  }
  const first = added[0]?.block;
  if (first !== undefined) checkParent(cut, first.parentSlot, newestBlock(history, chains.finalized)?.slot);
  const longer = { ...cut, accounts, history: history.with(added.map(({ block }) => block)) };
  return withTips(longer, tipsAt(last, distance, tipsOf(state)));
}

/**
 * Whether a block can be added in a slot, on top of a parent.
 *
 * @throws MoveError
 */
export function checkPlace(state: LedgerState, { parentSlot, slot }: Pick<Block, 'parentSlot' | 'slot'>): void {
  const { chains, history } = state;
  checkSlot(state, slot, startSlot(state));
  checkParent(dropFutureSlots(state), parentSlot, newestBlock(history, chains.finalized)?.slot);
}

function checkSlot({ chains }: LedgerState, slot: bigint, last: bigint): void {
  if (slot > last) return;
  const { tip } = chains.finalized;
  if (slot <= tip) throw new MoveError('outOfRange', `slot ${slot} is finalized: the finalized tip is ${tip}`);
  throw new MoveError('invalid', `slot ${slot} is taken or has passed: the next one is ${last + 1n}`);
}

/** @param root the newest finalized block */
function checkParent({ history }: LedgerState, parent: bigint, root: bigint | undefined): void {
  if (root !== undefined && parent < root)
    throw new MoveError('outOfRange', `the parent ${parent} is below the newest finalized block, slot ${root}`);
  if (root !== undefined && history.block(parent) === undefined)
    throw new MoveError('invalid', `slot ${parent} has no block, so it cannot be a parent`);
}
