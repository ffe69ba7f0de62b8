import { addRule } from '../../live/sendQueue.ts';
import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { json, syntax } from '../../syntax/syntax.ts';
import { fromCode } from '../codeArgument.ts';
import { controlMethod } from '../controlMethod.ts';
import { sendRuleJson } from '../newSendRule.ts';
import { sendRule, sendRuleOf } from '../parse/parseSendRule.ts';

const PARAMS = { rule: fromCode(syntax(json(), sendRule.schema), 'NewSendRule', sendRuleJson) };

export const onSend = controlMethod({
  name: 'onSend',
  effect: 'changes',
  summary: 'adds a send rule; the first rule that matches a sent transaction decides its outcome',
  doc: [
    'Without a rule that matches, the instructions of a transaction are executed.',
    '@example',
    "await node.onSend({ match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } });",
    "await node.onSend({ match: { memo: 'order 17', nth: 1 }, then: 'drop' });",
  ],
  params: PARAMS,
  result: withNote(TEXT, 'the id of the rule, a text'),

  async run({ rule }, { live }) {
    const read = () =>
      sendRuleOf(rule, live.version.state, (warning) => live.warnings.warn(warning, 'STILLNODE_NEW_NAME'));
    const { rules } = await live.changeSends((sends) => addRule(sends, rule, read()));
    return rules.at(-1)!.id;
  },
});
