import { RpcError } from '../../errors.ts';
import { lastValidHeight } from '../../ledger/blockhashes.ts';
import { clockAt, newestBlock } from '../../ledger/chainEnd.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import { slotLeadersFrom } from '../../ledger/leaders.ts';
import type { NewBlock } from '../../ledger/moves/addBlocks.ts';
import { dropFutureSlots, startSlot } from '../../ledger/moves/advance.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type LedgerView, processedView } from '../../ledger/view.ts';
import type { DecidedSend, GroupedBundle, LeftOutSend, Payment, SendGroup } from '../../live/sendQueue.ts';
import { type Bank, bankAt } from '../../runtime/bank.ts';
import { BlockMaker, blockHeader, parentOfFirstBlock, ScheduledLeaders } from '../../runtime/block.ts';
import type { ExecutionResult, Executor } from '../../runtime/executor.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import { type Account, sameAccount, UnknownBytesError } from '../../solana/account.ts';
import type { Address, Signature } from '../../solana/address.ts';
import { isNeverRanError } from '../../solana/errorEffects.ts';
import type { TransactionError } from '../../solana/meta.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { transactionErrorText } from '../../solana/transactionErrors.ts';
import { type CheckedState, checkedState, createRunnable, firstError, MAX_LANDING_AGE } from './checks.ts';
import { executedOutcome } from './executedOutcome.ts';
import { type ResolvedTransaction, sanitize } from './sanitizeSent.ts';
import { hasGoodSignatures } from './signatureChecks.ts';

/**
 * Puts sent transactions into a block. Transactions that no leader would take are left out without an error for the client.
 * @module
 */

/** Transactions on their way into a block. */
export interface Landing extends SendGroup {
  /** already answered: errors can no longer be reported */
  readonly isAnswered?: true;
}

/** A new block with what it has taken in. */
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
  /** the reasons why bundles are not in the block, by id */
  readonly failures: ReadonlyMap<string, string>;
  /** transactions that no leader takes */
  readonly leftOut: readonly LeftOutSend[];
}

export const NONE_INCLUDED: Included = { signatures: [], assumed: [], failures: new Map(), leftOut: [] };

/** Whether a block has taken in what was to land in it. */
export function isIncluded({ bundle, parts }: Landing, { failures, signatures }: Omit<Included, 'assumed'>): boolean {
  if (bundle !== undefined && failures.has(bundle.id)) return false;
  return signatures.includes(parts[0]!.transaction.signatures[0]!);
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
  const included = addLandings(maker, view, landings, execute);
  const { block, writes } = maker.finish(leaderOf(state, slot));
  const derived = baseState.sysvars?.at(baseState, processed);
  const stored = writes.filter((account) => !isUnchanged(account, derived?.get(account.address)));
  return { newBlock: { block, writes: stored }, builtin: [...bank.accounts.builtin], ...included };
}

/** Whether an account equals the one that follows from the blocks. It is not stored then. */
function isUnchanged(account: Account, derived: Account | undefined): boolean {
  return derived !== undefined && sameAccount(account, { ...derived, rentEpoch: account.rentEpoch });
}

/** The leader that a block pays; on a localnet a validator, elsewhere only where the ledger has a schedule. */
function leaderOf(state: LedgerState, slot: bigint): Address | undefined {
  const { leaderSchedules } = state.clusterFacts;
  if (leaderSchedules !== undefined) return new ScheduledLeaders(epochScheduleOf(state), leaderSchedules).at(slot);
  if (state.sysvars?.cluster !== 'localnet') return undefined;
  const leaders = slotLeadersFrom(state, slot, 1);
  return leaders.kind === 'known' ? leaders.leaders[0] : undefined;
}

/**
 * Adds transactions to a block, after those that it has.
 *
 * @param view the chain below the block
 */
export function addLandings(
  maker: BlockMaker,
  view: LedgerView,
  landings: readonly Landing[],
  execute: Executor,
): Included {
  const before = maker.transactions.length;
  const included = new Set<string>(maker.transactions.map(({ signature }) => signature));
  const failures = new Map<string, string>();
  const leftOut: LeftOutSend[] = [];
  const block = { maker, state: checkedState(maker.bank, view), execute, included, failures, leftOut };
  const assumed = new Set(landings.flatMap((landing) => addOrSkip(landing, block)));
  const signatures = maker.transactions.slice(before).map(({ signature }) => signature);
  return { signatures, assumed: [...assumed], failures, leftOut };
}

/** The block that takes transactions in, and what is known of it. */
interface OpenBlock {
  readonly maker: BlockMaker;
  readonly state: CheckedState;
  /** signatures of transactions in the block, and messages of those that were added by this call, as text */
  readonly included: Set<string>;
  readonly execute: Executor;
  readonly failures: Map<string, string>;
  readonly leftOut: LeftOutSend[];
}

/**
 * Adds a landing; a queued one that cannot run is skipped, so that later blocks are still made.
 *
 * @returns the programs whose effect was assumed
 */
function addOrSkip(landing: Landing, block: OpenBlock): readonly Address[] {
  try {
    return addLanding(landing, block);
  } catch (error) {
    const isUnknown = error instanceof UnknownBytesError || error instanceof NotModelledError;
    if (!(isUnknown && landing.isAnswered)) throw error;
    const { bundle, parts } = landing;
    process.emitWarning(`transaction ${parts[0]!.transaction.signatures[0]} comes into no block: ${error.message}`);
    if (bundle !== undefined) block.failures.set(bundle.id, error.message);
    block.leftOut.push(leftOutSend(parts[0]!.transaction, error.message, block));
    return [];
  }
}

/** Adds the transactions of a landing: each by itself, or those of an atomic bundle all together. */
function addLanding({ bundle, parts }: Landing, block: OpenBlock): readonly Address[] {
  if (bundle?.isAtomic === true) return addAllOrNone(bundle, parts, block);
  return parts.flatMap((part) => {
    const { assumed, refusal } = addTransaction(part, block);
    if (refusal === undefined) return assumed;
    if (bundle !== undefined) block.failures.set(bundle.id, transactionErrorText(refusal));
    block.leftOut.push(leftOutSend(part.transaction, refusal, block));
    return [];
  });
}

/** A transaction that no leader takes; one with a blockhash of the ledger that is too old has expired. */
function leftOutSend(
  transaction: SentTransaction,
  error: TransactionError,
  { state: { view } }: OpenBlock,
): LeftOutSend {
  const { message, signatures } = transaction;
  const reason = hasGoodSignatures(transaction, view.state) ? error : 'SignatureFailure';
  const expiredAt = reason === 'BlockhashNotFound' ? lastValidHeight(message.recentBlockhash, view) : undefined;
  return { signature: signatures[0]!, reason, expiredAt };
}

/** Adds the transactions of an atomic bundle, each of which sees the changes of those before it; none of them if one fails. */
function addAllOrNone(bundle: GroupedBundle, parts: readonly DecidedSend[], block: OpenBlock): readonly Address[] {
  const takeBack = block.maker.savepoint();
  const trial = { ...block, included: new Set(block.included) };
  try {
    const assumed = addUntilFailure(bundle, parts, trial);
    if (assumed === undefined) takeBack();
    else for (const key of trial.included) block.included.add(key);
    return assumed ?? [];
  } catch (error) {
    takeBack();
    throw error;
  }
}

/** Adds the transactions of a bundle in order. @returns undefined: one has failed, or they pay too little: `failures` has the reason */
function addUntilFailure(
  { id, payment }: GroupedBundle,
  parts: readonly DecidedSend[],
  block: OpenBlock,
): readonly Address[] | undefined {
  const { accounts } = block.maker.bank;
  const before = payment && sumOfLamports(accounts, payment);
  const assumed: Address[] = [];
  for (const [index, part] of parts.entries()) {
    const included = addTransaction(part, block);
    const err = included.refusal ?? included.err;
    if (err !== null) {
      if (included.refusal !== undefined) block.leftOut.push(leftOutSend(part.transaction, included.refusal, block));
      block.failures.set(id, `transaction ${index + 1} fails: ${transactionErrorText(err)}`);
      return undefined;
    }
    assumed.push(...included.assumed);
  }
  const paid = payment && sumOfLamports(accounts, payment) - before!;
  if (paid === undefined || paid >= payment!.least) return assumed;
  block.failures.set(id, `it pays ${paid} lamports of at least ${payment!.least}`);
  return undefined;
}

function sumOfLamports(bankAccounts: Bank['accounts'], { accounts }: Payment): bigint {
  return accounts.reduce((sum, account) => sum + (bankAccounts.get(account)?.lamports ?? 0n), 0n);
}

/** The result of adding a transaction: its error in the block, or the reason why it is not in it. */
interface AddResult extends Pick<ExecutionResult, 'assumed' | 'err'> {
  readonly refusal?: TransactionError;
}

function refused(refusal: TransactionError): AddResult {
  return { refusal, err: null, assumed: [] };
}

/** Adds one transaction, as a leader would: checks it, executes it, and records the result. */
function addTransaction(
  { outcome, transaction }: DecidedSend,
  { execute, included, maker, state }: OpenBlock,
): AddResult {
  // a leader takes no signature twice, and no message twice
  const ids = [transaction.signatures[0]!, Buffer.from(transaction.messageBytes).toString('latin1')];
  if (ids.some((id) => included.has(id))) return refused('AlreadyProcessed');
  const resolved = resolve(transaction, state);
  if (resolved === undefined) return refused('SanitizeFailure');
  const error = firstError(resolved, state, MAX_LANDING_AGE);
  const needsNoPayer = outcome.kind === 'neverRan' && error !== undefined && isNeverRanError(error);
  if (error !== undefined && !needsNoPayer) return refused(error);
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
  return execution;
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
