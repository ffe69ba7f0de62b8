import { ascending, laterOf } from '../../codec/bigints.ts';
import type { SlotRange } from '../../ledger/slotSet.ts';
import { accountsAt, type LedgerNames } from '../../ledger/state.ts';
import { type Tips, tipsOf } from '../../ledger/tips.ts';
import type { Address, Signature } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import type { Reward } from '../../solana/meta.ts';
import { type AccountEntry, accountEntries, accountEntry } from './accountContent.ts';
import { firstOf, forEachInTurns, type LeftOut, newestOf, numbersDown } from './limitedLists.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntriesDown } from './transactionContent.ts';

/** A slot, or several in a row: skipped ones, or empty blocks. Null: no such value, or it was not recorded. */
export type SlotEntry = {
  readonly slot: bigint;
  /** equals `slot` for one */
  readonly lastSlot: bigint;
  readonly status: SlotStatus;
  /** the tips that are here */
  readonly tips: readonly string[];
  /** this and what follows: of the first one */
  readonly parentSlot: bigint | null;
  readonly blockhash: string | null;
  readonly blockHeight: bigint | null;
  /** Unix seconds */
  readonly blockTime: bigint | null;
  readonly transactionCount: number | null;
};

/** Slots in a row that have one status, and hold one block, transactions without a block, empty blocks, or nothing. */
interface SlotPart extends SlotRange {
  readonly status: SlotStatus;
}

/** All slots from the first one that holds something, up to the processed tip at least; descending. */
function* partsDown(scene: Scene): Iterable<SlotPart> {
  const { chains, history } = scene.state;
  const { lastSlot } = history;
  if (lastSlot === undefined) return;
  let above = laterOf(lastSlot, chains.processed.tip) + 1n;
  for (const { first, last } of history.stretchesDown(lastSlot)) {
    if (last + 1n < above) yield { first: last + 1n, last: above - 1n, status: 'skipped' };
    yield* partsOf({ first, last }, scene);
    above = first;
  }
}

/** The parts of slots that all hold something; descending. */
function* partsOf({ first, last }: SlotRange, scene: Scene): Iterable<SlotPart> {
  let top = last;
  for (const slot of beginningsIn({ first, last }, scene)) {
    yield { first: slot, last: top, status: statusOf(slot, scene) };
    top = slot - 1n;
  }
}

/** The first slot, and those where another status may begin; descending. */
function beginningsIn({ first, last }: SlotRange, { state, view }: Scene): readonly bigint[] {
  if (first === last) return [first];
  const { confirmed, finalized, processed } = state.chains;
  const sets = [confirmed.offChain, finalized.offChain, processed.offChain, state.dropped];
  const apart = sets.flatMap((slots) => slots.between(first, last));
  const ends = [confirmed.tip, finalized.tip, processed.tip, ...apart.map((range) => range.last)];
  const beginnings = [view.firstAvailable, ...apart.map((range) => range.first), ...ends.map((slot) => slot + 1n)];
  const inside = beginnings.filter((slot) => slot > first && slot <= last);
  return [...new Set([first, ...inside])].sort(ascending).reverse();
}

function slotEntry({ first, last, status }: SlotPart, scene: Scene): SlotEntry {
  const block = scene.state.history.block(first);
  const isSkipped = status === 'skipped';
  return {
    slot: first,
    lastSlot: last,
    status,
    tips: tipsIn(first, last, scene),
    parentSlot: block?.parentSlot ?? null,
    blockhash: block?.blockhash ?? null,
    blockHeight: block?.blockHeight ?? null,
    blockTime: block?.blockTimeSeconds ?? null,
    transactionCount: isSkipped ? null : countTransactions(first, block, scene),
  };
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

async function summaryOf(scene: Scene): Promise<LedgerSummary> {
  const { chains, history, node, sysvars } = scene.state;
  let failed = 0;
  await forEachInTurns(history.transactions(), scene, ({ err }) => {
    if (err !== null) failed++;
  });
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
    ...(await countMissing(scene)),
    transactions: history.transactionCount,
    failed,
    accounts: accountsAt(scene.state, chains.processed).count,
  };
}

async function countMissing(scene: Scene): Promise<Pick<LedgerSummary, 'dropped' | 'skipped'>> {
  let skipped = 0n;
  let dropped = 0n;
  await forEachInTurns(partsDown(scene), scene, ({ first, last, status }) => {
    if (status === 'skipped') skipped += last - first + 1n;
    if (status === 'dropped') dropped += last - first + 1n;
  });
  return { skipped, dropped: Number(dropped) };
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
  readonly leftOut: LeftOut;
};

export async function ledgerContent(scene: Scene): Promise<LedgerContent> {
  const { history, names } = scene.state;
  const summary = await summaryOf(scene);
  const slots = await newestOf(partsDown(scene), scene, (part) => slotEntry(part, scene));
  const transactions = await transactionEntriesDown(numbersDown(history.transactionCount), scene);
  const accounts = await accountEntries(scene);
  const addresses = await firstOf(names.addresses, scene, (named) => named);
  const signatures = await firstOf(copiesIn(names), scene, (copy) => copy);
  return {
    summary,
    slots: slots.items,
    transactions: transactions.items,
    accounts: accounts.items,
    names: Object.fromEntries(addresses.items),
    signatures: Object.fromEntries(byName(signatures.items)),
    leftOut: {
      accounts: accounts.leftOut,
      described: scene.descriptions.leftOut,
      names: addresses.leftOut,
      signatures: signatures.leftOut,
      slots: slots.leftOut,
      transactions: transactions.leftOut,
    },
  };
}

type NamedCopy = readonly [name: string, signature: Signature];

function* copiesIn({ signatures }: LedgerNames): Iterable<NamedCopy> {
  for (const [name, copies] of signatures) for (const signature of copies) yield [name, signature];
}

function byName(copies: readonly NamedCopy[]): ReadonlyMap<string, readonly Signature[]> {
  const all = new Map<string, Signature[]>();
  for (const [name, signature] of copies) {
    const ofName = all.get(name);
    if (ofName === undefined) all.set(name, [signature]);
    else ofName.push(signature);
  }
  return all;
}

/** In the form of docs/show.md. */
export type SlotDetails = SlotEntry & {
  /** null: there is no block */
  readonly previousBlockhash: string | null;
  readonly rewards: readonly Pick<Reward, keyof Reward>[];
  readonly transactions: readonly TransactionEntry[];
  /** as they were written in the slot; without lamports they were closed */
  readonly accounts: readonly AccountEntry[];
  readonly leftOut: LeftOut;
};

export async function slotDetails(slot: bigint, scene: Scene): Promise<SlotDetails> {
  const { history } = scene.state;
  const block = history.block(slot);
  const [first, end] = [history.firstOrdinalAt(slot), history.firstOrdinalAt(slot + 1n)];
  const rewards = await firstOf(block?.rewards ?? [], scene, (reward) => reward);
  const transactions = await transactionEntriesDown(numbersDown(end, first), scene);
  const written = scene.state.accounts.writtenIn(slot);
  const accounts = await firstOf(written, scene, (account) => accountEntry(account, scene));
  const status = history.hasSlot(slot) ? statusOf(slot, scene) : 'skipped';
  return {
    ...slotEntry({ first: slot, last: slot, status }, scene),
    previousBlockhash: block?.previousBlockhash ?? null,
    rewards: rewards.items,
    transactions: transactions.items,
    accounts: accounts.items,
    leftOut: {
      accounts: accounts.leftOut,
      described: scene.descriptions.leftOut,
      rewards: rewards.leftOut,
      transactions: transactions.leftOut,
    },
  };
}
