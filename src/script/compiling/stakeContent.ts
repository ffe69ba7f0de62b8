import { U64_MAX } from '../../codec/bigints.ts';
import { formatSol } from '../../codec/decimalUnits.ts';
import { SYSTEM_PROGRAM } from '../../solana/address.ts';
import { STAKE_ACCOUNT_BYTES, type Stake, type StakeMeta, stakeAccountData } from '../../solana/programs/stake.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { asCursor } from '../../syntax/values.ts';
import type { AccountNode } from '../format/accounts.ts';
import type { StakeNode } from '../format/stakeNodes.ts';
import type { AccountContent, AccountSetting } from './accountSetting.ts';

/** A stake account. Undefined: there is a mistake, which was reported. */
export function stakeContent(
  node: StakeNode,
  account: AccountNode,
  setting: AccountSetting,
): AccountContent | undefined {
  const reserve = setting.minimumBalance(STAKE_ACCOUNT_BYTES);
  const authorities = authoritiesOf(node, reserve, setting);
  const at = asCursor(account.at).member('stake');
  const { lamports } = account;
  if (lamports !== undefined && lamports < reserve)
    return at.refuse(
      `${formatSol(lamports)} SOL are less than the rent exemption of a stake account, ${formatSol(reserve)}`,
    );
  const free = lamports === undefined ? undefined : lamports - reserve;
  const delegation = node.voter === undefined ? noDelegation(at) : delegationOf(node, free, at, setting);
  if (authorities === undefined || delegation === undefined) return undefined;
  return {
    owner: WELL_KNOWN.stake,
    data: stakeAccountData(authorities, delegation),
    lamports: reserve + BigInt(delegation?.delegation.stake ?? 0),
  };
}

function authoritiesOf(
  { lockup, ...node }: StakeNode,
  rentExemptReserve: bigint,
  { names }: AccountSetting,
): StakeMeta | undefined {
  const withdrawer = names.resolve(node.withdrawer);
  const staker = node.staker === undefined ? withdrawer : names.resolve(node.staker);
  const custodian = lockup?.custodian === undefined ? SYSTEM_PROGRAM : names.resolve(lockup.custodian);
  if (withdrawer === undefined || staker === undefined || custodian === undefined) return undefined;
  const { epoch = 0n, unixTimestamp = 0n } = lockup ?? {};
  return {
    rentExemptReserve: `${rentExemptReserve}`,
    authorized: { staker, withdrawer },
    lockup: { unixTimestamp, epoch, custodian },
  };
}

/** Null: the stake is not delegated; undefined: it has a member that only a delegated stake has, which was reported. */
function noDelegation(at: Cursor): null | undefined {
  const members = ['stake', 'activationEpoch', 'deactivationEpoch', 'creditsObserved'].map((name) => at.member(name));
  const member = members.find(({ value }) => value !== undefined);
  if (member === undefined) return null;
  return member.refuse(`only a delegated stake has \`${member.key}\``, 'name the vote account as `voter`');
}

/** @param free lamports of the account besides its rent exemption; undefined: as many as are staked */
function delegationOf(
  { activationEpoch = 0n, creditsObserved = 0n, deactivationEpoch = U64_MAX, ...node }: StakeNode,
  free: bigint | undefined,
  at: Cursor,
  { names }: AccountSetting,
): Stake | undefined {
  const voter = names.resolve(node.voter);
  const stake = node.stake?.lamports ?? free;
  if (stake === undefined)
    return at.refuse('expected how much is staked', 'give `stake`, or the lamports of the account');
  if (free !== undefined && stake > free)
    return at
      .member('stake')
      .refuse(`${formatSol(stake)} SOL are staked, and the account has ${formatSol(free)} besides its rent exemption`);
  const epochs = { activationEpoch: `${activationEpoch}`, deactivationEpoch: `${deactivationEpoch}` };
  return voter && { delegation: { voter, stake: `${stake}`, ...epochs }, creditsObserved };
}
