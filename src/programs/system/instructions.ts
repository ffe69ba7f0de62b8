import { readAddress } from '../../model/wireParts.ts';
import { readText } from '../bincode.ts';
import { bincodeParser, type InstructionRow, type RowChoice } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

/** The payer is named only where there is something to pay. */
const createAccountAllowPrefund: RowChoice = (data) => {
  const lamports = data.u64();
  const isPaid = lamports > 0n;
  return {
    type: 'createAccountAllowPrefund',
    minAccounts: isPaid ? 2 : 1,
    info: ([newAccount, source]) => ({
      newAccount,
      source: isPaid ? source : undefined,
      lamports: isPaid ? lamports : undefined,
      space: data.u64(),
      owner: readAddress(data),
    }),
  };
};

/** By tag. Members that come from the data are in wire order, because evaluating them reads them. */
const ROWS: readonly (InstructionRow | RowChoice)[] = [
  {
    type: 'createAccount',
    minAccounts: 2,
    info: ([source, newAccount], data) => ({
      source,
      newAccount,
      lamports: data.u64(),
      space: data.u64(),
      owner: readAddress(data),
    }),
  },
  { type: 'assign', minAccounts: 1, info: ([account], data) => ({ account, owner: readAddress(data) }) },
  {
    type: 'transfer',
    minAccounts: 2,
    info: ([source, destination], data) => ({ source, destination, lamports: data.u64() }),
  },
  {
    type: 'createAccountWithSeed',
    minAccounts: 2,
    info: ([source, newAccount], data) => ({
      source,
      newAccount,
      base: readAddress(data),
      seed: readText(data),
      lamports: data.u64(),
      space: data.u64(),
      owner: readAddress(data),
    }),
  },
  {
    type: 'advanceNonce',
    minAccounts: 3,
    info: ([nonceAccount, recentBlockhashesSysvar, nonceAuthority]) => ({
      nonceAccount,
      recentBlockhashesSysvar,
      nonceAuthority,
    }),
  },
  {
    type: 'withdrawFromNonce',
    minAccounts: 5,
    info: ([nonceAccount, destination, recentBlockhashesSysvar, rentSysvar, nonceAuthority], data) => ({
      nonceAccount,
      destination,
      recentBlockhashesSysvar,
      rentSysvar,
      nonceAuthority,
      lamports: data.u64(),
    }),
  },
  {
    type: 'initializeNonce',
    minAccounts: 3,
    info: ([nonceAccount, recentBlockhashesSysvar, rentSysvar], data) => ({
      nonceAccount,
      recentBlockhashesSysvar,
      rentSysvar,
      nonceAuthority: readAddress(data),
    }),
  },
  {
    type: 'authorizeNonce',
    minAccounts: 2,
    info: ([nonceAccount, nonceAuthority], data) => ({
      nonceAccount,
      nonceAuthority,
      newAuthorized: readAddress(data),
    }),
  },
  { type: 'allocate', minAccounts: 1, info: ([account], data) => ({ account, space: data.u64() }) },
  {
    type: 'allocateWithSeed',
    minAccounts: 2,
    info: ([account], data) => ({
      account,
      base: readAddress(data),
      seed: readText(data),
      space: data.u64(),
      owner: readAddress(data),
    }),
  },
  {
    type: 'assignWithSeed',
    minAccounts: 2,
    info: ([account], data) => ({ account, base: readAddress(data), seed: readText(data), owner: readAddress(data) }),
  },
  {
    type: 'transferWithSeed',
    minAccounts: 3,
    info: ([source, sourceBase, destination], data) => ({
      source,
      sourceBase,
      destination,
      lamports: data.u64(),
      sourceSeed: readText(data),
      sourceOwner: readAddress(data),
    }),
  },
  { type: 'upgradeNonce', minAccounts: 1, info: ([nonceAccount]) => ({ nonceAccount }) },
  createAccountAllowPrefund,
];

/** Source   solana system-interface 3.2; agave 4.1 transaction-status parse_system */
export const parseSystemInstruction: InstructionParser = bincodeParser('system', ROWS);
