import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** Ends a connection with a reset of TCP; one that is not TCP itself, such as TLS, just ends. */
export function resetConnection(connection: Duplex): void {
  try {
    if (connection instanceof Socket) connection.resetAndDestroy();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ERR_INVALID_HANDLE_TYPE') throw error;
  }
  connection.destroy();
}
