import type { JsonValue } from '../../codec/jsonText.ts';
import type { LedgerState } from '../../ledger/state.ts';
import type { SendMatch, SendRule } from '../../runtime/sendRule.ts';
import { mayBeUnused } from '../../script/ledgerJson/faultRule.ts';
import { fromOne, named, object, optional, readObject, syntax, u32, withDefault } from '../../syntax/syntax.ts';
import { readDocument } from '../arguments.ts';
import { sendOutcome } from './parseOutcome.ts';
import { sendMatch } from './parseSendMatch.ts';
import { type RuleContext, type RuleSyntax, ruleContextOf, warnOfTypos, withRuleContext } from './ruleContext.ts';

/**
 * Rules for sent transactions: `{match?, then, times?, optional?}`.
 * @module
 */

/**
 * Reads a rule, with the addresses and accounts of the processed tip.
 *
 * @param onWarning takes each warning, of names that look misspelled
 * @throws RpcError invalidArgument
 */
export function sendRuleOf(json: JsonValue, state: LedgerState, onWarning?: (warning: string) => void): SendRule {
  const ruleContext = ruleContextOf(state);
  return readDocument(
    [json],
    (at) => {
      const rule = sendRule(at.item(0), ruleContext);
      warnOfTypos(ruleContext);
      return rule;
    },
    () => 'rule',
    onWarning,
  );
}

/** The members of a rule. @param ruleContext undefined: only their schemas are used */
function membersFor(ruleContext?: RuleContext) {
  const inRule = <T>(value: RuleSyntax<T>) => syntax((at) => ruleContext && value(at, ruleContext), value.schema);
  return {
    match: withDefault<SendMatch>(inRule(sendMatch), {}, 'default: every transaction'),
    then: inRule(sendOutcome),
    times: optional(fromOne(u32), 'it decides at most this often; default: always'),
    optional: mayBeUnused,
  };
}

/** A rule for sent transactions. */
export const sendRule = withRuleContext<SendRule>(
  (at, ruleContext) => readObject(at, membersFor(ruleContext)),
  named('sendRule', object(membersFor())),
);
