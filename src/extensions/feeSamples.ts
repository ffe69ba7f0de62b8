import type { LedgerView } from '../ledger/view.ts';
import { transactionsWithBytes } from '../rpc/encoding/transactionsWithBytes.ts';
import type { Address } from '../solana/address.ts';
import type { Block } from '../solana/block.ts';
import { offeredUnitPrice } from '../solana/messageBudget.ts';
import { isSimpleVote } from '../solana/simpleVote.ts';
import { decodeRecorded } from '../solana/wire.ts';
import { writtenAccounts } from '../solana/writtenAccounts.ts';
import type { FeeEstimateRequest } from './feeEstimateRequest.ts';

/**
 * The prices that transactions of the newest slots offered, in micro-lamports a unit.
 *
 * Source   helius-labs atlas-priority-fee-estimator 59971bf, priority_fee.rs, priority_fee_calculation.rs
 * @module
 */

/** The prices by name: `Global` of all transactions, then those for writing each account. */
export type FeeGroups = ReadonlyMap<string, readonly number[]>;

const GLOBAL = 'Global';

interface FeeSample {
  readonly price: number;
  readonly isVote: boolean;
  /** the accounts asked about that it writes */
  readonly writes: readonly Address[];
}

type SampleChoice = Pick<FeeEstimateRequest, 'countsEmptySlots' | 'includesVotes' | 'lookbackSlots'>;

/** @returns no group if no slot has a sample */
export function groupPrices(
  view: LedgerView,
  accounts: readonly Address[],
  { countsEmptySlots, includesVotes, lookbackSlots }: SampleChoice,
): FeeGroups {
  const groups = new Map<string, number[]>();
  const group = (name: string) => groups.get(name) ?? groups.set(name, []).get(name)!;
  const pricesOf = (samples: readonly FeeSample[]) =>
    samples.filter(({ isVote }) => includesVotes || !isVote).map(({ price }) => price);
  for (const samples of sampledSlots(view, new Set(accounts), lookbackSlots)) {
    group(GLOBAL).push(...pricesOf(samples));
    for (const account of accounts) {
      const writingSamples = samples.filter(({ writes }) => writes.includes(account));
      group(account).push(...(writingSamples.length === 0 && countsEmptySlots ? [0] : pricesOf(writingSamples)));
    }
  }
  return groups;
}

/** The samples of the newest slots that have any. */
function* sampledSlots(
  view: LedgerView,
  accounts: ReadonlySet<Address>,
  count: number,
): Iterable<readonly FeeSample[]> {
  let slots = 0;
  for (const block of view.heldBlocksDown()) {
    const samples = samplesOf(block, accounts);
    if (samples.length === 0) continue;
    yield samples;
    if (++slots === count) return;
  }
}

/** The samples of a block. Failed transactions and those without a price give none. */
function samplesOf(block: Block, accounts: ReadonlySet<Address>): readonly FeeSample[] {
  return transactionsWithBytes(block, 'estimates of priority fees').flatMap((transaction) => {
    const price = transaction.err === null ? offeredUnitPrice(decodeRecorded(transaction).message) : undefined;
    if (price === undefined) return [];
    return [
      { price: Number(price), isVote: isSimpleVote(transaction), writes: writtenAccounts(transaction, accounts) },
    ];
  });
}
