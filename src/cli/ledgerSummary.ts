import { counted } from '../codec/text.ts';
import type { LedgerCounts, LoadedLedger } from '../fixtures/loadLedger.ts';
import { type Tips, tipsOf } from '../ledger/tips.ts';

/** The numbers and slots of a ledger, for the texts and the JSON of commands. */
interface LedgerSummary extends LedgerCounts, Tips {
  /** lowest slot of blocks and transactions; null: the ledger has neither */
  readonly firstSlot: bigint | null;
  readonly lastSlot: bigint | null;
  readonly firstAvailable: bigint | null;
  /** number of slots that are not on the chain of the processed tip */
  readonly dropped: number;
}

export function summaryOf({ counts, state }: LoadedLedger): LedgerSummary {
  const { chains, cleanedUpBefore, history } = state;
  return {
    ...counts,
    firstSlot: history.firstSlot ?? null,
    lastSlot: history.lastSlot ?? null,
    ...tipsOf(state),
    firstAvailable: cleanedUpBefore ?? null,
    dropped: chains.processed.offChain.size,
  };
}

export function countsText({ accounts, blocks, transactions }: Omit<LedgerCounts, 'files'>): string {
  return [counted(blocks, 'block'), counted(transactions, 'transaction'), counted(accounts, 'account')].join(', ');
}

/** e.g. `slots 301 to 320, 2 of them dropped; processed 320, confirmed 318, finalized 316, first available 301` */
export function slotsText(summary: LedgerSummary): string {
  const { confirmed, dropped, finalized, firstAvailable, firstSlot, lastSlot, processed } = summary;
  const slots = firstSlot === null ? 'no slots' : `slots ${firstSlot} to ${lastSlot}`;
  const off = dropped === 0 ? '' : `, ${dropped} of them dropped`;
  const first = firstAvailable === null ? '' : `, first available ${firstAvailable}`;
  return `${slots}${off}; processed ${processed}, confirmed ${confirmed}, finalized ${finalized}${first}`;
}
