import { createHash } from 'node:crypto';
import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import { createNode, type ListenOptions, ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import { rawRequest, requestText } from './rawHttp.ts';

const SCRIPT = ledger().wallet('alice', sol(5)).block(10);
const HTML = { accept: 'text/html,application/xhtml+xml;q=0.9' };
const INSPECTOR = { 'content-type': 'application/json', 'stillnode-inspector': '1' };

async function started(options: ListenOptions = {}): Promise<RunningNode> {
  const node = await startNode({ ledger: SCRIPT, dialect: 'agave', ...options });
  onTestFinished(() => node.close());
  return node;
}

const call = (url: string, method: string, headers: Record<string, string> = INSPECTOR) =>
  fetch(url, { method: 'POST', headers, body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }) });

describe('the page of the inspector', () => {
  it('is what a browser gets, with a policy that allows its own script and style alone', async () => {
    const { url } = await started();
    const response = await fetch(url, { headers: HTML });
    const page = await response.text();
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(page).toMatch(/^<!doctype html>/);
    const hashes = ['script', 'style'].map((tag) => {
      const [, text] = new RegExp(`<${tag}>(.*)</${tag}>`, 's').exec(page)!;
      return `'sha256-${createHash('sha256').update(text!).digest('base64')}'`;
    });
    const { host } = new URL(url);
    expect(response.headers.get('content-security-policy')).toBe(
      `default-src 'none'; script-src ${hashes[0]}; style-src ${hashes[1]}; img-src data:; connect-src 'self' ws://${host} wss://${host}; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(page).not.toMatch(/\b(?:src|href)="https?:/);
  });

  it('HEAD has the same headers and no body', async () => {
    const { url } = await started();
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => fetch(url, { method, headers: HTML })));
    expect(head!.status).toBe(200);
    expect(await head!.text()).toBe('');
    for (const name of ['content-type', 'content-length', 'content-security-policy'])
      expect(head!.headers.get(name)).toBe(get!.headers.get(name));
  });

  it('is there for each ledger fork, and for no other path', async () => {
    const node = await started();
    await node.fork('a');
    const statuses = ['/', '/fork/a', '/fork/a/', '/fork/b', '/x', '/?dialect=agave'].map(
      async (path) => (await fetch(new URL(path, node.url), { headers: HTML })).status,
    );
    expect(await Promise.all(statuses)).toEqual([200, 200, 200, 404, 405, 200]);
  });

  it.each<[path: string, body: string]>([
    [
      '/fork/gone',
      'there is no fork "gone": make it with stillnode_fork, or start the node with --auto-fork (option autoFork)\n',
    ],
    ['/fork/a%20b/', 'no fork can have this name: names are 1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"\n'],
  ])('of a fork that is not there is a sentence: %s', async (path, body) => {
    const node = await started();
    await node.fork('gone');
    await node.dropFork('gone');
    const response = await fetch(new URL(path, node.url), { headers: HTML });
    expect([response.status, await response.text()]).toEqual([404, body]);
  });

  it('of a fork is the page also where its name is written with escapes', async () => {
    const node = await started();
    await node.fork('a');
    expect((await fetch(`${node.url}/fork/%61`, { headers: HTML })).status).toBe(200);
  });

  it.each([
    ['http://node.test/', 200],
    ['http://node.test/fork/a', 200],
    ['http://node.test/fork/%62', 404],
    ['http://node.test/x', 405],
  ])('is there also where the target is a whole URL: %s', async (target, status) => {
    const node = await started();
    await node.fork('a');
    const reply = await rawRequest(
      node,
      requestText({ method: 'GET', target, contentType: null, headers: ['accept: text/html'] }),
    );
    expect(reply.status).toBe(status);
  });

  it.each<[what: string, options: ListenOptions, headers: Record<string, string>]>([
    ['programs', {}, { accept: '*/*' }],
    ['programs that say nothing', {}, {}],
    ['a node without control', { control: false }, HTML],
    ['a node with the option off', { inspector: false }, HTML],
  ])('%s get what a node answers', async (_what, options, headers) => {
    const { url } = await started(options);
    const response = await fetch(url, { headers });
    expect(response.status).toBe(405);
    expect(await response.text()).toBe('Used HTTP Method is not allowed. POST or OPTIONS is required\n');
    expect(response.headers.has('content-security-policy')).toBe(false);
  });

  it('is part of an app that allows control, under its prefix', async () => {
    const node = await createNode({ ledger: SCRIPT, dialect: 'agave' });
    const app = fastify();
    await app.register(stillnode, { node, control: true, prefix: '/rpc' });
    const status = async (url: string) => (await app.inject({ method: 'GET', url, headers: HTML })).statusCode;
    expect(await Promise.all(['/rpc', '/rpc/', '/rpc/x', '/'].map(status))).toEqual([200, 200, 405, 404]);
  });

  it('holds nothing of the ledger: without the control key its calls are refused', async () => {
    const node = await started({ controlKey: 'secret' });
    expect((await fetch(node.url, { headers: HTML })).status).toBe(200);
    const refused = await (await call(node.url, 'stillnode_timeline')).json();
    expect(refused).toMatchObject({ error: { code: -32600, data: { reason: 'refused' } } });
    const allowed = await (await call(`${node.url}?controlKey=secret`, 'stillnode_timeline')).json();
    expect(allowed).toMatchObject({ result: { last: 10 } });
  });

  it('has calls that neither the journal nor faults see', async () => {
    const node = await started();
    await node.fail('getSlot', { rpcError: { code: -32005, message: 'Node is behind' } }, { times: 1 });
    const answers = [await (await call(node.url, 'getSlot')).json(), await node.calls()];
    expect(answers).toEqual([{ jsonrpc: '2.0', result: 10, id: 1 }, []]);
    const { 'stillnode-inspector': _, ...headers } = INSPECTOR;
    expect(await (await call(node.url, 'getSlot', headers)).json()).toMatchObject({ error: { code: -32005 } });
    expect(await node.calls()).toMatchObject([{ method: 'getSlot', outcome: 'fault' }]);
  });

  it('of another origin, or without the key, has calls as any other', async () => {
    const node = await started({ controlKey: 'secret' });
    await call(node.url, 'getSlot');
    await call(`${node.url}?controlKey=secret`, 'getSlot', { ...INSPECTOR, origin: 'http://example.com' });
    expect((await node.calls()).map(({ method }) => method)).toEqual(['getSlot', 'getSlot']);
  });

  it('lets the journal keep answers from then on, of forks too', async () => {
    const node = await started();
    const fork = await node.fork('a');
    const answersOf = async (asked: Pick<RunningNode, 'request'>) => {
      const listed = await asked.request('stillnode_calls');
      const whole = listed.calls.map(({ id }) => asked.request('stillnode_calls', [{ id }]));
      expect(listed.calls.filter(({ answer }) => answer !== undefined)).toEqual([]);
      return (await Promise.all(whole)).map((one) => one.calls[0]?.answer);
    };
    await node.request('getSlot');
    await fetch(node.url, { headers: HTML });
    await node.request('getBlocks', [10, 11]);
    await fork.request('getSlot');
    expect(await answersOf(node)).toEqual([undefined, '{"jsonrpc":"2.0","result":[10],"id":1}']);
    expect(await answersOf(fork)).toEqual(['{"jsonrpc":"2.0","result":10,"id":1}']);
  });
});
