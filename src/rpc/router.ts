import type { JsonResult } from '../codec/jsonText.ts';
import type { Dialect } from '../dialect.ts';
import { type RpcError, rpcErrors } from '../errors.ts';
import { presentOf } from '../fixtures/document/members.ts';
import { type OtherNode, stateOfNode } from '../ledger/otherNode.ts';
import type { ConnectionFault, FaultThen, Transport } from '../live/faults/fault.ts';
import type { TakenFault } from '../live/faults/faultList.ts';
import type { Forks } from '../live/forks.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { Executor } from '../runtime/loadedTransaction.ts';
import { UnknownBytesError } from '../solana/account.ts';
import { isControl, runVerb, type ShowThing } from './control/controlMethod.ts';
import { DISCOVERY, VERBS } from './control/index.ts';
import { METHODS } from './methods/index.ts';
import type { Method } from './methods/method.ts';
import type { Call, Caller, CallFault, FaultFor, RpcCall, Upstream } from './protocol/call.ts';
import type { DispatchOptions } from './protocol/dispatch.ts';
import { cachedCall, callKey, type ResultCache, type ScopeOf } from './protocol/resultCache.ts';
import { readThrough } from './readThrough.ts';
import { SEND_METHODS } from './sending/index.ts';

/** What a fault means for one call. */
function callFaultOf({ delayMs, id, n, then }: TakenFault, transport: Transport, params: Call['params']): CallFault {
  const isOnWire = transport !== 'process';
  const { answer } = then;
  return {
    delayMs,
    error: errorOf(id, then, isOnWire),
    answer: answer && (() => answer(params, n)),
    otherNode: otherNodeOf(then),
    connection: isOnWire ? connectionFaultOf(then) : undefined,
  };
}

function otherNodeOf({ agave, stale }: FaultThen): OtherNode | undefined {
  return agave === undefined && stale === undefined ? undefined : { version: agave, slotsBehind: stale };
}

/** A connection that fails lets the call be carried out only where some of its answer is sent. */
function errorOf(id: string, { rpcError, ...then }: FaultThen, isOnWire: boolean): RpcError | undefined {
  if (rpcError !== undefined && (isOnWire || connectionFaultOf(then) === undefined))
    return rpcErrors.givenError(rpcError.code, rpcError.message, rpcError.data);
  const what = failureOf(then, isOnWire);
  return what === undefined ? undefined : rpcErrors.connectionFault(id, what);
}

function failureOf({ closeSocket, garbage, http, reset, truncate }: FaultThen, isOnWire: boolean): string | undefined {
  if (http !== undefined) return `HTTP ${http.status}`;
  if (reset !== undefined) return 'a TCP reset';
  if (garbage !== undefined) return 'a body that is not JSON';
  if (closeSocket !== undefined) return 'the end of its socket';
  return truncate === undefined || isOnWire ? undefined : `the first ${truncate} bytes of its body`;
}

function connectionFaultOf({ closeSocket, garbage, http, reset, truncate }: FaultThen): ConnectionFault | undefined {
  const fault = presentOf({ closeSocket, garbage, http, reset, truncate });
  return Object.keys(fault).length === 0 ? undefined : fault;
}

/** A ledger that is served, and what it shares with the others of its node. */
export interface ServedLedger {
  readonly live: LiveLedger;
  readonly forks: Forks;
  readonly cache: ResultCache;
  readonly execute: Executor;
  /** lets one slot pass by itself; throws MoveError at the end of the ledger */
  readonly advance: () => Promise<void>;
  /** the executor of scripted transactions that ask for LiteSVM; throws LiteSvmMissingError */
  readonly loadLiteSvm: () => Promise<Executor>;
  /** what `stillnode show --json` says of a word */
  readonly show: ShowThing;
  /** answers what the ledger lacks; undefined: none */
  readonly upstream: Upstream | undefined;
}

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

/** Answers the calls to a ledger. Each reads the version that is there when it starts, also within a batch. */
export function callsOf(
  ledger: ServedLedger,
  dialect: Dialect,
): Pick<DispatchOptions, 'call' | 'scopeOf' | 'faultFor'> {
  const { cache, live, upstream } = ledger;
  // what a version answers never changes; what upstream answers is kept there
  const scopeOf: ScopeOf = (method, { access }) => {
    if (!isRead(method) || upstream !== undefined) return undefined;
    const isListed = method === DOCUMENT && access().kind === 'allowed';
    return `${live.version.id} ${dialect.name} ${isListed}`;
  };
  const read = cachedCall(cache, scopeOf, withBytesRefused(readCall(ledger, dialect)));
  const send = withBytesRefused(sendCall(ledger));
  const control = withBytesRefused(controlCall(ledger, dialect));
  const waited = waitedCall(ledger, read);
  const call: RpcCall = (asked, context) => {
    const isClient = !context.caller.isInspector();
    if (isClient) live.autoAdvance.asked();
    if (isControl(asked.method)) return control(asked, context);
    if (!isRead(asked.method)) return send(asked, context);
    return isClient && live.autoAdvance.isOn ? waited(asked, context) : read(asked, context);
  };
  return { call, scopeOf, faultFor: faultsOf(live) };
}

function isRead(method: string): boolean {
  return method === DOCUMENT || METHODS.has(method);
}

function methodOf(name: string, { access }: Caller): Method | undefined {
  if (name !== DOCUMENT) return METHODS.get(name);
  return access().kind === 'allowed' ? DISCOVERY.underControl : DISCOVERY.plain;
}

function readCall({ live, upstream }: ServedLedger, dialect: Dialect): RpcCall {
  return ({ method: name, params }, { caller, onSource, otherNode }) => {
    const ledger = stateOfNode(live.version.state, otherNode);
    const method = methodOf(name, caller)!;
    if (upstream !== undefined) return readThrough(method, params, { ledger, dialect }, upstream, onSource);
    return method.answer(method.readParams(params, dialect, ledger.protocol.version), { ledger, dialect });
  };
}

/** Before the same answer to the same question, a slot passes: who asks like that waits. */
function waitedCall({ advance, live }: ServedLedger, read: RpcCall): RpcCall {
  return async (asked, context) => {
    const answer = async (): Promise<Answered> => {
      try {
        const text = await read(asked, context);
        return { key: text, give: () => text };
      } catch (error) {
        return {
          key: String(error),
          give: () => {
            throw error;
          },
        };
      }
    };
    const { autoAdvance } = live;
    const first = await answer();
    if (!autoAdvance.isRepeated(asked.method, callKey(asked), first.key)) return first.give();
    // nothing comes behind the last slot
    await advance().catch(() => {});
    context.onAnew?.();
    const second = await answer();
    autoAdvance.isRepeated(asked.method, callKey(asked), second.key);
    return second.give();
  };
}

/** An answer or an error, and what tells it from others. */
interface Answered {
  readonly key: JsonResult;
  readonly give: () => JsonResult;
}

/** Looks up the method first: an unknown method is reported before wrong parameters. */
function sendCall({ execute, live }: ServedLedger): RpcCall {
  return ({ method: name, params }, { onSent }) => {
    const method = SEND_METHODS.get(name);
    if (method === undefined) throw rpcErrors.methodNotFound();
    const now = live.moment;
    return method.answer(method.readParams(params, now.state.protocol.version), { live, now, execute, onSent });
  };
}

function controlCall(
  { advance, execute, forks, live, loadLiteSvm, show, upstream }: ServedLedger,
  dialect: Dialect,
): RpcCall {
  return ({ method: name, params }, { caller }) => {
    const given = caller.access();
    const verb = VERBS.get(name);
    if (given.kind === 'off' || verb === undefined) throw rpcErrors.methodNotFound();
    if (given.kind === 'refused') throw rpcErrors.controlRefused(given.message);
    return runVerb(verb, params, {
      live,
      now: live.moment,
      forks,
      dialect,
      caller,
      execute,
      advance,
      loadLiteSvm,
      methodOf: (other) => methodOf(other, caller),
      urlOf: given.urlOf,
      show,
      hasUpstream: upstream !== undefined,
    });
  };
}

function faultsOf({ faults }: LiveLedger): FaultFor {
  return ({ method, params }, { isInspector, origin, transport }) => {
    if (faults.isEmpty || isControl(method) || isInspector()) return undefined;
    const happening = { occasion: transport, method, params: () => params, isRead: isRead(method), client: origin };
    const taken = faults.take(happening);
    return taken && callFaultOf(taken, transport, params);
  };
}

/** Accounts throw UnknownBytesError wherever their bytes are read. Sync results stay sync: awaiting costs more than a cache hit. */
function withBytesRefused(call: RpcCall): RpcCall {
  return (asked, context) => {
    try {
      const answer = call(asked, context);
      return answer instanceof Promise ? answer.catch(refuseBytes) : answer;
    } catch (error) {
      return refuseBytes(error);
    }
  };
}

function refuseBytes(error: unknown): never {
  throw error instanceof UnknownBytesError ? rpcErrors.bytesNotRecorded(error.address) : error;
}
