import { tipsOf } from '../ledger/tips.ts';
import type { Moved, Moving } from '../live/kept.ts';
import type { Sends } from '../live/sends.ts';
import type { Executor } from '../runtime/transactions/transaction.ts';
import type { Landing } from './land.ts';
import { addNextBlock, confirmAll, confirmNothing } from './steps.ts';

/** A transaction that was accepted: it comes into the next block, or into a later one, or into none. */
export function send(now: Moving, landing: Landing, execute: Executor): Moved {
  const { sends, state } = now;
  const { outcome, transaction } = landing;
  const [signature] = transaction.signatures;
  switch (outcome.kind) {
    case 'drop':
    case 'refuse':
      return { state, sends };
    case 'delay': {
      // a node sends the same transaction once
      if (sends.queue.some((waiting) => waiting.transaction.signatures[0] === signature)) return { state, sends };
      return { state, sends: { ...sends, queue: [...sends.queue, { ...landing, blocksToGo: outcome.blocks }] } };
    }
    default:
      break;
  }
  const next = addNextBlock(now, [landing], execute);
  // no leader took it: there is no block, and nobody is told
  if (!next.signatures.includes(signature!)) return { state, sends };
  const confirmed = state.send.confirm === 'auto' ? confirmAll(next.state) : confirmNothing(state, next.state);
  return { state: confirmed, sends: withHolds(next.sends, landing, tipsOf(confirmed).processed) };
}

/** What a rule says of the block of a transaction. */
function withHolds(sends: Sends, { outcome, transaction }: Landing, slot: bigint): Sends {
  if (outcome.kind === 'stopAt') {
    const { commitment } = outcome;
    return { ...sends, holds: [...sends.holds, { slot, commitment }] };
  }
  if (outcome.kind !== 'fork') return sends;
  const again = outcome.landsAgain ? [transaction] : [];
  return { ...sends, drops: [...sends.drops, { slot, blocksToGo: outcome.dropAfter, again }] };
}
