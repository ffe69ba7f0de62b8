import type { ByteReader } from '../../codec/byteReader.ts';
import { readAddress } from '../../model/wireParts.ts';
import { readOption, readText, readVariant } from '../bincode.ts';
import { bincodeParser, type InstructionRow, row } from '../instructionRow.ts';
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
