import { addRule } from '../../live/sendQueue.ts';
import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { json, syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { sendRule, sendRuleOf } from '../parse/parseSendRule.ts';

const PARAMS = { rule: syntax(json(), sendRule.schema) };

export const onSend = controlMethod({
  name: 'onSend',
  effect: 'changes',
  summary: 'adds a send rule; the first rule that matches a sent transaction decides its outcome',
  params: PARAMS,
  result: withNote(TEXT, 'the id of the rule, a text'),

  async run({ rule }, { live }) {
    const read = () =>
      sendRuleOf(rule, live.version.state, (warning) => live.warnings.warn(warning, 'STILLNODE_NEW_NAME'));
    const { rules } = await live.changeSends((sends) => addRule(sends, rule, read()));
    return rules.at(-1)!.id;
  },

  // code adds it with a handle: src/control/nodeHandles.ts
  library: false,
});
