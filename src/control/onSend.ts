import type { JsonValue } from '../codec/json.ts';
import { addRule } from '../live/sends.ts';
import { readArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

/** What the words of a rule mean depends on the ledger, so they are read when the call runs. */
export const onSend: Verb<JsonValue> = {
  name: 'stillnode_onSend',

  describe: ({ ANY_OBJECT, TEXT }) => ({
    summary: 'says what becomes of transactions that are sent; the first rule that fits one decides',
    params: { rule: ANY_OBJECT },
    result: 'the id of the rule, a text',
    schema: TEXT,
    errors: [],
  }),

  readParams: (params) => readArguments(params, ['rule'], (at) => at!.value),

  async run(json, { live }) {
    // loaded only when needed: most nodes have no rules
    const { sendRuleOf } = await import('./words/sendRule.ts');
    const { rules } = await live.changeSends((sends) => addRule(sends, json, sendRuleOf(json, live.frame.state)));
    return rules.at(-1)!.id;
  },
};
