import { rpcErrors } from '../../errors.ts';
import { isActive } from '../../gates.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { blockCommitmentOf, voteStakesOf } from '../../ledger/validators.ts';
import { listOf, objectOf, orNull } from '../openrpc/schema.ts';
import { U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

/**
 * `commitment` has 32 sums by lockout; null for a block whose votes are not counted.
 *
 * Units    lamports
 * Source   agave 4.1 rpc.rs get_block_commitment; commitment_service.rs aggregate_commitment
 */
export const getBlockCommitment = method({
  name: 'getBlockCommitment',
  summary: 'the stake that has voted on a block, by lockout',
  params: params({ slot: u64 }),
  result: objectOf({ commitment: orNull(listOf(U64, 32)), totalStake: U64 }),
  errors: ['notInLedger'],

  answer({ slot }, context) {
    const { ledger } = context;
    const voteStakes = voteStakesOf(ledger.clusterFacts);
    if (voteStakes === undefined) throw rpcErrors.notInLedger('the stakes of its vote accounts', 'voteStakes');
    const totalStake = [...voteStakes.values()].reduce((sum, stake) => sum + stake, 0n);
    const commitment = votesOn(slot, ledger, totalStake);
    if (commitment === undefined) context.reasons?.noCommitment(slot, viewAt(context, 'processed'));
    const sums = commitment === undefined ? 'null' : `[${commitment.join(',')}]`;
    return `{"commitment":${sums},"totalStake":${totalStake}}`;
  },
});

function votesOn(slot: bigint, ledger: LedgerState, totalStake: bigint): readonly bigint[] | undefined {
  // under Alpenglow no votes are counted
  if (isActive(ledger.protocol.alpenglowFrom, slot)) return undefined;
  const { blockCommitments, validators } = ledger.clusterFacts;
  if (blockCommitments !== undefined || !countsVotes(slot, ledger)) return blockCommitments?.get(slot);
  if (validators === undefined) throw rpcErrors.notInLedger('who has voted on its blocks', 'blockCommitments');
  return blockCommitmentOf(slot, ledger, totalStake);
}

/** A node counts the votes on the ancestors of its processed block: those that are not rooted, and the last 300 roots. */
function countsVotes(slot: bigint, { chains, history, statusWindowStart }: LedgerState): boolean {
  const { tip, offChain } = chains.processed;
  return slot >= statusWindowStart && slot < tip && history.hasSlot(slot) && !offChain.has(slot);
}
