import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { voteStakesOf } from '../../ledger/validators.ts';
import { votersIn } from '../../ledger/voters.ts';
import { encodeVoteAccount } from '../encoding/voteAccountJson.ts';
import { listOf, objectOf, tupleOf, withName, withNoteAlone, withType } from '../openrpc/schema.ts';
import { ADDRESS, BOOLEAN, SLOT, U8, U16, U64 } from '../openrpc/schemas.ts';
import { params } from '../params/params.ts';
import { optional, withDefault } from '../params/paramType.ts';
import { orDefaults, struct } from '../params/structType.ts';
import { address, boolean, commitment, u64 } from '../params/usualTypes.ts';
import { method, viewAt } from './method.ts';

const DEFAULT_DELINQUENT_DISTANCE = 128n;

const voteAccounts = listOf(
  withName(
    'VoteAccount',
    objectOf({
      activatedStake: U64,
      commission: U8,
      epochCredits: listOf(
        withType('[epoch: number, credits: Amount, previousCredits: Amount]', tupleOf(SLOT, U64, U64)),
        5,
      ),
      epochVoteAccount: BOOLEAN,
      inflationRewardsCommissionBps: U16,
      lastVote: SLOT,
      nodePubkey: ADDRESS,
      rootSlot: SLOT,
      votePubkey: ADDRESS,
    }),
  ),
);

const voteAccountsConfig = struct('RpcGetVoteAccountsConfig', {
  votePubkey: optional(address),
  commitment,
  keepUnstakedDelinquents: withDefault(boolean, false),
  /** slots that the last vote may be behind the tip */
  delinquentSlotDistance: withDefault({ ...u64, schema: { type: 'integer', minimum: 0 } }, DEFAULT_DELINQUENT_DISTANCE),
});

/**
 * A node lists them in no order.
 *
 * Units    activatedStake: lamports; inflationRewardsCommissionBps: basis points
 * Source   agave 4.1 rpc.rs get_vote_accounts, 4.4 rpc-client-types RpcVoteAccountInfo
 */
export const getVoteAccounts = method({
  name: 'getVoteAccounts',
  summary: 'the vote accounts of the ledger, by whether they still vote',
  params: params({ config: orDefaults(voteAccountsConfig) }),
  result: withNoteAlone(
    objectOf({ current: voteAccounts, delinquent: voteAccounts }),
    '`{current, delinquent}`, each ascending by the bytes of the address',
  ),
  errors: ['notInLedger'],

  answer({ config }, context) {
    const view = viewAt(context, config.commitment);
    const voteStakes = voteStakesOf(context.ledger.clusterFacts);
    if (voteStakes === undefined) throw rpcErrors.notInLedger('the stakes of its vote accounts', 'voteStakes');
    const current: JsonValue[] = [];
    const delinquent: JsonValue[] = [];
    let hidden = 0;
    for (const [vote, summary] of votersIn(view)) {
      if (config.votePubkey !== undefined && config.votePubkey !== vote) continue;
      const stake = voteStakes.get(vote);
      const text = encodeVoteAccount(vote, summary, {
        activatedStake: stake ?? 0n,
        isEpochVoteAccount: stake !== undefined,
      });
      if (isCurrent(summary.lastVote ?? 0n, view.slot, config.delinquentSlotDistance)) current.push(text);
      else if (config.keepUnstakedDelinquents || (stake ?? 0n) > 0n) delinquent.push(text);
      else hidden++;
    }
    const count = current.length + delinquent.length + hidden;
    context.reasons?.voteAccounts({ address: config.votePubkey, count, hidden }, view);
    return stringifyJson({ current, delinquent });
  },
});

/** Near the start of the chain any vote is recent enough. */
function isCurrent(lastVote: bigint, tip: bigint, distance: bigint): boolean {
  return lastVote > (tip >= distance ? tip - distance : 0n);
}
