import { accountsAt } from '../../ledger/accountsAt.ts';
import type { Scene } from './scene.ts';
import { slotEntries } from './slots.ts';

/** What a ledger holds, in numbers. Null: it has no such value. */
export type LedgerSummary = {
  /** whose programs and sysvars it has without listing them */
  readonly cluster: string | null;
  readonly genesisHash: string | null;
  readonly identity: string | null;
  /** of the node that it models */
  readonly apiVersion: string;
  readonly processed: bigint;
  readonly confirmed: bigint;
  readonly finalized: bigint;
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

export function summaryOf(scene: Scene): LedgerSummary {
  const { chains, history, node, sysvars } = scene.state;
  let failed = 0;
  for (const { err } of history.transactions()) if (err !== null) failed++;
  return {
    cluster: sysvars?.cluster ?? null,
    genesisHash: node.genesisHash ?? null,
    identity: node.identity ?? null,
    apiVersion: node.apiVersion,
    processed: chains.processed.tip,
    confirmed: chains.confirmed.tip,
    finalized: chains.finalized.tip,
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
