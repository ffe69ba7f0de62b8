import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { FAULT } from '../../script/ledgerJson/faultRule.ts';
import { json, syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { faultOf } from '../parse/parseFaults.ts';

const PARAMS = { rule: syntax(json(), FAULT.schema) };

export const addFault = controlMethod({
  name: 'addFault',
  effect: 'changes',
  summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
  params: PARAMS,
  result: withNote(TEXT, 'the id of the fault, a text'),
  run({ rule }, { live }) {
    const { fault, json } = faultOf(rule, live.version.state);
    return live.faults.add(json, fault);
  },

  // code adds it with a handle: src/control/nodeHandles.ts
  library: false,
});
