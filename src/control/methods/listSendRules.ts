import { listOf, objectOf } from '../../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';
import type { ListedFault } from './listFaults.ts';

/** `hits`: transactions that it has decided */
export type ListedSendRule = ListedFault;

export interface ListSendRulesMethod {
  /** Lists the send rules in the order in which they are tried. */
  listSendRules(): Promise<readonly ListedSendRule[]>;
}

export const listSendRules = controlMethod({
  name: 'listSendRules',
  summary: 'the send rules, in their order',
  result: '`[{"hits","id","rule"}]`: the number of sends that each decided, and the rule as it was added',
  schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
  run: (_args, { now }) => now.sends.rules.map(({ hits, id, json }) => ({ hits, id, rule: json })),
  library: (call): ListSendRulesMethod => ({ listSendRules: () => call() }),
});
