import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { AskAccess, ControlAccess } from '../jsonrpc/access.ts';
import type { DispatchOptions } from '../jsonrpc/dispatch.ts';
import { cachedCall, type ResultCache, type RpcCall } from '../jsonrpc/resultCache.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { METHODS } from '../methods/index.ts';
import type { Method } from '../methods/method.ts';
import { refusalOf } from '../methods/notServed.ts';
import { createRpcDiscover } from '../methods/rpcDiscover.ts';
import { runVerb } from './verb.ts';

/** A ledger that is served, and what it shares with the others of its node. */
export interface ServedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
}

/** Of every control method, and of no other. */
const PREFIX = 'stillnode_';

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

/** Loaded when it is first asked for: most nodes never are. */
const verbs = async () => (await import('./index.ts')).VERBS;

/** The methods of a node that can be controlled: its document lists the control methods too. */
export const METHODS_UNDER_CONTROL: ReadonlyMap<string, Method> = new Map([
  ...METHODS,
  [DOCUMENT, createRpcDiscover(async () => [...METHODS.values(), ...(await verbs()).values()])],
]);

/** Answers the calls of one request. Each reads the frame that is there when it starts, also within a batch. */
export function callsOf(
  { cache, forks, live }: ServedLedger,
  dialect: Dialect,
  access: ControlAccess | AskAccess,
): Pick<DispatchOptions, 'call' | 'scopeOf'> {
  const accessNow = () => (typeof access === 'function' ? access() : access);
  const isUnderControl = (name: string) => name === DOCUMENT && accessNow().kind === 'allowed';
  /** Looks up the method first: an unknown method is reported before wrong parameters. */
  const answer: RpcCall = (name, params) => {
    const method = (isUnderControl(name) ? METHODS_UNDER_CONTROL : METHODS).get(name);
    if (method === undefined) throw refusalOf(name);
    return method.answer(method.readParams(params, dialect), { ledger: live.frame.state, dialect });
  };
  const control: RpcCall = async (name, params) => {
    const given = accessNow();
    if (given.kind === 'off') throw rpcErrors.methodNotFound();
    const verb = (await verbs()).get(name);
    if (verb === undefined) throw rpcErrors.methodNotFound();
    if (given.kind === 'refused') throw rpcErrors.controlRefused(given.message);
    return runVerb(verb, params, { live, forks, dialect, urlOf: given.urlOf });
  };
  // what a frame answers never changes
  const scopeOf = (name: string) =>
    name.startsWith(PREFIX) ? undefined : `${live.frame.id} ${dialect.name} ${isUnderControl(name)}`;
  const cached = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = (name, params, paramsText) =>
    name.startsWith(PREFIX) ? control(name, params) : cached(name, params, paramsText);
  return { call, scopeOf };
}
