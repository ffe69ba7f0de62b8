import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, ControlAccess, Endpoint, WhenGone } from '../rpc/protocol/call.ts';
import type { AskingRequest } from './controlAccess.ts';
import { whenClosed } from './reply.ts';
import { clientKeyOf, clientOf, ledgerPath, queryOf } from './requestParts.ts';

/** The client of a request over HTTP. Each fact is read from the request when it is asked for. */
export class HttpCaller implements Caller {
  readonly transport = 'http';
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #accessOf: (request: AskingRequest) => ControlAccess;

  readonly #prefix: string;

  /** @param prefix of the app */
  constructor(
    request: FastifyRequest,
    reply: FastifyReply,
    accessOf: (request: AskingRequest) => ControlAccess,
    prefix: string,
  ) {
    this.#request = request;
    this.#reply = reply;
    this.#accessOf = accessOf;
    this.#prefix = prefix;
  }

  get client(): string | undefined {
    return clientOf(this.#request.headers);
  }

  get whenGone(): WhenGone {
    return whenClosed(this.#reply.raw);
  }

  clientKey(): string {
    return clientKeyOf(this.#request.ip, queryOf(this.#request));
  }

  access(): ControlAccess {
    return this.#accessOf(this.#request);
  }

  endpoint(): Endpoint {
    return { path: ledgerPath(this.#request.url, this.#prefix), query: queryOf(this.#request) };
  }

  isInspector(): boolean {
    return this.#request.headers['stillnode-inspector'] !== undefined && this.access().kind === 'allowed';
  }
}
