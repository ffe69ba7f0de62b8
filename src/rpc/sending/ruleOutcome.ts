import type { CountedRule } from '../../live/sendQueue.ts';
import type { StandsFor } from '../../runtime/outcome.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, isPrecompile, SYSTEM_PROGRAM } from '../../solana/address.ts';

/** The outcome that a rule decides for a transaction that it matches. A success replaces the program that the rule names. */
export function outcomeOf(rule: CountedRule | undefined): SendOutcome {
  if (rule === undefined) return { kind: 'succeed' };
  const { match, then } = rule.rule;
  return then.kind === 'succeed' ? { ...then, standsFor: replacedBy(match.program) } : then;
}

/** The part of a transaction that a rule replaces: the program that it names, or every effect that is not known. */
function replacedBy(program: Address | undefined): StandsFor {
  return program === undefined || isPartOfRuntime(program) ? 'unknown' : program;
}

/** Whether a program is a part of the runtime, which nothing can replace, neither here nor in LiteSVM. */
function isPartOfRuntime(program: Address): boolean {
  return program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM || isPrecompile(program);
}
