import { withNote } from '../../rpc/openrpc/schema.ts';
import { TEXT } from '../../rpc/openrpc/schemas.ts';
import { controlMethod } from '../controlMethod.ts';
import { type Failing, faultJson } from '../newFault.ts';
import { FAULT_RULE } from '../parse/parseFaults.ts';

export interface FailMethod {
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

const PARAMS = { rule: FAULT_RULE };

export const addFault = controlMethod({
  name: 'addFault',
  effect: 'changes',
  summary: 'adds a fault of calls, connections or notifications; the first fault that matches applies',
  doc: [
    '@example',
    'await node.addFault({ then: { delayMs: { median: 80, sigma: 0.5 } } });',
    "await node.addFault({ match: { method: 'getBlock', params: [320] }, then: { reset: true } });",
  ],
  params: PARAMS,
  result: withNote(TEXT, 'the id of the fault, a text'),
  run: ({ rule }, { live }) => live.faults.add(rule.json, rule.fault),

  library: (call): FailMethod => ({
    fail: async (method, how) => call(faultJson(method, how)),
  }),
});
