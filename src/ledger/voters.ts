import { type Address, compareAddresses, VOTE_PROGRAM } from '../solana/address.ts';
import { PARSERS } from '../solana/programs/parsers.ts';
import type { VoteSummary } from '../solana/programs/parserTypes.ts';
import { voteStakesOf, voteStateOf } from './validators.ts';
import type { LedgerView } from './view.ts';

/** A vote account and its state. */
export type Voter = readonly [vote: Address, summary: VoteSummary];

/** The vote accounts of a view, and those of validators whose account the ledger lacks; ascending by the bytes of the address. */
export function votersIn(view: LedgerView): readonly Voter[] {
  const voters: Voter[] = [];
  for (const account of view.accountsOwnedBy(VOTE_PROGRAM, [])) {
    const summary = PARSERS.readVoteSummary(account);
    if (summary !== undefined) voters.push([account.address, summary]);
  }
  for (const validator of view.state.clusterFacts.validators ?? [])
    if (view.account(validator.vote) === undefined)
      voters.push([validator.vote, voteStateOf(validator, view.state, view.chain)]);
  return voters.sort(([a], [b]) => compareAddresses(a, b));
}

/** The vote account of each identity: if it has several, the one with the most stake. */
export function voteAccountsByIdentity(view: LedgerView): ReadonlyMap<Address, Address> {
  const stakes = voteStakesOf(view.state.clusterFacts);
  const stakeOf = (vote: Address) => stakes?.get(vote) ?? 0n;
  const votes = new Map<Address, Address>();
  for (const [vote, { nodePubkey }] of votersIn(view)) {
    const earlier = votes.get(nodePubkey);
    if (earlier === undefined || stakeOf(vote) > stakeOf(earlier)) votes.set(nodePubkey, vote);
  }
  return votes;
}
