import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  CONFIG_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  MEMO_V4_PROGRAM,
  NATIVE_LOADER,
  STAKE_PROGRAM,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
  ZK_ELGAMAL_PROGRAM,
  ZK_TOKEN_PROGRAM,
} from '../../solana/address.ts';
import { FEATURE_PROGRAM } from '../../solana/feature.ts';
import { LOOKUP_TABLE_PROGRAM } from '../../solana/lookupTable.ts';
import type { Program } from '../invocation.ts';
import { notModelled } from '../notModelled.ts';
import { associatedTokenProgram } from './associatedToken.ts';
import { addressLookupTableProgram } from './lookupTableProgram.ts';
import { memoProgram, memoV1Program, memoV4Program } from './memo.ts';
import { systemProgram } from './system/index.ts';
import { tokenProgram } from './token/index.ts';

/** Does nothing: what its instructions ask for is read from the message. Source agave 4.1 programs/compute-budget */
const computeBudgetProgram: Program = () => undefined;

/**
 * The programs whose effects on accounts are modelled, by address, and those of the node whose effects are not. Adding one is a file or
 * folder and a line here. The effect of a program that is not here is assumed: it succeeds and changes nothing.
 */
export const PROGRAMS: Readonly<Record<string, Program>> = {
  [SYSTEM_PROGRAM]: systemProgram,
  [ASSOCIATED_TOKEN_PROGRAM]: associatedTokenProgram,
  [TOKEN_PROGRAM]: tokenProgram,
  [TOKEN_2022_PROGRAM]: tokenProgram,
  [LOOKUP_TABLE_PROGRAM]: addressLookupTableProgram,
  [COMPUTE_BUDGET_PROGRAM]: computeBudgetProgram,
  [MEMO_V1_PROGRAM]: memoV1Program,
  [MEMO_PROGRAM]: memoProgram,
  [MEMO_V4_PROGRAM]: memoV4Program,
  [VOTE_PROGRAM]: notModelled,
  [DEPRECATED_LOADER]: notModelled,
  [LOADER_V2]: notModelled,
  [UPGRADEABLE_LOADER]: notModelled,
  [LOADER_V4]: notModelled,
  [NATIVE_LOADER]: notModelled,
  [CONFIG_PROGRAM]: notModelled,
  [FEATURE_PROGRAM]: notModelled,
  [STAKE_PROGRAM]: notModelled,
  [ZK_ELGAMAL_PROGRAM]: notModelled,
  [ZK_TOKEN_PROGRAM]: notModelled,
};
