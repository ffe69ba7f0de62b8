import type { Moved, Moving } from '../live/kept.ts';
import type { Executor } from '../runtime/transactions/transaction.ts';
import type { Landing } from './land.ts';
import { addNextBlock, confirmNewest, confirmNothing } from './steps.ts';

/** A transaction that was accepted: it comes into the next block, or into a later one, or into none. */
export function send(now: Moving, landing: Landing, execute: Executor): Moved {
  const { isTimed, sends, state } = now;
  const { outcome, transaction } = landing;
  if (outcome.kind === 'drop' || outcome.kind === 'refuse') return { state, sends };
  const [signature] = transaction.signatures;
  if (outcome.kind === 'delay' || isTimed) {
    // a node sends the same transaction once
    if (sends.queue.some((waiting) => waiting.transaction.signatures[0] === signature)) return { state, sends };
    const blocksToGo = outcome.kind === 'delay' ? outcome.blocks : 1n;
    return { state, sends: { ...sends, queue: [...sends.queue, { ...landing, blocksToGo }] } };
  }
  const next = addNextBlock(now, [landing], execute);
  // no leader took it: there is no block, and nobody is told
  if (!next.signatures.includes(signature!)) return { state, sends };
  if (state.send.confirm === 'manual') return { state: confirmNothing(state, next.state), sends: next.sends };
  return confirmNewest({ ...now, state: next.state, sends: next.sends }, execute);
}
