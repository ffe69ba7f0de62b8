import type { CountedRule, Sends } from '../../live/sends.ts';
import { type Address, COMPUTE_BUDGET_PROGRAM, SYSTEM_PROGRAM } from '../../model/address.ts';
import type { SendOutcome } from '../../model/sendRule.ts';
import type { ParserSet } from '../../programs/parsed.ts';
import { isPrecompile } from '../../runtime/precompiles.ts';
import { fits, type MatchedSend } from './match.ts';

/** The rule that decides, with its counts; undefined: none does. */
export interface ChosenRule {
  readonly rule: CountedRule | undefined;
  readonly sends: Sends;
}

/**
 * The first rule that fits a transaction, and the counts after it. Each rule counts the sends that fit it on its own, also those
 * that an earlier rule decides: so that the rules for the second and for the third send are independent of each other.
 */
export function chooseRule(sends: Sends, sent: MatchedSend, parsers: ParserSet): ChosenRule {
  const counted = sends.rules.map((rule) =>
    fits(rule.rule.match, sent, parsers) ? { ...rule, fits: rule.fits + 1 } : rule,
  );
  const index = counted.findIndex((rule, i) => rule !== sends.rules[i] && decides(rule));
  const found = counted[index];
  if (found === undefined) return { rule: undefined, sends: { ...sends, rules: counted } };
  const rule = { ...found, hits: found.hits + 1 };
  return { rule, sends: { ...sends, rules: counted.with(index, rule) } };
}

/** The rule that would decide if the transaction were sent now, with its counts as they are: for simulations, which do not count. */
export function peekRule(sends: Sends, sent: MatchedSend, parsers: ParserSet): CountedRule | undefined {
  return sends.rules.find((rule) => decides({ ...rule, fits: rule.fits + 1 }) && fits(rule.rule.match, sent, parsers));
}

/** @param counted with the send that is looked at */
function decides({ fits: nth, hits, rule }: CountedRule): boolean {
  if (rule.times !== undefined && hits >= rule.times) return false;
  return rule.match.nth === undefined || rule.match.nth === nth;
}

const UNRULED: SendOutcome = { kind: 'succeed' };

/**
 * What becomes of a transaction by its rule. A success stands in for the program that the rule names; a rule that names none decides
 * what is not known of any program.
 */
export function outcomeOf(rule: CountedRule | undefined): SendOutcome {
  if (rule === undefined) return UNRULED;
  const { match, then } = rule.rule;
  if (then.kind !== 'succeed') return then;
  const { program } = match;
  return { ...then, standsFor: program === undefined || isPartOfRuntime(program) ? 'unknown' : program };
}

/** No other program can be in their place, neither here nor in a virtual machine. */
function isPartOfRuntime(program: Address): boolean {
  return program === SYSTEM_PROGRAM || program === COMPUTE_BUDGET_PROGRAM || isPrecompile(program);
}
