import { readAddress } from '../../model/wireParts.ts';
import { readText } from '../bincode.ts';
import { bincodeParser, type InstructionRow, row } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';
import {
  readAuthorityType,
  readCommissionKind,
  readCompactVoteStateUpdate,
  readHash,
  readTowerSync,
  readVote,
  readVoteInit,
  readVoteInitV2,
  readVoteStateUpdate,
} from './instructionLayout.ts';

/** The accounts of every modern vote. */
const VOTE_ACCOUNTS = ['voteAccount', 'voteAuthority'];
/** The accounts of the first kind of vote. */
const FIRST_VOTE_ACCOUNTS = ['voteAccount', 'slotHashesSysvar', 'clockSysvar', 'voteAuthority'];

/** By tag. */
const ROWS: readonly InstructionRow[] = [
  row('initialize', ['voteAccount', 'rentSysvar', 'clockSysvar', 'node'], readVoteInit),
  row('authorize', ['voteAccount', 'clockSysvar', 'authority'], (data) => ({
    newAuthority: readAddress(data),
    authorityType: readAuthorityType(data),
  })),
  row('vote', FIRST_VOTE_ACCOUNTS, (data) => ({ vote: readVote(data) })),
  row('withdraw', ['voteAccount', 'destination', 'withdrawAuthority'], (data) => ({ lamports: data.u64() })),
  row('updateValidatorIdentity', ['voteAccount', 'newValidatorIdentity', 'withdrawAuthority']),
  row('updateCommission', ['voteAccount', 'withdrawAuthority'], (data) => ({ commission: data.u8() })),
  row('voteSwitch', FIRST_VOTE_ACCOUNTS, (data) => ({ vote: readVote(data), hash: readHash(data) })),
  row('authorizeChecked', ['voteAccount', 'clockSysvar', 'authority', 'newAuthority'], (data) => ({
    authorityType: readAuthorityType(data),
  })),
  row('updatevotestate', VOTE_ACCOUNTS, (data) => ({ voteStateUpdate: readVoteStateUpdate(data) })),
  row('updatevotestateswitch', VOTE_ACCOUNTS, (data) => ({
    voteStateUpdate: readVoteStateUpdate(data),
    hash: readHash(data),
  })),
  row('authorizeWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey'], (data) => ({
    authorityType: readAuthorityType(data),
    authorityOwner: readAddress(data),
    authoritySeed: readText(data),
    newAuthority: readAddress(data),
  })),
  row('authorizeCheckedWithSeed', ['voteAccount', 'clockSysvar', 'authorityBaseKey', 'newAuthority'], (data) => ({
    authorityType: readAuthorityType(data),
    authorityOwner: readAddress(data),
    authoritySeed: readText(data),
  })),
  row('compactupdatevotestate', VOTE_ACCOUNTS, (data) => ({ voteStateUpdate: readCompactVoteStateUpdate(data) })),
  row('compactupdatevotestateswitch', VOTE_ACCOUNTS, (data) => ({
    voteStateUpdate: readCompactVoteStateUpdate(data),
    hash: readHash(data),
  })),
  row('towersync', VOTE_ACCOUNTS, (data) => ({ towerSync: readTowerSync(data) })),
  row('towersyncswitch', VOTE_ACCOUNTS, (data) => ({ towerSync: readTowerSync(data), hash: readHash(data) })),
  row('initializeV2', ['voteAccount', 'node', 'inflationRewardsCollector', 'blockRevenueCollector'], readVoteInitV2),
  row('updateCommissionCollector', ['voteAccount', 'newCollector', 'withdrawAuthority'], (data) => ({
    commissionKind: readCommissionKind(data),
  })),
  row('updateCommissionBps', ['voteAccount', 'withdrawAuthority'], (data) => ({
    commissionBps: data.u16(),
    commissionKind: readCommissionKind(data),
  })),
  row('depositDelegatorRewards', ['voteAccount', 'source'], (data) => ({ deposit: data.u64() })),
];

/** Source   solana vote-interface 6.0; agave 4.1 transaction-status parse_vote */
export const parseVoteInstruction: InstructionParser = bincodeParser('vote', ROWS);
