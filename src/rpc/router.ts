import type { JsonResult } from '../codec/jsonText.ts';
import type { Dialect } from '../dialect.ts';
import { RpcError, rpcErrors } from '../errors.ts';
import { stateOfNode } from '../ledger/otherNode.ts';
import type { LiveLedger } from '../live/liveLedger.ts';
import type { Moment } from '../live/move.ts';
import type { SentRecord } from '../live/sentLog.ts';
import { callFaultOf } from './callFaults.ts';
import { readAsNode } from './params/params.ts';
import type { Endpoint, FaultFor, RpcCall } from './protocol/call.ts';
import type { DispatchOptions } from './protocol/dispatch.ts';
import { cachedCall, callKey, type ScopeOf } from './protocol/resultCache.ts';
import { readThrough } from './readThrough.ts';
import { accountNeedsOf } from './sending/sendMethod.ts';
import { sendTransaction } from './sending/sendTransaction.ts';
import { sendsIn } from './sending/sentInCall.ts';
import type { ControlTable, FindMethod, MethodTables, RoutedLedger } from './tables.ts';
import { unknownBytesRefusal } from './unknownBytes.ts';

/** The one method whose answer depends on the access: it lists the control methods. */
const DOCUMENT = 'rpc.discover';

/** Functions that answer the calls to a ledger from these tables. Each call reads the version that is there when it starts, also within a batch. */
export function routerOf(
  ledger: RoutedLedger,
  dialect: Dialect,
  tables: MethodTables,
): Pick<DispatchOptions, 'call' | 'isChange' | 'scopeOf' | 'faultFor'> {
  const { cache, live, upstream } = ledger;
  const { controls, discovery, reads, sends } = tables;
  const isRead = (name: string) => name === DOCUMENT || reads.has(name);
  const readMethodOf: FindMethod = (name, caller) => {
    if (name !== DOCUMENT) return reads.get(name);
    return caller.access().kind === 'allowed' ? discovery.underControl : discovery.plain;
  };
  // the answers of a version never change; those of upstream are kept by upstream itself
  const scopeOf: ScopeOf = (method, caller) => {
    if (!isRead(method) || reads.get(method)?.isNeverCached || upstream !== undefined) return undefined;
    const isListed = method === DOCUMENT && caller.access().kind === 'allowed';
    return `${live.version.id} ${dialect.name} ${isListed}`;
  };
  const read = cachedCall(cache, scopeOf, withBytesRefused(readCall(ledger, dialect, readMethodOf)));
  const send = withBytesRefused(sendCall(ledger, tables));
  const readOrAdvance = withAutoAdvance(ledger, read);
  const sendOrAdvance = withAutoAdvance(ledger, send);
  const control = controls && withBytesRefused(controls.callsOf(ledger, dialect, { methodOf: readMethodOf, sends }));
  const call: RpcCall = (request, context) => {
    const { method } = request;
    const isClient = !context.caller.isInspector();
    if (isClient) live.autoAdvance.countCall();
    if (control !== undefined && controls?.owns(method)) return control(request, context);
    const mayAdvance = isClient && live.autoAdvance.isOn;
    if (isRead(method)) return (mayAdvance ? readOrAdvance : read)(request, context);
    // a client asks again for the status of what it sent, as for other answers
    const asksStatus = sends.get(method)?.reading === 'status';
    return (mayAdvance && asksStatus ? sendOrAdvance : send)(request, context);
  };
  const isChange = (name: string) => !isRead(name) && sends.get(name)?.reading === undefined;
  return { call, isChange, scopeOf, faultFor: faultsOf(live, controls, isRead) };
}

/** Answers calls of methods that read, from the ledger or from its upstream. @param methodOf has every method that is called */
function readCall(
  { addresses, live, maxResultBytes, upstream }: RoutedLedger,
  dialect: Dialect,
  methodOf: FindMethod,
): RpcCall {
  return ({ method: name, params }, context) => {
    const ledger = stateOfNode(live.version.state, context.otherNode);
    const method = methodOf(name, context.caller)!;
    const read = { ledger, dialect, addresses: addresses?.(), maxResultBytes };
    if (upstream !== undefined)
      return readThrough(method, params, read, upstream, {
        isAsLoaded: live.isAsLoaded && context.otherNode === undefined,
        onSource: (source) => {
          context.source = source;
        },
      });
    return method.answer(method.params.read(params, { dialect, version: ledger.protocol.version }), read);
  };
}

/**
 * Adds auto-advance to calls that read. A client that gets the same answer to the same call again is waiting for the ledger to move: one
 * slot passes, and the call is answered again.
 */
function withAutoAdvance({ advance, live }: RoutedLedger, read: RpcCall): RpcCall {
  return async (request, context) => {
    const answer = async (): Promise<ComparedAnswer> => {
      try {
        const text = await read(request, context);
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
    if (!autoAdvance.isRepeated(request.method, callKey(request), first.key)) return first.give();
    // at the end of the ledger no slot passes
    await advance().catch(() => {});
    context.moment = live.moment;
    const second = await answer();
    // the next call is compared with this answer
    autoAdvance.isRepeated(request.method, callKey(request), second.key);
    return second.give();
  };
}

/** The outcome of a call. */
interface ComparedAnswer {
  /** equal for equal outcomes */
  readonly key: JsonResult;
  /** Returns the result, or throws the error. */
  readonly give: () => JsonResult;
}

/** Answers calls of methods that send or simulate. The method is looked up first: an unknown one is reported before wrong parameters. */
function sendCall(
  { execute, live, maxResultBytes, upstreamAccounts }: RoutedLedger,
  { offNames, paths, sends }: MethodTables,
): RpcCall {
  const methodAt = (name: string, { path, query }: Endpoint) =>
    paths
      .get(path)
      ?.methodsFor(query)
      .find((method) => method.name === name);
  return ({ method: name, params }, context) => {
    const endpoint = paths.size > 0 ? context.caller.endpoint?.() : undefined;
    const method = (endpoint && methodAt(name, endpoint)) ?? sends.get(name);
    if (method === undefined) throw offNames.has(name) ? rpcErrors.extensionOff(name) : rpcErrors.methodNotFound();
    const now = live.moment;
    const readParams = readAsNode(method.params, params, now.state.protocol.version);
    const onSent = (sent: SentRecord) => {
      context.sent = sent;
    };
    const answerFrom = (moment: Moment) =>
      method.answer(readParams, { live, now: moment, execute, maxResultBytes, onSent });
    // a call that is refused without accounts asks for none
    const needs = upstreamAccounts && accountNeedsOf(method, readParams, now);
    if (needs === undefined) return answerFrom(now);
    return upstreamAccounts!.learn(needs, live, now).then(
      (moment) => {
        context.moment &&= moment;
        return answerFrom(moment);
      },
      (error: unknown) => {
        if (error instanceof RpcError) method.rememberRefused?.(readParams, error, { live, onSent });
        throw error;
      },
    );
  };
}

/** Finds the fault that a call has. Calls of control methods, and of the page of the inspector, have none. */
function faultsOf(live: LiveLedger, controls: ControlTable | undefined, isRead: (name: string) => boolean): FaultFor {
  const { faults } = live;
  return ({ method, params }, caller) => {
    if (faults.isEmpty || controls?.owns(method) || caller.isInspector()) return undefined;
    const { transport } = caller;
    const match = faults.take({
      occasion: transport,
      method,
      params: () => params,
      isRead: isRead(method),
      ...(method === sendTransaction.name && { sends: sendsIn(params, live.version.state) }),
      clientKey: () => caller.clientKey(),
    });
    return match && callFaultOf(match, transport, params, live.version.state);
  };
}

/**
 * Adds the refusal of accounts whose bytes were not recorded: they throw UnknownBytesError wherever their bytes are read. Sync results stay
 * sync: awaiting costs more than a cache hit.
 */
function withBytesRefused(call: RpcCall): RpcCall {
  return (request, context) => {
    try {
      const answer = call(request, context);
      return answer instanceof Promise ? answer.catch(refuseBytes) : answer;
    } catch (error) {
      return refuseBytes(error);
    }
  };
}

function refuseBytes(error: unknown): never {
  throw unknownBytesRefusal(error) ?? error;
}
