import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Caller, ControlAccess, Endpoint, WhenGone } from '../rpc/protocol/call.ts';
import type { AskingRequest } from './controlAccess.ts';
import { whenClosed } from './reply.ts';
import { clientKeyOf, clientOf } from './requestParts.ts';

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
    return clientKeyOf(this.#request.ip, this.#request.stillnode.target.query);
  }

  access(): ControlAccess {
    const { headers, socket, stillnode } = this.#request;
    return this.#accessOf({ headers, socket, query: stillnode.target.query });
  }

  endpoint(): Endpoint {
    return this.#request.stillnode.target;
  }

  isInspector(): boolean {
    return this.#request.headers['stillnode-inspector'] !== undefined && this.access().kind === 'allowed';
  }
}
