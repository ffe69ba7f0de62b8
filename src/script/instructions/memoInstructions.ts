import { MEMO_PROGRAM } from '../../solana/address.ts';
import { readonlySigner } from '../../solana/instruction.ts';
import { described, list, object, text, withDefault } from '../../syntax/syntax.ts';
import { address } from '../../syntax/values.ts';
import { scriptInstruction } from './scriptInstruction.ts';
import { textOr } from './textOr.ts';

/** Instructions of the memo program. */
export const MEMO_INSTRUCTIONS = {
  memo: scriptInstruction(
    described(
      textOr(object({ text, signers: withDefault(list(address), []) }), (memo) => ({ text: memo, signers: [] })),
      'Writes a memo.',
    ),
    (args, { names }) => {
      const signers = names.resolveAll(args.signers);
      return signers && { program: MEMO_PROGRAM, accounts: signers.map(readonlySigner), data: Buffer.from(args.text) };
    },
  ),
};
