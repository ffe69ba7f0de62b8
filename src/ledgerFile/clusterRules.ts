/**
 * Checks the cluster facts of `ledger.json` against the rest of the ledger.
 * @module
 */

import type { Cursor } from '../document/cursor.ts';
import { accountsAt } from '../ledger/accountsAt.ts';
import { epochScheduleOf, slotsInEpoch } from '../ledger/epochs.ts';
import { areInTurn } from '../ledger/leaders.ts';
import type { LedgerState } from '../ledger/state.ts';
import { transactionsOn } from '../ledger/transactionCount.ts';
import { VOTE_PROGRAM } from '../model/address.ts';

/** @param at the whole of `ledger.json` */
export function checkCluster(state: LedgerState, at: Cursor): void {
  checkTransactionCount(state, at.member('transactionCount'));
  checkLeaderSlots(state, at.member('leaderSchedules'));
  checkVoteAccounts(state, at.member('voteStakes'));
  checkCommitmentSlots(state, at.member('blockCommitments'));
  checkTotalSupply(state, at.member('supply').member('total'));
  checkSnapshots(state, at.member('snapshots'));
}

function checkTransactionCount({ cluster, chains, history }: LedgerState, at: Cursor): void {
  const { transactionCount } = cluster;
  if (transactionCount === undefined) return;
  const { tip } = chains.processed;
  const known = transactionsOn(chains.processed, history);
  if (transactionCount < known)
    at.refuse(
      `expected at least ${known}, the transactions of the fixtures up to slot ${tip}, found ${transactionCount}`,
    );
}

/** A limit, because an answer lists every slot of such an epoch. */
const MAX_SLOTS_IN_TURN = 10_000_000n;

function checkLeaderSlots(state: LedgerState, at: Cursor): void {
  const schedule = epochScheduleOf(state);
  for (const [epoch, leaders] of state.cluster.leaderSchedules ?? []) {
    const slots = slotsInEpoch(schedule, epoch);
    if (areInTurn(leaders)) {
      if (slots > MAX_SLOTS_IN_TURN)
        at.member(`${epoch}`).refuse(
          `expected an epoch of at most ${MAX_SLOTS_IN_TURN} slots for leaders in turn, found one of ${slots}`,
        );
      continue;
    }
    for (const [leader, indexes] of leaders) {
      const last = indexes.at(-1);
      if (last !== undefined && last >= slots)
        at.member(`${epoch}`)
          .member(leader)
          .refuse(`expected slots below ${slots}, as many as epoch ${epoch} has, found ${last}`);
    }
  }
}

function checkVoteAccounts(state: LedgerState, at: Cursor): void {
  const accounts = accountsAt(state, state.chains.processed);
  for (const address of state.cluster.voteStakes?.keys() ?? []) {
    const owner = accounts.get(address)?.owner;
    if (owner !== undefined && owner !== VOTE_PROGRAM)
      at.member(address).refuse(`expected a vote account, found one that ${owner} owns`);
  }
}

function checkCommitmentSlots({ cluster, chains }: LedgerState, at: Cursor): void {
  const { tip } = chains.processed;
  for (const slot of cluster.blockCommitments?.keys() ?? []) {
    if (slot > tip) at.member(`${slot}`).refuse(`expected a slot up to the processed one, ${tip}, found ${slot}`);
  }
}

function checkTotalSupply(state: LedgerState, at: Cursor): void {
  const { allAccounts, supply } = state.cluster;
  if (!allAccounts || supply === undefined) return;
  let sum = 0n;
  for (const { lamports } of accountsAt(state, state.chains.processed).values()) sum += lamports;
  if (supply.total !== sum) at.refuse(`expected the lamports of all accounts, ${sum}, found ${supply.total}`);
}

/** Snapshots exist only for slots that the node has processed. */
function checkSnapshots({ cluster: { snapshots }, chains }: LedgerState, at: Cursor): void {
  if (snapshots === undefined) return;
  const name = snapshots.incremental === null ? 'full' : 'incremental';
  const slot = snapshots.incremental ?? snapshots.full;
  const { tip } = chains.processed;
  if (slot > tip) at.member(name).refuse(`expected a slot up to the processed one, ${tip}, found ${slot}`);
}
