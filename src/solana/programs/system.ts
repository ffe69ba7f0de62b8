import { ByteReader } from '../../codec/bytes.ts';
import { readAddress, readBlockhash } from '../wire.ts';
import { bincodeParser, type InstructionRow, type RowChoice, row } from './instructionRow.ts';
import { type AccountParser, type InstructionParser, readText } from './parsed.ts';

/** 0 legacy, 1 current: they differ in how the hash was made, not in their bytes. */
const NEWEST_VERSION = 1;
const INITIALIZED = 1;

/**
 * Reads a durable nonce account. One that is not initialized cannot be distinguished from an account that was only allocated and
 * counts as not parsable.
 *
 * | offset | field | type |
 * |---|---|---|
 * | 0 | version | u32 |
 * | 4 | state | u32 |
 * | 8 | authority | 32 |
 * | 40 | durable nonce | 32 |
 * | 72 | lamports per signature | u64 |
 *
 * Source   agave 4.1 account-decoder; nonce 3.2
 */
export const parseNonceAccount: AccountParser = (data) => {
  const reader = new ByteReader(data);
  if (reader.u32() > NEWEST_VERSION || reader.u32() !== INITIALIZED) return undefined;
  const info = {
    authority: readAddress(reader),
    blockhash: readBlockhash(reader),
    feeCalculator: { lamportsPerSignature: `${reader.u64()}` },
  };
  return { program: 'nonce', parsed: { type: 'initialized', info } };
};

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

/** By tag. */
const ROWS: readonly (InstructionRow | RowChoice)[] = [
  row('createAccount', ['source', 'newAccount'], (data) => ({
    lamports: data.u64(),
    space: data.u64(),
    owner: readAddress(data),
  })),
  row('assign', ['account'], (data) => ({ owner: readAddress(data) })),
  row('transfer', ['source', 'destination'], (data) => ({ lamports: data.u64() })),
  row('createAccountWithSeed', ['source', 'newAccount'], (data) => ({
    base: readAddress(data),
    seed: readText(data),
    lamports: data.u64(),
    space: data.u64(),
    owner: readAddress(data),
  })),
  row('advanceNonce', ['nonceAccount', 'recentBlockhashesSysvar', 'nonceAuthority']),
  row(
    'withdrawFromNonce',
    ['nonceAccount', 'destination', 'recentBlockhashesSysvar', 'rentSysvar', 'nonceAuthority'],
    (data) => ({ lamports: data.u64() }),
  ),
  row('initializeNonce', ['nonceAccount', 'recentBlockhashesSysvar', 'rentSysvar'], (data) => ({
    nonceAuthority: readAddress(data),
  })),
  row('authorizeNonce', ['nonceAccount', 'nonceAuthority'], (data) => ({ newAuthorized: readAddress(data) })),
  row('allocate', ['account'], (data) => ({ space: data.u64() })),
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
  row('transferWithSeed', ['source', 'sourceBase', 'destination'], (data) => ({
    lamports: data.u64(),
    sourceSeed: readText(data),
    sourceOwner: readAddress(data),
  })),
  row('upgradeNonce', ['nonceAccount']),
  createAccountAllowPrefund,
];

/** Source   solana system-interface 3.2; agave 4.1 transaction-status parse_system */
export const parseSystemInstruction: InstructionParser = bincodeParser('system', ROWS);
