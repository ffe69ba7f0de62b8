import type { CountedRule } from '../../live/sendQueue.ts';
import { type ProgramLines, programLines } from '../../runtime/logs.ts';
import { eventLines, namedError, namedIndex } from '../../runtime/namedResults.ts';
import { isPrecompile } from '../../runtime/precompiles.ts';
import type { NamedEvent, NamedFailure, RuleOutcome, SendOutcome } from '../../runtime/sendRule.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../solana/address.ts';
import { instructionsIn, type MatchedSend } from './sendMatch.ts';

/**
 * The outcome of a rule for one transaction: errors and events of programs with an IDL belong to one of its instructions.
 * @module
 */

/** The programs that a transaction has to call for an outcome to be possible: those whose instruction is not given. */
export function programsNeededBy(then: RuleOutcome): readonly Address[] {
  const named = then.kind === 'failByName' ? [then] : then.kind === 'succeed' ? (then.events ?? []) : [];
  return named.flatMap(({ instruction, program }) => (instruction === undefined ? [program.address] : []));
}

/** A success replaces the program that the rule names; without one it decides every unknown effect. */
export function outcomeOf(rule: CountedRule | undefined, sent: MatchedSend): SendOutcome {
  if (rule === undefined) return { kind: 'succeed' };
  const { match, then } = rule.rule;
  if (then.kind === 'failByName') return failureOf(then, sent);
  if (then.kind !== 'succeed') return then;
  const { program } = match;
  const standsFor = program === undefined || isPartOfRuntime(program) ? 'unknown' : program;
  const { additions, events = [] } = then;
  if (events.length === 0) return { ...then, standsFor };
  return { kind: 'succeed', standsFor, additions: { ...additions, lines: linesOfEvents(events, sent) } };
}

/** No other program can be in their place, neither here nor in a virtual machine. */
function isPartOfRuntime(program: Address): boolean {
  return program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM || isPrecompile(program);
}

function failureOf(failure: NamedFailure, sent: MatchedSend): SendOutcome {
  const { isLate, logs, units } = failure;
  const callers = programsOf(sent);
  const { err, lines } = namedError(failure, namedIndex(failure, callers), callers);
  return {
    kind: 'fail',
    isLate,
    err,
    ...(logs ? { logs } : { lines: programLines([lines]) }),
    ...(units !== undefined && { units }),
  };
}

/** A rule without the index of an instruction matches only transactions that call the program. */
function linesOfEvents(events: readonly NamedEvent[], sent: MatchedSend): ProgramLines {
  const callers = programsOf(sent);
  return programLines(events.map((event) => eventLines(event, namedIndex(event, callers), callers)));
}

function programsOf(sent: MatchedSend): readonly Address[] {
  return instructionsIn(sent).map(({ programId }) => programId);
}
