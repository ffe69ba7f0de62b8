import { accountsAt } from '../../ledger/state.ts';
import { type Tips, tipsOf } from '../../ledger/tips.ts';
import type { Address } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { Reward } from '../../solana/meta.ts';
import { type AccountEntry, accountEntries, accountEntry } from './accountContent.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntry } from './transactionContent.ts';

/** A slot, or several in a row that were skipped. Null: there is no such value, or it was not recorded. */
export type SlotEntry = {
  readonly slot: bigint;
  /** the same, but for slots that were skipped */
  readonly lastSlot: bigint;
  readonly status: SlotStatus;
  /** the tips that are here */
  readonly tips: readonly string[];
  readonly parentSlot: bigint | null;
  readonly blockhash: string | null;
  readonly blockHeight: bigint | null;
  /** Unix seconds */
  readonly blockTime: bigint | null;
  readonly transactionCount: number | null;
};

/** Slots that hold a block or transactions, and those between them, up to the processed tip at least; ascending. */
function* slotEntries(scene: Scene): Iterable<SlotEntry> {
  const { chains, history } = scene.state;
  let next: bigint | undefined;
  for (const slot of history.slotsFrom(0n)) {
    if (next !== undefined && next < slot) yield skippedEntry(next, slot - 1n, scene);
    yield slotEntry(slot, scene);
    next = slot + 1n;
  }
  const { tip } = chains.processed;
  if (next !== undefined && next <= tip) yield skippedEntry(next, tip, scene);
}

/** Of a slot that may hold nothing. */
function slotEntry(slot: bigint, scene: Scene): SlotEntry {
  const { history } = scene.state;
  if (!history.hasSlot(slot)) return skippedEntry(slot, slot, scene);
  const block = history.block(slot);
  return {
    slot,
    lastSlot: slot,
    status: statusOf(slot, scene),
    tips: tipsIn(slot, slot, scene),
    parentSlot: block?.parentSlot ?? null,
    blockhash: block?.blockhash ?? null,
    blockHeight: block?.blockHeight ?? null,
    blockTime: block?.blockTimeSeconds ?? null,
    transactionCount: countTransactions(slot, block, scene),
  };
}

function skippedEntry(slot: bigint, lastSlot: bigint, scene: Scene): SlotEntry {
  const nothing = { parentSlot: null, blockhash: null, blockHeight: null, blockTime: null, transactionCount: null };
  return { slot, lastSlot, status: 'skipped', tips: tipsIn(slot, lastSlot, scene), ...nothing };
}

/** Null: the block was recorded without them. */
function countTransactions(slot: bigint, block: Block | undefined, { state: { history } }: Scene): number | null {
  if (block !== undefined && block.transactions === undefined) return null;
  return history.firstOrdinalAt(slot + 1n) - history.firstOrdinalAt(slot);
}

function tipsIn(slot: bigint, lastSlot: bigint, { state }: Scene): readonly string[] {
  return Object.entries(tipsOf(state)).flatMap(([name, tip]) => (tip >= slot && tip <= lastSlot ? name : []));
}

/** What a ledger holds, in numbers. Null: it has no such value. */
export type LedgerSummary = Pick<Tips, keyof Tips> & {
  /** whose programs and sysvars it has without listing them */
  readonly cluster: string | null;
  readonly genesisHash: string | null;
  readonly identity: string | null;
  /** of the node that it models */
  readonly apiVersion: string;
  readonly firstAvailable: bigint;
  /** of blocks and transactions */
  readonly firstSlot: bigint | null;
  readonly lastSlot: bigint | null;
  readonly blocks: number;
  /** slots that were skipped, and slots that were dropped */
  readonly skipped: bigint;
  readonly dropped: number;
  readonly transactions: number;
  /** of them */
  readonly failed: number;
  /** at the processed tip */
  readonly accounts: number;
};

function summaryOf(scene: Scene): LedgerSummary {
  const { chains, history, node, sysvars } = scene.state;
  let failed = 0;
  for (const { err } of history.transactions()) if (err !== null) failed++;
  return {
    cluster: sysvars?.cluster ?? null,
    genesisHash: node.genesisHash ?? null,
    identity: node.identity ?? null,
    apiVersion: node.apiVersion,
    ...tipsOf(scene.state),
    firstAvailable: scene.view.firstAvailable,
    firstSlot: history.firstSlot ?? null,
    lastSlot: history.lastSlot ?? null,
    blocks: history.blockCount,
    ...countMissing(scene),
    transactions: history.transactionCount,
    failed,
    accounts: accountsAt(scene.state, chains.processed).count,
  };
}

function countMissing(scene: Scene): { readonly skipped: bigint; readonly dropped: number } {
  let skipped = 0n;
  let dropped = 0;
  for (const { lastSlot, slot, status } of slotEntries(scene)) {
    if (status === 'skipped') skipped += lastSlot - slot + 1n;
    if (status === 'dropped') dropped++;
  }
  return { skipped, dropped };
}

/** What is in a ledger, in the form of docs/show.md. */
export type LedgerContent = {
  readonly summary: LedgerSummary;
  readonly slots: readonly SlotEntry[];
  readonly transactions: readonly TransactionEntry[];
  readonly accounts: readonly AccountEntry[];
  /** of scripts: addresses by name, and signatures of the copies by the name of their transaction */
  readonly names: Readonly<Record<string, Address>>;
  readonly signatures: Readonly<Record<string, readonly string[]>>;
};

export function ledgerContent(scene: Scene): LedgerContent {
  const { history, names } = scene.state;
  return {
    summary: summaryOf(scene),
    slots: [...slotEntries(scene)],
    transactions: Array.from(history.transactions(), (transaction) => transactionEntry(transaction, scene)),
    accounts: accountEntries(scene),
    names: Object.fromEntries(names.addresses),
    signatures: Object.fromEntries(names.signatures),
  };
}

/** In the form of docs/show.md. */
export type SlotDetails = SlotEntry & {
  /** null: there is no block */
  readonly previousBlockhash: string | null;
  readonly rewards: readonly Pick<Reward, keyof Reward>[];
  readonly transactions: readonly TransactionEntry[];
  /** as they were written in the slot; without lamports they were closed */
  readonly accounts: readonly AccountEntry[];
};

export function slotDetails(slot: bigint, scene: Scene): SlotDetails {
  const { accounts, history } = scene.state;
  const block = history.block(slot);
  const [first, end] = [history.firstOrdinalAt(slot), history.firstOrdinalAt(slot + 1n)];
  return {
    ...slotEntry(slot, scene),
    previousBlockhash: block?.previousBlockhash ?? null,
    rewards: block?.rewards ?? [],
    transactions: Array.from({ length: end - first }, (_, i) =>
      transactionEntry(history.transactionAt(first + i)!, scene),
    ),
    accounts: Array.from(accounts.writtenIn(slot), (account) => accountEntry(account, scene)),
  };
}
