import { Agent, request } from 'node:http';
import { onTestFinished } from 'vitest';

export const CLIENTS = 64;

interface BusyClients {
  /** resolves once they have had many replies */
  readonly busy: Promise<void>;
  /** the error that ended each */
  readonly ends: Promise<readonly string[]>;
}

/** Clients that each ask again and again over a connection that is kept open, until there is an error. */
export function startBusyClients(url: string, body: string, expected: string): BusyClients {
  const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
  onTestFinished(() => agent.destroy());
  let replies = 0;
  let onBusy = () => {};
  const busy = new Promise<void>((resolve) => {
    onBusy = resolve;
  });
  const askOn = async (): Promise<string> => {
    for (;;) {
      const reply = await post(url, agent, body).catch((error: NodeJS.ErrnoException) => ({ error }));
      if (typeof reply !== 'string') return reply.error.code ?? String(reply.error);
      if (reply !== expected) return reply;
      replies++;
      if (replies === 20 * CLIENTS) onBusy();
    }
  };
  return { busy, ends: Promise.all(Array.from({ length: CLIENTS }, askOn)) };
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const asking = request(url, { agent, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve(text)).on('error', reject);
    });
    asking.on('error', reject).end(body);
  });
}
