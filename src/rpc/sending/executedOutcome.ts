import type { LedgerState } from '../../ledger/state.ts';
import { groupLines, type ProgramLines } from '../../runtime/logs.ts';
import type { Outcome } from '../../runtime/outcome.ts';
import { PROGRAMS } from '../../runtime/programs/index.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type DescribableInstruction, instructionIn, programAt } from '../../solana/idl/describe.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { instructionLines } from '../../solana/idl/programLogs.ts';
import { idlProgramsOf } from '../encoding/describedTransaction.ts';
import { instructionsIn, type MatchedSend } from './sendMatch.ts';

/** The stage of a transaction that is executed: before it is in a block, late failures have not happened yet. */
interface Stage {
  readonly when: 'before' | 'inBlock';
  readonly state: LedgerState;
}

/** The outcome with which a sent transaction is executed, with the first lines of programs with an IDL. */
export function executedOutcome(outcome: SendOutcome, sent: MatchedSend, { state, when }: Stage): Outcome {
  return withFirstLines(outcomeAtStage(outcome, when), () => firstLinesOf(sent, idlProgramsOf(state)));
}

function outcomeAtStage(outcome: SendOutcome, when: Stage['when']): Outcome {
  switch (outcome.kind) {
    case 'succeed':
    case 'feesOnly':
      return outcome;
    case 'fail':
    case 'failByName':
      return outcome.isLate === true && when === 'before' ? SUCCESS_WITHOUT_UNKNOWN : outcome;
    case 'neverRan':
      return when === 'before' ? SUCCESS_WITHOUT_UNKNOWN : outcome;
    case 'drop':
    case 'refuse':
    case 'rpcError':
      return SUCCESS_WITHOUT_UNKNOWN;
    default:
      return { kind: 'succeed' };
  }
}

/** A success in which effects that are not known change nothing: the rule decides the outcome in another place. */
const SUCCESS_WITHOUT_UNKNOWN: Outcome = { kind: 'succeed', standsFor: 'unknown' };

function withFirstLines(outcome: Outcome, createFirstLines: () => ProgramLines): Outcome {
  if (outcome.kind === 'feesOnly' || outcome.kind === 'neverRan') return outcome;
  const firstLines = createFirstLines();
  if (firstLines.size === 0) return outcome;
  if (outcome.kind !== 'succeed') return { ...outcome, lines: joinLines(firstLines, outcome.lines) };
  const { additions } = outcome;
  return { ...outcome, additions: { ...additions, lines: joinLines(firstLines, additions?.lines) } };
}

function joinLines(first: ProgramLines, then: ProgramLines = NONE): ProgramLines {
  return groupLines([...first, ...then]);
}

const NONE: ProgramLines = new Map();

/** The line that each instruction of a program with an IDL begins with, if its data is that of an instruction of the IDL. */
function firstLinesOf(sent: MatchedSend, programs: readonly IdlProgram[]): ProgramLines {
  if (programs.length === 0) return NONE;
  return groupLines(
    instructionsIn(sent).map((read, index) => [index, { before: firstLinesOfInstruction(read, programs) }]),
  );
}

/** The first lines of one instruction; a modelled program writes them itself. */
function firstLinesOfInstruction(
  { data, programId }: DescribableInstruction,
  programs: readonly IdlProgram[],
): readonly string[] {
  const program = Object.hasOwn(PROGRAMS, programId) ? undefined : programAt(programId, programs);
  const instruction = program && instructionIn(data, program.idl);
  return program && instruction ? instructionLines(instruction, program.idl) : [];
}
