import type { JsonText, JsonValue } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { Reward } from '../model/meta.ts';

/** Rewards of a block or a transaction. */
export function rewardsText(rewards: readonly Reward[]): JsonText {
  return `[${rewards.map(rewardText).join(',')}]`;
}

function rewardText({ pubkey, lamports, postBalance, rewardType, commission, commissionBps }: Reward): JsonText {
  const bps = commissionBps === undefined ? '' : `"commissionBps":${commissionBps},`;
  return `{"commission":${commission},${bps}"lamports":${lamports},"postBalance":${postBalance},"pubkey":"${pubkey}","rewardType":${JSON.stringify(rewardType)}}`;
}

type RewardValue = Omit<Reward, 'lamports' | 'postBalance'> & Record<'lamports' | 'postBalance', number | bigint>;

/** Rewards from their text. */
export function decodeRewards(text: JsonText): Reward[] {
  const values = parseJson(text) as JsonValue as readonly RewardValue[];
  return values.map((reward) => ({
    ...reward,
    lamports: BigInt(reward.lamports),
    postBalance: BigInt(reward.postBalance),
  }));
}
