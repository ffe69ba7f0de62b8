import type { GivenFault } from '../live/faults/fault.ts';
import { LiveError } from '../live/sends.ts';
import { listOf, objectOf } from '../rpc/openrpc/schema.ts';
import { ANY_OBJECT, TEXT, U64 } from '../rpc/openrpc/schemas.ts';
import type { Cursor } from '../syntax/cursor.ts';
import { text } from './arguments.ts';
import { COUNT, controlMethod, TRUE } from './controlMethod.ts';
import { readFault } from './parse/parseFault.ts';

export const addFault = controlMethod({
  name: 'stillnode_addFault',
  summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
  params: { rule: { schema: ANY_OBJECT, read: readRule } },
  result: 'the id of the fault, a text',
  schema: TEXT,
  run: ({ rule }, { live }) => live.faults.add(rule.json, rule.fault),
});

/** With the value as it was sent, for stillnode_listFaults. */
function readRule(at: Cursor): GivenFault | undefined {
  const fault = readFault(at);
  return fault && { fault, json: at.value! };
}

export const listFaults = controlMethod({
  name: 'stillnode_listFaults',
  summary: 'the faults, in their order',
  result: '`[{"hits","id","rule"}]`: how often each has happened, and the rule as it was given',
  schema: listOf(objectOf({ hits: U64, id: TEXT, rule: ANY_OBJECT })),
  run: (_args, { live }) => live.faults.all.map(({ hits, id, json }) => ({ hits, id, rule: json })),
});

export const removeFault = controlMethod({
  name: 'stillnode_removeFault',
  summary: 'removes a fault; delayed answers stay delayed',
  params: { id: text },
  ...TRUE,
  errors: ['unknownName'],

  run({ id }, { live }) {
    if (live.faults.remove(id)) return true;
    throw new LiveError(
      'unknown',
      `there is no fault ${JSON.stringify(id)}: stillnode_addFault gives ids, and stillnode_listFaults lists them`,
    );
  },
});

export const clearFaults = controlMethod({
  name: 'stillnode_clearFaults',
  summary: 'removes all faults; delayed answers stay delayed',
  ...COUNT,

  run: (_args, { live }) => live.faults.clear(),
});
