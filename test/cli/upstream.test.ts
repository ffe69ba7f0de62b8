import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Connection } from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../src/index.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { base64Params } from '../support/clusterFork.ts';
import { startProxy } from '../support/upstreamProxy.ts';
import { signedOf, transferOf } from '../support/web3Sender.ts';
import { folder, post, run, serve, serveHere, type Variables } from './command.ts';

const REAL = ledger().wallet('alice', sol(5)).block(100);

async function ask(url: string, method: string, params: unknown): Promise<unknown> {
  const reply = await post(`${url}/?dialect=agave`, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return reply.json();
}

it('--upstream --record: a miss is asked once, kept, and answered without the network by the next command', async () => {
  const real = await startNode({ ledger: REAL, dialect: 'agave' });
  const proxy = await startProxy(real.url);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await real.close();
  });
  const alice = real.address('alice');
  const kept = join(folder({}), 'kept');
  const first = await serve(['--upstream', proxy.url, '--record', kept]);
  const answer = await ask(first.url, 'getBalance', [alice]);
  expect(answer).toEqual({
    jsonrpc: '2.0',
    result: { context: { apiVersion: DEFAULT_VERSION.release, slot: 100 }, value: 5_000_000_000 },
    id: 1,
  });
  expect(await ask(first.url, 'getBalance', [alice])).toEqual(answer);
  expect(await ask(first.url, 'stillnode_calls', [])).toMatchObject({
    result: { calls: [{ from: 'upstream' }, { from: 'record' }] },
  });
  first.child.kill('SIGTERM');
  const { code, stderr, stdout } = await first.finished;
  expect(code).toBe(0);
  expect(stdout + stderr).not.toContain(proxy.key);
  expect(readdirSync(kept)).toHaveLength(1);

  const second = await serveHere(['--record', kept, '--record-mode', 'none']);
  expect(await ask(second.url, 'getBalance', [alice])).toEqual(answer);
  expect(await ask(second.url, 'getBalance', [keypair('bob').address])).toMatchObject({
    error: { code: -32603, data: { reason: 'notRecorded' } },
  });
  expect(proxy.calls).toHaveLength(1);
});

it('a folder that cannot be made: one line at the start', async () => {
  const path = folder({ file: '' });
  const { code, stderr, stdout } = await run([
    '--upstream',
    'http://127.0.0.1:1/k3y',
    '--record',
    join(path, 'file/kept'),
  ]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toMatch(/^stillnode: cannot write to the folder [^\n]+\n$/);
  expect(stderr).not.toContain('k3y');
});

it('a node that would ask itself: one line at the start', async () => {
  const free = await startNode({ ledger: REAL });
  await free.close();
  const { port } = new URL(free.url);
  const { code, stderr, stdout } = await run(['--port', port, '--upstream', `http://localhost:${port}/k3y`]);
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: `stillnode: the upstream http://localhost:${port} is this node itself: name another node, or choose another port for this one\n`,
  });
});

/** Ends the process at the first outgoing connection, by whatever means. */
const REFUSE_CONNECTIONS = `
import net from 'node:net';
import dns from 'node:dns';
const refuse = (what) => { process.stderr.write('OUTGOING ' + what + '\\n'); process.exit(99); };
net.Socket.prototype.connect = () => refuse('connection');
globalThis.fetch = () => refuse('fetch');
for (const name of ['resolve', 'resolve4', 'resolve6']) dns[name] = () => refuse('look-up');
`;

/** Variables with which a node ends at its first outgoing connection. */
function withoutConnections(): Variables {
  const preload = join(folder({}), 'refuse.mjs');
  writeFileSync(preload, REFUSE_CONNECTIONS);
  return { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` };
}

it('a recorded fork: the second command carries out the same sends without a connection, and gives the same bytes', async () => {
  const real = await startNode({ ledger: REAL, dialect: 'agave' });
  onTestFinished(() => real.close());
  const path = folder({ 'own.ledger.json': JSON.stringify(ledger().block(7)) });
  const ledgerFile = join(path, 'own.ledger.json');
  const kept = join(path, 'kept');
  const replies = async (url: string) => {
    const connection = new Connection(`${url}/?dialect=agave`);
    const { wire } = await signedOf(connection, [transferOf('alice', 'bob', 5_000_000)]);
    const calls = [
      ['simulateTransaction', base64Params(wire)],
      ['sendTransaction', base64Params(wire)],
      ['getBalance', [keypair('bob').address]],
      ['stillnode_sent', []],
    ] as const;
    const texts: string[] = [];
    for (const [method, params] of calls) texts.push(JSON.stringify(await ask(url, method, params)));
    return texts;
  };
  const first = await serve([ledgerFile, '--upstream', real.url, '--record', kept]);
  const online = await replies(first.url);
  expect(online[2]).toContain('"value":5000000');
  first.child.kill('SIGTERM');
  await first.finished;
  expect(readdirSync(kept)).toHaveLength(2);
  const second = await serve([ledgerFile, '--record', kept, '--record-mode', 'none'], withoutConnections());
  expect(await replies(second.url)).toEqual(online);
  second.child.kill('SIGTERM');
  const { code, stderr } = await second.finished;
  expect({ code, outgoing: stderr.includes('OUTGOING') }).toEqual({ code: 0, outgoing: false });
});

it('without these flags no connection is opened outward, whatever is asked', async () => {
  const node = await serve(['--port', '0'], withoutConnections());
  const unknown = '11111111111111111111111111111112';
  for (const [method, params] of [
    ['getBlock', [1]],
    ['getTransaction', ['1'.repeat(64)]],
    ['getMultipleAccounts', [[unknown]]],
    ['getProgramAccounts', [unknown]],
    ['getSignaturesForAddress', [unknown]],
    ['getSignatureStatuses', [['1'.repeat(64)]]],
    ['sendTransaction', ['AA==', { encoding: 'base64' }]],
    ['requestAirdrop', [unknown, 1]],
    ['stillnode_advance', []],
    ['stillnode_explain', ['getBalance', [unknown]]],
    ['rpc.discover', []],
  ] as const)
    expect(await ask(node.url, method, params)).toHaveProperty('jsonrpc', '2.0');
  node.child.kill('SIGTERM');
  const { code, stderr } = await node.finished;
  expect({ code, outgoing: stderr.includes('OUTGOING') }).toEqual({ code: 0, outgoing: false });
});

it('a folder whose recorded calls are answered opens no connection either', async () => {
  const preload = join(folder({}), 'refuse.mjs');
  writeFileSync(preload, REFUSE_CONNECTIONS);
  const recorded = folder({ 'ledger.json': '{"replay": true, "processed": 5}' });
  const node = await serve([recorded], { NODE_OPTIONS: `--import=${pathToFileURL(preload).href}` });
  for (const method of ['getSlot', 'getVoteAccounts', 'getTransaction'])
    expect(await ask(node.url, method, [])).toHaveProperty('jsonrpc', '2.0');
  node.child.kill('SIGTERM');
  const { code, stderr } = await node.finished;
  expect({ code, outgoing: stderr.includes('OUTGOING') }).toEqual({ code: 0, outgoing: false });
});

it('the guard of the tests above sees what it is to see', async () => {
  const preload = join(folder({}), 'refuse.mjs');
  writeFileSync(preload, REFUSE_CONNECTIONS);
  const node = await serve(['--port', '0', '--upstream', 'http://127.0.0.1:1'], {
    NODE_OPTIONS: `--import=${pathToFileURL(preload).href}`,
  });
  await ask(node.url, 'getTransaction', ['1'.repeat(64)]).catch(() => undefined);
  expect(await node.finished).toMatchObject({ code: 99, stderr: expect.stringContaining('OUTGOING') });
});
