import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, ControlAccess, WhenGone } from '../rpc/protocol/call.ts';
import type { AskingRequest } from './controlAccess.ts';
import { whenClosed } from './reply.ts';
import { clientKeyOf, clientOf, queryOf } from './requestParts.ts';

/** The client of a request over HTTP. Each fact is read from the request when it is asked for. */
export class HttpCaller implements Caller {
  readonly transport = 'http';
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #accessOf: (request: AskingRequest) => ControlAccess;

  constructor(request: FastifyRequest, reply: FastifyReply, accessOf: (request: AskingRequest) => ControlAccess) {
    this.#request = request;
    this.#reply = reply;
    this.#accessOf = accessOf;
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

  isInspector(): boolean {
    return this.#request.headers['stillnode-inspector'] !== undefined && this.access().kind === 'allowed';
  }
}
