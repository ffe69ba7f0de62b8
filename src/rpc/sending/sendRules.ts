import type { CountedRule, SendQueue } from '../../live/sendQueue.ts';
import { programsNeededBy } from '../../runtime/namedResults.ts';
import type { SendRule } from '../../runtime/sendRule.ts';
import { callsProgram, type MatchedSend, matchesSend } from './sendMatch.ts';

/**
 * The first rule that matches a transaction, and the rules with their new counts. Each rule counts all sends that it matches, also those
 * that an earlier rule decides, so that rules for the second and for the third send are independent of each other.
 */
export function chooseRule(sends: SendQueue, sent: MatchedSend) {
  const chosen = chooseRules(sends, [sent]);
  return { rule: chosen.rules[0], sends: chosen.sends };
}

/** The first rule for each transaction of a bundle, and the rules with their new counts: each rule counts the bundle once. */
export function chooseRules(sends: SendQueue, sent: readonly MatchedSend[]) {
  const fits = sends.rules.map(({ rule }) => sent.map((one) => isRuleFor(rule, one)));
  const counted = sends.rules.map((rule, i) =>
    fits[i]!.includes(true) ? { ...rule, matches: rule.matches + 1 } : rule,
  );
  const indexes = sent.map((_, place) => counted.findIndex((rule, i) => fits[i]![place]! && decides(rule)));
  const rules = counted.map((rule, i): CountedRule => (indexes.includes(i) ? { ...rule, hits: rule.hits + 1 } : rule));
  return { rules: indexes.map((index) => rules[index]), sends: { ...sends, rules } };
}

/** The rule that would decide about the transaction now, without counting it: for simulations. */
export function peekRule(sends: SendQueue, sent: MatchedSend): CountedRule | undefined {
  return sends.rules.find((rule) => decides({ ...rule, matches: rule.matches + 1 }) && isRuleFor(rule.rule, sent));
}

/**
 * Whether a rule matches a transaction, `nth` aside. The transaction must also call the programs whose errors and events the rule gives.
 */
function isRuleFor({ match, then }: SendRule, sent: MatchedSend): boolean {
  return matchesSend(match, sent) && programsNeededBy(then).every((program) => callsProgram(program, sent));
}

/** Whether a rule that matches a send decides it. @param matches number of sends that it matched, with this one */
function decides({ matches: nth, hits, rule }: CountedRule): boolean {
  if (rule.times !== undefined && hits >= rule.times) return false;
  return rule.match.nth === undefined || rule.match.nth === nth;
}
