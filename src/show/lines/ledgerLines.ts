import type { AccountKind } from '../content/accountKinds.ts';
import type { LedgerContent } from '../content/ledger.ts';
import type { LedgerSummary } from '../content/summary.ts';
import { countText, groupedText } from './amounts.ts';
import { accountTable, listLines, slotTable, transactionTable } from './entries.ts';
import { keyText, paint, type Style } from './style.ts';
import { tableLines } from './table.ts';

const HEADINGS: Readonly<Record<AccountKind, string>> = {
  wallet: 'wallets',
  mint: 'mints',
  token: 'token accounts',
  multisig: 'multisigs',
  nonce: 'nonce accounts',
  stake: 'stake accounts',
  vote: 'vote accounts',
  lookupTable: 'lookup tables',
  program: 'programs',
  programData: 'program data',
  buffer: 'buffers of programs',
  config: 'config accounts',
  sysvar: 'sysvars',
  other: 'other accounts',
};

export function ledgerLines({ accounts, slots, summary, transactions, unused }: LedgerContent, style: Style): string[] {
  return [
    ...summaryLines(summary, style),
    ...listLines('slots', slots, style, slotTable),
    ...listLines('transactions', transactions, style, transactionTable),
    ...accounts.flatMap(({ entries, kind }) =>
      listLines(HEADINGS[kind], entries, style, (items) => accountTable(items, style, kind)),
    ),
    ...listLines('names without an account', unused, style, (items) =>
      tableLines(
        ['address', 'name'],
        items.map(([word, address]) => ({ cells: [keyText(address, style), word] })),
        style,
      ),
    ),
  ];
}

function summaryLines(summary: LedgerSummary, style: Style): string[] {
  const { accounts, apiVersion, blocks, cluster, confirmed, failed, finalized, processed, transactions } = summary;
  const counts = [
    countText(blocks, 'block'),
    `${countText(transactions, 'transaction')}${failed === 0 ? '' : ` (${groupedText(failed)} failed)`}`,
    countText(accounts, 'account'),
  ];
  return [
    paint(counts.join(', '), 'heading', style),
    `slots: ${slotsText(summary)}`,
    `tips: processed ${processed}, confirmed ${confirmed}, finalized ${finalized}`,
    `cluster: ${[cluster, genesisText(summary), `node ${apiVersion}`].filter((part) => part !== null).join(', ')}`,
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

function genesisText({ genesisHash }: LedgerSummary): string | null {
  return genesisHash === null ? null : `genesis ${genesisHash}`;
}
