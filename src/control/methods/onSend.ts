import { addRule } from '../../live/sendQueue.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { json, syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type NewSendRule, sendRuleJson } from '../newSendRule.ts';
import { sendRule, sendRuleOf } from '../parse/parseSendRule.ts';

export interface OnSendMethod {
  /**
   * Decides the outcome of transactions that are sent, and returns the id of the rule. The first rule that matches a transaction decides;
   * without one its instructions are executed.
   * @example
   * await node.onSend({ match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } });
   * await node.onSend({ match: { memo: 'order 17', nth: 1 }, then: 'drop' });
   */
  onSend(rule: NewSendRule): Promise<string>;
}

const PARAMS = { rule: syntax(json(), sendRule.schema) };

export const onSend = controlMethod({
  name: 'onSend',
  summary: 'adds a send rule; the first rule that matches a sent transaction decides its outcome',
  params: PARAMS,
  result: 'the id of the rule, a text',
  schema: TEXT,

  async run({ rule }, { live }) {
    const read = () =>
      sendRuleOf(rule, live.version.state, (warning) => live.warnings.warn(warning, 'STILLNODE_NEW_NAME'));
    const { rules } = await live.changeSends((sends) => addRule(sends, rule, read()));
    return rules.at(-1)!.id;
  },

  library: (call): OnSendMethod => ({ onSend: async (rule) => call(sendRuleJson(rule)) }),
});
