import { NotModelledError } from '../../notModelled.ts';
import type { TokenCall, TokenInstruction } from './call.ts';
import { invalidData, invalidInstruction } from './instructionData.ts';

/** Where the arguments of an instruction of an extension begin: behind its tag and its sub tag. */
export const SUB_ARGUMENTS = 2;

/** By sub tag: what is logged, and what is done; null: it is not modelled. */
export type SubInstructions = readonly (readonly [log: string, run: TokenInstruction] | null)[];

/** An instruction whose second byte says which one of an extension it is. */
export function bySubTag(rows: SubInstructions): TokenInstruction {
  return (call: TokenCall) => {
    const sub = call.data[1];
    if (sub === undefined) throw invalidData();
    const row = rows[sub];
    if (row === undefined) throw invalidInstruction();
    if (row === null) throw new NotModelledError(call.instruction);
    call.log(row[0]);
    row[1](call);
  };
}
