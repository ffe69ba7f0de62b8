import { decodeBase58, encodeBase58 } from '../../codec/base58.ts';
import { isActive } from '../../gates.ts';
import { newestBlock } from '../../ledger/chainEnd.ts';
import { stretchesOn } from '../../ledger/history/chain.ts';
import { EmptySeries } from '../../ledger/history/emptyRuns.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type VoteState, voteStateOf } from '../../ledger/validators.ts';
import { groupOfOne } from '../../live/sendQueue.ts';
import { DEFAULT_VERSION } from '../../nodeVersion.ts';
import { compileMessage } from '../../runtime/compileMessage.ts';
import { keyPairIn } from '../../runtime/names/ledgerNames.ts';
import type { KeyPair } from '../../runtime/names/namedKeys.ts';
import { unsignedTransaction } from '../../runtime/signTransaction.ts';
import { type Address, type Blockhash, VOTE_PROGRAM } from '../../solana/address.ts';
import type { Block } from '../../solana/block.ts';
import { VOTE } from '../../solana/programs/vote.ts';
import { decodeSentTransaction } from '../../solana/sentTransaction.ts';
import { isSimpleVote } from '../../solana/simpleVote.ts';
import type { Landing } from './land.ts';

/**
 * The votes of a test validator on its own blocks, each in the block after it.
 *
 * Source   agave 4.1 core consensus/tower; programs/vote DEFAULT_COMPUTE_UNITS
 * @module
 */

/** A success without effect: the vote account follows from the blocks of the ledger. A builtin program logs no units. */
const VOTED = {
  kind: 'succeed',
  standsFor: VOTE_PROGRAM,
  additions: { units: 2100n, logs: [`Program ${VOTE_PROGRAM} invoke [1]`, `Program ${VOTE_PROGRAM} success`] },
} as const;

/** slots at the start of a chain in which each block that the ledger makes by itself holds a vote */
const FIRST_SLOTS = 1024n;
/** slots after a block with other transactions in which each block holds a vote */
const ACTIVE_SLOTS = 64n;
/** Elsewhere one block in this many slots holds a vote, because a block with a vote takes memory and an empty one does not. */
const QUIET_SLOTS = 32n;

/** Whether the block of the next slot holds a vote. The blocks of an `EmptySeries` are not read: each would have to be made first. */
function hasVote(next: bigint, { chains, history }: LedgerState): boolean {
  if (next <= FIRST_SLOTS || next % QUIET_SLOTS === 0n) return true;
  for (const { last, source } of stretchesOn(chains.processed, history)) {
    if (last < next - ACTIVE_SLOTS) return false;
    if (source === undefined || source instanceof EmptySeries) continue;
    if (source.transactions?.some((transaction) => !isSimpleVote(transaction))) return true;
  }
  return false;
}

/**
 * The votes on the newest block, for the next one. There are none under Alpenglow, nor of a validator whose keys are not known.
 */
export function ownVotes(state: LedgerState): readonly Landing[] {
  const { chains, clusterFacts, history, protocol, sysvars } = state;
  const next = chains.processed.tip + 1n;
  if (sysvars?.cluster !== 'localnet' || isActive(protocol.alpenglowFrom, next) || !hasVote(next, state)) return [];
  const newest = newestBlock(history, chains.processed);
  // validators do not vote on the genesis
  if (newest === undefined || newest.slot === 0n) return [];
  return (clusterFacts.validators ?? []).flatMap((validator) => {
    const [identity, vote] = [validator.identity, validator.vote].map((address) => keyPairOfAddress(state, address));
    if (identity === undefined || vote === undefined) return [];
    const voteState = voteStateOf(validator, state, chains.processed);
    const wire = voteTransaction(voteState, newest, { identity, vote });
    return [{ ...groupOfOne(decodeSentTransaction(wire, DEFAULT_VERSION), VOTED), isAnswered: true as const }];
  });
}

/** The names of the default validator, which are tried too: a ledger that was loaded from its blocks has lost its names. */
const DEFAULT_NAMES = ['$validator', '$validatorVote'];

function keyPairOfAddress({ names }: LedgerState, address: Address): KeyPair | undefined {
  const ownNames = [...names.addresses].flatMap(([name, named]) => (named === address ? [name] : []));
  const pairs = [...ownNames, ...DEFAULT_NAMES].map((name) => keyPairIn(names, name));
  return pairs.find((pair) => pair?.address === address);
}

const NO_BLOCK_ID = encodeBase58(new Uint8Array(32)) as Blockhash;

interface Voters {
  readonly identity: KeyPair;
  readonly vote: KeyPair;
}

function voteTransaction(state: VoteState, newest: Block, { identity, vote }: Voters): Uint8Array {
  const accounts = { voteAccount: vote.address, voteAuthority: vote.address };
  const { message } = compileMessage({
    version: 'legacy',
    payer: identity.address,
    instructions: [VOTE.towersync.build(accounts, { towerSync: towerOn(state, newest) })],
    signers: [],
    tables: [],
    config: undefined,
  });
  return unsignedTransaction('legacy', message, [identity, vote]).sign(decodeBase58(newest.blockhash)).wire;
}

/** A vote on the newest block; fixtures have no bank hashes, so block hashes are used instead. Under Tower a block has no id. */
function towerOn({ rootSlot, votes }: VoteState, { blockTimeSeconds, blockhash }: Block) {
  return {
    root: rootSlot ?? null,
    lockouts: votes.map((slot, i) => ({ slot, confirmation_count: votes.length - i })),
    hash: blockhash,
    timestamp: blockTimeSeconds,
    blockId: NO_BLOCK_ID,
  };
}
