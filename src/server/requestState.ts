import type { FastifyRequest } from 'fastify';
import { DIALECTS, type Dialect } from '../dialect.ts';
import type { ServedLedger } from '../rpc/ledgerService.ts';
import { type RequestTarget, readTarget } from './requestTarget.ts';

/** The facts that hooks store about a request. */
export interface RequestState {
  /** milliseconds on the clock of `performance` */
  readonly start: number;
  readonly target: RequestTarget;
  dialect: Dialect;
  /** answers the calls of the request */
  ledger: ServedLedger;
  /** name of the ledger fork; undefined: the main ledger */
  fork: string | undefined;
}

declare module 'fastify' {
  interface FastifyRequest {
    stillnode: RequestState;
  }
}

/** Sets the state that a request begins with: for the main ledger, in the dialect of the node. @param prefix of the app */
export function startRequest(request: FastifyRequest, ledger: ServedLedger, prefix: string): void {
  request.stillnode = {
    start: performance.now(),
    target: readTarget(request.url, prefix),
    dialect: DIALECTS[ledger.service.dialect],
    ledger,
    fork: undefined,
  };
}
