import type { Address } from '../solana/address.ts';
import { EVENT_AUTHORITY_SEED, EVENT_CALL, errorLines, eventLine, isEventCall } from '../solana/idl/programLogs.ts';
import { instructionErrorText } from '../solana/transactionErrors.ts';
import { programAddress } from './derive.ts';
import { mergeGroups } from './innerGroups.ts';
import { type CallLines, groupLines, linesWithin } from './logs.ts';
import type {
  Failure,
  InnerCall,
  InnerCallGroup,
  NamedEvent,
  NamedFailure,
  Outcome,
  ProgramAndInstruction,
  Results,
} from './outcome.ts';
import type { SendOutcome } from './sendRule.ts';

/**
 * Events and errors of programs with an IDL, as scripts and send rules name them: they become lines of the log, by instruction.
 * @module
 */

/** An outcome without names: its events are lines or inner instructions, and its error is that of an instruction. */
export type ResolvedOutcome = Exclude<Outcome, NamedFailure>;

type Callers = readonly (Address | undefined)[];
type InstructionLines = readonly [index: number, lines: Partial<CallLines>];

/**
 * Finds the instructions that log the events of an outcome, and the one that has its error.
 *
 * @param callers programs of the instructions of the message
 */
export function resolveOutcome(outcome: Outcome, callers: Callers): ResolvedOutcome {
  switch (outcome.kind) {
    case 'succeed': {
      const { additions } = outcome;
      return additions?.events === undefined ? outcome : { ...outcome, additions: resolveResults(additions, callers) };
    }
    case 'fail':
      return outcome.events === undefined ? outcome : resolveResults(outcome, callers);
    case 'failByName':
      return resolveFailure(outcome, callers);
    default:
      return outcome;
  }
}

/** The index of the named instruction, or of the first one that calls the program; -1: no instruction does. */
export function namedIndex({ instruction, program }: ProgramAndInstruction, callers: Callers): number {
  return instruction ?? callers.indexOf(program.address);
}

/** The programs that a transaction has to call for an outcome to be possible: those whose instruction is not given. */
export function programsNeededBy(outcome: SendOutcome): readonly Address[] {
  const named = outcome.kind === 'failByName' ? [outcome] : [];
  return [...named, ...(givenResultsOf(outcome)?.events ?? [])].flatMap(({ instruction, program }) =>
    instruction === undefined ? [program.address] : [],
  );
}

/** The results that a rule gives; undefined: its outcome has none. */
function givenResultsOf(outcome: SendOutcome): Results | undefined {
  if (outcome.kind === 'succeed') return outcome.additions;
  return outcome.kind === 'fail' || outcome.kind === 'failByName' ? outcome : undefined;
}

function resolveResults<T extends Results>({ events = [], ...results }: T, callers: Callers) {
  const lines = events.filter(({ isCpi }) => !isCpi).map((event) => eventLines(event, callers));
  const called = events.filter(({ isCpi }) => isCpi);
  return {
    ...results,
    lines: groupLines([...(results.lines ?? []), ...lines]),
    ...(called.length > 0 && { inner: withEvents(results.inner ?? [], called, callers) }),
  };
}

/** The inner instructions, followed by those of events. */
function withEvents(
  inner: readonly InnerCallGroup[],
  events: readonly NamedEvent[],
  callers: Callers,
): readonly InnerCallGroup[] {
  const calls = events.map((event) => ({ index: namedIndex(event, callers), instructions: [eventCall(event)] }));
  return mergeGroups(inner, calls);
}

/** The inner instruction that records an event as `emit_cpi!` does: the program calls itself. */
export function eventCall({ data, program: { address } }: NamedEvent): InnerCall {
  const authority = programAddress(address, [EVENT_AUTHORITY_SEED]);
  return {
    program: address,
    // the program signs for this address, so it is not a signer of the message
    accounts: [{ address: authority, isSigner: false, isWritable: false }],
    data: isEventCall(data) ? data : Buffer.concat([EVENT_CALL, data]),
    hasNoEffect: true,
  };
}

function resolveFailure(
  { error, instruction, kind: _, origin, program, ...results }: NamedFailure,
  callers: Callers,
): Failure {
  const index = namedIndex({ instruction, program }, callers);
  const reason = { Custom: error.code };
  const within = { caller: callers[index], ending: `failed: ${instructionErrorText(reason)}` };
  const own = linesWithin(program.address, errorLines(error, origin, program.idl), within);
  const resolved = resolveResults(results, callers);
  const lines = groupLines([...resolved.lines, [index, { after: own }]]);
  return { ...resolved, kind: 'fail', err: { InstructionError: [index, reason] }, lines };
}

function eventLines(event: NamedEvent, callers: Callers): InstructionLines {
  const index = namedIndex(event, callers);
  const within = { caller: callers[index], ending: 'success' };
  return [index, { after: linesWithin(event.program.address, [eventLine(event.data)], within) }];
}
