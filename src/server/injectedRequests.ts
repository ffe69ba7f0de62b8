import fastify from 'fastify';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import { APP_OPTIONS } from './listen.ts';
import { nodePlugin } from './plugin.ts';
import { readServerOptions } from './serverOptions.ts';

/** A request that comes through no port. */
export interface InjectedRequest {
  readonly method: string;
  /** path and query */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export interface InjectedReply {
  readonly status: number;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: Buffer;
}

/** Answers requests as a port of the node does. The promise rejects where a fault ends the connection. */
export function createRequestHandler(ledger: ServedLedger): (request: InjectedRequest) => Promise<InjectedReply> {
  const app = fastify(APP_OPTIONS);
  app.register(nodePlugin, {
    ...readServerOptions(ledger, {}),
    isControlOn: () => ledger.service.isControllable,
    listenAddresses: () => ({ addresses: [] }),
  });
  return async ({ body, headers, method, url }) => {
    const reply = await app.inject({
      method: method as 'POST',
      url,
      headers,
      ...(body.length > 0 && { payload: body }),
    });
    const pairs = Object.entries(reply.headers).map(([name, value]) => [name, String(value)] as const);
    return { status: reply.statusCode, headers: pairs, body: reply.rawPayload };
  };
}
