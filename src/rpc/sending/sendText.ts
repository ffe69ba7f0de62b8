import { stringifyJson } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import type { Names } from '../../runtime/names/names.ts';
import { type DescribableInstruction, describeInstruction } from '../../solana/idl/describe.ts';
import { instructionName, instructionsIn, type MatchedSend } from './sendMatch.ts';

/** The instructions of a sent transaction, as people read them: `market.place_order {"price":"5"}, system.transfer`. */
export function sendText(sent: MatchedSend, names: Names): string {
  const called = instructionsIn(sent).map((read) => instructionText(read, names));
  return called.length === 0 ? 'no instruction' : called.join(', ');
}

/** An instruction with its arguments, if an IDL describes them. */
function instructionText(read: DescribableInstruction, names: Names): string {
  const described = describeInstruction(read, [...names.programs.values()]);
  if (described === undefined) return instructionName(read) ?? `an instruction of ${names.textOf(read.programId)}`;
  const { args, instruction, program } = described;
  return `${program}.${instruction} ${middleCut(stringifyJson(args))}`;
}
