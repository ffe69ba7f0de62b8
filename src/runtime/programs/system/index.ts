import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import { type Decoder, fields, text, u64, type ValuesOf } from '../../../codec/struct.ts';
import type { Instruction } from '../../../solana/instruction.ts';
import { pubkey } from '../../../solana/pubkey.ts';
import type { Invocation, Program } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { advanceNonce, authorizeNonce, initializeNonce, withdrawNonce } from './nonceInstructions.ts';
import { allocate, assign, createAccount, transfer } from './transfers.ts';

/** Reads the data behind the tag, all of it before anything is looked at, and gives what carries the instruction out. */
type Reading = (data: ByteReader) => (invocation: Invocation) => void;

function reading<const F extends Readonly<Record<string, Decoder<unknown>>>>(
  args: F,
  run: (invocation: Invocation, args: ValuesOf<F>) => void,
): Reading {
  const { read } = fields(args);
  return (data) => {
    const values = read(data);
    return (invocation) => run(invocation, values);
  };
}

const seed = { base: pubkey, seed: text };

/** Readings by tag. */
const READINGS: readonly Reading[] = [
  reading({ lamports: u64, space: u64, owner: pubkey }, createAccount),
  reading({ owner: pubkey }, assign),
  reading({ lamports: u64 }, transfer),
  reading({ ...seed, lamports: u64, space: u64, owner: pubkey }, createAccount),
  reading({}, advanceNonce),
  reading({ lamports: u64 }, withdrawNonce),
  reading({ authority: pubkey }, initializeNonce),
  reading({ authority: pubkey }, authorizeNonce),
  reading({ space: u64 }, allocate),
  reading({ ...seed, space: u64, owner: pubkey }, allocate),
  reading({ ...seed, owner: pubkey }, assign),
];

/** Transfers with a seed, upgrades of nonces, accounts that may have lamports when they are created. */
const NOT_MODELLED: readonly number[] = [11, 12, 13];

/** Bytes of an instruction behind which nothing is read. Source agave 4.1 limited_deserialize */
const MAX_DATA_BYTES = 1232;

/**
 * The system program.
 *
 * Source   agave 4.1 system_processor.rs; solana system-interface 3.2 has the layouts
 */
export const systemProgram: Program = (invocation) => {
  readInstruction(invocation.instruction)(invocation);
};

function readInstruction(instruction: Instruction): (invocation: Invocation) => void {
  try {
    const data = new ByteReader(instruction.data.subarray(0, MAX_DATA_BYTES));
    const tag = data.u32();
    if (NOT_MODELLED.includes(tag)) throw new NotModelledError(instruction);
    const read = READINGS[tag];
    if (read !== undefined) return read(data);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
  }
  throw new ProgramError('InvalidInstructionData', 'no instruction of the system program has these bytes');
}
