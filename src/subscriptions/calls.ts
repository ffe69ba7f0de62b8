import { type JsonValue, stringifyJson } from '../codec/json.ts';
import { rpcErrors } from '../errors.ts';
import type { RpcCall } from '../jsonrpc/call.ts';
import { assertNoParams, readTuple } from '../params/positional.ts';
import { readU64 } from '../params/values.ts';
import { SUBSCRIPTIONS } from './index.ts';
import type { Subscriber } from './subscriber.ts';

const BY_NAME = new Map(SUBSCRIPTIONS.map((subscription) => [subscription.name, subscription]));
/** Any of them ends a subscription of any kind, as in the node. */
const UNSUBSCRIBE = new Set(SUBSCRIPTIONS.map(({ kind }) => `${kind}Unsubscribe`));
/** of those over HTTP */
const ALSO = 'getVersion';
const CONTROL = /^stillnode_/;

function readId(params: JsonValue | undefined): bigint {
  return readTuple(params, 1, (value) => readU64(value))[0]!;
}

/**
 * Answers the calls of a connection: subscriptions, and of what is served over HTTP the version and control.
 *
 * Votes are refused as by a node that has them off, which decodes the parameters first.
 *
 * Source   agave 4.1 rpc_pubsub.rs RpcSolPubSubInternal
 */
export function socketCalls(subscriber: Subscriber, http: RpcCall): RpcCall {
  return async (call, context) => {
    const { method, params } = call;
    const subscription = BY_NAME.get(method);
    if (subscription !== undefined)
      return stringifyJson(await subscriber.subscribe(subscription, subscription.readParams(params)));
    if (UNSUBSCRIBE.has(method)) {
      subscriber.unsubscribe(Number(readId(params)));
      return 'true';
    }
    if (method === 'voteSubscribe') assertNoParams(params);
    if (method === 'voteUnsubscribe') readId(params);
    if (method === ALSO || CONTROL.test(method)) return http(call, context);
    throw rpcErrors.methodNotFound();
  };
}
