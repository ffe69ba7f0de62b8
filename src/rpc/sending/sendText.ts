import { stringifyJson } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import type { Names } from '../../runtime/names/names.ts';
import { COMPUTE_BUDGET_PROGRAM } from '../../solana/address.ts';
import { type DescribableInstruction, describeInstruction } from '../../solana/idl/describe.ts';
import { instructionName, instructionsIn, type MatchedSend } from './sendMatch.ts';

/**
 * The instructions of a sent transaction, as people read them: `market.place_order {"price":"5"}, system transfer`. Those of the compute
 * budget, which most payments have, are left out if there are others.
 */
export function sendText(sent: MatchedSend, names: Names): string {
  const all = instructionsIn(sent);
  const others = all.filter(({ programId }) => programId !== COMPUTE_BUDGET_PROGRAM);
  const called = (others.length === 0 ? all : others).map((read) => instructionText(read, names));
  return called.length === 0 ? 'no instruction' : called.join(', ');
}

/** An instruction with its arguments, if an IDL describes them. */
function instructionText(read: DescribableInstruction, names: Names): string {
  const described = describeInstruction(read, [...names.programs.values()]);
  if (described === undefined) return instructionName(read) ?? `an instruction of ${names.textOf(read.programId)}`;
  const { args, instruction, program } = described;
  return `${program}.${instruction} ${middleCut(stringifyJson(args))}`;
}
