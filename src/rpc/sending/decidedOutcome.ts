import type { LedgerState } from '../../ledger/state.ts';
import type { DecidedOutcome } from '../../runtime/loadedTransaction.ts';
import { type ProgramLines, programLines } from '../../runtime/logs.ts';
import { PROGRAMS } from '../../runtime/programs/index.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { instructionIn, programAt, type ReadInstruction } from '../../solana/idl/describe.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { instructionLines } from '../../solana/idl/programLogs.ts';
import { idlProgramsOf } from '../encoding/describedTransaction.ts';
import { instructionsIn, type MatchedSend } from './sendMatch.ts';

/** The place of a transaction: before it is in a block, late failures have not happened yet. */
interface Place {
  readonly when: 'before' | 'inBlock';
  readonly state: LedgerState;
}

/** The outcome that a rule decides for a transaction, with the lines that programs with an IDL begin with. */
export function decidedOutcome(outcome: SendOutcome, sent: MatchedSend, { state, when }: Place): DecidedOutcome {
  return withBeginnings(withoutLines(outcome, when), () => beginnings(sent, idlProgramsOf(state)));
}

function withoutLines(outcome: SendOutcome, when: Place['when']): DecidedOutcome {
  switch (outcome.kind) {
    case 'succeed':
      return { ...outcome, kind: 'succeeded' };
    case 'fail':
      if (outcome.isLate && when === 'before') return UNKNOWN_DECIDED;
      return {
        kind: 'failed',
        err: outcome.err,
        ...(outcome.logs && { logs: outcome.logs }),
        ...(outcome.lines && { lines: outcome.lines }),
        ...(outcome.units !== undefined && { units: outcome.units }),
      };
    case 'feesOnly':
      return { kind: 'feesOnly', err: outcome.err };
    case 'neverRan':
      return when === 'before' ? UNKNOWN_DECIDED : { kind: 'neverRan', err: outcome.err };
    case 'drop':
    case 'refuse':
    case 'rpcError':
      return UNKNOWN_DECIDED;
    default:
      return { kind: 'succeeded' };
  }
}

/** The outcome is decided without the effects of unknown programs. */
const UNKNOWN_DECIDED: DecidedOutcome = { kind: 'succeeded', standsFor: 'unknown' };

function withBeginnings(decided: DecidedOutcome, beginningLines: () => ProgramLines): DecidedOutcome {
  if (decided.kind !== 'succeeded' && decided.kind !== 'failed') return decided;
  const begun = beginningLines();
  if (begun.size === 0) return decided;
  if (decided.kind === 'failed') return { ...decided, lines: joined(begun, decided.lines) };
  const { additions } = decided;
  return { ...decided, additions: { ...additions, lines: joined(begun, additions?.lines) } };
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
