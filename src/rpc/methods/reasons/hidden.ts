import { isActive } from '../../../gates.ts';
import { isOn } from '../../../ledger/history/chain.ts';
import type { LedgerView } from '../../../ledger/view.ts';
import type { Commitment } from '../../../solana/rpcWords.ts';

/**
 * The sentence why a view does not show the content of a slot; undefined: it does.
 *
 * @param subject the content, as the beginning of a sentence
 */
export function hiddenText(subject: string, slot: bigint, view: LedgerView): string | undefined {
  const { chains, dropped } = view.state;
  if (view.shows(slot)) return undefined;
  if (slot > view.slot && slot > chains.processed.tip && !dropped.has(slot))
    return `${subject} lies ahead: it is in slot ${slot}, and the processed tip is ${chains.processed.tip} (${tipsCall(slot, view.commitment)} goes there)`;
  if (slot > view.slot && isOn(chains.processed, slot)) {
    const status = isOn(chains.confirmed, slot) ? 'confirmed' : 'processed';
    return `${subject} is known, but only ${status}: it is in slot ${slot}, and ${tipText(view)} (${tipsCall(slot, view.commitment)} goes there)`;
  }
  if (slot < view.firstShown)
    return `${subject} is in slot ${slot}, which is cleaned up: the first available slot is ${view.firstShown}`;
  if (dropped.has(slot)) return `${subject} is in slot ${slot}, which a reorganization took off the chain`;
  return `${subject} is in slot ${slot}, which is on a fork that the chain has left`;
}

/** `the finalized tip is 90`; under Alpenglow it names the tip that is the same. */
export function tipText({ commitment, slot, state }: LedgerView): string {
  const other = OTHER_TIP[commitment];
  const isOne = other !== undefined && isActive(state.protocol.alpenglowFrom, slot);
  return `the ${commitment} tip is ${slot}${isOne ? `, under Alpenglow the ${other} one too` : ''}`;
}

const OTHER_TIP = { processed: undefined, confirmed: 'finalized', finalized: 'confirmed' } as const;

/** The control call that moves a tip; the others follow only as far as they have to. */
export function tipsCall(slot: bigint, commitment: Commitment): string {
  return `stillnode_setTips [{"${commitment}":${slot}}]`;
}
