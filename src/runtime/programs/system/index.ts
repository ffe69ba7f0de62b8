import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import { readText } from '../../../solana/programs/parsed.ts';
import { readAddress } from '../../../solana/wire.ts';
import type { Instruction } from '../../instruction.ts';
import type { Invocation, Program } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { advanceNonce, authorizeNonce, initializeNonce, withdrawNonce } from './nonceInstructions.ts';
import type { Seed } from './systemErrors.ts';
import { allocate, assign, createAccount, type NewAccount, transfer } from './transfers.ts';

/** Reads the data behind the tag, all of it before anything is looked at, and gives what carries the instruction out. */
type Reading = (data: ByteReader) => (invocation: Invocation) => void;

/** By tag. */
const READINGS: readonly Reading[] = [
  (data) => {
    const created = readNewAccount(data);
    return (invocation) => createAccount(invocation, created);
  },
  (data) => {
    const owner = readAddress(data);
    return (invocation) => assign(invocation, owner);
  },
  (data) => {
    const lamports = data.u64();
    return (invocation) => transfer(invocation, lamports);
  },
  (data) => {
    const [base, seed] = [readAddress(data), readText(data)];
    const created = readNewAccount(data);
    return (invocation) => createAccount(invocation, created, { base, seed, owner: created.owner });
  },
  () => advanceNonce,
  (data) => {
    const lamports = data.u64();
    return (invocation) => withdrawNonce(invocation, lamports);
  },
  (data) => {
    const authority = readAddress(data);
    return (invocation) => initializeNonce(invocation, authority);
  },
  (data) => {
    const authority = readAddress(data);
    return (invocation) => authorizeNonce(invocation, authority);
  },
  (data) => {
    const space = data.u64();
    return (invocation) => allocate(invocation, space);
  },
  (data) => {
    const [base, seed, space, owner] = [readAddress(data), readText(data), data.u64(), readAddress(data)];
    return (invocation) => allocate(invocation, space, { base, seed, owner });
  },
  (data) => {
    const seed: Seed = { base: readAddress(data), seed: readText(data), owner: readAddress(data) };
    return (invocation) => assign(invocation, seed.owner, seed);
  },
];

/** Transfers with a seed, upgrades of nonces, accounts that may have lamports when they are created. */
const NOT_MODELLED: readonly number[] = [11, 12, 13];

function readNewAccount(data: ByteReader): NewAccount {
  return { lamports: data.u64(), space: data.u64(), owner: readAddress(data) };
}

/** Bytes of an instruction behind which nothing is read. Source agave 4.1 limited_deserialize */
const MAX_DATA_BYTES = 1232;

/**
 * The system program.
 *
 * Source   agave 4.1 system_processor.rs; solana system-interface 3.2 has the layouts
 */
export const systemProgram: Program = (invocation) => {
  read(invocation.instruction)(invocation);
};

function read(instruction: Instruction): (invocation: Invocation) => void {
  try {
    const data = new ByteReader(instruction.data.subarray(0, MAX_DATA_BYTES));
    const tag = data.u32();
    if (NOT_MODELLED.includes(tag)) throw new NotModelledError(instruction);
    const reading = READINGS[tag];
    if (reading !== undefined) return reading(data);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
  }
  throw new ProgramError('InvalidInstructionData', 'no instruction of the system program has these bytes');
}
