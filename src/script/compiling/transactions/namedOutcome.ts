import { eventLineAt } from '../../../idl/eventLine.ts';
import { type ProgramLines, programLines } from '../../../runtime/logs.ts';
import { eventLines, namedError, namedIndex } from '../../../runtime/namedResults.ts';
import type { Names } from '../../../runtime/names/names.ts';
import { errorNamed } from '../../../runtime/names/programNames.ts';
import type { IdlProgram } from '../../../solana/idl/idl.ts';
import type { TransactionError } from '../../../solana/meta.ts';
import { cursorOf, type Place } from '../../../syntax/values.ts';
import type { OutcomeNode } from '../../format/transactions.ts';
import type { PlacedInstruction } from './buildInstructions.ts';

/** The parts of an outcome that name programs with an IDL. */
export interface NamedOutcome {
  /** null: it succeeded */
  readonly err: TransactionError | null;
  /** lines of its instructions, of its events, and of its error, in this order */
  readonly lines: ProgramLines;
}

/** Undefined: there is a mistake, which was reported. */
export function namedOutcome(
  { emits, err }: OutcomeNode,
  outer: readonly PlacedInstruction[],
  names: Names,
): NamedOutcome | undefined {
  const callers = outer.map(({ built }) => built.program);
  const begins = outer.map(({ built: { lines: before = [] } }, index) => [index, { before }] as const);
  const events = emits.map(({ event, instruction }) => {
    const line = eventLineAt(event, names.programs, (word) => names.resolve(word));
    const index = line && indexOf(line.program, instruction, outer, cursorOf(event));
    if (line === undefined || index === undefined) return undefined;
    return eventLines(line, index, callers);
  });
  const complete = events.filter((lines) => lines !== undefined);
  if (complete.length < events.length) return undefined;
  const lines = [...begins, ...complete];
  if (err === undefined) return { err: null, lines: programLines(lines) };
  if (err.value.kind === 'known') return { err: err.value.err, lines: programLines(lines) };
  const { error, instruction, origin } = err.value;
  const named = errorNamed(error, names.programs);
  const index = named && indexOf(named.program, instruction, outer, error.at);
  if (named === undefined || index === undefined) return undefined;
  const { found, program } = named;
  if (program.idl.framework === undefined && (origin.account ?? origin.source) !== undefined)
    return error.at.refuse(
      `the log of ${program.name} does not say where an error comes from`,
      'leave out `account` and `source`, or give the `logs`',
    );
  const failed = namedError({ error: found, origin, program }, index, callers);
  return { err: failed.err, lines: programLines([...lines, failed.lines]) };
}

/** The index of the instruction that is meant; undefined: there is none, which is reported. */
function indexOf(
  program: IdlProgram,
  instruction: number | undefined,
  outer: readonly PlacedInstruction[],
  at: Place,
): number | undefined {
  const callers = outer.map(({ built }) => built.program);
  const index = namedIndex({ instruction, program }, callers);
  if (outer[index] !== undefined) return index;
  if (instruction === undefined)
    return at.refuse(
      `no instruction of this transaction calls ${program.name}`,
      'give the index of the `instruction` that calls it',
    );
  return at.refuse(`there is no instruction ${instruction}: there are ${outer.length}`);
}
