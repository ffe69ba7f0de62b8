import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { ControlAccess } from '../jsonrpc/access.ts';
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

/** Loaded when it is first asked for: most nodes never are. */
const verbs = async () => (await import('./index.ts')).VERBS;

/** The methods of a node that can be controlled: its document lists the control methods too. */
export const METHODS_UNDER_CONTROL: ReadonlyMap<string, Method> = new Map([
  ...METHODS,
  ['rpc.discover', createRpcDiscover(async () => [...METHODS.values(), ...(await verbs()).values()])],
]);

/** Answers the calls of one request. Each reads the frame that is there when it starts, also within a batch. */
export function callsOf(
  { cache, forks, live }: ServedLedger,
  dialect: Dialect,
  access: ControlAccess,
): Pick<DispatchOptions, 'call' | 'scopeOf'> {
  const methods = access.kind === 'allowed' ? METHODS_UNDER_CONTROL : METHODS;
  /** Looks up the method first: an unknown method is reported before wrong parameters. */
  const answer: RpcCall = (name, params) => {
    const method = methods.get(name);
    if (method === undefined) throw refusalOf(name);
    return method.answer(method.readParams(params, dialect), { ledger: live.frame.state, dialect });
  };
  const control: RpcCall = async (name, params) => {
    if (access.kind === 'off') throw rpcErrors.methodNotFound();
    const verb = (await verbs()).get(name);
    if (verb === undefined) throw rpcErrors.methodNotFound();
    if (access.kind === 'refused') throw rpcErrors.controlRefused(access.message);
    return runVerb(verb, params, { live, forks, urlOf: access.urlOf });
  };
  // what a frame answers never changes; the document depends on the access
  const scopeOf = (name: string) =>
    name.startsWith(PREFIX) ? undefined : `${live.frame.id} ${dialect.name} ${access.kind === 'allowed'}`;
  const cached = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = (name, params, paramsText) =>
    name.startsWith(PREFIX) ? control(name, params) : cached(name, params, paramsText);
  return { call, scopeOf };
}
