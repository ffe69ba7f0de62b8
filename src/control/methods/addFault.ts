import type { GivenFault } from '../../live/faults/fault.ts';
import { ANY_OBJECT, TEXT } from '../../rpc/openrpc/schemas.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { syntax } from '../../syntax/syntax.ts';
import { controlMethod } from '../controlMethod.ts';
import { type Failing, faultOf, type NewFault } from '../newFault.ts';
import { readFault } from '../parse/parseFault.ts';

export interface AddFaultMethod {
  /**
   * Makes calls, connections or notifications fail, and returns the id of the fault. The first fault that matches wins.
   * @example
   * await node.addFault({ then: { delayMs: { median: 80, sigma: 0.5 } } });
   * await node.addFault({ match: { method: 'getBlock', params: [320] }, then: { reset: true } });
   */
  addFault(fault: NewFault): Promise<string>;
  /**
   * Makes the calls of one or more methods fail, and returns the id of the fault: `addFault` with everything in one object.
   * @example
   * await node.fail('getBlock', { http: 429, times: 2 });
   * await node.fail('getSlot', { stale: 5 });
   * await node.fail('getTransaction', { as: { agave: '4.2', stale: 2 }, probability: 0.5 });
   * await node.fail('accountNotification', { dropNotifications: true, after: 1 });
   */
  fail(method: string | readonly string[], how: Failing): Promise<string>;
}

/** A fault, with the value that was sent, for stillnode_listFaults. */
const RULE = syntax<GivenFault>((at: Cursor) => {
  const fault = readFault(at);
  return fault && { fault, json: at.value! };
}, ANY_OBJECT);

const PARAMS = { rule: RULE };

export const addFault = controlMethod({
  name: 'addFault',
  summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
  params: PARAMS,
  result: 'the id of the fault, a text',
  schema: TEXT,
  run: ({ rule }, { live }) => live.faults.add(rule.json, rule.fault),

  library: (call): AddFaultMethod => ({
    addFault: (fault) => call(fault),
    fail: async (method, how) => call(faultOf(method, how)),
  }),
});
