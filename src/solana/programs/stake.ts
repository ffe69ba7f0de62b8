import type { ByteReader } from '../../codec/bytes.ts';
import type { JsonObject } from '../../codec/jsonText.ts';
import { readAddress } from '../wire.ts';
import { bincodeParser, type InstructionRow, row } from './instructionRow.ts';
import {
  type AccountParser,
  type AccountState,
  type InstructionParser,
  readOption,
  readText,
  readVariant,
  stateParser,
} from './parsed.ts';

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

function readAuthorityType(data: ByteReader): 'Staker' | 'Withdrawer' {
  return readVariant(data, ['Staker', 'Withdrawer']);
}

/** The members of a lockup that are to change, all optional. `unixTimestamp` i64 seconds, `epoch` u64. */
function readLockupChange(data: ByteReader) {
  return {
    unixTimestamp: readOption(data, (value) => value.i64()),
    epoch: readOption(data, (value) => value.u64()),
  };
}

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('initialize', ['stakeAccount', 'rentSysvar'], (data) => ({
    authorized: { staker: readAddress(data), withdrawer: readAddress(data) },
    lockup: { unixTimestamp: data.i64(), epoch: data.u64(), custodian: readAddress(data) },
  })),
  row('authorize', ['stakeAccount', 'clockSysvar', 'authority', 'custodian?'], (data) => ({
    newAuthority: readAddress(data),
    authorityType: readAuthorityType(data),
  })),
  row('delegate', [
    'stakeAccount',
    'voteAccount',
    'clockSysvar',
    'stakeHistorySysvar',
    'stakeConfigAccount',
    'stakeAuthority',
  ]),
  row('split', ['stakeAccount', 'newSplitAccount', 'stakeAuthority'], (data) => ({ lamports: data.u64() })),
  row(
    'withdraw',
    ['stakeAccount', 'destination', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority', 'custodian?'],
    (data) => ({ lamports: data.u64() }),
  ),
  row('deactivate', ['stakeAccount', 'clockSysvar', 'stakeAuthority']),
  {
    type: 'setLockup',
    minAccounts: 2,
    // the outer custodian signs, the one inside is to take over
    info: ([stakeAccount, custodian], data) => ({
      stakeAccount,
      custodian,
      lockup: { ...readLockupChange(data), custodian: readOption(data, readAddress) },
    }),
  },
  row('merge', ['destination', 'source', 'clockSysvar', 'stakeHistorySysvar', 'stakeAuthority']),
  row('authorizeWithSeed', ['stakeAccount', 'authorityBase', 'clockSysvar?', 'custodian?'], (data) => ({
    newAuthorized: readAddress(data),
    authorityType: readAuthorityType(data),
    authoritySeed: readText(data),
    authorityOwner: readAddress(data),
  })),
  row('initializeChecked', ['stakeAccount', 'rentSysvar', 'staker', 'withdrawer']),
  row('authorizeChecked', ['stakeAccount', 'clockSysvar', 'authority', 'newAuthority', 'custodian?'], (data) => ({
    authorityType: readAuthorityType(data),
  })),
  row(
    'authorizeCheckedWithSeed',
    ['stakeAccount', 'authorityBase', 'clockSysvar', 'newAuthorized', 'custodian?'],
    (data) => ({
      authorityType: readAuthorityType(data),
      authoritySeed: readText(data),
      authorityOwner: readAddress(data),
    }),
  ),
  {
    type: 'setLockupChecked',
    minAccounts: 2,
    info: ([stakeAccount, custodian, newCustodian], data) => ({
      stakeAccount,
      custodian,
      lockup: { ...readLockupChange(data), custodian: newCustodian },
    }),
  },
  // declines the form that builders make, which has no accounts: the node wants one of every instruction
  { type: 'getMinimumDelegation', minAccounts: 1, info: () => undefined },
  row('deactivateDelinquent', ['stakeAccount', 'voteAccount', 'referenceVoteAccount']),
  row('redelegate', ['stakeAccount', 'newStakeAccount', 'voteAccount', 'stakeConfigAccount', 'stakeAuthority']),
  row('moveStake', ['source', 'destination', 'stakeAuthority'], (data) => ({ lamports: data.u64() })),
  row('moveLamports', ['source', 'destination', 'stakeAuthority'], (data) => ({ lamports: data.u64() })),
];

/** Source   solana stake-interface 3.0; agave 4.1 transaction-status parse_stake */
export const parseStakeInstruction: InstructionParser = bincodeParser('stake', ROWS);
