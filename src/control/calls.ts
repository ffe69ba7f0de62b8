import type { JsonValue } from '../codec/json.ts';
import type { Dialect } from '../dialect.ts';
import { rpcErrors } from '../errors.ts';
import type { AskAccess, ControlAccess } from '../jsonrpc/access.ts';
import type { DispatchOptions } from '../jsonrpc/dispatch.ts';
import { cachedCall, type ResultCache, type RpcCall } from '../jsonrpc/resultCache.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import { METHODS } from '../methods/index.ts';
import { refusalOf } from '../methods/notServed.ts';
import { METHODS_UNDER_CONTROL, VERBS } from './index.ts';
import { runVerb, type Verb } from './verb.ts';

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

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
  const control = (verb: Verb, params: JsonValue | undefined) => {
    const given = accessNow();
    if (given.kind === 'off') throw rpcErrors.methodNotFound();
    if (given.kind === 'refused') throw rpcErrors.controlRefused(given.message);
    return runVerb(verb, params, { live, forks, urlOf: given.urlOf });
  };
  // what a frame answers never changes
  const scopeOf = (name: string) =>
    VERBS.has(name) ? undefined : `${live.frame.id} ${dialect.name} ${isUnderControl(name)}`;
  const cached = cachedCall(cache, scopeOf, answer);
  const call: RpcCall = (name, params, paramsText) => {
    const verb = VERBS.get(name);
    return verb === undefined ? cached(name, params, paramsText) : control(verb, params);
  };
  return { call, scopeOf };
}
