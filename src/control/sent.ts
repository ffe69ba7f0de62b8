import { viewAt } from '../methods/method.ts';
import { readNoArguments } from './arguments.ts';
import type { Verb } from './verb.ts';

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

  async run(_params, { dialect, live, now }) {
    const records = [...live.sent.records];
    const view = viewAt({ ledger: now.state, dialect }, 'processed');
    // loaded only when needed: most tests do not ask
    const { loadParsers } = await import('../encoding/parsers.ts');
    const { sentJson } = await import('../sending/sentJson.ts');
    const parsers = await loadParsers();
    return records.map((record) => sentJson(record, { dialect, parsers, view }));
  },
};
