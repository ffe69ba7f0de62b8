import { listOf, objectOf, withName, withNote } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, COUNT, TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';

export const listSendRules = controlMethod({
  name: 'listSendRules',
  effect: 'reads',
  summary: 'the send rules, in their order',
  result: listOf(
    withName(
      'ListedSendRule',
      objectOf({
        hits: withNote(COUNT, 'number of transactions that it has decided'),
        id: TEXT,
        rule: withNote(ANY_OBJECT, 'the send rule that was added'),
      }),
      'a send rule that is in force',
    ),
  ),
  run: (_args, { now }) => now.sends.rules.map(({ hits, id, json }) => ({ hits, id, rule: json })),
});
