import {
  ASSOCIATED_TOKEN_PROGRAM,
  COMPUTE_BUDGET_PROGRAM,
  DEPRECATED_LOADER,
  LOADER_V2,
  LOADER_V4,
  MEMO_PROGRAM,
  MEMO_V1_PROGRAM,
  MEMO_V4_PROGRAM,
  NATIVE_LOADER,
  SYSTEM_PROGRAM,
  TOKEN_2022_PROGRAM,
  TOKEN_PROGRAM,
  UPGRADEABLE_LOADER,
  VOTE_PROGRAM,
} from '../../solana/address.ts';
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
  Config1111111111111111111111111111111111111: notModelled,
  Feature111111111111111111111111111111111111: notModelled,
  Stake11111111111111111111111111111111111111: notModelled,
  ZkE1Gama1Proof11111111111111111111111111111: notModelled,
  ZkTokenProof1111111111111111111111111111111: notModelled,
};
