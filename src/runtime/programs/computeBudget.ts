import type { Program } from '../invocation.ts';

/** Does nothing: what its instructions ask for is read from the message. Source agave 4.1 programs/compute-budget */
export const computeBudgetProgram: Program = () => undefined;
