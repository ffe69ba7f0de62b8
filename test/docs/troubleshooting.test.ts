import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../src/index.ts';
import type { ListenOptions, NodeOptions } from '../../src/node/nodeOptions.ts';
import { readText, tableUnder } from './tables.ts';

/** The symptoms of docs/troubleshooting.md, brought about. Its examples are tests of their own. */

const PAGE = readText('docs/troubleshooting.md');

async function nodeOf(options: NodeOptions & ListenOptions = {}) {
  const node = await startNode({ ledger: { slots: [{ slot: 100 }] }, dialect: 'agave', ...options });
  onTestFinished(() => node.close());
  return node;
}

const SIGNATURE = '1'.repeat(64);

describe('errors', () => {
  it.each([
    ['## -32020: Transaction not found', 'getSignaturesForAddress', ['1'.repeat(32), { before: SIGNATURE }], -32020],
    ['did you mean "getBalance"?', 'getBalence', [], -32601],
    ['`voteSubscribe` does not exist', 'voteSubscribe', [], -32601],
  ])('%s', async (symptom, method, params, code) => {
    expect(PAGE).toContain(symptom);
    const node = await nodeOf();
    await expect(node.request(method, params)).rejects.toMatchObject({ code });
  });

  it('what the ledger does not say is -32603 with the reason notInLedger', async () => {
    const node = await nodeOf({ ledger: [] });
    const error = {
      code: -32603,
      message: expect.stringContaining('This ledger does not say'),
      data: { reason: 'notInLedger' },
    };
    await expect(node.request('getIdentity')).rejects.toMatchObject(error);
    expect(tableUnder('## -32603: This ledger does not say', PAGE).map(([reason]) => reason)).toContain(
      '`notInLedger`',
    );
  });

  it('control calls are unknown where control is off', async () => {
    const node = await nodeOf({ control: false });
    expect(await replyTo(node.url, '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance"}')).toContain('"code":-32601');
  });

  it('a port of WebSockets in use is named', async () => {
    const { url } = await nodeOf();
    const { port } = new URL(url);
    const text = (where: string) => `port ${where} on 127.0.0.1, for WebSockets, is in use`;
    await expect(nodeOf({ wsPort: Number(port) })).rejects.toThrow(text(port));
    expect(PAGE).toContain(text('8900'));
  });
});

describe('HTTP statuses', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const CAUSES: Readonly<Record<string, readonly [path: string, init: RequestInit]>> = {
    401: ['', { headers: JSON_TYPE, body: '{}' }],
    403: ['?apikey=key', { headers: { ...JSON_TYPE, origin: 'null' }, body: '{}' }],
    404: ['fork/unknown?apikey=key', { headers: JSON_TYPE, body: '{}' }],
    413: ['?apikey=key', { headers: JSON_TYPE, body: ' '.repeat(51_201) }],
    415: ['?apikey=key', { body: '{}' }],
  };

  it.each(tableUnder('## HTTP 401, 403, 404, 413 and 415', PAGE))('%s: %s', async (status) => {
    const node = await nodeOf({ apiKeys: ['key'] });
    const [path, init] = CAUSES[status!]!;
    expect(await fetch(`${node.url}/${path}`, { method: 'POST', ...init })).toMatchObject({ status: Number(status) });
  });
});

async function replyTo(url: string, body: string): Promise<string> {
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return reply.text();
}
