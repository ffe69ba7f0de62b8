import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { Transport } from '../faults/fault.ts';
import type { AskAccess, ControlAccess } from '../jsonrpc/access.ts';
import type { FaultFor } from '../jsonrpc/callFault.ts';
import type { DispatchOptions } from '../jsonrpc/dispatch.ts';
import { cachedCall, type ResultCache, type RpcCall } from '../jsonrpc/resultCache.ts';
import { stateBehind } from '../ledger/stateBehind.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { METHODS } from '../methods/index.ts';
import { UnknownBytesError } from '../model/parsedData.ts';
import type { LazyExecutor } from '../runtime/transactions/lazyExecutor.ts';
import { callFaultOf } from './callFault.ts';
import { DISCOVERY, type Discovery } from './discovery.ts';
import { runVerb } from './verb.ts';

/** A ledger that is served, and what it shares with the others of its node. */
export interface ServedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
  readonly executor: LazyExecutor;
}

/** Of every control method, and of no other. */
const PREFIX = 'stillnode_';

export function isControl(name: string): boolean {
  return name.startsWith(PREFIX);
}

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

/** Loaded when it is first asked for: most nodes never are. */
const verbs = async () => (await import('./index.ts')).VERBS;
const sendMethods = async () => (await import('../sending/index.ts')).SEND_METHODS;

/** Answers the calls of one request. Each reads the frame that is there when it starts, also within a batch. */
export function callsOf(
  { cache, executor, forks, live }: ServedLedger,
  dialect: Dialect,
  access: ControlAccess | AskAccess,
  transport: Transport,
): Pick<DispatchOptions, 'call' | 'scopeOf' | 'faultFor'> {
  const accessNow = () => (typeof access === 'function' ? access() : access);
  const discovery = (): Discovery => (accessNow().kind === 'allowed' ? DISCOVERY.underControl : DISCOVERY.plain);
  const answer: RpcCall = (name, params, _paramsText, staleBy) => {
    const { state } = live.frame;
    const ledger = staleBy === undefined ? state : stateBehind(state, staleBy);
    const method = name === DOCUMENT ? discovery() : METHODS.get(name)!;
    return method.answer(method.readParams(params, dialect), { ledger, dialect });
  };
  /** Looks up the method first: an unknown method is reported before wrong parameters. */
  const send: RpcCall = async (name, params) => {
    const method = (await sendMethods()).get(name);
    if (method === undefined) throw rpcErrors.methodNotFound();
    const read = method.readParams(params);
    await executor.load();
    return method.answer(read, { live, execute: executor.execute });
  };
  const control: RpcCall = async (name, params) => {
    const given = accessNow();
    if (given.kind === 'off') throw rpcErrors.methodNotFound();
    const verb = (await verbs()).get(name);
    if (verb === undefined) throw rpcErrors.methodNotFound();
    if (given.kind === 'refused') throw rpcErrors.controlRefused(given.message);
    return runVerb(verb, params, { live, forks, dialect, execute: executor.execute, urlOf: given.urlOf });
  };
  const isRead = (name: string) => name === DOCUMENT || METHODS.has(name);
  // what a frame answers never changes
  const scopeOf = (name: string) => {
    if (!isRead(name)) return undefined;
    const isListed = name === DOCUMENT && accessNow().kind === 'allowed';
    return `${live.frame.id} ${dialect.name} ${isListed}`;
  };
  const cached = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = async (name, params, paramsText, staleBy) => {
    try {
      if (isControl(name)) return await control(name, params);
      return await (isRead(name) ? cached(name, params, paramsText, staleBy) : send(name, params));
    } catch (error) {
      // accounts throw this wherever their bytes are read
      throw error instanceof UnknownBytesError ? rpcErrors.bytesNotRecorded(error.address) : error;
    }
  };
  const { faults } = live;
  const faultFor: FaultFor = (method, params) => {
    if (faults.isEmpty || isControl(method)) return undefined;
    const taken = faults.take({ occasion: transport, method, params: () => params });
    return taken && callFaultOf(taken, transport);
  };
  return { call, scopeOf, faultFor };
}
