import { maxOf } from '../codec/bigints.ts';
import type { Account } from '../solana/account.ts';
import type { ClusterName } from '../solana/address.ts';
import type { Block, LedgerTransaction } from '../solana/block.ts';
import { Accounts } from './accounts/accounts.ts';
import { AccountTable } from './accounts/accountTable.ts';
import { statusWindowStart, transactionsOn } from './blockQueries.ts';
import { type ClusterFacts, NO_CLUSTER_FACTS } from './clusterFacts.ts';
import { chainTo } from './history/chain.ts';
import type { EmptyRun } from './history/emptyRuns.ts';
import { History } from './history/history.ts';
import { DEFAULT_PROTOCOL, type Protocol } from './protocol.ts';
import { SlotSet } from './slotSet.ts';
import {
  DEFAULT_SEND_SETTINGS,
  type LedgerNames,
  type LedgerState,
  NO_NAMES,
  type NodeIdentity,
  type SendSettings,
  type Sysvars,
} from './state.ts';
import { settledTips, type Tips } from './tips.ts';
import { LedgerView } from './view.ts';

export interface LedgerSettings {
  readonly tips: Partial<Tips>;
  /** off the chain, unless a block above has it as its parent */
  readonly dropped: SlotSet;
  readonly cleanedUpBefore: bigint | undefined;
  readonly node: NodeIdentity;
  readonly clusterFacts: ClusterFacts;
  readonly protocol: Protocol;
  readonly send: SendSettings;
}

export const DEFAULT_SETTINGS: LedgerSettings = {
  tips: {},
  dropped: SlotSet.NONE,
  cleanedUpBefore: undefined,
  node: {
    genesisHash: undefined,
    identity: undefined,
    apiVersion: DEFAULT_PROTOCOL.version.release,
    featureSet: undefined,
  },
  clusterFacts: NO_CLUSTER_FACTS,
  protocol: DEFAULT_PROTOCOL,
  send: DEFAULT_SEND_SETTINGS,
};

/** The parts of a ledger before they are indexed. The caller has checked that they have no duplicates. */
export interface LedgerContents {
  readonly blocks: readonly Block[];
  /** between them */
  readonly emptyRuns?: readonly EmptyRun[];
  /** transactions that no block of `blocks` holds */
  readonly looseTransactions: readonly LedgerTransaction[];
  /** a table is used without a copy */
  readonly accounts: AccountTable | Iterable<Account>;
  readonly settings: LedgerSettings;
  readonly names?: LedgerNames;
  readonly sysvars?: Sysvars | undefined;
}

/** Indexes the contents. Linear but for the sorting of slots, runs and transactions. */
export function buildLedger(contents: LedgerContents): LedgerState {
  const { accounts, blocks, emptyRuns, looseTransactions, names = NO_NAMES, settings, sysvars } = contents;
  const history = History.fromBlocks(blocks, looseTransactions, emptyRuns);
  const tips = settledTips(resolveTips(settings.tips, history.lastSlot ?? 0n), settings.protocol);
  const { dropped } = settings;
  const finalized = chainTo(tips.finalized, history, dropped);
  const processed = chainTo(tips.processed, history, dropped);
  const { cleanedUpBefore, clusterFacts, node, protocol, send } = settings;
  const state: LedgerState = {
    history,
    accounts: Accounts.fromTable(accounts instanceof AccountTable ? accounts : tableOf(accounts)),
    sysvars,
    chains: { processed, confirmed: chainTo(tips.confirmed, history, dropped), finalized },
    hasOwnTips: hasOwnTips(settings.tips, tips, sysvars?.cluster),
    hasMachineTime: false,
    passedUpTo: maxOf(tips.processed, dropped.highest ?? 0n),
    dropped,
    cleanedUpBefore,
    transactionBase: { before: 0n, from: 0n },
    statusesExpiredBefore: 0n,
    statusWindowStart: statusWindowStart(history, finalized),
    names,
    node,
    clusterFacts,
    protocol,
    send,
  };
  return { ...state, transactionBase: firstTransactionBase(state) };
}

/**
 * Whether fixtures decide how far the tips are apart: they set several tips, or tips that differ. A single confirmed or
 * finalized tip counts too, except on localnet: it makes the whole ledger final.
 */
function hasOwnTips({ confirmed, finalized, processed }: Partial<Tips>, tips: Tips, cluster?: ClusterName): boolean {
  const surerTips = [confirmed, finalized].filter((tip) => tip !== undefined).length;
  const areChosen = surerTips === 2 || (surerTips === 1 && (processed !== undefined || cluster !== 'localnet'));
  return areChosen || tips.finalized < tips.processed;
}

/**
 * The base that gives the number of transactions set in `ledger.json` at the processed tip; if none is set, the count starts at the first
 * visible slot.
 */
function firstTransactionBase(state: LedgerState): LedgerState['transactionBase'] {
  const { transactionCount } = state.clusterFacts;
  if (transactionCount !== undefined)
    return { before: transactionCount - transactionsOn(state.chains.processed, state.history), from: 0n };
  return { before: 0n, from: new LedgerView(state, 'finalized', { keepOrphan: false }).firstShown };
}

function tableOf(accounts: Iterable<Account>): AccountTable {
  const table = new AccountTable();
  for (const account of accounts) table.setBase(account);
  return table;
}

/** The tips with defaults. Processed: the highest known slot; confirmed: the finalized tip, else processed; finalized: confirmed. */
function resolveTips(tips: Partial<Tips>, highest: bigint): Tips {
  const processed = tips.processed ?? max(highest, tips.confirmed, tips.finalized);
  const confirmed = tips.confirmed ?? tips.finalized ?? processed;
  return { processed, confirmed, finalized: tips.finalized ?? confirmed };
}

function max(...values: readonly (bigint | undefined)[]): bigint {
  return values.reduce<bigint>((most, value) => (value !== undefined && value > most ? value : most), 0n);
}
