/**
 * Rules for a ledger as a whole; single fixtures are checked when they are read.
 * @module
 */
import { earlierOf, laterOf } from '../../ledger/slots.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { checkCluster } from '../../ledgerFile/clusterRules.ts';
import type { LedgerFile, SkippedSlots } from '../../ledgerFile/ledgerFile.ts';
import type { Contents } from './contents.ts';
import { type Conflict, type ItemId, itemIds } from './items.ts';

/**
 * Reports contradictions between `ledger.json` and the blocks; returns the others as conflicts.
 *
 * @param recorded slots of the recorded blocks
 */
export function checkLedger(
  state: LedgerState,
  { settings: file, skippedSlots }: Pick<Contents, 'settings' | 'skippedSlots'>,
  recorded: readonly bigint[] = [],
): Conflict[] {
  if (file !== undefined) {
    checkFinalized(state, file);
    checkFirstAvailable(state, file, recorded);
    checkCluster(state, file.at);
  }
  return [...repeatedTransactions(state), ...skippedSlots.flatMap((range) => skippedConflicts(state, range))];
}

/** A transaction is executed once; only blocks of dropped forks may contain it again. */
function repeatedTransactions({ history, chains }: LedgerState): Conflict[] {
  const { tip, offChain } = chains.finalized;
  const conflicts: Conflict[] = [];
  let ordinal = -1;
  for (const { signature } of history.transactions()) {
    ordinal++;
    const ordinals = history.ordinalsOf(signature);
    if (ordinals.length < 2 || ordinals[0] !== ordinal) continue;
    const slots = ordinals.map((place) => history.transactionAt(place)!.slot);
    const [first, second] = slots.filter((slot) => slot <= tip && !offChain.has(slot));
    if (first === undefined || second === undefined) continue;
    conflicts.push({
      message: `transaction ${signature} is in slots ${first} and ${second} of one chain`,
      at: itemIds.transaction(second, signature),
      other: itemIds.transaction(first, signature),
    });
  }
  return conflicts;
}

function checkFinalized({ chains }: LedgerState, { at }: LedgerFile): void {
  const { confirmed, finalized } = chains;
  if (!confirmed.offChain.has(finalized.tip)) return;
  const member = at.member('finalized').isNothing ? at.member('confirmed') : at.member('finalized');
  member.refuse(`the finalized block ${finalized.tip} is not an ancestor of the confirmed block ${confirmed.tip}`);
}

/** Counts recorded blocks only: a script may create cleaned up blocks on purpose. */
function checkFirstAvailable({ chains }: LedgerState, { settings, at }: LedgerFile, recorded: readonly bigint[]): void {
  const first = settings.cleanedUpBefore;
  if (first === undefined) return;
  const member = at.member('firstAvailable');
  const { tip } = chains.finalized;
  if (first > tip) member.refuse(`expected a slot up to the finalized one, ${tip}, found ${first}`);
  const count = recorded.filter((slot) => slot < first).length;
  if (count > 0)
    member.warn(`blocks below slot ${first} count as cleaned up: ${count} of the fixtures will not be shown`);
}

function skippedConflicts({ history }: LedgerState, { first, last, at }: SkippedSlots): Conflict[] {
  const isSkipped = (slot: bigint) => slot >= first && slot <= last;
  const conflict = (slot: bigint, what: string, other: ItemId) => ({
    message: `slot ${slot} is skipped, but ${what}`,
    at,
    other,
  });
  const conflicts: Conflict[] = [];
  for (const { first: slot, last: end, parentSlot } of [...history.stretchesDown(history.lastSlot ?? 0n)].reverse()) {
    if (parentSlot === undefined) continue;
    const lowest = laterOf(slot, first);
    if (lowest <= earlierOf(end, last)) conflicts.push(conflict(lowest, 'has a block', itemIds.block(lowest)));
    else if (isSkipped(parentSlot) && history.sourceAt(parentSlot) === undefined)
      conflicts.push(conflict(parentSlot, `is the parent of block ${slot}`, itemIds.block(slot)));
  }
  for (const { slot, signature } of history.transactions()) {
    if (isSkipped(slot) && history.block(slot) === undefined)
      conflicts.push(conflict(slot, 'has a transaction', itemIds.loose(slot, signature)));
  }
  return conflicts;
}
