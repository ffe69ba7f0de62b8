import { RpcError } from '../../errors.ts';
import { clockAt, newestBlock } from '../../ledger/chainEnd.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import type { NewBlock } from '../../ledger/moves/addBlocks.ts';
import { dropFutureSlots, startSlot } from '../../ledger/moves/advance.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { bankAt } from '../../runtime/bank.ts';
import { BlockMaker, blockHeader, parentOutside, ScheduledLeaders } from '../../runtime/block.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { Executor } from '../../runtime/runnableTransaction.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Account, sameAccount, UnknownBytesError } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { isNeverRanError } from '../../solana/errorEffects.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { type CheckedState, check, MAX_LANDING_AGE, runnable, stateIn } from './checks.ts';
import { executedOutcome } from './executedOutcome.ts';
import { hasGoodSignatures, type ResolvedTransaction, sanitize } from './sanitizeSent.ts';

/**
 * Puts sent transactions into a block. Transactions that no leader would take are left out without an error for the client.
 * @module
 */

/** A transaction on its way into a block. */
export interface Landing {
  readonly transaction: SentTransaction;
  readonly outcome: SendOutcome;
  /** already answered: errors can no longer be reported */
  readonly isAnswered?: true;
}

export interface Landed extends Included {
  readonly added: NewBlock;
  /** accounts that every cluster has, and that the ledger did not */
  readonly builtin: readonly Account[];
}

/** The transactions that a block has taken in. */
export interface Included {
  readonly signatures: readonly Signature[];
  /** programs whose effect is not known: they succeeded and changed nothing */
  readonly assumed: readonly Address[];
}

export const NONE_INCLUDED: Included = { signatures: [], assumed: [] };

/** The end of the processed chain, on which the next block is put. */
export function processedView(state: LedgerState): LedgerView {
  return new LedgerView(state, 'processed', { keepOrphan: false });
}

/** The next block on top of the processed tip. */
export function nextBlock(state: LedgerState, landings: readonly Landing[], execute: Executor): Landed {
  const cut = dropFutureSlots(state);
  const slot = startSlot(state) + 1n;
  const view = processedView(cut);
  const bank = bankAt(view, slot);
  const { processed } = cut.chains;
  const newest = newestBlock(cut.history, processed);
  const { slotMs } = cut.protocol.gates;
  const clock = clockAt(cut.history, processed, slotMs);
  const parent = parentOutside(newest?.slot ?? processed.tip, newest, bank.accounts, slotMs, clock);
  const maker = new BlockMaker(blockHeader(slot, parent), bank);
  const included = include(maker, view, landings, execute);
  const { block, writes } = maker.finish(leaderOf(state, slot));
  const derived = cut.sysvars?.at(cut, processed);
  const stored = writes.filter((account) => !isUnchanged(account, derived?.get(account.address)));
  return { added: { block, writes: stored }, builtin: [...bank.accounts.builtin], ...included };
}

/** Whether an account is still what the blocks make it: then it follows them. */
function isUnchanged(account: Account, derived: Account | undefined): boolean {
  return derived !== undefined && sameAccount(account, { ...derived, rentEpoch: account.rentEpoch });
}

function leaderOf(state: LedgerState, slot: bigint): Address | undefined {
  const { leaderSchedules } = state.cluster;
  return leaderSchedules && new ScheduledLeaders(epochScheduleOf(state), leaderSchedules).at(slot);
}

/**
 * Puts transactions behind those that a block has.
 *
 * @param view the chain below the block
 */
export function include(
  maker: BlockMaker,
  view: LedgerView,
  landings: readonly Landing[],
  execute: Executor,
): Included {
  const before = maker.transactions.length;
  const signatures = new Set<string>(maker.transactions.map(({ signature }) => signature));
  const context = { maker, state: stateIn(maker.bank, view), execute, signatures };
  const assumed = new Set(landings.flatMap((landing) => includeOrSkip(landing, context)));
  return { signatures: maker.transactions.slice(before).map(({ signature }) => signature), assumed: [...assumed] };
}

interface Context {
  readonly maker: BlockMaker;
  readonly state: CheckedState;
  /** signatures and messages that the block has, as text */
  readonly signatures: Set<string>;
  readonly execute: Executor;
}

/** A queued transaction that cannot run is skipped, so that later blocks are still made. Returns the programs that were assumed. */
function includeOrSkip(landing: Landing, context: Context): readonly Address[] {
  try {
    return includeOne(landing, context);
  } catch (error) {
    const isUnknown = error instanceof UnknownBytesError || error instanceof NotModelledError;
    if (!(isUnknown && landing.isAnswered)) throw error;
    process.emitWarning(`transaction ${landing.transaction.signatures[0]} comes into no block: ${error.message}`);
    return [];
  }
}

function includeOne(
  { outcome, transaction }: Landing,
  { execute, maker, signatures: included, state }: Context,
): readonly Address[] {
  const keys = [transaction.signatures[0]!, Buffer.from(transaction.messageBytes).toString('latin1')];
  if (keys.some((key) => included.has(key))) return [];
  const resolved = resolve(transaction, state);
  if (resolved === undefined) return [];
  const fault = check(resolved, state, MAX_LANDING_AGE);
  const needsNoPayer = outcome.kind === 'neverRan' && fault !== undefined && isNeverRanError(fault);
  if (fault !== undefined && !needsNoPayer) return [];
  for (const key of keys) included.add(key);
  const runs = runnable(resolved, state, MAX_LANDING_AGE);
  const execution = execute(
    runs,
    maker.bank,
    executedOutcome(outcome, resolved, { when: 'inBlock', state: state.view.state }),
  );
  const { message, signatures, version, wire } = resolved;
  const signed = {
    // a subarray of the request would keep all of it in memory
    wire: new Uint8Array(wire),
    signature: signatures[0]!,
    version,
    accountKeys: message.accountKeys,
    recentBlockhash: message.recentBlockhash,
  };
  maker.add(signed, runs, execution, resolved.loaded);
  return execution.assumed;
}

/** Packets with more behind the transaction are accepted by the RPC and dropped by leaders. Source agave 4.1 perf sigverify.rs; transaction-view */
function resolve(transaction: SentTransaction, { view }: CheckedState): ResolvedTransaction | undefined {
  const { hasMore } = transaction;
  if (hasMore || !hasGoodSignatures(transaction)) return undefined;
  try {
    return sanitize(transaction, view);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
