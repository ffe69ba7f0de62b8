import type { FastifyRequest } from 'fastify';
import type { Dialect } from '../dialect.ts';
import type { Headers } from './cors.ts';
import type { Dispatch } from './serving.ts';

/** What the hooks store about a request. */
export interface RequestState {
  /** milliseconds on the clock of `performance` */
  readonly start: number;
  /** for its answer */
  cors: Headers;
  dialect: Dialect;
  /** of the ledger that answers */
  dispatch: Dispatch;
  /** its name; undefined: it is the main one */
  fork: string | undefined;
}

/** name of the request decorator that holds it */
export const STATE = 'stillnode';

export function stateOf(request: FastifyRequest): RequestState {
  return (request as unknown as { readonly [STATE]: RequestState })[STATE];
}

export function setState(request: FastifyRequest, state: RequestState): void {
  (request as unknown as { [STATE]: RequestState })[STATE] = state;
}
