import type { Caller } from '../jsonrpc/call.ts';
import { type DispatchOptions, dispatchBody } from '../jsonrpc/dispatch.ts';
import { Ending } from '../jsonrpc/ending.ts';
import { replyText } from '../jsonrpc/reply.ts';
import type { Session } from '../jsonrpc/session.ts';
import { socketCalls } from './calls.ts';
import type { Subscriber } from './subscriber.ts';

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
    async answer(message) {
      const onSocket = { ...caller, whenGone: end.whenEnded };
      const { calls, fault, reply } = await dispatchBody(message, dispatchOptions, onSocket);
      return { calls, fault, text: replyText(reply).replace(/\n$/, '') };
    },
    replied: () => subscriber.replied(),
    close: () => {
      end.end();
      subscriber.close();
    },
  };
}
