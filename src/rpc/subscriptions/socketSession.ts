import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { NO_PARAMS, params, readAsNode } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import type { Caller, RpcCall } from '../protocol/call.ts';
import { answerBody, type DispatchOptions } from '../protocol/dispatch.ts';
import { Ending } from '../protocol/ending.ts';
import { replyText } from '../protocol/envelope.ts';
import type { Session } from '../protocol/session.ts';
import { SUBSCRIPTIONS } from './index.ts';
import type { Subscriber } from './subscriber.ts';

const BY_NAME = new Map(SUBSCRIPTIONS.map((subscription) => [subscription.name, subscription]));

/** The names of unsubscribe methods: each of them ends a subscription of any kind, as in the node. */
const UNSUBSCRIBE = new Set(SUBSCRIPTIONS.map(({ kind }) => `${kind}Unsubscribe`));

/** the only method of HTTP that sockets have too */
const SHARED_METHOD = 'getVersion';

const ID_PARAMS = params({ id: u64 });

/**
 * Answers the calls of a connection: subscriptions, getVersion and control methods.
 *
 * Votes are refused as by a node that has them off, which decodes the parameters first.
 *
 * Source   agave 4.1 rpc_pubsub.rs RpcSolPubSubInternal
 */
function socketCalls(subscriber: Subscriber, http: RpcCall): RpcCall {
  return async (call, context) => {
    const { method, params } = call;
    const subscription = BY_NAME.get(method);
    if (subscription !== undefined) {
      const id = await subscriber.subscribe(
        subscription,
        readAsNode(subscription.params, params, subscriber.nodeVersion),
        stringifyJson(params ?? []),
      );
      context.hears = subscriber.hears();
      return stringifyJson(id);
    }
    if (UNSUBSCRIBE.has(method)) {
      subscriber.unsubscribe(Number(readAsNode(ID_PARAMS, params, subscriber.nodeVersion).id));
      return 'true';
    }
    if (method === 'voteSubscribe') readAsNode(NO_PARAMS, params, subscriber.nodeVersion);
    if (method === 'voteUnsubscribe') readAsNode(ID_PARAMS, params, subscriber.nodeVersion);
    const isControl = subscriber.controls?.owns(method) === true;
    if (isControl || method === SHARED_METHOD)
      return subscriber.control?.answer(call, context.caller) ?? http(call, context);
    throw rpcErrors.methodNotFound();
  };
}

/** @param options `call` answers what is also served over HTTP */
export function openSession(
  subscriber: Subscriber,
  options: DispatchOptions,
  caller: Omit<Caller, 'whenGone'>,
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
      end.end();
      subscriber.close();
    },
  };
}
