import { counted } from '../codec/counted.ts';
import type { LedgerCounts, LoadedLedger } from '../loading/loadLedger.ts';

/** The numbers and slots of a ledger. */
interface LedgerSummary extends LedgerCounts {
  /** of blocks and transactions; null if there are none */
  readonly firstSlot: bigint | null;
  readonly lastSlot: bigint | null;
  readonly processed: bigint;
  readonly confirmed: bigint;
  readonly finalized: bigint;
  /** null: nothing is cleaned up */
  readonly firstAvailable: bigint | null;
  /** slots that are not on the chain of the processed tip: dropped forks */
  readonly dropped: number;
}

export function summaryOf({ counts, state }: LoadedLedger): LedgerSummary {
  const { chains, cleanedUpBefore, history } = state;
  return {
    ...counts,
    firstSlot: history.firstSlot ?? null,
    lastSlot: history.lastSlot ?? null,
    processed: chains.processed.tip,
    confirmed: chains.confirmed.tip,
    finalized: chains.finalized.tip,
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
