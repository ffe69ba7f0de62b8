import { encodeBase64 } from '../../codec/base64.ts';
import { readByteVec } from '../bincode.ts';
import { bincodeParser, type InstructionRow } from '../instructionRow.ts';
import type { InstructionParser } from '../parsed.ts';

/** By tag. Of the accounts that may be missing, a buffer's authority is left out and all others are null. */
const ROWS: readonly InstructionRow[] = [
  { type: 'initializeBuffer', minAccounts: 1, info: ([account, authority]) => ({ account, authority }) },
  {
    type: 'write',
    minAccounts: 2,
    info: ([account, authority], data) => ({
      account,
      authority,
      offset: data.u32(),
      bytes: encodeBase64(readByteVec(data)),
    }),
  },
  {
    type: 'deployWithMaxDataLen',
    minAccounts: 8,
    info: (accounts, data) => {
      const [payerAccount, programDataAccount, programAccount, bufferAccount] = accounts;
      const [rentSysvar, clockSysvar, systemProgram, authority] = accounts.slice(4);
      return {
        payerAccount,
        programDataAccount,
        programAccount,
        bufferAccount,
        rentSysvar,
        clockSysvar,
        systemProgram,
        authority,
        maxDataLen: data.u64(),
      };
    },
  },
  {
    type: 'upgrade',
    minAccounts: 7,
    info: ([programDataAccount, programAccount, bufferAccount, spillAccount, rentSysvar, clockSysvar, authority]) => ({
      programDataAccount,
      programAccount,
      bufferAccount,
      spillAccount,
      rentSysvar,
      clockSysvar,
      authority,
    }),
  },
  {
    type: 'setAuthority',
    minAccounts: 2,
    info: ([account, authority, newAuthority = null]) => ({ account, authority, newAuthority }),
  },
  {
    type: 'close',
    minAccounts: 3,
    info: ([account, recipient, authority, programAccount = null]) => ({
      account,
      recipient,
      authority,
      programAccount,
    }),
  },
  {
    type: 'extendProgram',
    minAccounts: 2,
    info: ([programDataAccount, programAccount, systemProgram = null, payerAccount = null], data) => ({
      programDataAccount,
      programAccount,
      systemProgram,
      payerAccount,
      additionalBytes: data.u32(),
    }),
  },
  {
    type: 'setAuthorityChecked',
    minAccounts: 3,
    info: ([account, authority, newAuthority]) => ({ account, authority, newAuthority }),
  },
  {
    type: 'migrate',
    minAccounts: 3,
    info: ([programDataAccount, programAccount, authority]) => ({ programDataAccount, programAccount, authority }),
  },
  {
    type: 'extendProgramChecked',
    minAccounts: 3,
    info: ([programDataAccount, programAccount, authority, systemProgram = null, payerAccount = null], data) => ({
      programDataAccount,
      programAccount,
      authority,
      systemProgram,
      payerAccount,
      additionalBytes: data.u32(),
    }),
  },
];

/** Source   solana loader-v3-interface 6.1; agave 4.1 transaction-status parse_bpf_loader */
export const parseUpgradeableLoaderInstruction: InstructionParser = bincodeParser('bpf-upgradeable-loader', ROWS);
