import type { Instruction } from '../solana/instruction.ts';
import type { Program } from './invocation.ts';

/** The effect of an instruction is unknown: only the real program could tell. */
export class NotModelledError extends Error {
  readonly instruction: Instruction;
  /** the part of the instruction that is not modelled; undefined: all of it */
  readonly part: string | undefined;

  /** @param part replaces the instruction in the message */
  constructor(instruction: Instruction, part?: string) {
    super(`${part ?? `an instruction of ${instruction.program}`} is not modelled: its effect is not known`);
    this.name = 'NotModelledError';
    this.instruction = instruction;
    this.part = part;
  }
}

/** A program of the node that is not modelled. */
export const notModelled: Program = ({ instruction }) => {
  throw new NotModelledError(instruction);
};
