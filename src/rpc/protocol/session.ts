import type { ConnectionFault } from '../../live/faults/fault.ts';
import type { CallOutcome } from '../../live/journal.ts';

/** The reply to one message of a connection. */
export interface SessionReply {
  /** empty: nothing is sent */
  readonly text: string;
  /** the calls, in order */
  readonly calls: readonly CallOutcome[];
  /** a fault of the connection that replaces the reply */
  readonly fault?: ConnectionFault | undefined;
}

/** A connection of a client with subscriptions. */
export interface Session {
  readonly hasSubscriptions: boolean;
  /**
   * Never rejects. Messages have to come one after the other.
   *
   * @param onWaiting called when the answer waits for something: the next message may come
   */
  answer(message: string, onWaiting?: () => void): Promise<SessionReply>;
  /** Has to be called when a reply has been sent: new subscriptions are silent until then. */
  replied(): void;
  /** Sends the notifications that wait, before the connection ends. */
  flush(): void;
  close(): void;
}

export interface SessionEvents {
  /** A message without being asked, as UTF-8. */
  notified(message: Buffer): void;
  /** The ledger is gone: the connection must end. */
  ended(): void;
  /** A fault ends the connection in place of a message. */
  failed(fault: ConnectionFault): void;
}

/** Resolves when a message is answered, or when its answer waits for something: then it is the turn of the next one. */
export function turnOf(answer: (onWaiting: () => void) => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    answer(resolve).then(resolve, reject);
  });
}
