import { WebSocket } from 'ws';

/** A WebSocket to a node in another process. */
export interface SocketClient {
  send(text: string): void;
  close(): void;
}

/** The events of such a socket. */
export interface SocketEvents {
  message(text: string): void;
  /** The socket is closed, or could not be opened: this is the last event. */
  closed(reason: string): void;
}

/** Opens a WebSocket. @throws Error if it cannot be opened */
export async function openSocket(url: string, events: SocketEvents): Promise<SocketClient> {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
  });
  socket.on('message', (data) => events.message(String(data)));
  socket.on('error', () => socket.terminate());
  socket.on('close', (code) => events.closed(`the socket was closed with ${code}`));
  return {
    send: (text) => socket.send(text),
    close: () => socket.close(),
  };
}
