import { epochScheduleOf, leaderScheduleEpochOf } from '../../../ledger/epochs.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Address } from '../../../solana/address.ts';
import { noAccount } from './accountReasons.ts';
import { tipsCall, tipText } from './hidden.ts';
import { accountName, type ReasonSink } from './reasonSink.ts';

/** Adds why the leaders of an epoch are not known. */
export function noLeaders(reasons: ReasonSink, epoch: bigint, ledger: LedgerState): void {
  const settled = leaderScheduleEpochOf(epochScheduleOf(ledger), ledger.chains.finalized.tip);
  if (epoch > settled)
    reasons.add(
      `epoch ${epoch} lies ahead: with the finalized tip at ${ledger.chains.finalized.tip} a node knows the leaders up to epoch ${settled}`,
    );
  else reasons.addMissing(`\`leaderSchedules\` of ledger.json does not have epoch ${epoch}`);
}

/** Adds why an answer about one leader is empty. */
export function leadsNothing(reasons: ReasonSink, identity: Address, ledger: LedgerState): void {
  reasons.add(`${accountName(identity, ledger)} leads none of these slots`);
}

export function behindSlot(reasons: ReasonSink, minContextSlot: bigint, view: LedgerView): void {
  reasons.add(
    `minContextSlot is ${minContextSlot}, and ${tipText(view)} (${tipsCall(minContextSlot, view.commitment)} goes there where the ledger has that slot, and stillnode_advance goes beyond its end)`,
  );
}

export function unhealthy(reasons: ReasonSink, slotsBehind: bigint): void {
  reasons.add(`\`slotsBehind\` of ledger.json is ${slotsBehind}`);
}

export function noSnapshot(reasons: ReasonSink): void {
  reasons.addMissing('the ledger does not say which snapshots its node has: put `snapshots` into ledger.json');
}

/** Adds why an address was not paid. */
export function notPaid(reasons: ReasonSink, address: Address, epoch: bigint, ledger: LedgerState): void {
  reasons.add(`the blocks that pay the rewards of epoch ${epoch} have none for ${accountName(address, ledger)}`);
}

export function noFees(reasons: ReasonSink, view: LedgerView): void {
  if (view.newestBlock === undefined)
    reasons.addMissing(`the ledger has no block up to the confirmed tip, ${view.slot}`);
  else
    reasons.add(
      `no block up to the confirmed tip, ${view.slot}, has a transaction other than votes that requests compute units`,
    );
}

/** Adds why vote accounts are in neither list. */
export function voteAccounts(
  reasons: ReasonSink,
  {
    address,
    count,
    hidden,
  }: { readonly address: Address | undefined; readonly count: number; readonly hidden: number },
  view: LedgerView,
): void {
  if (count === 0 && address === undefined) reasons.addMissing('the ledger has no vote accounts');
  else if (count === 0 && view.account(address!) === undefined) noAccount(reasons, address!, view);
  else if (count === 0) reasons.add(`${accountName(address!, view.state)} is not an initialized vote account`);
  if (hidden > 0)
    reasons.add(`${hidden} delinquent without stake are left out: ask with "keepUnstakedDelinquents": true`);
}
