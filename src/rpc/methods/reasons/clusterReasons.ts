import { epochScheduleOf, leaderScheduleEpochOf } from '../../../ledger/epochs.ts';
import type { LedgerState } from '../../../ledger/state.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Address } from '../../../solana/address.ts';
import { noAccount } from './accountReasons.ts';
import { tipsCall, tipText } from './hidden.ts';
import { accountName, type Teller } from './reasonSink.ts';

/** Why the leaders of an epoch are not known. */
export function noLeaders(tell: Teller, epoch: bigint, ledger: LedgerState): void {
  const settled = leaderScheduleEpochOf(epochScheduleOf(ledger), ledger.chains.finalized.tip);
  if (epoch > settled)
    tell.because(
      `epoch ${epoch} lies ahead: with the finalized tip at ${ledger.chains.finalized.tip} a node knows the leaders up to epoch ${settled}`,
    );
  else tell.missing(`\`leaderSchedules\` of ledger.json does not have epoch ${epoch}`);
}

/** Why an answer about one leader is empty. */
export function leadsNothing(tell: Teller, identity: Address, ledger: LedgerState): void {
  tell.because(`${accountName(identity, ledger)} leads none of these slots`);
}

export function behindSlot(tell: Teller, minContextSlot: bigint, view: LedgerView): void {
  tell.because(
    `minContextSlot is ${minContextSlot}, and ${tipText(view)} (${tipsCall(minContextSlot, view.commitment)} goes there where the ledger has that slot, and stillnode_advance goes beyond its end)`,
  );
}

export function unhealthy(tell: Teller, slotsBehind: bigint): void {
  tell.because(`\`slotsBehind\` of ledger.json is ${slotsBehind}`);
}

export function noSnapshot(tell: Teller): void {
  tell.missing('the ledger does not say which snapshots its node has: put `snapshots` into ledger.json');
}

/** Why an address was not paid anything. */
export function notPaid(tell: Teller, address: Address, epoch: bigint, ledger: LedgerState): void {
  tell.because(`the blocks that pay the rewards of epoch ${epoch} have none for ${accountName(address, ledger)}`);
}

export function noFees(tell: Teller, view: LedgerView): void {
  if (view.newestBlock === undefined) tell.missing(`the ledger has no block up to the confirmed tip, ${view.slot}`);
  else
    tell.because(
      `no block up to the confirmed tip, ${view.slot}, has a transaction other than votes that requests compute units`,
    );
}

/** Why vote accounts are not in either list. */
export function voteAccounts(
  tell: Teller,
  { asked, seen, hidden }: { readonly asked: Address | undefined; readonly seen: number; readonly hidden: number },
  view: LedgerView,
): void {
  if (seen === 0 && asked === undefined) tell.missing('the ledger has no vote accounts');
  else if (seen === 0 && view.account(asked!) === undefined) noAccount(tell, asked!, view);
  else if (seen === 0) tell.because(`${accountName(asked!, view.state)} is no initialised vote account`);
  if (hidden > 0)
    tell.because(`${hidden} delinquent without stake are left out: ask with "keepUnstakedDelinquents": true`);
}
