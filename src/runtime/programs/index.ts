import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
} from '../../model/address.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../model/lookupTable.ts';
import type { Program } from '../invocation.ts';
import { addressLookupTableProgram } from './addressLookupTable/index.ts';
import { associatedTokenProgram } from './associatedToken/index.ts';
import { computeBudgetProgram } from './computeBudget.ts';
import { memoProgram, memoV1Program } from './memo.ts';
import { systemProgram } from './system/index.ts';
import { tokenProgram } from './token/index.ts';

/** The programs whose effects on accounts are modelled, by address. Adding one is a file or folder and a line here. */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  [SYSTEM_PROGRAM]: systemProgram,
  [ASSOCIATED_TOKEN_PROGRAM]: associatedTokenProgram,
  [TOKEN_PROGRAM]: tokenProgram,
  [TOKEN_2022_PROGRAM]: tokenProgram,
  [LOOKUP_TABLE_PROGRAM]: addressLookupTableProgram,
  [COMPUTE_BUDGET_PROGRAM]: computeBudgetProgram,
  [MEMO_V1_PROGRAM]: memoV1Program,
  [MEMO_PROGRAM]: memoProgram,
};
