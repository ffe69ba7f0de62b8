import { ACCOUNT_KINDS, KINDS } from './accountContent.ts';
import type { ShowContext } from './context.ts';
import { accountTable, listLines, statusText, transactionTable, undescribedLines } from './entryTables.ts';
import type { LedgerContent, LedgerSummary } from './ledgerContent.ts';
import type { SlotEntry } from './slotContent.ts';
import { countText, groupedText, keyText, type Style, tableLines, timeText } from './tableLines.ts';

export function ledgerLines(content: LedgerContent, { view }: ShowContext, style: Style): string[] {
  const { accounts, leftOut, names, slots, summary, transactions } = content;
  const unused = Object.entries(names).filter(([, address]) => view.account(address) === undefined);
  return [
    ...summaryLines(summary),
    ...undescribedLines(leftOut),
    ...listLines('slots', slots, style, slotTable),
    ...listLines('transactions', transactions, style, transactionTable),
    ...ACCOUNT_KINDS.flatMap((kind) => {
      const ofKind = accounts.filter((entry) => entry.kind === kind);
      return listLines(KINDS[kind].heading, ofKind, style, (items) => accountTable(items, style, kind));
    }),
    ...listLines('names without an account', unused, style, (items) => {
      const rows = items.map(([name, address]) => [keyText(address, style), name]);
      return tableLines(['address', 'name'], rows);
    }),
  ];
}

function summaryLines(summary: LedgerSummary): string[] {
  const { accounts, apiVersion, blocks, cluster, confirmed, failed, finalized, genesisHash, processed, transactions } =
    summary;
  const genesis = genesisHash === null ? null : `genesis ${genesisHash}`;
  const counts = [
    countText(blocks, 'block'),
    `${countText(transactions, 'transaction')}${failed === 0 ? '' : ` (${groupedText(failed)} failed)`}`,
    countText(accounts, 'account'),
  ];
  return [
    counts.join(', '),
    `slots: ${slotsText(summary)}`,
    `tips: processed ${processed}, confirmed ${confirmed}, finalized ${finalized}`,
    `cluster: ${[cluster, genesis, `node ${apiVersion}`].filter((part) => part !== null).join(', ')}`,
  ];
}

function slotsText({ dropped, firstAvailable, firstSlot, lastSlot, skipped }: LedgerSummary): string {
  if (firstSlot === null) return 'none';
  const missing = [
    ...(skipped === 0n ? [] : [`${groupedText(skipped)} skipped`]),
    ...(dropped === 0 ? [] : [`${groupedText(dropped)} dropped`]),
    `first available ${firstAvailable}`,
  ];
  return [firstSlot === lastSlot ? firstSlot : `${firstSlot} to ${lastSlot}`, ...missing].join(', ');
}

function slotTable(slots: readonly SlotEntry[], style: Style): string[] {
  const rows = slots.map((entry) => slotCells(entry, style));
  return tableLines(['slot', 'status', 'tip', 'transactions', 'block time', 'blockhash'], rows, ['transactions']);
}

function slotCells({ blockTime, blockhash, lastSlot, slot, status, tips, transactionCount }: SlotEntry, style: Style) {
  return [
    slot === lastSlot ? `${slot}` : `${slot} to ${lastSlot}`,
    statusText(status),
    tips.join(' '),
    transactionCount === null ? '' : `${transactionCount}`,
    blockTime === null ? '' : timeText(blockTime),
    blockhash === null ? '' : keyText(blockhash, style),
  ];
}
