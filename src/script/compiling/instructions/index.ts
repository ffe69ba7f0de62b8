import type { InstructionBuilder } from './builder.ts';
import { buildMemo } from './memo.ts';
import { buildRaw } from './raw.ts';
import { buildAdvanceNonce, buildCreateAccount, buildTransfer } from './system.ts';
import { buildBurn, buildMintTo, buildTransferChecked, buildTransferTokens } from './token.ts';
import { buildApprove, buildCloseTokenAccount } from './tokenAccount.ts';
import { buildCreateAssociatedAccount, buildCreateMint, buildCreateTokenAccount } from './tokenCreation.ts';

/** Every instruction of scripts, by its word. Adding one is a builder and a line here. */
export const INSTRUCTIONS: Readonly<Record<string, InstructionBuilder>> = {
  advanceNonce: buildAdvanceNonce,
  approve: buildApprove,
  burn: buildBurn,
  closeTokenAccount: buildCloseTokenAccount,
  createAccount: buildCreateAccount,
  createAssociatedAccount: buildCreateAssociatedAccount,
  createMint: buildCreateMint,
  createTokenAccount: buildCreateTokenAccount,
  memo: buildMemo,
  mintTo: buildMintTo,
  raw: buildRaw,
  transfer: buildTransfer,
  transferChecked: buildTransferChecked,
  transferTokens: buildTransferTokens,
};
