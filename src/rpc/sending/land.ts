import { least } from '../../codec/bigints.ts';
import { RpcError } from '../../errors.ts';
import { chainUnder } from '../../fixtures/script/compiling/compile.ts';
import { clockAt, newestBlock } from '../../ledger/chainEnd.ts';
import { epochScheduleOf } from '../../ledger/epochs.ts';
import type { NewBlock } from '../../ledger/moves/addBlocks.ts';
import { cutFilm, startSlot } from '../../ledger/moves/timeline.ts';
import type { LedgerState } from '../../ledger/state.ts';
import {
  type BlockFees,
  type BlockFrame,
  blockFrame,
  headOutside,
  payLeader,
  ScheduledLeaders,
} from '../../runtime/blockHeader.ts';
import { metaOf } from '../../runtime/execute.ts';
import type { Executor } from '../../runtime/loadedTransaction.ts';
import { NotModelledError } from '../../runtime/notModelled.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Account, UnknownBytesError } from '../../solana/account.ts';
import { type Address, isMemoProgram, type Signature } from '../../solana/address.ts';
import type { WireTransaction } from '../../solana/block.ts';
import { signatureFee } from '../../solana/fees.ts';
import type { Reward, TransactionMeta } from '../../solana/meta.ts';
import { recordMeta } from '../../solana/metadata/metaText.ts';
import type { SentTransaction } from '../../solana/sentTransaction.ts';
import { check, MAX_LANDING_AGE } from './judge.ts';
import { hasGoodSignatures, type ResolvedTransaction, sanitize } from './sanitizeSent.ts';
import { bankAt, processedView, runnable, type SendBank } from './sendingBank.ts';
import { decidedOutcome } from './simulation.ts';

/**
 * Puts transactions that were sent into a block. Those that no leader would take are left out, as nobody is told of them.
 * @module
 */

/** A transaction on its way into a block. */
export interface Landing {
  readonly transaction: SentTransaction;
  readonly outcome: SendOutcome;
  /** its sender has his answer already, so that no error reaches him */
  readonly isAnswered?: true;
}

export interface Landed {
  readonly added: NewBlock;
  /** accounts that every cluster has, and that the ledger did not */
  readonly builtin: readonly Account[];
  readonly signatures: readonly Signature[];
}

/** The next block on top of the processed tip. */
export function nextBlock(state: LedgerState, landings: readonly Landing[], execute: Executor): Landed {
  const cut = cutFilm(state);
  const slot = startSlot(state) + 1n;
  const view = processedView(cut);
  const bank = bankAt(view, slot);
  const { processed } = cut.chains;
  const newest = newestBlock(cut.history, processed);
  const head = headOutside(newest?.slot ?? processed.tip, newest, bank.accounts, clockAt(cut.history, processed));
  const frame = blockFrame(slot, head);
  return fill(frame, bank, landings, execute);
}

/** Puts more transactions behind those that a block has. */
export function appendTo(
  { added: { block, writes }, builtin }: Landed,
  state: LedgerState,
  landings: readonly Landing[],
  execute: Executor,
): Landed {
  const cut = cutFilm(state);
  // it need not stand on the tip
  const processed = chainUnder(cut, block.parentSlot, block.slot);
  const bank = bankAt(processedView({ ...cut, chains: { ...cut.chains, processed } }), block.slot);
  for (const account of writes) bank.accounts.set(account);
  const landed = fill(block, bank, landings, execute, block.transactions);
  const rewards = withRewards(block.rewards, landed.added.block.rewards);
  return {
    ...landed,
    builtin: [...builtin, ...landed.builtin],
    added: { ...landed.added, block: { ...landed.added.block, rewards } },
  };
}

/** A leader is paid once for a block. */
function withRewards(before: readonly Reward[], added: readonly Reward[]): readonly Reward[] {
  const rewards = [...before];
  for (const reward of added) {
    const index = rewards.findIndex(({ pubkey, rewardType }) => pubkey === reward.pubkey && rewardType === 'Fee');
    const paid = rewards[index];
    if (paid === undefined) rewards.push(reward);
    else rewards[index] = { ...reward, lamports: paid.lamports + reward.lamports };
  }
  return rewards;
}

function fill(
  frame: BlockFrame,
  bank: SendBank,
  landings: readonly Landing[],
  execute: Executor,
  before: NewBlock['block']['transactions'] = [],
): Landed {
  const transactions = [...before];
  const fees = { signatures: 0n, priority: 0n };
  const seen = new Set<string>(before.map(({ signature }) => signature));
  for (const landing of landings) {
    const landed = landOrLeave(landing, { bank, frame, index: transactions.length, seen, execute }, fees);
    if (landed !== undefined) transactions.push(landed);
  }
  const leader = leaderOf(bank.view.state, frame.slot);
  const reward = leader && payLeader(leader, fees, bank.accounts, bank.minimumBalance);
  bank.accounts.burn();
  const block = { ...frame, rewards: reward === undefined ? [] : [reward], transactions };
  const signatures = transactions.slice(before.length).map(({ signature }) => signature);
  return {
    added: { block, writes: [...bank.accounts.takeWritten()] },
    builtin: [...bank.accounts.builtin],
    signatures,
  };
}

function leaderOf(state: LedgerState, slot: bigint): Address | undefined {
  const { leaderSchedules } = state.cluster;
  return leaderSchedules && new ScheduledLeaders(epochScheduleOf(state), leaderSchedules).of(slot);
}

interface Place {
  readonly bank: SendBank;
  readonly frame: BlockFrame;
  readonly index: number;
  /** signatures and messages that the block has, as text */
  readonly seen: Set<string>;
  readonly execute: Executor;
}

/** Where one cannot be executed that waited, it must not keep every later block from being made. */
function landOrLeave(landing: Landing, place: Place, fees: BlockFees): WireTransaction | undefined {
  try {
    return land(landing, place, fees);
  } catch (error) {
    const isUnknown = error instanceof UnknownBytesError || error instanceof NotModelledError;
    if (!(isUnknown && landing.isAnswered)) throw error;
    process.emitWarning(`transaction ${landing.transaction.signatures[0]} comes into no block: ${error.message}`);
    return undefined;
  }
}

/** Undefined: no leader would take it. */
function land({ outcome, transaction }: Landing, place: Place, fees: BlockFees): WireTransaction | undefined {
  const { bank, execute, seen } = place;
  const keys = [transaction.signatures[0]!, Buffer.from(transaction.messageBytes).toString('latin1')];
  if (keys.some((key) => seen.has(key))) return undefined;
  const resolved = resolve(transaction, bank);
  if (resolved === undefined || check(resolved, bank, MAX_LANDING_AGE) !== undefined) return undefined;
  for (const key of keys) seen.add(key);
  const runs = runnable(resolved, bank, MAX_LANDING_AGE);
  const execution = execute(runs, bank, decidedOutcome(outcome, 'inBlock'));
  execution.changes.commit();
  const signatures = signatureFee(transaction.message);
  const paid = least(signatures, runs.fee);
  fees.signatures += paid;
  fees.priority += runs.fee - paid;
  return wireTransaction(resolved, metaOf(execution, runs, resolved.loaded), place);
}

/** v1, and what is not a whole packet, is taken by the RPC, and by no leader. Source agave 4.1 perf sigverify.rs; transaction-view */
function resolve(transaction: SentTransaction, { view }: SendBank): ResolvedTransaction | undefined {
  const { hasMore, version } = transaction;
  if (version === 1 || hasMore || !hasGoodSignatures(transaction)) return undefined;
  try {
    return sanitize(transaction, view);
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}

function wireTransaction(
  { message, signatures, version, wire }: ResolvedTransaction,
  meta: TransactionMeta,
  { frame, index }: Place,
): WireTransaction {
  return {
    kind: 'wire',
    // a part of what was sent would keep all of it in memory
    wire: new Uint8Array(wire),
    signature: signatures[0]!,
    slot: frame.slot,
    index,
    blockTimeSeconds: frame.blockTimeSeconds,
    err: meta.err,
    version,
    accountKeys: message.accountKeys,
    namesMemo: message.accountKeys.some(isMemoProgram),
    recentBlockhash: message.recentBlockhash,
    meta: recordMeta(meta),
  };
}
