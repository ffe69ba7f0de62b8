import os from 'node:os';
import { expect, onTestFinished, test, vi } from 'vitest';
import { serveHere } from '../cli/command.ts';
import { serve } from './rawHttp.ts';
import { SocketClient } from './socketClient.ts';

test('a node on every address is reached on this machine by the URLs that it tells, also where no network is known', async () => {
  for (const interfaces of [os.networkInterfaces(), {}]) {
    const known = vi.spyOn(os, 'networkInterfaces').mockReturnValue(interfaces);
    onTestFinished(() => known.mockRestore());
    const { url, wsUrl } = await serve({ host: '0.0.0.0' });
    expect([url, wsUrl]).toEqual([
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
    ]);
    expect(await (await fetch(`${url}/health`)).text()).toBe('ok');
    expect(await (await SocketClient.open(wsUrl)).call('getHealth').next()).toContain('"jsonrpc":"2.0"');
  }
});

test.each([
  ['0.0.0.0', '; listens on every address of this machine\n'],
  ['127.0.0.1', 'in a browser shows the ledger\n'],
])('the line of a node on %s says where it listens', async (host, end) => {
  const { readyLine } = await serveHere(['--host', host]);
  expect(readyLine.slice(-end.length)).toBe(end);
  expect(readyLine.includes('every address')).toBe(host === '0.0.0.0');
});
