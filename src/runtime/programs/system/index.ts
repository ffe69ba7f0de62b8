import { BytesError } from '../../../codec/bytes.ts';
import type { Instruction } from '../../../solana/instruction.ts';
import { SYSTEM_ROWS } from '../../../solana/programs/system.ts';
import type { Invocation, Program } from '../../invocation.ts';
import { NotModelledError } from '../../notModelled.ts';
import { ProgramError } from '../../programError.ts';
import { bincodeReader, type Effects, readEffect } from '../effects.ts';
import { allocate, assign, createAccount, transfer } from './accountInstructions.ts';
import { advanceNonce, authorizeNonce, initializeNonce, withdrawNonce } from './nonceInstructions.ts';

/** Transfers with a seed, upgrades of nonces and accounts that have lamports before they are created are not modelled. */
const EFFECTS: Effects<(typeof SYSTEM_ROWS)[number]> = {
  createAccount,
  assign,
  transfer,
  createAccountWithSeed: createAccount,
  advanceNonce,
  withdrawFromNonce: withdrawNonce,
  initializeNonce,
  authorizeNonce,
  allocate,
  allocateWithSeed: allocate,
  assignWithSeed: assign,
};

/**
 * The system program.
 *
 * Source   agave 4.1 system_processor.rs
 */
export const systemProgram: Program = (invocation) => {
  readInstruction(invocation.instruction)(invocation);
};

function readInstruction(instruction: Instruction): (invocation: Invocation) => void {
  try {
    const data = bincodeReader(instruction);
    const row = SYSTEM_ROWS[data.u32()];
    if (row !== undefined) return readEffect(EFFECTS, row, data) ?? refuseNotModelled(instruction);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
  }
  throw new ProgramError('InvalidInstructionData', 'no instruction of the system program has these bytes');
}

function refuseNotModelled(instruction: Instruction): never {
  throw new NotModelledError(instruction);
}
