import type { Invocation, Program } from '../../invocation.ts';
import { ProgramError } from '../../programError.ts';
import { createAssociated } from './creating.ts';
import { recoverNested } from './recovering.ts';

/** By tag, with the name that the program logs. */
const INSTRUCTIONS: readonly (readonly [name: string, run: (invocation: Invocation) => void])[] = [
  ['Create', (invocation) => createAssociated(invocation, false)],
  ['CreateIdempotent', (invocation) => createAssociated(invocation, true)],
  ['RecoverNested', recoverNested],
];

/**
 * The associated token account program. No data at all, as the first clients sent it, means `Create`.
 *
 * Source   spl-associated-token-account 8.0 `processor.rs`
 */
export const associatedTokenProgram: Program = (invocation) => {
  const { data } = invocation.instruction;
  const found = INSTRUCTIONS[data[0] ?? 0];
  if (found === undefined || data.length > 1)
    throw new ProgramError('InvalidInstructionData', 'no instruction of associated accounts has these bytes');
  const [name, run] = found;
  invocation.log(`Program log: ${name}`);
  run(invocation);
};
