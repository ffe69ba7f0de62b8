import { RpcError } from '../errors.ts';
import { hintInCode } from '../fixtures/script/building/callSites.ts';
import { addressText } from '../fixtures/script/building/keyBuilders.ts';
import type { BuildBlock } from '../fixtures/script/building/ledgerBuilder.ts';
import { type NextBlock, nextBlockJson, type ToJson, transactionJson } from '../fixtures/script/building/nextBlock.ts';
import type { JournalCall } from '../rpc/control/callMethods.ts';
import { accountJson, assertGiven } from '../rpc/control/newAccount.ts';
import { faultOf } from '../rpc/control/newFault.ts';
import { sendRuleJson } from '../rpc/control/newSendRule.ts';
import type { AddedFixtures, LedgerControls } from './controlTypes.ts';

function isBuilder(value: unknown): value is ToJson<unknown> {
  return typeof value === 'object' && value !== null && 'toJSON' in value && typeof value.toJSON === 'function';
}

/** Errors name members as the builders do. */
async function inCode<T>(call: Promise<T>): Promise<T> {
  try {
    return await call;
  } catch (error) {
    if (!(error instanceof RpcError)) throw error;
    throw new RpcError(error.code, hintInCode(error.message), error.data);
  }
}

/** @param request calls a method and returns its result; the call starts at once, so that calls keep their order */
export function controlsOf(request: (method: string, params: readonly unknown[]) => Promise<unknown>): LedgerControls {
  // the tests of the control methods check their results against these types
  const call = async <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
    (await request(`stillnode_${method}`, params)) as T;
  const loadScript = (script: ToJson<unknown>, name = 'ledger().ledger.json') =>
    inCode(call<AddedFixtures>('load', script.toJSON(), name));
  return {
    getTips: () => call('getTips'),
    advance: (slots, options) => call('advance', slots, options),
    setTips: (tips) => call('setTips', tips),
    reorg: (from) => call('reorg', from),
    prune: (firstAvailable) => call('prune', firstAvailable),
    expireStatuses: async () => void (await call('expireStatuses')),
    setAccount: async (address, account, options) => {
      assertGiven(account, 'account', 'null deletes the account');
      return call('setAccount', addressText(address), accountJson(account), options);
    },
    addBlock: async (...args: readonly [(NextBlock | BuildBlock)?, BuildBlock?]) =>
      inCode(call('addBlock', nextBlockJson(...args))),
    addTransaction: async (transaction) => inCode(call('addTransaction', transactionJson(transaction))),
    load: async (value, name) => {
      assertGiven(value, 'value', 'it is a fixture of any format, or a scripted ledger');
      return isBuilder(value) ? loadScript(value, name) : call('load', value, name);
    },
    snapshot: () => call('snapshot'),
    revert: (id) => call('revert', id),
    reset: () => call('reset'),
    dropFork: async (name) => void (await call('dropFork', name)),
    listForks: () => call('listForks'),
    fail: async (method, how) => call('addFault', faultOf(method, how)),
    addFault: (fault) => call('addFault', fault),
    listFaults: () => call('listFaults'),
    removeFault: async (id) => void (await call('removeFault', id)),
    clearFaults: () => call('clearFaults'),
    onSend: async (rule) => inCode(call('onSend', sendRuleJson(rule))),
    listSendRules: () => call('listSendRules'),
    removeSendRule: async (id) => void (await call('removeSendRule', id)),
    clearSendRules: () => call('clearSendRules'),
    sent: () => call('sent'),
    calls: async (which) => {
      const filter = typeof which === 'string' ? { method: which } : which;
      return (await call<{ readonly calls: readonly JournalCall[] }>('calls', filter)).calls;
    },
    verify: (expected) => call('verify', typeof expected === 'string' ? { method: expected } : expected),
    clearCalls: () => call('clearCalls'),
    explain: (method, params) => call('explain', method, params),
  };
}
