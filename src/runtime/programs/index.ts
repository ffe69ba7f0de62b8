import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../model/address.ts';
import type { Program } from '../invocation.ts';
import { tokenProgram } from './token/index.ts';

/** The programs whose effects on accounts are modelled, by address. Adding one is a file or folder and a line here. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  [TOKEN_PROGRAM]: tokenProgram,
  [TOKEN_2022_PROGRAM]: tokenProgram,
};
