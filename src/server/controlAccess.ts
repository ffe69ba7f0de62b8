import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { CONTROL_OFF, type ControlAccess, forkUrls } from '../rpc/protocol/call.ts';
import { baseUrl, isOwnOrigin, type ListenAddresses } from './listenAddresses.ts';
import { queryOf, type RequestState } from './requestState.ts';

/**
 * Checks a key in a query in constant time, so that the time does not show how close a guess is.
 *
 * @param parameter its name in the query
 * @param keys empty: every request is accepted
 */
export function keyCheck(parameter: string, keys: readonly string[]): (query: URLSearchParams) => boolean {
  if (keys.length === 0) return () => true;
  const digests = keys.map(digestOf);
  return (query) => {
    const keys = query.getAll(parameter);
    const digest = digestOf(keys[0] ?? '');
    // compares every key, so that the time does not depend on which one matches
    const matches = digests.filter((expected) => timingSafeEqual(expected, digest)).length;
    return keys.length === 1 && matches > 0;
  };
}

function digestOf(key: string): Buffer {
  return createHash('sha256').update(key).digest();
}

export interface ControlRules {
  /** called for each request: it depends on where the server listens */
  readonly isControlOn: () => boolean;
  readonly controlKey: string | undefined;
  readonly place: () => ListenAddresses;
}

/** The parts of a request that decide about control. */
export interface AskingRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly originalUrl: string;
}

const REFUSALS = {
  origin:
    'Control refused: the web page that asks is not from the address of this node; ask from there, or from a program that sends no Origin header',
  key: 'Control refused: the query parameter `controlKey` is missing or is not the control key of this node',
} as const;

/** Returns a function that decides whether a request may control the node. @param prefix of the plugin */
export function createAccess(
  { controlKey, isControlOn, place }: ControlRules,
  prefix: string,
): (request: AskingRequest) => ControlAccess {
  const isKeyGood = keyCheck('controlKey', controlKey === undefined ? [] : [controlKey]);
  const path = prefix.replace(/\/+$/, '');
  return (request) => {
    if (!isControlOn()) return CONTROL_OFF;
    const { headers, socket } = request;
    const { origin } = headers;
    if (origin !== undefined && !isOwnOrigin(origin, place(), socket))
      return { kind: 'refused', message: REFUSALS.origin };
    if (!isKeyGood(queryOf(request))) return { kind: 'refused', message: REFUSALS.key };
    return { kind: 'allowed', urlOf: (fork) => forkUrls(baseUrl(place(), socket, headers.host) + path, fork) };
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    stillnode: RequestState;
  }
}
