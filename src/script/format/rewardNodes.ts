import { described, list, named, oneOf, optional, u8, u16 } from '../../syntax/syntax.ts';
import { address, withLamports } from '../../syntax/values.ts';

/** Source solana-reward-info 9.0 RewardType */
const REWARD_TYPES = [
  'Fee',
  'Rent',
  'Staking',
  'Voting',
  'DeactivatedStake',
  'VATDebit',
  'BlockRevenueSharing',
] as const;

/** Rewards of a block besides the fees of its leader. */
export const rewards = list(
  named(
    'reward',
    withLamports({
      address,
      type: oneOf(REWARD_TYPES),
      commission: optional(described(u8, 'percent'), 'default: none'),
      commissionBps: optional(described(u16, 'basis points'), 'default: none'),
    }),
  ),
);
