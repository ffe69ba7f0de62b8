import { stringifyJson } from '../../codec/jsonText.ts';
import { rpcErrors } from '../../errors.ts';
import { params, readAsNode } from '../params/params.ts';
import { u64 } from '../params/usualTypes.ts';
import type { Caller, RpcCall } from '../protocol/call.ts';
import { answerBody, type DispatchOptions } from '../protocol/dispatch.ts';
import { Ending } from '../protocol/ending.ts';
import { replyText } from '../protocol/envelope.ts';
import type { Session } from '../protocol/session.ts';
import type { ConnectionControl, ControlTable } from '../tables.ts';
import type { ClientSubscriptions } from './clientSubscriptions.ts';
import { ON_SOCKETS } from './index.ts';
import { vote } from './slotSubscriptions.ts';

const BY_NAME = new Map(ON_SOCKETS.map((subscription) => [subscription.name, subscription]));

/** The names of unsubscribe methods: each of them ends a subscription of any kind, as in the node. */
const UNSUBSCRIBE = new Set(ON_SOCKETS.map(({ kind }) => `${kind}Unsubscribe`));

/** the only method of HTTP that sockets have too */
const SHARED_METHOD = 'getVersion';

const ID_PARAMS = params({ id: u64 });

/** The parts of a connection that answer its calls beside the methods of HTTP. */
interface SessionParts {
  readonly client: ClientSubscriptions;
  /** undefined: a node that cannot be controlled */
  readonly controls: ControlTable | undefined;
  readonly control: ConnectionControl | undefined;
  /** whether voteSubscribe is accepted by every version */
  readonly takesVotes?: boolean | undefined;
}

/**
 * Answers the calls of a connection: subscriptions, getVersion and control methods.
 *
 * voteSubscribe is refused as by a node that has it off, which decodes the parameters first; from 4.5 on, and on a node
 * that has it on, it is accepted, and never notifies.
 *
 * Source   agave 4.1 rpc_pubsub.rs RpcSolPubSubInternal
 */
function socketCalls({ client, control, controls, takesVotes = false }: SessionParts, http: RpcCall): RpcCall {
  return async (call, context) => {
    const { method, params } = call;
    const { nodeVersion } = client;
    const refusesVotes = !takesVotes && !nodeVersion.hearsNoVotes;
    const subscription = BY_NAME.get(method);
    if (subscription !== undefined) {
      const read = readAsNode(subscription.params, params, nodeVersion);
      if (subscription === vote && refusesVotes) throw rpcErrors.methodNotFound();
      const { isListening, id, ready } = client.subscribe(subscription, read, stringifyJson(params ?? []));
      await ready;
      context.isListening = isListening;
      return stringifyJson(id);
    }
    if (UNSUBSCRIBE.has(method)) {
      const { id } = readAsNode(ID_PARAMS, params, nodeVersion);
      if (method === `${vote.kind}Unsubscribe` && refusesVotes) throw rpcErrors.methodNotFound();
      client.unsubscribe(Number(id));
      return 'true';
    }
    const isControl = controls?.owns(method) === true;
    if (isControl || method === SHARED_METHOD) return control?.answer(call, context.caller) ?? http(call, context);
    throw rpcErrors.methodNotFound();
  };
}

/**
 * @param options `call` answers what is also served over HTTP
 * @param hasEnded called when the connection has ended
 */
export function openSession(
  parts: SessionParts,
  options: DispatchOptions,
  caller: Omit<Caller, 'whenGone'>,
  hasEnded: () => void,
): Session {
  const { client, control } = parts;
  const end = new Ending();
  // every call does something: equal ones of a batch are not one, and no result is kept
  const dispatchOptions = { ...options, call: socketCalls(parts, options.call), scopeOf: () => undefined };
  return {
    get hasSubscriptions() {
      return !client.isEmpty || control?.isOn === true;
    },
    async answer(message, onWaiting) {
      const onSocket = { ...caller, onWaiting, whenGone: end.whenEnded };
      const { calls, fault, reply } = await answerBody(message, dispatchOptions, onSocket);
      return { calls, fault, text: replyText(reply).replace(/\n$/, '') };
    },
    replied: () => {
      control?.replied();
      client.replied();
    },
    flush: () => client.flush(),
    close: () => {
      hasEnded();
      end.end();
      control?.close();
      client.close();
    },
  };
}
