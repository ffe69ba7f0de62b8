import type { JsonObject } from '../../codec/jsonText.ts';
import { accountsAt, type LedgerNames } from '../../ledger/state.ts';
import { type Tips, tipsOf } from '../../ledger/tips.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { type AccountEntry, accountEntries } from './accountContent.ts';
import type { MembersOf, ShowContext } from './context.ts';
import { firstItems, forEachInTurns, type LeftOut, newestItems, numbersDown } from './limitedLists.ts';
import { unlandedSends } from './sends.ts';
import { partsDown, type SlotEntry, slotEntry } from './slotContent.ts';
import { newestTransactionEntries, type TransactionEntry } from './transactionContent.ts';
import { unlandedEntry } from './unlandedContent.ts';

/** The content of a ledger in the form of docs/show.md. */
export type LedgerContent = {
  readonly summary: LedgerSummary;
  readonly slots: readonly SlotEntry[];
  readonly transactions: readonly TransactionEntry[];
  /** transactions that were sent and are in no block, oldest first */
  readonly unlanded: readonly JsonObject[];
  readonly accounts: readonly AccountEntry[];
  readonly names: Readonly<Record<string, Address>>;
  readonly signatures: Readonly<Record<string, readonly string[]>>;
  readonly leftOut: LeftOut;
};

export async function ledgerContent(context: ShowContext): Promise<LedgerContent> {
  const { history, names } = context.state;
  const summary = await summaryOf(context);
  const slots = await newestItems(partsDown(context), context, (part) => slotEntry(part, context));
  const transactions = await newestTransactionEntries(numbersDown(history.transactionCount), context);
  const unlanded = await newestItems(unlandedSends(context).toReversed(), context, (record) =>
    unlandedEntry(record, context),
  );
  const accounts = await accountEntries(context);
  const addresses = await firstItems(names.addresses, context, (namedAddress) => namedAddress);
  const signatures = await firstItems(copiesIn(names), context, (copy) => copy);
  return {
    summary,
    slots: slots.items,
    transactions: transactions.items,
    unlanded: unlanded.items,
    accounts: accounts.items,
    names: Object.fromEntries(addresses.items),
    signatures: Object.fromEntries(byName(signatures.items)),
    leftOut: {
      accounts: accounts.leftOut,
      described: context.descriptions.leftOut,
      names: addresses.leftOut,
      signatures: signatures.leftOut,
      slots: slots.leftOut,
      transactions: transactions.leftOut + unlanded.leftOut,
    },
  };
}

/** The numbers and facts of a ledger. Null: it has no such value. */
export type LedgerSummary = MembersOf<Tips> & {
  /** the cluster whose programs and sysvars it has without listing them */
  readonly cluster: string | null;
  readonly genesisHash: string | null;
  readonly identity: string | null;
  readonly apiVersion: string;
  readonly firstAvailable: bigint;
  /** the first slot with a block or a transaction */
  readonly firstSlot: bigint | null;
  readonly lastSlot: bigint | null;
  readonly blocks: number;
  readonly skipped: bigint;
  readonly dropped: number;
  readonly transactions: number;
  readonly failed: number;
  /** the number of accounts at the processed tip */
  readonly accounts: number;
};

async function summaryOf(context: ShowContext): Promise<LedgerSummary> {
  const { chains, history, node, sysvars } = context.state;
  let failed = 0;
  await forEachInTurns(history.transactions(), context, ({ err }) => {
    if (err !== null) failed++;
  });
  return {
    cluster: sysvars?.cluster ?? null,
    genesisHash: node.genesisHash ?? null,
    identity: node.identity ?? null,
    apiVersion: node.apiVersion,
    ...tipsOf(context.state),
    firstAvailable: context.view.firstAvailable,
    firstSlot: history.firstSlot ?? null,
    lastSlot: history.lastSlot ?? null,
    blocks: history.blockCount,
    ...(await countMissing(context)),
    transactions: history.transactionCount,
    failed,
    accounts: accountsAt(context.state, chains.processed).count,
  };
}

async function countMissing(context: ShowContext): Promise<Pick<LedgerSummary, 'dropped' | 'skipped'>> {
  let skipped = 0n;
  let dropped = 0n;
  await forEachInTurns(partsDown(context), context, ({ first, last, status }) => {
    if (status === 'skipped') skipped += last - first + 1n;
    if (status === 'dropped') dropped += last - first + 1n;
  });
  return { skipped, dropped: Number(dropped) };
}

type NamedCopy = readonly [name: string, signature: Signature];

function* copiesIn({ signatures }: LedgerNames): Iterable<NamedCopy> {
  for (const [name, copies] of signatures) for (const signature of copies) yield [name, signature];
}

function byName(copies: readonly NamedCopy[]): ReadonlyMap<string, readonly Signature[]> {
  const signatures = new Map<string, Signature[]>();
  for (const [name, signature] of copies) {
    const sameName = signatures.get(name);
    if (sameName === undefined) signatures.set(name, [signature]);
    else sameName.push(signature);
  }
  return signatures;
}
