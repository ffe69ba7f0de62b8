import { count, named, type ObjectOf, object, optional, type Syntax, u64, unixTime } from '../../syntax/syntax.ts';
import { address, lamportsAlone } from '../../syntax/values.ts';

const LOCKUP = object(
  {
    unixTimestamp: optional(unixTime, 'default: 0'),
    epoch: optional(count, 'default: 0'),
    custodian: optional(address, 'default: $system'),
  },
  'until when withdrawing needs the custodian',
);

const MEMBERS = {
  withdrawer: address,
  staker: optional(address, 'default: the withdrawer'),
  voter: optional(address, 'the vote account that it is delegated to; default: none'),
  stake: optional(lamportsAlone, 'default: all lamports but those of the rent exemption'),
  activationEpoch: optional(u64, 'default: 0; 18446744073709551615: a stake of the genesis'),
  deactivationEpoch: optional(u64, 'default: 18446744073709551615, which says that the stake stays active'),
  creditsObserved: optional(count, 'default: 0'),
  lockup: optional(LOCKUP),
};

/** A stake account, with the names of jsonParsed. */
export type StakeNode = ObjectOf<typeof MEMBERS>;

export const stakeAccount: Syntax<StakeNode> = named('stakeAccount', object(MEMBERS));
