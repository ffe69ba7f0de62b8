import { MEMO_PROGRAM } from '../../../model/address.ts';
import { readonlySigner } from '../../../runtime/instruction.ts';
import type { InstructionBuilder } from './builder.ts';

/** `{memo: "hi"}` or `{memo: {text, signers?}}`. */
export const buildMemo: InstructionBuilder = (args, { names }) => {
  const whole = args.wholeText();
  const text = whole ?? args.text('text');
  const signers = whole === undefined ? names.resolveAll(args.addresses('signers')) : [];
  if (text === undefined || signers === undefined) return undefined;
  return { program: MEMO_PROGRAM, accounts: signers.map(readonlySigner), data: Buffer.from(text) };
};
