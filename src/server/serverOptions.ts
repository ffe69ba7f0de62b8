import type { Serving } from '../rpc/ledgerService.ts';
import type { Source } from '../rpc/protocol/call.ts';
import type { CallOutcome } from '../rpc/protocol/journal.ts';

/** The options of a port and of the Fastify plugin. */
export interface ServerOptions {
  /** keys, one of which each request needs as `?apikey=`; default: every request is accepted */
  readonly apiKeys?: readonly string[];
  /** whether requests may control the node; default: if it listens on loopback addresses only, and has a `controlKey` or no `apiKeys` */
  readonly control?: boolean;
  /** required in control calls as `?controlKey=`; default: none */
  readonly controlKey?: string;
  /** the page at `GET /`, where requests may control the node; default true */
  readonly inspector?: boolean;
  /** largest size of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  /** called with a record of each answered request */
  readonly onRequest?: OnRequest;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
export const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/** The options with their defaults. @throws TypeError if `control` is on for a node without it */
export function readServerOptions(serving: Serving, options: ServerOptions) {
  const { apiKeys, control, controlKey, inspector = true, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, onRequest } = options;
  if (control === true && !serving.isControllable)
    throw new TypeError('`control` is true, but the node was made with `control: false`: leave out one of them');
  return {
    ...serving,
    apiKeys,
    control: serving.isControllable ? control : false,
    controlKey,
    inspector,
    maxBodyBytes,
    onRequest,
  };
}

type ControlOptions = { readonly [Name in 'apiKeys' | 'control' | 'controlKey']: ServerOptions[Name] | undefined };

/** Whether requests may control a node that listens on these addresses. */
export function isControlOn({ apiKeys, control, controlKey }: ControlOptions, isLoopbackOnly: boolean): boolean {
  return control ?? (isLoopbackOnly && (apiKeys === undefined || controlKey !== undefined));
}

export class SocketPortError extends Error {
  readonly problem: string;
  readonly code: string | undefined;

  constructor(problem: string, cause?: NodeJS.ErrnoException) {
    super(`${problem}: choose another with \`wsPort\`, or turn it off with \`wsPort: 'off'\``, { cause });
    this.name = 'SocketPortError';
    this.problem = problem;
    this.code = cause?.code;
  }
}

export interface RecordedCall {
  readonly method: string;
  /** `fault`: a fault decided */
  readonly outcome: 'result' | 'error' | 'fault';
  /** code of an error, or status of a reply that is a fault */
  readonly code?: number;
  /** source of a read, on a node with an upstream */
  readonly from?: Source;
  readonly milliseconds: number;
}

/** The record of an answered request, or of an answered message over a WebSocket. It has no URL, because that may contain a key. */
export interface RequestRecord {
  /** `WS`: a message over a WebSocket */
  readonly httpMethod: string;
  /** 101 over a WebSocket */
  readonly status: number;
  readonly rpcMethods: readonly string[];
  /** the calls, in order */
  readonly calls: readonly RecordedCall[];
  readonly fork?: string;
  readonly bytes: number;
  readonly milliseconds: number;
}

export type OnRequest = (record: RequestRecord) => void;

export function recordOf(
  calls: readonly CallOutcome[],
  fork: string | undefined,
): Pick<RequestRecord, 'rpcMethods' | 'calls' | 'fork'> {
  return {
    rpcMethods: calls.map(({ method }) => method),
    calls: calls.map(({ code, durationMs, from, method, outcome }) => ({
      method,
      outcome,
      ...(code !== undefined && { code }),
      ...(from !== undefined && { from }),
      milliseconds: durationMs,
    })),
    ...(fork !== undefined && { fork }),
  };
}
