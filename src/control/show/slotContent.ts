import { ascending, maxOf } from '../../codec/bigints.ts';
import type { SlotRange } from '../../ledger/slotSet.ts';
import { tipsOf } from '../../ledger/tips.ts';
import type { Block } from '../../solana/block.ts';
import type { Reward } from '../../solana/meta.ts';
import { type AccountEntry, accountEntry } from './accountContent.ts';
import type { MembersOf, ShowContext } from './context.ts';
import { firstItems, type LeftOut, numbersDown } from './limitedLists.ts';
import { type SlotStatus, statusOf } from './slotStatus.ts';
import { newestTransactionEntries, type TransactionEntry } from './transactionContent.ts';

/** A slot in the form of docs/show.md. */
export type SlotDetails = SlotEntry & {
  /** null: the slot has no block */
  readonly previousBlockhash: string | null;
  readonly rewards: readonly MembersOf<Reward>[];
  readonly transactions: readonly TransactionEntry[];
  /** accounts that were written in the slot; without lamports they were closed */
  readonly accounts: readonly AccountEntry[];
  readonly leftOut: LeftOut;
};

export async function slotDetails(slot: bigint, context: ShowContext): Promise<SlotDetails> {
  const { history } = context.state;
  const block = history.block(slot);
  const [first, end] = [history.firstOrdinalAt(slot), history.firstOrdinalAt(slot + 1n)];
  const rewards = await firstItems(block?.rewards ?? [], context, (reward) => reward);
  const transactions = await newestTransactionEntries(numbersDown(end, first), context);
  const writtenAccounts = context.state.accounts.writtenIn(slot);
  const accounts = await firstItems(writtenAccounts, context, (account) => accountEntry(account, context));
  const status = history.hasSlot(slot) ? statusOf(slot, context) : 'skipped';
  return {
    ...slotEntry({ first: slot, last: slot, status }, context),
    previousBlockhash: block?.previousBlockhash ?? null,
    rewards: rewards.items,
    transactions: transactions.items,
    accounts: accounts.items,
    leftOut: {
      accounts: accounts.leftOut,
      described: context.descriptions.leftOut,
      rewards: rewards.leftOut,
      transactions: transactions.leftOut,
    },
  };
}

/** A line of the list of slots: a slot, or several skipped slots or empty blocks in a row. Null: a value that does not exist or was not recorded. */
export type SlotEntry = {
  readonly slot: bigint;
  /** the last of several in a row, or `slot` */
  readonly lastSlot: bigint;
  readonly status: SlotStatus;
  readonly tips: readonly string[];
  /** the parent of the first block; all other members are of the first block, too */
  readonly parentSlot: bigint | null;
  readonly blockhash: string | null;
  readonly blockHeight: bigint | null;
  readonly blockTime: bigint | null;
  readonly transactionCount: number | null;
};

/** Slots in a row with one status. They have one block, transactions without a block, empty blocks, or nothing. */
export interface SlotPart extends SlotRange {
  readonly status: SlotStatus;
}

/** All slots of the ledger, from its first block or transaction up to the processed tip at least; descending. */
export function* partsDown(context: ShowContext): Iterable<SlotPart> {
  let above: SlotPart | undefined;
  for (const part of unjoinedPartsDown(context)) {
    const joined = above && joinedParts(part, above, context);
    if (above !== undefined && joined === undefined) yield above;
    above = joined ?? part;
  }
  if (above !== undefined) yield above;
}

/** Empty blocks in a row as one part; undefined: these parts are something else. */
function joinedParts(below: SlotPart, above: SlotPart, context: ShowContext): SlotPart | undefined {
  if (below.status !== above.status || below.last + 1n !== above.first) return undefined;
  const { history } = context.state;
  const areEmpty = hasEmptyBlocks(below, context) && hasEmptyBlocks(above, context);
  const isInRow = areEmpty && history.block(above.first)?.parentSlot === below.last;
  return isInRow ? { ...above, first: below.first } : undefined;
}

function hasEmptyBlocks({ first, last }: SlotPart, { state: { history } }: ShowContext): boolean {
  // several slots that are not skipped are a run of empty blocks
  if (first < last) return true;
  const block = history.block(first);
  return block?.transactions?.length === 0 && (block.rewards ?? []).length === 0;
}

function* unjoinedPartsDown(context: ShowContext): Iterable<SlotPart> {
  const { chains, history } = context.state;
  const { lastSlot } = history;
  if (lastSlot === undefined) return;
  let above = maxOf(lastSlot, chains.processed.tip) + 1n;
  for (const { first, last } of history.stretchesDown(lastSlot)) {
    if (last + 1n < above) yield { first: last + 1n, last: above - 1n, status: 'skipped' };
    yield* partsOf({ first, last }, context);
    above = first;
  }
}

/** Parts of slots that are not skipped; descending. */
function* partsOf({ first, last }: SlotRange, context: ShowContext): Iterable<SlotPart> {
  let top = last;
  for (const slot of beginningsIn({ first, last }, context)) {
    yield { first: slot, last: top, status: statusOf(slot, context) };
    top = slot - 1n;
  }
}

/** The first slot, and those where another status may begin; descending. */
function beginningsIn({ first, last }: SlotRange, { state, view }: ShowContext): readonly bigint[] {
  if (first === last) return [first];
  const { confirmed, finalized, processed } = state.chains;
  const sets = [confirmed.offChain, finalized.offChain, processed.offChain, state.dropped];
  const ranges = sets.flatMap((slots) => slots.between(first, last));
  const ends = [confirmed.tip, finalized.tip, processed.tip, ...ranges.map((range) => range.last)];
  const beginnings = [view.firstAvailable, ...ranges.map((range) => range.first), ...ends.map((slot) => slot + 1n)];
  const inside = beginnings.filter((slot) => slot > first && slot <= last);
  return [...new Set([first, ...inside])].sort(ascending).reverse();
}

export function slotEntry({ first, last, status }: SlotPart, context: ShowContext): SlotEntry {
  const block = context.state.history.block(first);
  const isSkipped = status === 'skipped';
  return {
    slot: first,
    lastSlot: last,
    status,
    tips: tipsIn(first, last, context),
    parentSlot: block?.parentSlot ?? null,
    blockhash: block?.blockhash ?? null,
    blockHeight: block?.blockHeight ?? null,
    blockTime: block?.blockTimeSeconds ?? null,
    transactionCount: isSkipped ? null : countTransactions(first, block, context),
  };
}

/** The number of transactions; null: the block was recorded without them. */
function countTransactions(slot: bigint, block: Block | undefined, { state: { history } }: ShowContext): number | null {
  if (block !== undefined && block.transactions === undefined) return null;
  return history.firstOrdinalAt(slot + 1n) - history.firstOrdinalAt(slot);
}

function tipsIn(slot: bigint, lastSlot: bigint, { state }: ShowContext): readonly string[] {
  return Object.entries(tipsOf(state)).flatMap(([name, tip]) => (tip >= slot && tip <= lastSlot ? name : []));
}
