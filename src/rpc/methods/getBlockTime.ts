import { rpcErrors } from '../../errors.ts';
import { blockTimeAt } from '../../ledger/blockQueries.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { orNull, withNote } from '../openrpc/schema.ts';
import { UNIX_SECONDS } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';
import type { Reasons } from './reasons/index.ts';

/**
 * Null for a finalized block that was recorded without a time.
 *
 * Source   agave 4.1 rpc.rs get_block_time
 */
export const getBlockTime = method({
  name: 'getBlockTime',
  summary: 'the estimated production time of a block',
  params: params({ slot: u64 }),
  result: withNote(orNull(UNIX_SECONDS), 'Unix seconds, or `null`'),
  errors: ['blockNotAvailable', 'slotSkipped', 'blockCleanedUp', 'notInBlocks'],

  answer({ slot }, context) {
    const view = viewAt(context);
    if (context.reasons !== undefined) addReasons(slot, view, context.reasons);
    return `${slot > 0n && slot <= view.slot ? finalizedTime(slot, view) : unfinalizedTime(slot, view.state)}`;
  },
});

function addReasons(slot: bigint, view: LedgerView, reasons: Reasons): void {
  if (slot === 0n) return;
  const time = blockTimeAt(view.state, slot);
  const isFinalized = slot <= view.slot;
  if (isFinalized && time === null) reasons.noTime(slot);
  // above the finalized tip, blocks on forks have times too
  else if (time === undefined || slot > view.state.chains.processed.tip || (isFinalized && !view.shows(slot)))
    reasons.noBlock(slot, view);
}

function finalizedTime(slot: bigint, view: LedgerView): bigint | null {
  const content = view.slotContent(slot);
  if (content.kind === 'cleanedUp') throw rpcErrors.blockCleanedUp(slot, content.firstAvailable);
  if (content.kind === 'skipped') throw rpcErrors.slotSkipped(slot);
  const time = blockTimeAt(view.state, slot);
  // the node treats its newest root as missing if it does not know its time
  const isMissing = time === undefined || (time === null && slot === view.slot);
  if (isMissing) throw rpcErrors.blockNotAvailable(slot);
  return time;
}

/** The time of a slot that is processed but not finalized, on any fork. The time of slot 0 is that of the genesis. */
function unfinalizedTime(slot: bigint, state: LedgerState): bigint {
  const time = slot > state.chains.processed.tip ? undefined : blockTimeAt(state, slot);
  if (time === undefined && slot > 0n) throw rpcErrors.blockNotAvailable(slot);
  if (time === undefined || time === null) throw rpcErrors.notInBlocks(`the time of slot ${slot}`);
  return time;
}
