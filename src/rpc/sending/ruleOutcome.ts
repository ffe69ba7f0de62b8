import type { CountedRule } from '../../live/sendQueue.ts';
import type { StandsFor } from '../../runtime/outcome.ts';
import { isPrecompile } from '../../runtime/precompiles.ts';
import type { SendOutcome } from '../../runtime/sendRule.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../solana/address.ts';

/** The outcome that a rule decides for a transaction that it matches. A success replaces the program that the rule names. */
export function outcomeOf(rule: CountedRule | undefined): SendOutcome {
  if (rule === undefined) return { kind: 'succeed' };
  const { match, then } = rule.rule;
  return then.kind === 'succeed' ? { ...then, standsFor: replacedBy(match.program) } : then;
}

/** A rule without a program decides every unknown effect. */
function replacedBy(program: Address | undefined): StandsFor {
  return program === undefined || isPartOfRuntime(program) ? 'unknown' : program;
}

/** No other program can be in their place, neither here nor in a virtual machine. */
function isPartOfRuntime(program: Address): boolean {
  return program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM || isPrecompile(program);
}
