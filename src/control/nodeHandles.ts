import type { LedgerState } from '../ledger/state.ts';
import type { GivenFault } from '../live/faults/fault.ts';
import { type Failing, failingJson } from './failing.ts';
import { withHints } from './libraryCall.ts';
import { type AnswerMaker, answerJson, functionFault } from './newAnswer.ts';
import { type AnswerMatch, faultJson, type NewFault } from './newFault.ts';
import { type NewSendRule, sendRuleJson } from './newSendRule.ts';
import { handleOf, type NodeHandle, type RuleList } from './nodeHandle.ts';

/** The methods of a node that answer otherwise than its ledger. Each resolves to a handle once it is in force. */
export interface HandleMethods {
  /**
   * Answers the calls of a method in place of the ledger, over any transport, until it is removed. It is a fault: the first one that
   * matches a call applies, and `reset` and `clearFaults` remove it. If a function throws, the call fails with that error.
   * @example
   * await node.answer('getSlot', 5);
   * await node.answer('getBlockHeight', [7, 8, 9]); // one after the other, the last one stays
   * await node.answer('getBlocks', [[1, 2]], { times: 1 }); // a list as the result
   * await node.answer('getBlockTime', async (slot: number) => slot * 2);
   * await node.answer('getHealth', () => { throw new RpcError(-32005, 'Node is unhealthy'); });
   * @param method of the node, or one that it does not know
   * @param answer the result, a list of results, or a function of the parameters that returns the result
   * @throws TypeError for a control method, and for a function if the node is in another process
   */
  answer(method: string, answer: AnswerMaker, match?: AnswerMatch): Promise<NodeHandle>;
  answer(method: string, answer: unknown, match?: AnswerMatch): Promise<NodeHandle>;
  /**
   * Makes the calls of one or more methods fail: `addFault` in short.
   * @example
   * await node.fail('getBlock', { http: 429 }, { times: 2 });
   * await node.fail('getSlot', { stale: 5 });
   * await node.fail('getTransaction', { as: { agave: '4.2', stale: 2 } }, { probability: 0.5 });
   * await node.fail('accountNotification', { dropNotifications: true }, { after: 1 });
   * @throws RpcError for a misspelled method, or an effect that it cannot have
   */
  fail(method: string | readonly string[], how: Failing, match?: AnswerMatch): Promise<NodeHandle>;
  /**
   * Adds a fault of calls, connections or notifications; the first fault that matches applies.
   * @example
   * await node.addFault({ then: { delayMs: { median: 80, sigma: 0.5 } } });
   * await node.addFault({ match: { method: 'getBlock', params: [320] }, then: { reset: true } });
   * @throws RpcError for an invalid fault
   */
  addFault(fault: NewFault): Promise<NodeHandle>;
  /**
   * Adds a send rule; the first rule that matches a sent transaction decides its outcome. Without a rule that matches, the instructions of a
   * transaction are executed.
   * @example
   * await node.onSend({ match: { feePayer: 'alice' }, then: { fail: { custom: 6001 } } });
   * await node.onSend({ match: { memo: 'order 17', nth: 1 }, then: 'drop' });
   * @throws RpcError for an invalid rule
   */
  onSend(rule: NewSendRule): Promise<NodeHandle>;
}

type Request = (method: string, params: readonly unknown[]) => Promise<unknown>;

/** Functions that only a node of this process has. */
export interface LocalFaults {
  /** adds a fault whose answers a function makes, and gives its id */
  add(faultIn: (state: LedgerState) => GivenFault): string;
  /** calls the control methods of faults, also if the node takes no control calls */
  readonly request: Request;
}

/**
 * @param request calls a method and returns its result
 * @param local undefined: the node is in another process
 */
export function handlesOf(request: Request, local?: LocalFaults): HandleMethods {
  const faults = rulesOf(request, 'Fault');
  const answers = rulesOf(local?.request ?? request, 'Fault');
  const sendRules = rulesOf(request, 'SendRule');
  return {
    async answer(method: string, answer: unknown, match?: AnswerMatch) {
      const json = answerJson(method, answer, match);
      if (typeof answer !== 'function') return answers.add('stillnode_addFault', json);
      if (local === undefined)
        throw new TypeError(
          `\`answer\` of ${method} is a function, and functions cannot cross to a node in another process: give values, or use a node of this process (that of a test is one without \`url\` and STILLNODE_URL)`,
        );
      return handleOf(
        local.add((state) => functionFault(json, answer as AnswerMaker, state)),
        answers,
      );
    },
    fail: async (method, how, match) => faults.add('stillnode_addFault', failingJson(method, how, match)),
    addFault: async (fault) => faults.add('stillnode_addFault', faultJson(fault)),
    onSend: async (rule) => sendRules.add('stillnode_onSend', sendRuleJson(rule)),
  };
}

/** The list of faults, or that of send rules. */
function rulesOf(request: Request, kind: 'Fault' | 'SendRule') {
  const list: RuleList = {
    list: () => request(`stillnode_list${kind}s`, []) as ReturnType<RuleList['list']>,
    remove: (id) => request(`stillnode_remove${kind}`, [id]),
  };
  const add = async (method: string, rule: unknown) => {
    const id = await withHints(request(method, [rule]), 'wire', 'node');
    return handleOf(String(id), list);
  };
  return { ...list, add };
}
