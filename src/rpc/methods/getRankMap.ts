import { decodeBase58 } from '../../codec/base58.ts';
import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { epochOf, epochScheduleOf, leaderScheduleEpochOf } from '../../ledger/epochs.ts';
import { voteStakesOf } from '../../ledger/validators.ts';
import type { LedgerView } from '../../ledger/view.ts';
import { votersIn } from '../../ledger/voters.ts';
import type { Address } from '../../solana/address.ts';
import { listOf, objectOf, orNull, withNoteAlone } from '../openrpc/schema.ts';
import { ADDRESS, COUNT, rpcResponse, SLOT, TEXT, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional } from '../params/paramType.ts';
import { orDefaults, strictStruct } from '../params/structType.ts';
import { address, u64 } from '../params/usualTypes.ts';
import { inContext, method, viewFrom } from './method.ts';

/** The next epoch, the current one, and the three before. Source agave 4.5 runtime bank.rs MAX_LEADER_SCHEDULE_STAKES */
const KEPT_EPOCHS = 5n;

const rankMap = objectOf({
  epoch: SLOT,
  totalStake: U64,
  validators: listOf(
    objectOf({ blsPubkeyCompressed: TEXT, nodePubkey: ADDRESS, rank: COUNT, stake: U64, votePubkey: ADDRESS }),
  ),
});

const rankMapConfig = strictStruct('RpcRankMapConfig', { identity: optional(address), minContextSlot: optional(u64) });

/**
 * Ranks stand for validators in the certificates of Alpenglow. The stakes are those of the ledger, in every epoch.
 *
 * Units    stake, totalStake: lamports
 * Source   agave 4.5.0-alpha.4 rpc.rs get_rank_map, rpc_cache.rs; runtime epoch_stakes.rs BLSPubkeyToRankMap
 */
export const getRankMap = method({
  name: 'getRankMap',
  isKnown: ({ hasRankMap }) => hasRankMap,

  summary: 'the validators of an epoch by their rank in certificates, from 4.5 on',
  params: params({ slot: u64, config: orDefaults(rankMapConfig) }),
  result: withNoteAlone(
    rpcResponse(orNull(rankMap)),
    'context and `{epoch, totalStake, validators}`; `null` where the stakes of the epoch are not known',
  ),
  errors: ['methodNotFound', 'minContextSlotNotReached', 'notInLedger'],

  answer({ slot, config: { identity, minContextSlot } }, context) {
    const view = viewFrom(context, { commitment: 'finalized', minContextSlot });
    const epochs = epochScheduleOf(context.ledger);
    const epoch = epochOf(epochs, slot);
    const newest = leaderScheduleEpochOf(epochs, view.slot);
    if (epoch > newest || epoch + KEPT_EPOCHS <= newest) {
      context.reasons?.add(`the node has the stakes of epochs up to ${newest}, and of the four before it`);
      return inContext(view, 'null', context);
    }
    const ranked = rankedValidators(view);
    const totalStake = ranked.reduce((sum, { stake }) => sum + stake, 0n);
    const validators = ranked.filter(({ nodePubkey }) => identity === undefined || nodePubkey === identity);
    if (validators.length === 0) context.reasons?.add(`${identity} has no rank`);
    return inContext(
      view,
      stringifyJson({ epoch, totalStake, validators: validators.map((row) => ({ ...row })) }),
      context,
    );
  },
});

interface Candidate {
  readonly blsPubkeyCompressed: string;
  readonly nodePubkey: Address;
  readonly stake: bigint;
  readonly votePubkey: Address;
}

interface Ranked extends Candidate {
  readonly rank: number;
}

/** Validators ranked by stake, then by the bytes of the key. A key or a node that two of them have excludes both. */
function rankedValidators(view: LedgerView): readonly Ranked[] {
  const stakes = voteStakesOf(view.state.clusterFacts);
  if (stakes === undefined) throw rpcErrors.notInLedger('the stakes of its vote accounts', 'voteStakes');
  const candidates = votersIn(view).flatMap(([votePubkey, { blsPubkeyCompressed, nodePubkey }]): Candidate[] => {
    const stake = stakes.get(votePubkey) ?? 0n;
    return stake === 0n || blsPubkeyCompressed === null ? [] : [{ blsPubkeyCompressed, nodePubkey, stake, votePubkey }];
  });
  const isUnique = <K extends keyof Candidate>(candidate: Candidate, key: K) =>
    candidates.every((other) => other === candidate || other[key] !== candidate[key]);
  const unique = candidates.filter((one) => isUnique(one, 'blsPubkeyCompressed') && isUnique(one, 'nodePubkey'));
  if (unique.length === 0) throw rpcErrors.notInLedger('validators with stake and a BLS key', 'validators');
  return unique.sort(byRank).map((candidate, rank) => ({ ...candidate, rank }));
}

function byRank(a: Candidate, b: Candidate): number {
  if (a.stake !== b.stake) return a.stake > b.stake ? -1 : 1;
  return Buffer.compare(decodeBase58(a.blsPubkeyCompressed), decodeBase58(b.blsPubkeyCompressed));
}
