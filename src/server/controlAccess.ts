import type { IncomingHttpHeaders } from 'node:http';
import type { Socket } from 'node:net';
import { CONTROL_OFF, type ControlAccess, forkUrls } from '../rpc/protocol/call.ts';
import { keyCheck } from './keyCheck.ts';
import { baseUrl, isOwnOrigin, type ListenAddresses } from './listenAddresses.ts';

export interface ControlRules {
  /** called for each request: it depends on where the server listens */
  readonly isControlOn: () => boolean;
  readonly controlKey: string | undefined;
  readonly listenAddresses: () => ListenAddresses;
}

/** The parts of a request that decide about control. */
export interface AskingRequest {
  readonly headers: IncomingHttpHeaders;
  readonly socket: Socket;
  readonly query: URLSearchParams;
}

const REFUSALS = {
  origin:
    'Control refused: the web page that asks is not from the address of this node; ask from there, or from a program that sends no Origin header',
  key: 'Control refused: the query parameter `controlKey` is missing or is not the control key of this node',
} as const;

/** Returns a function that decides whether a request may control the node. @param prefix of the plugin */
export function createAccess(
  { controlKey, isControlOn, listenAddresses }: ControlRules,
  prefix: string,
): (request: AskingRequest) => ControlAccess {
  const isKeyGood = keyCheck('controlKey', controlKey === undefined ? [] : [controlKey]);
  const path = prefix.replace(/\/+$/, '');
  return (request) => {
    if (!isControlOn()) return CONTROL_OFF;
    const { headers, socket } = request;
    const { origin } = headers;
    if (origin !== undefined && !isOwnOrigin(origin, listenAddresses(), socket))
      return { kind: 'refused', message: REFUSALS.origin };
    if (!isKeyGood(request.query)) return { kind: 'refused', message: REFUSALS.key };
    return {
      kind: 'allowed',
      urlOf: (fork) => forkUrls(baseUrl(listenAddresses(), socket, headers.host) + path, fork),
    };
  };
}
