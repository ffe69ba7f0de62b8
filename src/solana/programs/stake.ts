import type { JsonObject } from '../../codec/jsonText.ts';
import { type Decoder, fields, i64, name, optional, text, u8, u32, u64, u64Text } from '../../codec/struct.ts';
import { pubkey } from '../pubkey.ts';
import { type AccountState, bincodeParser, type InstructionRow, row, stateParser } from './instructionRow.ts';
import type { AccountParser, InstructionParser } from './parsed.ts';

const authorized = fields({ staker: pubkey, withdrawer: pubkey });
const lockup = fields({ unixTimestamp: i64, epoch: u64, custodian: pubkey });
const meta = fields({ rentExemptReserve: u64Text, authorized, lockup });
const stake = fields({
  delegation: fields({
    voter: pubkey,
    stake: u64Text,
    activationEpoch: u64Text,
    deactivationEpoch: u64Text,
    _warmupCooldownRate: u64,
  }),
  creditsObserved: u64,
  _flags: u8,
});
const noStake: Decoder<null> = { read: () => null };

const STATES: readonly AccountState[] = [
  { type: 'uninitialized' },
  { type: 'initialized', info: fields({ meta, stake: noStake }) },
  { type: 'delegated', info: fields({ meta, stake }) },
  { type: 'rewardsPool' },
];

/**
 * Reads a stake account.
 *
 * Source   agave 4.1 account-decoder; stake-interface 3.0
 */
export const parseStakeAccount: AccountParser = stateParser('stake', STATES);

const authorityType = name(u32, ['Staker', 'Withdrawer']);
const lockupChange = fields({ unixTimestamp: optional(i64), epoch: optional(u64) });
const lockupChangeOfCustodian = fields({
  unixTimestamp: optional(i64),
  epoch: optional(u64),
  custodian: optional(pubkey),
});
const lamports: { readonly lamports: Decoder<bigint> } = { lamports: u64 };

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('initialize', ['stakeAccount', 'rentSysvar'], { authorized, lockup }),
  row('authorize', ['stakeAccount', 'clockSysvar', 'authority', 'custodian?'], {
    newAuthority: pubkey,
    authorityType,
  }),
  row('delegate', [
    'stakeAccount',
    'voteAccount',
    'clockSysvar',
    'stakeHistorySysvar',
    'stakeConfigAccount',
    'stakeAuthority',
  ]),
  row('split', ['stakeAccount', 'newSplitAccount', 'stakeAuthority'], lamports),
  row(
    'withdraw',
    ['stakeAccount', 'destination', 'clockSysvar', 'stakeHistorySysvar', 'withdrawAuthority', 'custodian?'],
    lamports,
  ),
  row('deactivate', ['stakeAccount', 'clockSysvar', 'stakeAuthority']),
  // the outer custodian signs, the one inside is to take over
  row('setLockup', ['stakeAccount', 'custodian'], { lockup: lockupChangeOfCustodian }),
  row('merge', ['destination', 'source', 'clockSysvar', 'stakeHistorySysvar', 'stakeAuthority']),
  row('authorizeWithSeed', ['stakeAccount', 'authorityBase', 'clockSysvar?', 'custodian?'], {
    newAuthorized: pubkey,
    authorityType,
    authoritySeed: text,
    authorityOwner: pubkey,
  }),
  row('initializeChecked', ['stakeAccount', 'rentSysvar', 'staker', 'withdrawer']),
  row('authorizeChecked', ['stakeAccount', 'clockSysvar', 'authority', 'newAuthority', 'custodian?'], {
    authorityType,
  }),
  row('authorizeCheckedWithSeed', ['stakeAccount', 'authorityBase', 'clockSysvar', 'newAuthorized', 'custodian?'], {
    authorityType,
    authoritySeed: text,
    authorityOwner: pubkey,
  }),
  {
    type: 'setLockupChecked',
    minAccounts: 2,
    info: ([stakeAccount, custodian, newCustodian], data): JsonObject => ({
      stakeAccount,
      custodian,
      lockup: { ...lockupChange.read(data), custodian: newCustodian },
    }),
  },
  // declines the form that builders make, which has no accounts: the node wants one of every instruction
  { type: 'getMinimumDelegation', minAccounts: 1, info: () => undefined },
  row('deactivateDelinquent', ['stakeAccount', 'voteAccount', 'referenceVoteAccount']),
  row('redelegate', ['stakeAccount', 'newStakeAccount', 'voteAccount', 'stakeConfigAccount', 'stakeAuthority']),
  row('moveStake', ['source', 'destination', 'stakeAuthority'], lamports),
  row('moveLamports', ['source', 'destination', 'stakeAuthority'], lamports),
];

/** Source   solana stake-interface 3.0; agave 4.1 transaction-status parse_stake */
export const parseStakeInstruction: InstructionParser = bincodeParser('stake', ROWS);
