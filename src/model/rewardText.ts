import type { JsonText } from '../codec/json.ts';
import type { Reward } from './meta.ts';

/** Rewards of a block or a transaction. */
export function rewardsText(rewards: readonly Reward[]): JsonText {
  return `[${rewards.map(rewardText).join(',')}]`;
}

function rewardText({ pubkey, lamports, postBalance, rewardType, commission, commissionBps }: Reward): JsonText {
  const bps = commissionBps === undefined ? '' : `"commissionBps":${commissionBps},`;
  return `{"commission":${commission},${bps}"lamports":${lamports},"postBalance":${postBalance},"pubkey":"${pubkey}","rewardType":${JSON.stringify(rewardType)}}`;
}
