import type { ByteReader } from '../../codec/byteReader.ts';
import type { JsonObject } from '../../codec/json.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readText } from '../bincode.ts';
import { bincodeParser, type InstructionRow } from '../instructionRow.ts';
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

/** A row of the two accounts that every modern vote has, and of what is voted. */
function voteRow(type: string, readBallot: (data: ByteReader) => JsonObject): InstructionRow {
  return {
    type,
    minAccounts: 2,
    info: ([voteAccount, voteAuthority], data) => ({ voteAccount, voteAuthority, ...readBallot(data) }),
  };
}

/** A row of the four accounts that the first kind of vote has, and of what is voted. */
function firstVoteRow(type: string, readBallot: (data: ByteReader) => JsonObject): InstructionRow {
  return {
    type,
    minAccounts: 4,
    info: ([voteAccount, slotHashesSysvar, clockSysvar, voteAuthority], data) => ({
      voteAccount,
      slotHashesSysvar,
      clockSysvar,
      voteAuthority,
      ...readBallot(data),
    }),
  };
}

/** By tag. Members that come from the data are in wire order, because evaluating them reads them. */
const ROWS: readonly InstructionRow[] = [
  {
    type: 'initialize',
    minAccounts: 4,
    info: ([voteAccount, rentSysvar, clockSysvar, node], data) => ({
      voteAccount,
      rentSysvar,
      clockSysvar,
      node,
      ...readVoteInit(data),
    }),
  },
  {
    type: 'authorize',
    minAccounts: 3,
    info: ([voteAccount, clockSysvar, authority], data) => ({
      voteAccount,
      clockSysvar,
      authority,
      newAuthority: readAddress(data),
      authorityType: readAuthorityType(data),
    }),
  },
  firstVoteRow('vote', (data) => ({ vote: readVote(data) })),
  {
    type: 'withdraw',
    minAccounts: 3,
    info: ([voteAccount, destination, withdrawAuthority], data) => ({
      voteAccount,
      destination,
      withdrawAuthority,
      lamports: data.u64(),
    }),
  },
  {
    type: 'updateValidatorIdentity',
    minAccounts: 3,
    info: ([voteAccount, newValidatorIdentity, withdrawAuthority]) => ({
      voteAccount,
      newValidatorIdentity,
      withdrawAuthority,
    }),
  },
  {
    type: 'updateCommission',
    minAccounts: 2,
    info: ([voteAccount, withdrawAuthority], data) => ({ voteAccount, withdrawAuthority, commission: data.u8() }),
  },
  firstVoteRow('voteSwitch', (data) => ({ vote: readVote(data), hash: readHash(data) })),
  {
    type: 'authorizeChecked',
    minAccounts: 4,
    info: ([voteAccount, clockSysvar, authority, newAuthority], data) => ({
      voteAccount,
      clockSysvar,
      authority,
      newAuthority,
      authorityType: readAuthorityType(data),
    }),
  },
  voteRow('updatevotestate', (data) => ({ voteStateUpdate: readVoteStateUpdate(data) })),
  voteRow('updatevotestateswitch', (data) => ({ voteStateUpdate: readVoteStateUpdate(data), hash: readHash(data) })),
  {
    type: 'authorizeWithSeed',
    minAccounts: 3,
    info: ([voteAccount, clockSysvar, authorityBaseKey], data) => ({
      voteAccount,
      clockSysvar,
      authorityBaseKey,
      authorityType: readAuthorityType(data),
      authorityOwner: readAddress(data),
      authoritySeed: readText(data),
      newAuthority: readAddress(data),
    }),
  },
  {
    type: 'authorizeCheckedWithSeed',
    minAccounts: 4,
    info: ([voteAccount, clockSysvar, authorityBaseKey, newAuthority], data) => ({
      voteAccount,
      clockSysvar,
      authorityBaseKey,
      newAuthority,
      authorityType: readAuthorityType(data),
      authorityOwner: readAddress(data),
      authoritySeed: readText(data),
    }),
  },
  voteRow('compactupdatevotestate', (data) => ({ voteStateUpdate: readCompactVoteStateUpdate(data) })),
  voteRow('compactupdatevotestateswitch', (data) => ({
    voteStateUpdate: readCompactVoteStateUpdate(data),
    hash: readHash(data),
  })),
  voteRow('towersync', (data) => ({ towerSync: readTowerSync(data) })),
  voteRow('towersyncswitch', (data) => ({ towerSync: readTowerSync(data), hash: readHash(data) })),
  {
    type: 'initializeV2',
    minAccounts: 4,
    info: ([voteAccount, node, inflationRewardsCollector, blockRevenueCollector], data) => ({
      voteAccount,
      node,
      inflationRewardsCollector,
      blockRevenueCollector,
      ...readVoteInitV2(data),
    }),
  },
  {
    type: 'updateCommissionCollector',
    minAccounts: 3,
    info: ([voteAccount, newCollector, withdrawAuthority], data) => ({
      voteAccount,
      newCollector,
      withdrawAuthority,
      commissionKind: readCommissionKind(data),
    }),
  },
  {
    type: 'updateCommissionBps',
    minAccounts: 2,
    info: ([voteAccount, withdrawAuthority], data) => ({
      voteAccount,
      withdrawAuthority,
      commissionBps: data.u16(),
      commissionKind: readCommissionKind(data),
    }),
  },
  {
    type: 'depositDelegatorRewards',
    minAccounts: 2,
    info: ([voteAccount, source], data) => ({ voteAccount, source, deposit: data.u64() }),
  },
];

/** Source   solana vote-interface 6.0; agave 4.1 transaction-status parse_vote */
export const parseVoteInstruction: InstructionParser = bincodeParser('vote', ROWS);
