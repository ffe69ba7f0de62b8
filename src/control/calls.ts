import type { JsonValue } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { ControlAccess } from '../jsonrpc/access.ts';
import type { DispatchOptions } from '../jsonrpc/dispatch.ts';
import { cachedCall, type ResultCache, type RpcCall } from '../jsonrpc/resultCache.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { METHODS } from '../methods/index.ts';
import { refusalOf } from '../methods/notServed.ts';
import { METHODS_UNDER_CONTROL, VERBS } from './index.ts';
import { runVerb, type Verb } from './verb.ts';

/** A ledger that is served, and what it shares with the others of its node. */
export interface ServedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
}

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
  const control = (verb: Verb, params: JsonValue | undefined) => {
    if (access.kind === 'off') throw rpcErrors.methodNotFound();
    if (access.kind === 'refused') throw rpcErrors.controlRefused(access.message);
    return runVerb(verb, params, { live, forks, urlOf: access.urlOf });
  };
  // what a frame answers never changes; the document depends on the access
  const scopeOf = (name: string) =>
    VERBS.has(name) ? undefined : `${live.frame.id} ${dialect.name} ${access.kind === 'allowed'}`;
  const cached = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = (name, params, paramsText) => {
    const verb = VERBS.get(name);
    return verb === undefined ? cached(name, params, paramsText) : control(verb, params);
  };
  return { call, scopeOf };
}
