import type { LedgerState } from '../../ledger/state.ts';
import { type ProgramLines, programLines } from '../../runtime/logs.ts';
import type { Outcome } from '../../runtime/outcome.ts';
import { PROGRAMS } from '../../runtime/programs/index.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { instructionIn, programAt, type ReadInstruction } from '../../solana/idl/describe.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { instructionLines } from '../../solana/idl/programLogs.ts';
import { idlProgramsOf } from '../encoding/describedTransaction.ts';
import { instructionsIn, type MatchedSend } from './sendMatch.ts';

/** The stage of a transaction that is executed: before it is in a block, late failures have not happened yet. */
interface Stage {
  readonly when: 'before' | 'inBlock';
  readonly state: LedgerState;
}

/** The outcome with which a sent transaction is executed, with the lines that programs with an IDL begin with. */
export function executedOutcome(outcome: SendOutcome, sent: MatchedSend, { state, when }: Stage): Outcome {
  return withBeginnings(withoutLines(outcome, when), () => beginnings(sent, idlProgramsOf(state)));
}

function withoutLines(outcome: SendOutcome, when: Stage['when']): Outcome {
  switch (outcome.kind) {
    case 'succeed':
    case 'feesOnly':
      return outcome;
    case 'fail':
    case 'failByName':
      return outcome.isLate === true && when === 'before' ? UNKNOWN_DECIDED : outcome;
    case 'neverRan':
      return when === 'before' ? UNKNOWN_DECIDED : outcome;
    case 'drop':
    case 'refuse':
    case 'rpcError':
      return UNKNOWN_DECIDED;
    default:
      return { kind: 'succeed' };
  }
}

/** The outcome is decided without the effects of unknown programs. */
const UNKNOWN_DECIDED: Outcome = { kind: 'succeed', standsFor: 'unknown' };

function withBeginnings(outcome: Outcome, beginningLines: () => ProgramLines): Outcome {
  if (outcome.kind === 'feesOnly' || outcome.kind === 'neverRan') return outcome;
  const begun = beginningLines();
  if (begun.size === 0) return outcome;
  if (outcome.kind !== 'succeed') return { ...outcome, lines: joined(begun, outcome.lines) };
  const { additions } = outcome;
  return { ...outcome, additions: { ...additions, lines: joined(begun, additions?.lines) } };
}

function joined(first: ProgramLines, then: ProgramLines = NONE): ProgramLines {
  return programLines([...first, ...then]);
}

const NONE: ProgramLines = new Map();

/** The line that each instruction of a program with an IDL begins with, if its data is that of an instruction of the IDL. */
function beginnings(sent: MatchedSend, programs: readonly IdlProgram[]): ProgramLines {
  if (programs.length === 0) return NONE;
  return programLines(instructionsIn(sent).map((read, index) => [index, { before: beginningOf(read, programs) }]));
}

/** A program that is modelled writes its lines itself. */
function beginningOf({ data, programId }: ReadInstruction, programs: readonly IdlProgram[]): readonly string[] {
  const program = Object.hasOwn(PROGRAMS, programId) ? undefined : programAt(programId, programs);
  const instruction = program && instructionIn(data, program.idl);
  return program && instruction ? instructionLines(instruction, program.idl) : [];
}
