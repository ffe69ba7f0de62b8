import type { Account } from '../model/account.ts';
import type { Address, Signature } from '../model/address.ts';
import type { Block, LedgerTransaction } from '../model/block.ts';
import { fullAccountKeys } from '../model/transaction.ts';
import { AccountTable } from './accountTable.ts';
import { chainTo } from './chain.ts';
import { type ClusterFacts, NO_CLUSTER_FACTS } from './cluster.ts';
import type { Commitment, LedgerState, NodeIdentity, Ordinal } from './state.ts';

/** Slots a node's status cache spans: that many roots. Source agave 4.1 MAX_RECENT_BLOCKHASHES. */
const STATUS_WINDOW_ROOTS = 300;

export interface LedgerSettings {
  readonly tips: Partial<Record<Commitment, bigint>>;
  readonly cleanedUpBefore: bigint | undefined;
  readonly node: NodeIdentity;
  readonly cluster: ClusterFacts;
}

export const DEFAULT_SETTINGS: LedgerSettings = {
  tips: {},
  cleanedUpBefore: undefined,
  node: { genesisHash: undefined, identity: undefined, apiVersion: '4.1.0', featureSet: undefined },
  cluster: NO_CLUSTER_FACTS,
};

/** The parts of a ledger before they are indexed. The caller has checked that there are no duplicates. */
export interface LedgerContents {
  readonly blocks: readonly Block[];
  /** transactions that no block of `blocks` holds */
  readonly looseTransactions: readonly LedgerTransaction[];
  /** a table is taken over as it is */
  readonly accounts: AccountTable | Iterable<Account>;
  readonly settings: LedgerSettings;
}

/** Indexes the contents. Linear but for one sort of the transactions. */
export function buildLedger({ blocks, looseTransactions, accounts, settings }: LedgerContents): LedgerState {
  const blockBySlot = new Map(blocks.map((block) => [block.slot, block]));
  const slots = [...new Set([...blockBySlot.keys(), ...looseTransactions.map(({ slot }) => slot)])].sort(ascending);
  const tips = resolveTips(settings.tips, slots.at(-1) ?? 0n);
  const finalized = chainTo(tips.finalized, slots, blockBySlot);
  const transactions = inOrder(blocks, looseTransactions);
  return {
    blocks: blockBySlot,
    slots,
    transactions,
    ...indexTransactions(transactions),
    accounts: accounts instanceof AccountTable ? accounts : tableOf(accounts),
    chains: {
      processed: chainTo(tips.processed, slots, blockBySlot),
      confirmed: chainTo(tips.confirmed, slots, blockBySlot),
      finalized,
    },
    cleanedUpBefore: settings.cleanedUpBefore,
    statusWindowStart: statusWindowStart(slots, tips.finalized, finalized.offChain),
    node: settings.node,
    cluster: settings.cluster,
  };
}

function tableOf(accounts: Iterable<Account>): AccountTable {
  const table = new AccountTable();
  for (const account of accounts) table.add(account);
  return table;
}

/** A tip that is not given is where the next surer one would let it be: the highest slot, never above a less sure one. */
function resolveTips(given: Partial<Record<Commitment, bigint>>, highest: bigint): Record<Commitment, bigint> {
  const processed = given.processed ?? max(highest, given.confirmed, given.finalized);
  const confirmed = given.confirmed ?? (given.finalized === undefined ? processed : max(given.finalized));
  return { processed, confirmed, finalized: given.finalized ?? confirmed };
}

function max(...values: readonly (bigint | undefined)[]): bigint {
  return values.reduce<bigint>((most, value) => (value !== undefined && value > most ? value : most), 0n);
}

function ascending(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function inOrder(blocks: readonly Block[], loose: readonly LedgerTransaction[]): LedgerTransaction[] {
  const transactions = [...blocks.flatMap((block) => block.transactions ?? []), ...loose];
  return transactions.sort((a, b) => ascending(a.slot, b.slot) || (a.index ?? 0) - (b.index ?? 0));
}

function indexTransactions(
  transactions: readonly LedgerTransaction[],
): Pick<LedgerState, 'ordinalsBySignature' | 'ordinalsByAddress'> {
  const ordinalsBySignature = new Map<Signature, Ordinal[]>();
  const ordinalsByAddress = new Map<Address, Ordinal[]>();
  transactions.forEach((transaction, ordinal) => {
    append(ordinalsBySignature, transaction.signature, ordinal);
    for (const key of accountKeysOf(transaction)) append(ordinalsByAddress, key, ordinal);
  });
  return { ordinalsBySignature, ordinalsByAddress };
}

/** An address that a transaction names twice still gets one entry. */
function append<K>(index: Map<K, Ordinal[]>, key: K, ordinal: Ordinal): void {
  const ordinals = index.get(key);
  if (ordinals === undefined) index.set(key, [ordinal]);
  else if (ordinals.at(-1) !== ordinal) ordinals.push(ordinal);
}

function accountKeysOf(transaction: LedgerTransaction): readonly Address[] {
  if (transaction.kind === 'opaque') return transaction.accountKeys;
  return fullAccountKeys(transaction, transaction.meta?.loadedAddresses);
}

function statusWindowStart(slots: readonly bigint[], tip: bigint, offChain: ReadonlySet<bigint>): bigint {
  let roots = 0;
  for (let i = slots.length - 1; i >= 0; i--) {
    const slot = slots[i]!;
    if (slot > tip || offChain.has(slot)) continue;
    if (++roots === STATUS_WINDOW_ROOTS) return slot;
  }
  return 0n;
}
