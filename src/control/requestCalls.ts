import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { Transport } from '../faults/fault.ts';
import type { AskAccess, ControlAccess } from '../jsonrpc/access.ts';
import type { FaultFor } from '../jsonrpc/callFault.ts';
import type { DispatchOptions } from '../jsonrpc/dispatch.ts';
import { cachedCall, type ResultCache, type RpcCall } from '../jsonrpc/resultCache.ts';
import type { Upstream } from '../jsonrpc/upstream.ts';
import { stateBehind } from '../ledger/stateBehind.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { METHODS } from '../methods/index.ts';
import { UnknownBytesError } from '../model/parsedData.ts';
import type { LazyExecutor } from '../runtime/transactions/lazyExecutor.ts';
import { callFaultOf, NO_FAULT } from './callFault.ts';
import { isControl } from './controlPrefix.ts';
import { DISCOVERY, type Discovery } from './discovery.ts';
import type { readThrough } from './readThrough.ts';
import { runVerb } from './verb.ts';

/** A ledger that is served, and what it shares with the others of its node. */
export interface ServedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
  readonly executor: LazyExecutor;
  /** of transactions in the words of scripts that ask for LiteSVM */
  readonly liteSvm: LazyExecutor;
  /** answers what the ledger lacks; undefined: nobody does */
  readonly upstream: Upstream | undefined;
}

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

/** Loaded when it is first asked for: most nodes never are. */
const verbs = async () => (await import('./index.ts')).VERBS;
const throughUpstream = async (...call: Parameters<typeof readThrough>) =>
  (await import('./readThrough.ts')).readThrough(...call);
const sendMethods = async () => (await import('../sending/index.ts')).SEND_METHODS;

/** Answers the calls of one request. Each reads the frame that is there when it starts, also within a batch. */
export function callsOf(
  { cache, executor, forks, liteSvm, live, upstream }: ServedLedger,
  dialect: Dialect,
  access: ControlAccess | AskAccess,
  transport: Transport,
): Pick<DispatchOptions, 'call' | 'scopeOf' | 'faultFor'> {
  const accessNow = () => (typeof access === 'function' ? access() : access);
  const discovery = (): Discovery => (accessNow().kind === 'allowed' ? DISCOVERY.underControl : DISCOVERY.plain);
  const methodOf = (name: string) => (name === DOCUMENT ? discovery() : METHODS.get(name));
  const answer = withBytesRefused((name, params, _paramsText, staleBy, onSource) => {
    const { state } = live.frame;
    const ledger = staleBy === undefined ? state : stateBehind(state, staleBy);
    const method = methodOf(name)!;
    if (upstream !== undefined) return throughUpstream(method, params, { ledger, dialect }, upstream, onSource);
    return method.answer(method.readParams(params, dialect), { ledger, dialect });
  });
  /** Looks up the method first: an unknown method is reported before wrong parameters. */
  const send = withBytesRefused(async (name, params) => {
    const method = (await sendMethods()).get(name);
    if (method === undefined) throw rpcErrors.methodNotFound();
    const sent = method.readParams(params);
    await executor.load();
    return method.answer(sent, { live, execute: executor.execute });
  });
  const control = withBytesRefused(async (name, params) => {
    const given = accessNow();
    if (given.kind === 'off') throw rpcErrors.methodNotFound();
    const verb = (await verbs()).get(name);
    if (verb === undefined) throw rpcErrors.methodNotFound();
    if (given.kind === 'refused') throw rpcErrors.controlRefused(given.message);
    const { execute } = executor;
    const loadExecutor = () => executor.load();
    const loadLiteSvm = () => liteSvm.load();
    const loaders = { loadExecutor, loadLiteSvm };
    const { urlOf } = given;
    const hasUpstream = upstream !== undefined;
    return runVerb(verb, params, { live, forks, dialect, execute, ...loaders, methodOf, urlOf, hasUpstream });
  });
  const isRead = (name: string) => name === DOCUMENT || METHODS.has(name);
  // what a frame answers never changes; what upstream answers is kept there
  const scopeOf = (name: string) => {
    if (!isRead(name) || upstream !== undefined) return undefined;
    const isListed = name === DOCUMENT && accessNow().kind === 'allowed';
    return `${live.frame.id} ${dialect.name} ${isListed}`;
  };
  const read = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = (name, params, ...rest) => {
    if (isControl(name)) return control(name, params);
    return isRead(name) ? read(name, params, ...rest) : send(name, params);
  };
  const { faults, overrides } = live;
  const faultFor: FaultFor = (method, params) => {
    if ((faults.isEmpty && overrides.isEmpty) || isControl(method)) return undefined;
    const taken = faults.take({ occasion: transport, method, params: () => params, isRead: isRead(method) });
    const fault = taken && callFaultOf(taken, transport);
    // an override is for a call that would be carried out
    const override = fault?.error === undefined ? overrides.take(method) : undefined;
    return override === undefined ? fault : { ...NO_FAULT, ...fault, answer: () => override.answer(params) };
  };
  return { call, scopeOf, faultFor };
}

/** Accounts throw UnknownBytesError wherever their bytes are read. What is no promise stays none: waiting costs more than a result that is kept. */
function withBytesRefused(call: RpcCall): RpcCall {
  return (...given) => {
    try {
      const answer = call(...given);
      return answer instanceof Promise ? answer.catch(refuseBytes) : answer;
    } catch (error) {
      return refuseBytes(error);
    }
  };
}

function refuseBytes(error: unknown): never {
  throw error instanceof UnknownBytesError ? rpcErrors.bytesNotRecorded(error.address) : error;
}
