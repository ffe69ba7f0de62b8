import type { ByteReader } from '../../codec/byteReader.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readOption, readText, readVariant } from '../bincode.ts';
import { bincodeParser, type InstructionRow } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

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

/** By tag. Members that come from the data are in wire order, because evaluating them reads them. */
const ROWS: readonly InstructionRow[] = [
  {
    type: 'initialize',
    minAccounts: 2,
    info: ([stakeAccount, rentSysvar], data) => ({
      stakeAccount,
      rentSysvar,
      authorized: { staker: readAddress(data), withdrawer: readAddress(data) },
      lockup: { unixTimestamp: data.i64(), epoch: data.u64(), custodian: readAddress(data) },
    }),
  },
  {
    type: 'authorize',
    minAccounts: 3,
    info: ([stakeAccount, clockSysvar, authority, custodian], data) => ({
      stakeAccount,
      clockSysvar,
      authority,
      custodian,
      newAuthority: readAddress(data),
      authorityType: readAuthorityType(data),
    }),
  },
  {
    type: 'delegate',
    minAccounts: 6,
    info: ([stakeAccount, voteAccount, clockSysvar, stakeHistorySysvar, stakeConfigAccount, stakeAuthority]) => ({
      stakeAccount,
      voteAccount,
      clockSysvar,
      stakeHistorySysvar,
      stakeConfigAccount,
      stakeAuthority,
    }),
  },
  {
    type: 'split',
    minAccounts: 3,
    info: ([stakeAccount, newSplitAccount, stakeAuthority], data) => ({
      stakeAccount,
      newSplitAccount,
      stakeAuthority,
      lamports: data.u64(),
    }),
  },
  {
    type: 'withdraw',
    minAccounts: 5,
    info: ([stakeAccount, destination, clockSysvar, stakeHistorySysvar, withdrawAuthority, custodian], data) => ({
      stakeAccount,
      destination,
      clockSysvar,
      stakeHistorySysvar,
      withdrawAuthority,
      custodian,
      lamports: data.u64(),
    }),
  },
  {
    type: 'deactivate',
    minAccounts: 3,
    info: ([stakeAccount, clockSysvar, stakeAuthority]) => ({ stakeAccount, clockSysvar, stakeAuthority }),
  },
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
  {
    type: 'merge',
    minAccounts: 5,
    info: ([destination, source, clockSysvar, stakeHistorySysvar, stakeAuthority]) => ({
      destination,
      source,
      clockSysvar,
      stakeHistorySysvar,
      stakeAuthority,
    }),
  },
  {
    type: 'authorizeWithSeed',
    minAccounts: 2,
    info: ([stakeAccount, authorityBase, clockSysvar, custodian], data) => ({
      stakeAccount,
      authorityBase,
      clockSysvar,
      custodian,
      newAuthorized: readAddress(data),
      authorityType: readAuthorityType(data),
      authoritySeed: readText(data),
      authorityOwner: readAddress(data),
    }),
  },
  {
    type: 'initializeChecked',
    minAccounts: 4,
    info: ([stakeAccount, rentSysvar, staker, withdrawer]) => ({ stakeAccount, rentSysvar, staker, withdrawer }),
  },
  {
    type: 'authorizeChecked',
    minAccounts: 4,
    info: ([stakeAccount, clockSysvar, authority, newAuthority, custodian], data) => ({
      stakeAccount,
      clockSysvar,
      authority,
      newAuthority,
      custodian,
      authorityType: readAuthorityType(data),
    }),
  },
  {
    type: 'authorizeCheckedWithSeed',
    minAccounts: 4,
    info: ([stakeAccount, authorityBase, clockSysvar, newAuthorized, custodian], data) => ({
      stakeAccount,
      authorityBase,
      clockSysvar,
      newAuthorized,
      custodian,
      authorityType: readAuthorityType(data),
      authoritySeed: readText(data),
      authorityOwner: readAddress(data),
    }),
  },
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
  {
    type: 'deactivateDelinquent',
    minAccounts: 3,
    info: ([stakeAccount, voteAccount, referenceVoteAccount]) => ({ stakeAccount, voteAccount, referenceVoteAccount }),
  },
  {
    type: 'redelegate',
    minAccounts: 5,
    info: ([stakeAccount, newStakeAccount, voteAccount, stakeConfigAccount, stakeAuthority]) => ({
      stakeAccount,
      newStakeAccount,
      voteAccount,
      stakeConfigAccount,
      stakeAuthority,
    }),
  },
  {
    type: 'moveStake',
    minAccounts: 3,
    info: ([source, destination, stakeAuthority], data) => ({
      source,
      destination,
      stakeAuthority,
      lamports: data.u64(),
    }),
  },
  {
    type: 'moveLamports',
    minAccounts: 3,
    info: ([source, destination, stakeAuthority], data) => ({
      source,
      destination,
      stakeAuthority,
      lamports: data.u64(),
    }),
  },
];

/** Source   solana stake-interface 3.0; agave 4.1 transaction-status parse_stake */
export const parseStakeInstruction: InstructionParser = bincodeParser('stake', ROWS);
