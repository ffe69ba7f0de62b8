import type { ConnectionFault } from './faults/fault.ts';

/** The open WebSockets of a ledger, which faults and tests can end. */
export class OpenSockets {
  readonly #sockets = new Set<(fault: ConnectionFault) => void>();

  /**
   * Adds a socket that has opened.
   *
   * @param fail ends it as a fault does
   * @returns has to be called when it has ended
   */
  add(fail: (fault: ConnectionFault) => void): () => void {
    this.#sockets.add(fail);
    return () => void this.#sockets.delete(fail);
  }

  /** Ends all. @returns how many there were */
  failAll(fault: ConnectionFault): number {
    const sockets = [...this.#sockets];
    this.#sockets.clear();
    for (const fail of sockets) fail(fault);
    return sockets.length;
  }
}
