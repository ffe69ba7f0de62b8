import { formatSol } from '../../codec/decimalUnits.ts';
import type { Reward } from '../../solana/meta.ts';
import { accountTable, listLines, statusText, transactionTable, undescribedLines } from './entryTables.ts';
import type { SlotDetails } from './slotContent.ts';
import { cellText, labelledLines, type Style, tableLines, timeText } from './tableLines.ts';

export function slotLines(details: SlotDetails, style: Style): string[] {
  const { accounts, leftOut, rewards, transactions } = details;
  return [
    ...headLines(details),
    ...undescribedLines(leftOut),
    ...listLines('transactions', transactions, style, transactionTable),
    ...listLines('rewards', rewards, style, rewardTable),
    ...listLines('accounts written', accounts, style, (items) => accountTable(items, style)),
  ];
}

function headLines(details: SlotDetails): string[] {
  const { blockHeight, blockTime, blockhash, parentSlot, previousBlockhash, slot, status, tips } = details;
  return [
    `slot ${slot}`,
    ...labelledLines({
      status: `${statusText(status)}${tips.length === 0 ? '' : `; tip of ${tips.join(' and ')}`}`,
      blockhash,
      parent: parentSlot === null ? null : `slot ${parentSlot}, ${previousBlockhash}`,
      height: blockHeight,
      time: blockTime === null ? null : timeText(blockTime),
    }),
  ];
}

function rewardTable(rewards: readonly Reward[], style: Style): string[] {
  const rows = rewards.map(({ lamports, postBalance, pubkey, rewardType }) => [
    cellText(pubkey, style),
    rewardType ?? '',
    formatSol(lamports),
    formatSol(postBalance),
  ]);
  return tableLines(['address', 'type', 'SOL', 'after'], rows, ['SOL', 'after']);
}
