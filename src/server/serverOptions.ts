import type { Dialect, DialectName } from '../dialect.ts';
import type { Caller } from '../rpc/protocol/call.ts';
import type { Dispatched } from '../rpc/protocol/dispatch.ts';
import type { Session, SessionEvents } from '../rpc/protocol/session.ts';
import type { OnRequest } from './requestRecord.ts';

/** The options of a port and of the Fastify plugin. */
export interface ServerOptions {
  /** default: every request is accepted */
  readonly apiKeys?: readonly string[];
  /**
   * whether requests may control the node; default: if it listens on loopback addresses only, and has a `controlKey` or no `apiKeys`
   */
  readonly control?: boolean;
  /** required in control calls as `?controlKey=`; default: none */
  readonly controlKey?: string;
  /** of a request body; default 51200 */
  readonly maxBodyBytes?: number;
  readonly onRequest?: OnRequest;
}

/** bytes of a request body; Source agave 4.1 MAX_REQUEST_BODY_SIZE */
export const DEFAULT_MAX_BODY_BYTES = 50 * 1024;

/**
 * The options with their defaults.
 *
 * @throws TypeError if `control` is on for a node without it
 */
export function readServerOptions(serving: Serving, options: ServerOptions) {
  const { apiKeys, control, controlKey, maxBodyBytes = DEFAULT_MAX_BODY_BYTES, onRequest } = options;
  if (control === true && !serving.isControllable)
    throw new TypeError('`control` is true, but the node was made with `control: false`: leave out one of them');
  return {
    ...serving,
    apiKeys,
    control: serving.isControllable ? control : false,
    controlKey,
    maxBodyBytes,
    onRequest,
  };
}

type ControlOptions = { readonly [Name in 'apiKeys' | 'control' | 'controlKey']: ServerOptions[Name] | undefined };

/** Whether requests may control a node that listens on these addresses. */
export function isControlOn({ apiKeys, control, controlKey }: ControlOptions, isLoopbackOnly: boolean): boolean {
  return control ?? (isLoopbackOnly && (apiKeys === undefined || controlKey !== undefined));
}

/** Answers a request body. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect, caller: Caller) => Promise<Dispatched>;

/** The session itself knows when its client has gone. */
export type SocketCaller = Omit<Caller, 'whenGone'>;

/** Opens a connection that gets notifications. */
export type OpenSession = (dialect: Dialect, caller: SocketCaller, events: SessionEvents) => Session;

/** The ledger of a node, or a ledger fork. */
export interface ServedLedger {
  readonly dispatch: Dispatch;
  readonly openSession: OpenSession;
  /** what /health answers */
  readonly health: () => string;
}

/** What a server needs from a node. */
export interface Serving extends ServedLedger {
  /** if the query has none */
  readonly dialect: DialectName;
  /** false: whatever the options of its server are */
  readonly isControllable: boolean;
  /**
   * A ledger fork, or a sentence that says why there is none.
   *
   * @param mayMake whether a node with `autoFork` creates it now
   */
  readonly forkNamed: (name: string, mayMake: boolean) => ServedLedger | string;
}

/** The WebSocket port cannot be opened. */
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
