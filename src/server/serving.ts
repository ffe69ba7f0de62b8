import type { Dialect, DialectName } from '../dialect.ts';
import type { Caller } from '../jsonrpc/call.ts';
import type { Dispatched } from '../jsonrpc/dispatch.ts';
import type { Session, SessionEvents } from '../jsonrpc/session.ts';

/** Answers a request body. Never throws or rejects. */
export type Dispatch = (body: string, dialect: Dialect, caller: Caller) => Promise<Dispatched>;

/** Who opened a connection. The session itself knows when they have gone. */
export type SocketCaller = Omit<Caller, 'whenGone'>;

/** Opens a connection that can be told things. */
export type OpenSession = (dialect: Dialect, caller: SocketCaller, events: SessionEvents) => Session;

/** A ledger of a node: the main one, or a fork. */
export interface ServedLedger {
  readonly dispatch: Dispatch;
  readonly openSession: OpenSession;
  /** what /health answers */
  readonly health: () => string;
}

/** What the server needs from a node. */
export interface Serving extends ServedLedger {
  /** used if the query has none */
  readonly dialect: DialectName;
  /** false: no request controls it, whatever the options of its server are */
  readonly isControllable: boolean;
  /**
   * A fork, or a sentence that says why there is none.
   *
   * @param mayMake whether a node that makes forks when they are asked for makes it now
   */
  readonly forkNamed: (name: string, mayMake: boolean) => ServedLedger | string;
}
