import type { Block } from '../model/block.ts';
import type { History } from './history/history.ts';
import type { LedgerView } from './view.ts';

/** The height of a view's tip; undefined where its blocks do not have it. */
export function tipHeight(view: LedgerView): bigint | undefined {
  const newest = view.newestBlock;
  return newest && heightOf(newest, view.state.history);
}

/** A height that was not recorded is counted from the nearest ancestor that has one, over parents that all are there. */
function heightOf(block: Block, history: History): bigint | undefined {
  let above = 0n;
  for (let at: Block | undefined = block; at !== undefined; ) {
    if (at.blockHeight !== null) return at.blockHeight + above;
    if (at.slot === 0n) return above;
    const row = history.emptyRunAt(at.slot)?.row;
    above += row === undefined ? 1n : at.slot - row.first + 1n;
    at = history.block(row === undefined ? at.parentSlot : row.below.slot);
  }
  return undefined;
}
