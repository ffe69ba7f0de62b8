import { type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { voteStakesOf } from '../../ledger/validators.ts';
import { votersIn } from '../../ledger/voters.ts';
import type { Address } from '../../solana/address.ts';
import { encodeVoteAccount } from '../encoding/voteAccount.ts';
import { type CommitmentWord, readCommitment } from '../params/accountConfig.ts';
import { readAddress } from '../params/keyParams.ts';
import { optional, readBoolean, readString, readStruct, readU64 } from '../params/paramValues.ts';
import { readPositional } from '../params/positional.ts';
import { type Method, viewAt } from './method.ts';

const DEFAULT_DELINQUENT_DISTANCE = 128n;

interface Params {
  readonly votePubkey: Address | undefined;
  readonly commitment: CommitmentWord | undefined;
  readonly keepUnstakedDelinquents: boolean;
  /** slots that the last vote may be behind the tip */
  readonly delinquentSlotDistance: bigint;
}

/**
 * A node lists them in no order.
 *
 * Units    activatedStake: lamports
 * Source   agave 4.1 rpc.rs get_vote_accounts
 */
export const getVoteAccounts: Method<Params> = {
  name: 'getVoteAccounts',

  describe({ ADDRESS, BOOLEAN, COMMITMENT, listOf, objectOf, tupleOf, U64, U8, withDefault }) {
    const voteAccounts = listOf(
      objectOf({
        activatedStake: U64,
        commission: U8,
        epochCredits: listOf(tupleOf(U64, U64, U64), 5),
        epochVoteAccount: BOOLEAN,
        inflationRewardsCommissionBps: U64,
        lastVote: U64,
        nodePubkey: ADDRESS,
        rootSlot: U64,
        votePubkey: ADDRESS,
      }),
    );
    return {
      summary: 'the vote accounts of the ledger, by whether they still vote',
      params: {
        'config?': objectOf({
          'votePubkey?': ADDRESS,
          'keepUnstakedDelinquents?': withDefault(BOOLEAN, false),
          'delinquentSlotDistance?': { type: 'integer', minimum: 0, default: DEFAULT_DELINQUENT_DISTANCE },
          'commitment?': COMMITMENT,
        }),
      },
      result: '`{current, delinquent}`, each ascending by the bytes of the address',
      schema: objectOf({ current: voteAccounts, delinquent: voteAccounts }),
      errors: ['notInLedger'],
    };
  },

  readParams(params) {
    const [configParam] = readPositional(params, 0, 1);
    const config = readStruct(configParam ?? {}, 'RpcGetVoteAccountsConfig');
    const distance = optional(config.delinquentSlotDistance, readU64);
    const keepUnstakedDelinquents = optional(config.keepUnstakedDelinquents, readBoolean) ?? false;
    const votePubkey = optional(config.votePubkey, readString);
    return {
      votePubkey: optional(votePubkey, readAddress),
      commitment: readCommitment(config),
      keepUnstakedDelinquents,
      delinquentSlotDistance: distance ?? DEFAULT_DELINQUENT_DISTANCE,
    };
  },

  answer(params, context) {
    const view = viewAt(context, params.commitment);
    const voteStakes = voteStakesOf(context.ledger.cluster);
    if (voteStakes === undefined) throw rpcErrors.notInLedger('the stakes of its vote accounts', 'voteStakes');
    const current: JsonValue[] = [];
    const delinquent: JsonValue[] = [];
    let hidden = 0;
    for (const [vote, summary] of votersIn(view)) {
      if (params.votePubkey !== undefined && params.votePubkey !== vote) continue;
      const stake = voteStakes.get(vote);
      const shown = encodeVoteAccount(vote, summary, {
        activatedStake: stake ?? 0n,
        isEpochVoteAccount: stake !== undefined,
      });
      if (isCurrent(summary.lastVote ?? 0n, view.slot, params.delinquentSlotDistance)) current.push(shown);
      else if (params.keepUnstakedDelinquents || (stake ?? 0n) > 0n) delinquent.push(shown);
      else hidden++;
    }
    const seen = current.length + delinquent.length + hidden;
    context.reasons?.voteAccounts({ asked: params.votePubkey, seen, hidden }, view);
    return stringifyJson({ current, delinquent });
  },
};

/** Near the start of the chain any vote is recent enough. */
function isCurrent(lastVote: bigint, tip: bigint, distance: bigint): boolean {
  return lastVote > (tip >= distance ? tip - distance : 0n);
}
