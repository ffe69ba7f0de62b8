import { eventLineAt } from '../../../idl/eventLine.ts';
import { linesWithin, type ProgramLines, programLines } from '../../../runtime/logs.ts';
import type { Names } from '../../../runtime/names/names.ts';
import { errorNamed } from '../../../runtime/names/programNames.ts';
import type { IdlProgram } from '../../../solana/idl/idl.ts';
import { errorLines } from '../../../solana/idl/programLogs.ts';
import type { TransactionError } from '../../../solana/meta.ts';
import { instructionErrorText } from '../../../solana/transactionErrors.ts';
import { cursorOf, type Place } from '../../../syntax/values.ts';
import type { OutcomeNode } from '../../format/transactions.ts';
import type { PlacedInstruction } from './buildInstructions.ts';

/** What a script says of programs with an IDL in the result of a transaction. */
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
  const caller = (index: number) => outer[index]?.built.program;
  const begins = outer.map(({ built: { lines: before = [] } }, index) => [index, { before }] as const);
  const events = emits.map(({ event, instruction }) => {
    const line = eventLineAt(event, names.programs, (word) => names.resolve(word));
    const index = line && indexOf(line.program, instruction, outer, cursorOf(event));
    if (line === undefined || index === undefined) return undefined;
    const within = { caller: caller(index), ending: 'success' };
    return [index, { after: linesWithin(line.program.address, [line.line], within) }] as const;
  });
  const whole = events.filter((lines) => lines !== undefined);
  if (whole.length < events.length) return undefined;
  const lines = [...begins, ...whole];
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
  const last = errorLines(found, origin, program.idl);
  const reason = { Custom: found.code };
  const within = { caller: caller(index), ending: `failed: ${instructionErrorText(reason)}` };
  return {
    err: { InstructionError: [index, reason] },
    lines: programLines([...lines, [index, { after: linesWithin(program.address, last, within) }]]),
  };
}

/** The instruction that is meant: the one with an index, which may call the program, or else the first one that is of the program. */
function indexOf(
  { address, name }: IdlProgram,
  given: number | undefined,
  outer: readonly PlacedInstruction[],
  at: Place,
): number | undefined {
  const index = given ?? outer.findIndex(({ built }) => built.program === address);
  if (outer[index] !== undefined) return index;
  if (given === undefined)
    return at.refuse(
      `no instruction of this transaction calls ${name}`,
      'give the index of the `instruction` that calls it',
    );
  return at.refuse(`there is no instruction ${given}: there are ${outer.length}`);
}
