import { type DispatchOptions, dispatchBody } from '../jsonrpc/dispatch.ts';
import { Ending } from '../jsonrpc/ending.ts';
import { replyText } from '../jsonrpc/reply.ts';
import type { RpcCall } from '../jsonrpc/resultCache.ts';
import type { Session } from '../jsonrpc/session.ts';
import { socketCalls } from './calls.ts';
import type { Subscriber } from './subscriber.ts';

/** @param http answers what is also served over HTTP */
export function openSession(
  subscriber: Subscriber,
  http: RpcCall,
  options: Omit<DispatchOptions, 'call' | 'scopeOf'>,
): Session {
  const end = new Ending();
  const { whenEnded: whenGone } = end;
  // every call does something: equal ones of a batch are not one, and no result is kept
  const dispatchOptions = { ...options, call: socketCalls(subscriber, http), scopeOf: () => undefined, whenGone };
  return {
    async answer(message) {
      const { calls, fault, reply } = await dispatchBody(message, dispatchOptions);
      return { calls, fault, text: replyText(reply).replace(/\n$/, '') };
    },
    replied: () => subscriber.replied(),
    close: () => {
      end.end();
      subscriber.close();
    },
  };
}
