import type { LoadedLedger } from '../loading/loadLedger.ts';

const SHOWN = 3;

/** What a node over a recording cannot answer because of blocks that were not recorded, and the flag that records them: one line each. */
export function recordGaps({ state: { history } }: Pick<LoadedLedger, 'state'>): string[] {
  const slots = [...history.slotsFrom(0n)];
  const withoutBlock = slots.filter((slot) => history.block(slot) === undefined);
  const withoutTransactions = [...history.blocks()].filter(({ transactions }) => transactions === undefined);
  return [
    ...(withoutBlock.length === slots.length
      ? ['not recorded: any block, so getLatestBlockhash and getBlockHeight fail: add --slot N']
      : []),
    ...gapLine(withoutBlock, 'the blocks of some transactions', 'getBlock and getBlocks do not show them'),
    ...gapLine(
      withoutTransactions.map(({ slot }) => slot),
      'the transactions of some blocks',
      'getBlock shows only transactionDetails none, and getRecentPrioritizationFees fails',
    ),
  ];
}

function gapLine(slots: readonly bigint[], what: string, consequence: string): string[] {
  if (slots.length === 0) return [];
  const flags = slots.slice(0, SHOWN).map((slot) => ` --slot ${slot}`);
  const more = slots.length > SHOWN ? ` and ${slots.length - SHOWN} more` : '';
  return [`not recorded: ${what}, so ${consequence}: add${flags.join('')}${more}`];
}
