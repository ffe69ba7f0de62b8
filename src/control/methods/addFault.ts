import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';
import { FAULT_RULE } from '../parse/parseFaults.ts';

const PARAMS = { rule: FAULT_RULE };

export const addFault = controlMethod({
  name: 'addFault',
  effect: 'changes',
  summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
  params: PARAMS,
  result: withNote(TEXT, 'the id of the fault, a text'),
  run: ({ rule }, { live }) => live.faults.add(rule.json, rule.fault),

  // code adds it with a handle: src/control/nodeHandles.ts
  library: false,
});
