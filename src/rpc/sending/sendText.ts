import { stringifyJson } from '../../codec/jsonText.ts';
import { middleCut } from '../../codec/text.ts';
import type { IdlPrograms } from '../../runtime/names/programNames.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM } from '../../solana/address.ts';
import { type DescribableInstruction, describeInstruction } from '../../solana/idl/describe.ts';
import { instructionName, instructionsIn, type MatchedSend } from './sendMatch.ts';

/** The programs with an IDL and the names of the others, for the text of a transaction. */
export interface SendNames {
  /** programs with an IDL, by name */
  readonly programs: IdlPrograms;
  /** the text of an address: its name, or base58 */
  readonly textOf: (address: Address) => string;
}

/**
 * The instructions of a sent transaction, as people read them: `market.place_order {"price":"5"}, system transfer`. Those of the compute
 * budget, which most payments have, are left out if there are others.
 */
export function sendText(sent: MatchedSend, names: SendNames): string {
  const all = instructionsIn(sent);
  const withoutBudget = all.filter(({ programId }) => programId !== COMPUTE_BUDGET_PROGRAM);
  const called = (withoutBudget.length === 0 ? all : withoutBudget).map((read) => instructionText(read, names));
  return called.length === 0 ? 'no instruction' : called.join(', ');
}

/** An instruction with its arguments, if an IDL describes them. */
function instructionText(read: DescribableInstruction, names: SendNames): string {
  const described = describeInstruction(read, [...names.programs.values()]);
  if (described === undefined) return instructionName(read) ?? `an instruction of ${names.textOf(read.programId)}`;
  const { args, instruction, program } = described;
  return `${program}.${instruction} ${middleCut(stringifyJson(args))}`;
}
