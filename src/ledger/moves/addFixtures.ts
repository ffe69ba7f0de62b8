import { maxOf, minOf } from '../../codec/bigints.ts';
import { type Account, emptyAccount } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Block, LedgerTransaction } from '../../solana/block.ts';
import type { Commitment } from '../../solana/rpcWords.ts';
import { AccountTable } from '../accounts/accountTable.ts';
import { statusWindowStart, transactionsOn } from '../blockQueries.ts';
import { type Chain, chainTo, cutChain } from '../history/chain.ts';
import type { EmptyRun } from '../history/emptyRuns.ts';
import { History } from '../history/history.ts';
import type { LedgerNames, LedgerState } from '../state.ts';
import { LedgerView } from '../view.ts';
import { MoveError } from './moveError.ts';

/** The content of fixtures. */
export interface Fixtures {
  readonly blocks: readonly Block[];
  /** between them */
  readonly emptyRuns: readonly EmptyRun[];
  /** transactions that no block of `blocks` holds */
  readonly looseTransactions: readonly LedgerTransaction[];
  readonly accounts: AccountTable;
  /** accounts that are not there in the beginning */
  readonly absent: ReadonlySet<Address>;
}

/** The number of reasons that an error lists; further ones are counted. */
const MAX_LISTED = 1000;

/**
 * Adds fixtures to a ledger wherever their slots are. No tip moves. An account that is there is replaced as by `setAccount` with
 * `always`, and has its later states from their slots on.
 *
 * @throws MoveError invalid: the ledger has a block in one of the slots, or one of the transactions
 */
export function addFixtures(state: LedgerState, fixtures: Fixtures): LedgerState {
  checkCollisions(state, fixtures);
  const history = historyWith(state.history, fixtures);
  const table = tableFor(fixtures, state.chains.processed.tip);
  const chains = chainsIn(history, state);
  const longer = {
    ...state,
    history,
    chains,
    accounts: table.size === 0 ? state.accounts : state.accounts.withTable(table),
    statusWindowStart: maxOf(statusWindowStart(history, chains.finalized), state.statusesExpiredBefore),
  };
  return { ...longer, transactionBase: transactionBaseAfter(longer, state) };
}

function checkCollisions({ history }: LedgerState, { blocks, emptyRuns, looseTransactions }: Fixtures): void {
  const reasons: string[] = [];
  const isTaken = (slot: bigint) => history.sourceAt(slot) !== undefined;
  for (const { slot } of blocks) if (isTaken(slot)) reasons.push(`slot ${slot} has a block already`);
  for (const run of emptyRuns) {
    const slot = firstOf(history.slotsFrom(run.first), isTaken);
    if (slot !== undefined && slot <= run.last) reasons.push(`slot ${slot} has a block already`);
  }
  for (const { signature, slot } of [
    ...blocks.flatMap(({ transactions = [] }) => transactions),
    ...looseTransactions,
  ]) {
    const isThere = history.ordinalsOf(signature).some((place) => history.transactionAt(place)!.slot === slot);
    if (isThere) reasons.push(`transaction ${signature} is in slot ${slot} already`);
  }
  if (reasons.length === 0) return;
  const more = reasons.length > MAX_LISTED ? [`and ${reasons.length - MAX_LISTED} more`] : [];
  throw new MoveError('invalid', [...reasons.slice(0, MAX_LISTED), ...more].join('; '));
}

function firstOf<T>(items: Iterable<T>, test: (item: T) => boolean): T | undefined {
  for (const item of items) if (test(item)) return item;
  return undefined;
}

function historyWith(history: History, { blocks, emptyRuns, looseTransactions }: Fixtures): History {
  if (blocks.length === 0 && looseTransactions.length === 0 && emptyRuns.length === 0) return history;
  return History.fromBlocks(
    [...history.storedBlocks(), ...blocks],
    [...looseIn(history), ...looseTransactions],
    [...history.emptyRuns, ...emptyRuns],
  );
}

function* looseIn(history: History): Iterable<LedgerTransaction> {
  let slot: bigint | undefined;
  let inBlock: ReadonlySet<LedgerTransaction> = new Set();
  for (const transaction of history.transactions()) {
    if (transaction.slot !== slot) inBlock = new Set(history.block(transaction.slot)?.transactions);
    slot = transaction.slot;
    if (!inBlock.has(transaction)) yield transaction;
  }
}

/** @param tip up to which earlier states are replaced */
function tableFor({ absent, accounts }: Fixtures, tip: bigint): AccountTable {
  const table = new AccountTable();
  for (const address of new Set([...accounts.addresses(), ...absent])) {
    const base = baseIn(accounts, address) ?? (absent.has(address) ? emptyAccount(address) : undefined);
    if (base !== undefined) table.replaceUpTo(base, tip);
    for (const row of accounts.writesOf(address)) table.addWrite(accounts.account(row), accounts.slotOf(row));
  }
  return table;
}

function baseIn(accounts: AccountTable, address: Address): Account | undefined {
  const row = accounts.baseOf(address);
  return row === undefined ? undefined : accounts.account(row);
}

/** The chains with the new blocks. A tip that is on the processed chain stays on it. */
function chainsIn(history: History, { chains, dropped }: LedgerState): Record<Commitment, Chain> {
  const processed = chainTo(chains.processed.tip, history, dropped);
  const chainOf = (chain: Chain) =>
    isPartOf(chain, chains.processed) ? cutChain(processed, chain.tip) : chainTo(chain.tip, history, dropped);
  return { processed, confirmed: chainOf(chains.confirmed), finalized: chainOf(chains.finalized) };
}

function isPartOf({ offChain, tip }: Chain, longer: Chain): boolean {
  return longer.offChain.upTo(tip).equals(offChain.upTo(tip));
}

/** The base of the transaction count. A number that `ledger.json` set stays the same at the processed tip. */
function transactionBaseAfter(
  state: LedgerState,
  { chains, transactionBase: counted, history }: LedgerState,
): LedgerState['transactionBase'] {
  const { before, from } = counted;
  if (state.clusterFacts.transactionCount === undefined) {
    const first = new LedgerView(state, 'finalized', { keepOrphan: false }).firstShown;
    return { before, from: minOf(from, first) };
  }
  const more =
    transactionsOn(state.chains.processed, state.history, from) - transactionsOn(chains.processed, history, from);
  return { before: before - more, from };
}

/** Adds names; a name that exists already gets its newest meaning. */
export function addNames(state: LedgerState, { addresses, keys, programs, signatures }: LedgerNames): LedgerState {
  const { names } = state;
  const joined = {
    keys: withEntries(names.keys, keys),
    addresses: withEntries(names.addresses, addresses),
    signatures: withEntries(names.signatures, signatures),
    programs: withEntries(names.programs, programs),
  };
  return { ...state, names: joined };
}

/** Adds entries to a map; the same map if none is new, because most blocks use existing names. */
function withEntries<V>(before: ReadonlyMap<string, V>, added: ReadonlyMap<string, V>): ReadonlyMap<string, V> {
  const newEntries = [...added].filter(([name, value]) => before.get(name) !== value);
  return newEntries.length === 0 ? before : new Map([...before, ...newEntries]);
}
