import { isJsonObject, type JsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { RpcError } from '../../errors.ts';
import { jsonOf, toPlain } from '../../rpc/protocol/inProcessCalls.ts';
import { SUBSCRIPTIONS } from '../../rpc/subscriptions/index.ts';
import { unknownKind } from '../../rpc/subscriptions/inProcessSubscriptions.ts';
import { NotificationQueue } from '../../rpc/subscriptions/notificationQueue.ts';
import type { Subscribe } from '../../rpc/subscriptions/subscriptionTypes.ts';
import type { SocketClient } from '../../server/socketClient.ts';

/** A subscription of a connection. */
interface OpenSubscription {
  readonly kind: string;
  readonly queue: NotificationQueue<JsonValue>;
  /** the id that the node has given it; undefined: it has not answered yet */
  id?: JsonValue;
  /** whether its loop was left before the node answered: the answer then ends it at the node */
  isLeft?: boolean;
}

/** The subscriptions of a connection to a node in another process. They share one WebSocket, which opens with the first of them. */
export class SocketSubscriptions {
  readonly #url: string;
  #socket: Promise<SocketClient> | undefined;
  #isClosed = false;
  #requests = 0;
  /** by the id of the request that made them */
  readonly #open = new Map<number, OpenSubscription>();

  /** @param url of the WebSockets, with the API key of the node */
  constructor(url: string) {
    this.#url = url;
  }

  readonly subscribe: Subscribe = (kind, ...values) => {
    if (!SUBSCRIPTIONS.some((candidate) => candidate.kind === kind)) throw new TypeError(unknownKind(kind));
    const params = jsonOf(values, 'params');
    const request = ++this.#requests;
    const queue = new NotificationQueue<JsonValue>();
    const subscription: OpenSubscription = { kind, queue };
    if (this.#isClosed) queue.end();
    else void this.#ask(request, subscription, params).catch((error: unknown) => this.#end(request, { error }));
    return {
      next: async () => {
        const result = await queue.next();
        return result === undefined
          ? { done: true, value: undefined }
          : { done: false, value: toPlain(result) as never };
      },
      return: async () => {
        this.#leave(request, subscription);
        queue.clear();
        return { done: true, value: undefined };
      },
      [Symbol.asyncIterator]() {
        return this;
      },
    };
  };

  /** Ends all subscriptions, and the socket. */
  close(): void {
    this.#isClosed = true;
    for (const request of [...this.#open.keys()]) this.#end(request);
    void this.#socket?.then(
      (socket) => socket.close(),
      () => undefined,
    );
  }

  async #ask(request: number, subscription: OpenSubscription, params: JsonValue): Promise<void> {
    this.#open.set(request, subscription);
    const socket = await this.#openSocket();
    if (!this.#open.has(request)) return;
    if (subscription.isLeft) this.#end(request);
    else socket.send(requestText(request, `${subscription.kind}Subscribe`, params));
  }

  #openSocket(): Promise<SocketClient> {
    // after a failure or a closed socket, the next subscription opens another
    this.#socket ??= import('../../server/socketClient.ts')
      .then(({ openSocket }) =>
        openSocket(this.#url, {
          message: (text) => this.#take(parseJson(text)),
          closed: (reason) => this.#lose(new Error(reason)),
        }),
      )
      .catch((error: unknown) => {
        this.#socket = undefined;
        throw error;
      });
    return this.#socket;
  }

  #take(message: JsonValue): void {
    if (!isJsonObject(message)) return;
    if (isJsonObject(message.params)) this.#takeNotification(message.params);
    else if (isJsonObject(message.error)) this.#end(Number(message.id), { error: errorOf(message.error) });
    else {
      const subscription = this.#open.get(Number(message.id));
      if (subscription === undefined) return;
      subscription.id = message.result ?? null;
      if (subscription.isLeft) this.#leave(Number(message.id), subscription);
    }
  }

  #takeNotification({ result = null, subscription: id }: JsonObject): void {
    const found = [...this.#open].find(([, open]) => open.id === id);
    if (found === undefined) return;
    const [request, { kind, queue }] = found;
    queue.add(result);
    // the node itself ends the subscription to a signature with its outcome
    if (kind === 'signature' && isJsonObject(result) && result.value !== 'receivedSignature') this.#end(request);
  }

  /** Ends a subscription whose loop was left, here at once, and at the node as soon as its id is known. */
  #leave(request: number, subscription: OpenSubscription): void {
    const { id, kind, queue } = subscription;
    subscription.isLeft = true;
    queue.end();
    if (id === undefined || !this.#end(request)) return;
    void this.#socket?.then((socket) => socket.send(requestText(0, `${kind}Unsubscribe`, [id])));
  }

  /** The node has closed the socket. */
  #lose(error: Error): void {
    this.#socket = undefined;
    for (const request of [...this.#open.keys()]) this.#end(request, { error });
  }

  /** @returns whether it was open */
  #end(request: number, end: { readonly error?: unknown } = {}): boolean {
    this.#open.get(request)?.queue.end(end);
    return this.#open.delete(request);
  }
}

function requestText(id: number, method: string, params: JsonValue): string {
  return stringifyJson({ jsonrpc: '2.0', id, method, params });
}

function errorOf({ code, data, message }: JsonObject): RpcError {
  return new RpcError(Number(code), String(message), data);
}
