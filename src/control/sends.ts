import { addRule, removeRule } from '../live/sends.ts';
import { anyOf, listOf, objectOf, orNull, type Schema } from '../rpc/openrpc/schema.ts';
import { ADDRESS, ANY_OBJECT, SIGNATURE, TEXT, TRANSACTION_ERROR, U64 } from '../rpc/openrpc/schemas.ts';
import { sentContextOf, sentJson } from '../rpc/sending/sentJson.ts';
import { anyValue, text } from './arguments.ts';
import { COUNT, controlMethod, TRUE } from './controlMethod.ts';
import { sendRuleOf } from './parse/parseSendRule.ts';

export const onSend = controlMethod({
  name: 'stillnode_onSend',
  summary: 'adds a send rule; the first rule that matches a sent transaction decides its outcome',
  params: { rule: anyValue(ANY_OBJECT) },
  result: 'the id of the rule, a text',
  schema: TEXT,

  async run({ rule }, { live }) {
    const { rules } = await live.changeSends((sends) => addRule(sends, rule, sendRuleOf(rule, live.version.state)));
    return rules.at(-1)!.id;
  },
});

export const listSendRules = controlMethod({
  name: 'stillnode_listSendRules',
  summary: 'the send rules, in their order',
  result: '`[{"hits","id","rule"}]`: how many sends each has decided, and the rule as it was given',
  schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
  run: (_args, { now }) => now.sends.rules.map(({ hits, id, json }) => ({ hits, id, rule: json })),
});

export const removeSendRule = controlMethod({
  name: 'stillnode_removeSendRule',
  summary: 'removes a send rule; its earlier decisions stay',
  params: { id: text },
  ...TRUE,
  errors: ['unknownName'],

  async run({ id }, { live }) {
    await live.changeSends((sends) => removeRule(sends, id));
    return true;
  },
});

export const clearSendRules = controlMethod({
  name: 'stillnode_clearSendRules',
  summary: 'removes all send rules; their earlier decisions stay',
  ...COUNT,

  async run(_args, { live }) {
    let count = 0;
    await live.changeSends((sends) => {
      count = sends.rules.length;
      return { ...sends, rules: [] };
    });
    return count;
  },
});

/** A sent transaction in a list. */
export const SENT: Schema = objectOf({
  'assumed?': listOf(ADDRESS),
  'err?': TRANSACTION_ERROR,
  'error?': ANY_OBJECT,
  'events?': listOf(ANY_OBJECT),
  'instructions?': listOf(ANY_OBJECT),
  options: {},
  outcome: {},
  'programError?': ANY_OBJECT,
  rule: orNull(TEXT),
  signature: orNull(SIGNATURE),
  'slot?': U64,
  transaction: ANY_OBJECT,
  version: anyOf(TEXT, U64),
  'why?': listOf(TEXT),
});

export const sent = controlMethod({
  name: 'stillnode_sent',
  summary: 'the transactions sent since the ledger was loaded or reset, with their outcomes, newest last',
  result:
    '`[{"assumed"?,"err"?,"error"?,"events"?,"instructions"?,"options","outcome","programError"?,"rule","signature","slot"?,"transaction","version","why"?}]`, the transaction as with jsonParsed, and why it was refused',
  schema: listOf(SENT),

  run(_args, { dialect, live, now }) {
    const context = sentContextOf(now.state, dialect);
    return Array.from(live.sent.records, (record) => sentJson(record, context));
  },
});
