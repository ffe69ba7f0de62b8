import type { Reward } from '../../model/meta.ts';
import type { SlotDetails } from '../content/slotDetails.ts';
import { solText, timeText } from './amounts.ts';
import { accountTable, listLines, statusText, transactionTable } from './entries.ts';
import { cellText, paint, type Style } from './style.ts';
import { tableLines } from './table.ts';

export function slotLines(details: SlotDetails, style: Style): string[] {
  const { accounts, rewards, transactions } = details;
  return [
    ...headLines(details, style),
    ...listLines('transactions', transactions, style, transactionTable),
    ...listLines('rewards', { count: rewards.length, items: rewards }, style, rewardTable),
    ...listLines('accounts written', accounts, style, (items) => accountTable(items, style)),
  ];
}

function headLines({ entry, previousBlockhash }: SlotDetails, style: Style): string[] {
  const { blockHeight, blockTime, blockhash, parentSlot, slot, status, tips } = entry;
  return [
    paint(`slot ${slot}`, 'heading', style),
    `status: ${statusText(status)}${tips.length === 0 ? '' : `; tip of ${tips.join(' and ')}`}`,
    ...(blockhash === null ? [] : [`blockhash: ${blockhash}`]),
    ...(parentSlot === null ? [] : [`parent: slot ${parentSlot}, ${previousBlockhash}`]),
    ...(blockHeight === null ? [] : [`height: ${blockHeight}`]),
    ...(blockTime === null ? [] : [`time: ${timeText(blockTime)}`]),
  ];
}

function rewardTable(rewards: readonly Reward[], style: Style): string[] {
  const rows = rewards.map(({ lamports, postBalance, pubkey, rewardType }) => ({
    cells: [cellText(pubkey, style), rewardType ?? '', solText(lamports), solText(postBalance)],
  }));
  return tableLines(['address', 'type', 'SOL', 'after'], rows, style, ['SOL', 'after']);
}
