import type { JsonValue } from '../../codec/jsonText.ts';
import { addRule, removeRule } from '../../live/sends.ts';
import { viewAt } from '../methods/method.ts';
import { sentJson } from '../sending/sentJson.ts';
import { readArguments, readNoArguments, readTextArgument } from './arguments.ts';
import { sendRuleOf } from './parse/parseSendRule.ts';
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
    const { rules } = await live.changeSends((sends) => addRule(sends, json, sendRuleOf(json, live.version.state)));
    return rules.at(-1)!.id;
  },
};

export const listSendRules: Verb<null> = {
  name: 'stillnode_listSendRules',

  describe: ({ ANY_OBJECT, listOf, objectOf, TEXT, U64 }) => ({
    summary: 'the rules for sent transactions, in the order in which they are looked at',
    params: {},
    result: '`[{"hits","id","rule"}]`: how many sends each has decided, and the rule as it was given',
    schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
    errors: [],
  }),

  readParams: readNoArguments,

  run: (_params, { now }) => now.sends.rules.map(({ hits, id, json }) => ({ hits, id, rule: json })),
};

export const removeSendRule: Verb<string> = {
  name: 'stillnode_removeSendRule',

  describe: ({ BOOLEAN, TEXT }) => ({
    summary: 'removes a rule for sent transactions; what it has decided stays decided',
    params: { id: TEXT },
    result: '`true`',
    schema: BOOLEAN,
    errors: ['unknownName'],
  }),

  readParams: (params) => readTextArgument(params, 'id'),

  async run(id, { live }) {
    await live.changeSends((sends) => removeRule(sends, id));
    return true;
  },
};

export const clearSendRules: Verb<null> = {
  name: 'stillnode_clearSendRules',

  describe: ({ U64 }) => ({
    summary: 'removes all rules for sent transactions; what they have decided stays decided',
    params: {},
    result: 'how many there were',
    schema: U64,
    errors: [],
  }),

  readParams: readNoArguments,

  async run(_params, { live }) {
    let count = 0;
    await live.changeSends((sends) => {
      count = sends.rules.length;
      return { ...sends, rules: [] };
    });
    return count;
  },
};

export const sent: Verb<null> = {
  name: 'stillnode_sent',

  describe: ({ ADDRESS, ANY_OBJECT, anyOf, listOf, objectOf, orNull, SIGNATURE, TEXT, TRANSACTION_ERROR, U64 }) => ({
    summary: 'what was sent since the ledger was loaded or reset, and what became of it, the newest last',
    params: {},
    result:
      '`[{"assumed"?,"err"?,"error"?,"options","outcome","rule","signature","slot"?,"transaction","version"}]`, the transaction as with jsonParsed',
    schema: listOf(
      objectOf({
        'assumed?': listOf(ADDRESS),
        'err?': TRANSACTION_ERROR,
        'error?': ANY_OBJECT,
        options: {},
        outcome: {},
        rule: orNull(TEXT),
        signature: orNull(SIGNATURE),
        'slot?': U64,
        transaction: ANY_OBJECT,
        version: anyOf(TEXT, U64),
      }),
    ),
    errors: [],
  }),

  readParams: readNoArguments,

  run(_params, { dialect, live, now }) {
    const records = [...live.sent.records];
    const view = viewAt({ ledger: now.state, dialect }, 'processed');
    return records.map((record) => sentJson(record, { dialect, view }));
  },
};
