import { RpcError } from '../../errors.ts';
import { clockAt, newestBlock } from '../../ledger/chainEnd.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import type { NewBlock } from '../../ledger/moves/addBlocks.ts';
import { dropFutureSlots, startSlot } from '../../ledger/moves/advance.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { LedgerView } from '../../ledger/view.ts';
import { bankAt } from '../../runtime/bank.ts';
import { BlockMaker, blockHeader, parentOfFirstBlock, ScheduledLeaders } from '../../runtime/block.ts';
import type { Executor } from '../../runtime/executor.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Account, sameAccount, UnknownBytesError } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { isNeverRanError } from '../../solana/errorEffects.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { type CheckedState, checkedState, createRunnable, firstError, MAX_LANDING_AGE } from './checks.ts';
import { executedOutcome } from './executedOutcome.ts';
import { type ResolvedTransaction, sanitize } from './sanitizeSent.ts';
import { hasGoodSignatures } from './signatureChecks.ts';

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

export interface LandedBlock extends Included {
  readonly newBlock: NewBlock;
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
export function nextBlock(state: LedgerState, landings: readonly Landing[], execute: Executor): LandedBlock {
  const baseState = dropFutureSlots(state);
  const slot = startSlot(state) + 1n;
  const view = processedView(baseState);
  const bank = bankAt(view, slot);
  const { processed } = baseState.chains;
  const newest = newestBlock(baseState.history, processed);
  const { slotMs } = baseState.protocol.gates;
  const clock = clockAt(baseState.history, processed, slotMs);
  const parent = parentOfFirstBlock(newest?.slot ?? processed.tip, newest, bank.accounts, slotMs, clock);
  const maker = new BlockMaker(blockHeader(slot, parent), bank);
  const included = include(maker, view, landings, execute);
  const { block, writes } = maker.finish(leaderOf(state, slot));
  const derived = baseState.sysvars?.at(baseState, processed);
  const stored = writes.filter((account) => !isUnchanged(account, derived?.get(account.address)));
  return { newBlock: { block, writes: stored }, builtin: [...bank.accounts.builtin], ...included };
}

/** Whether an account equals the one that follows from the blocks. It is not stored then. */
function isUnchanged(account: Account, derived: Account | undefined): boolean {
  return derived !== undefined && sameAccount(account, { ...derived, rentEpoch: account.rentEpoch });
}

function leaderOf(state: LedgerState, slot: bigint): Address | undefined {
  const { leaderSchedules } = state.clusterFacts;
  return leaderSchedules && new ScheduledLeaders(epochScheduleOf(state), leaderSchedules).at(slot);
}

/**
 * Adds transactions to a block, after those that it has.
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
  const included = new Set<string>(maker.transactions.map(({ signature }) => signature));
  const context = { maker, state: checkedState(maker.bank, view), execute, included };
  const assumed = new Set(landings.flatMap((landing) => includeOrSkip(landing, context)));
  return { signatures: maker.transactions.slice(before).map(({ signature }) => signature), assumed: [...assumed] };
}

interface Context {
  readonly maker: BlockMaker;
  readonly state: CheckedState;
  /** signatures of transactions in the block, and messages of those that were added by this call, as text */
  readonly included: Set<string>;
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
  { execute, included, maker, state }: Context,
): readonly Address[] {
  const ids = [transaction.signatures[0]!, Buffer.from(transaction.messageBytes).toString('latin1')];
  if (ids.some((id) => included.has(id))) return [];
  const resolved = resolve(transaction, state);
  if (resolved === undefined) return [];
  const error = firstError(resolved, state, MAX_LANDING_AGE);
  const needsNoPayer = outcome.kind === 'neverRan' && error !== undefined && isNeverRanError(error);
  if (error !== undefined && !needsNoPayer) return [];
  for (const id of ids) included.add(id);
  const runnable = createRunnable(resolved, state, MAX_LANDING_AGE);
  const execution = execute(
    runnable,
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
  maker.add(signed, runnable, execution, resolved.loaded);
  return execution.assumed;
}

/**
 * The transaction with its accounts. Undefined: leaders drop it, as they drop a packet with bytes after the transaction, which the
 * RPC accepts.
 *
 * Source   agave 4.1 perf sigverify.rs; transaction-view
 */
function resolve(transaction: SentTransaction, { view }: CheckedState): ResolvedTransaction | undefined {
  const { hasMore } = transaction;
  if (hasMore || !hasGoodSignatures(transaction, view.state)) return undefined;
  try {
    return sanitize(transaction, view);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
