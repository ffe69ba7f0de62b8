import { SYSTEM_PROGRAM } from '../../model/address.ts';
import type { Program } from '../invocation.ts';
import { systemProgram } from './system/index.ts';

/** The programs whose effects on accounts are modelled, by address. Adding one is a file or folder and a line here. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  [SYSTEM_PROGRAM]: systemProgram,
};
