import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { folder, launch, logLine, STATUSES_CALL, serve } from './command.ts';
import { LONG_SCRIPT, TELL_FIRST_SIGNATURE } from './longScript.ts';

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;
const REPLY = '{"jsonrpc":"2.0","result":{"context":{"slot":320},"value":[]},"id":1}\n';

async function openSocket(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1').setEncoding('utf8');
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

/** A request whose body is still to come, and that the node is known to have begun. */
async function beginRequest(url: string, headers = ''): Promise<Socket> {
  const socket = await openSocket(url);
  socket.write(
    `POST / HTTP/1.1\r\nhost: here\r\nexpect: 100-continue\r\ncontent-type: application/json\r\ncontent-length: ${STATUSES_CALL.length}\r\n${headers}\r\n`,
  );
  const [text] = await once(socket, 'data');
  expect(text).toMatch(/^HTTP\/1\.1 100 /);
  return socket;
}

async function isListening(url: string): Promise<boolean> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

/** All that comes until the other side closes. */
async function restOf(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

describe.each(SIGNALS)('%s', (signal) => {
  it('ends the command with exit code 0', async () => {
    const { child, finished } = await serve(['--quiet']);
    child.kill(signal);
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('while a long script is made into transactions, ends it at once with exit code 0', async () => {
    const root = folder({ 'long.ledger.json': LONG_SCRIPT, 'tell.cjs': TELL_FIRST_SIGNATURE });
    const variables = { NODE_OPTIONS: `--require=${join(root, 'tell.cjs')}` };
    const running = launch([join(root, 'long.ledger.json'), '--port', '0'], variables);
    await logLine(running, /^signing$/);
    running.child.kill(signal);
    expect(await running.finished).toEqual({ code: 0, stdout: '', stderr: 'signing\n' });
  });

  it('lets no one in any more, and answers what is in flight', async () => {
    const { child, finished, url } = await serve(['--quiet']);
    const request = await beginRequest(url, 'connection: close\r\n');
    child.kill(signal);
    while (await isListening(url));
    request.write(STATUSES_CALL);
    expect((await restOf(request)).endsWith(`\r\n\r\n${REPLY}`)).toBe(true);
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });
});

it('a client that would keep its connection does not keep the node', async () => {
  const { child, finished, url } = await serve(['--quiet']);
  const request = await beginRequest(url);
  child.kill('SIGTERM');
  while (await isListening(url));
  request.write(STATUSES_CALL);
  expect((await restOf(request)).endsWith(`\r\n\r\n${REPLY}`)).toBe(true);
  expect((await finished).code).toBe(0);
});

it('a connection that nothing was ever asked on does not keep the node', async () => {
  const { child, finished, url } = await serve(['--quiet']);
  await openSocket(url);
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
});

it('a second signal, of either kind, ends the command though a request is in flight', async () => {
  const { child, finished, url } = await serve(['--quiet']);
  await beginRequest(url);
  child.kill('SIGTERM');
  while (await isListening(url));
  child.kill('SIGINT');
  expect((await finished).code).toBe(1);
});
