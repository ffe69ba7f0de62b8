import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { params, readAsNode } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import type { Caller, RpcCall } from '../protocol/call.ts';
import { answerBody, type DispatchOptions } from '../protocol/dispatch.ts';
import { Ending } from '../protocol/ending.ts';
import { replyText } from '../protocol/envelope.ts';
import type { Session } from '../protocol/session.ts';
import { ON_SOCKETS } from './index.ts';
import { vote } from './slotSubscriptions.ts';
import type { Subscriber } from './subscriber.ts';

const BY_NAME = new Map(ON_SOCKETS.map((subscription) => [subscription.name, subscription]));

/** The names of unsubscribe methods: each of them ends a subscription of any kind, as in the node. */
const UNSUBSCRIBE = new Set(ON_SOCKETS.map(({ kind }) => `${kind}Unsubscribe`));

/** the only method of HTTP that sockets have too */
const SHARED_METHOD = 'getVersion';

const ID_PARAMS = params({ id: u64 });

/**
 * Answers the calls of a connection: subscriptions, getVersion and control methods.
 *
 * Votes are refused as by a node that has them off, which decodes the parameters first; from 4.5 on they are accepted, and none is told.
 *
 * Source   agave 4.1 rpc_pubsub.rs RpcSolPubSubInternal
 */
function socketCalls(subscriber: Subscriber, http: RpcCall): RpcCall {
  return async (call, context) => {
    const { method, params } = call;
    const subscription = BY_NAME.get(method);
    if (subscription !== undefined) {
      const read = readAsNode(subscription.params, params, subscriber.nodeVersion);
      if (subscription === vote && !subscriber.nodeVersion.hearsNoVotes) throw rpcErrors.methodNotFound();
      const id = await subscriber.subscribe(subscription, read, stringifyJson(params ?? []));
      context.hears = subscriber.hears();
      return stringifyJson(id);
    }
    if (UNSUBSCRIBE.has(method)) {
      const { id } = readAsNode(ID_PARAMS, params, subscriber.nodeVersion);
      if (method === `${vote.kind}Unsubscribe` && !subscriber.nodeVersion.hearsNoVotes)
        throw rpcErrors.methodNotFound();
      subscriber.unsubscribe(Number(id));
      return 'true';
    }
    const isControl = subscriber.controls?.owns(method) === true;
    if (isControl || method === SHARED_METHOD)
      return subscriber.control?.answer(call, context.caller) ?? http(call, context);
    throw rpcErrors.methodNotFound();
  };
}

/**
 * @param options `call` answers what is also served over HTTP
 * @param hasEnded called when the connection has ended
 */
export function openSession(
  subscriber: Subscriber,
  options: DispatchOptions,
  caller: Omit<Caller, 'whenGone'>,
  hasEnded: () => void,
): Session {
  const end = new Ending();
  // every call does something: equal ones of a batch are not one, and no result is kept
  const dispatchOptions = { ...options, call: socketCalls(subscriber, options.call), scopeOf: () => undefined };
  return {
    get hasSubscriptions() {
      return subscriber.hasSubscriptions;
    },
    async answer(message, onWaiting) {
      const onSocket = { ...caller, onWaiting, whenGone: end.whenEnded };
      const { calls, fault, reply } = await answerBody(message, dispatchOptions, onSocket);
      return { calls, fault, text: replyText(reply).replace(/\n$/, '') };
    },
    replied: () => subscriber.replied(),
    close: () => {
      hasEnded();
      end.end();
      subscriber.close();
    },
  };
}
