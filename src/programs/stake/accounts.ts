import type { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { readAddress } from '../../model/wireParts.ts';
import { type AccountState, stateParser } from '../accountState.ts';
import type { AccountParser } from '../parsed.ts';

const STATES: readonly AccountState[] = [
  { type: 'uninitialized' },
  { type: 'initialized', info: (data) => ({ meta: readMeta(data), stake: null }) },
  { type: 'delegated', info: (data) => ({ meta: readMeta(data), stake: readStake(data) }) },
  { type: 'rewardsPool' },
];

/**
 * Reads a stake account.
 *
 * | offset | field | type |
 * |---|---|---|
 * | 0 | tag | u32 |
 * | 4 | rent exempt reserve | u64 |
 * | 12 | staker, withdrawer | 32, 32 |
 * | 76 | lockup: Unix seconds, epoch, custodian | i64, u64, 32 |
 * | 124 | voter | 32 |
 * | 156 | stake, activation epoch, deactivation epoch | u64, u64, u64 |
 * | 180 | warmup and cooldown rate, not shown | f64 |
 * | 188 | credits observed | u64 |
 * | 196 | flags, not shown | u8 |
 *
 * Source   agave 4.1 account-decoder; stake-interface 3.0
 */
export const parseStakeAccount: AccountParser = stateParser('stake', STATES);

function readMeta(data: ByteReader): JsonObject {
  return {
    rentExemptReserve: `${data.u64()}`,
    authorized: { staker: readAddress(data), withdrawer: readAddress(data) },
    lockup: { unixTimestamp: data.i64(), epoch: data.u64(), custodian: readAddress(data) },
  };
}

function readStake(data: ByteReader): JsonObject {
  const delegation = {
    voter: readAddress(data),
    stake: `${data.u64()}`,
    activationEpoch: `${data.u64()}`,
    deactivationEpoch: `${data.u64()}`,
  };
  data.f64();
  const creditsObserved = data.u64();
  data.u8();
  return { delegation, creditsObserved };
}
