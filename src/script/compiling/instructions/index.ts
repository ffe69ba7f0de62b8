import { readonlySigner } from '../../../runtime/instruction.ts';
import { MEMO_PROGRAM } from '../../../solana/address.ts';
import type { InstructionName } from '../../format/instructions.ts';
import type { InstructionBuilder } from './instructionBuilder.ts';
import { buildAdvanceNonce, buildCreateAccount, buildTransfer } from './systemInstructions.ts';
import {
  buildApprove,
  buildBurn,
  buildCloseTokenAccount,
  buildCreateAssociatedAccount,
  buildCreateMint,
  buildCreateTokenAccount,
  buildMintTo,
  buildTransferChecked,
  buildTransferTokens,
} from './tokenInstructions.ts';

/** `{memo: "hi"}` or `{memo: {text, signers?}}`. */
const buildMemo: InstructionBuilder<'memo'> = ({ text, ...args }, { names }) => {
  const signers = names.resolveAll(args.signers);
  if (signers === undefined) return undefined;
  return { program: MEMO_PROGRAM, accounts: signers.map(readonlySigner), data: Buffer.from(text) };
};

/** An instruction to any program; its effect is unknown, so it changes nothing. */
const buildRaw: InstructionBuilder<'raw'> = ({ data, ...args }, { names }) => {
  const program = names.resolve(args.program);
  const addresses = names.resolveAll(args.accounts.map(({ address }) => address));
  if (program === undefined || addresses === undefined) return undefined;
  const accounts = args.accounts.map(({ signer, writable }, i) => ({
    address: addresses[i]!,
    isSigner: signer,
    isWritable: writable,
  }));
  return { program, accounts, data, hasNoEffect: true };
};

/** What builds every instruction of scripts, by its word; format/instructions.ts describes the arguments. */
export const INSTRUCTIONS: { readonly [K in InstructionName]: InstructionBuilder<K> } = {
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
