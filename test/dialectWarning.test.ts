/** What the library tells of the dialects, and when. */
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { ListenOptions, NodeOptions } from '../src/nodeOptions.ts';

const WARNING =
  "a Solana client library is asking, and this node answers in the contract dialect: { dialect: 'agave' } answers as a real node does, { dialect: 'contract' } keeps the answers without this warning";
const CALL = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';

const emitWarning = vi.spyOn(process, 'emitWarning');

beforeEach(() => {
  // every test stands for a process of its own
  vi.resetModules();
  emitWarning.mockReset();
});
afterEach(() => {
  emitWarning.mockReset();
});

/** Asks nodes of one process, each as often as there are targets. */
async function ask(
  nodes: readonly (NodeOptions & ListenOptions)[],
  targets: readonly string[] = ['/'],
  headers: Record<string, string> = { 'solana-client': 'js/8.4.0' },
): Promise<void> {
  const { startNode } = await import('../src/node.ts');
  for (const options of nodes) {
    const node = await startNode({ ledger: [], ...options });
    onTestFinished(() => node.close());
    for (const target of targets) {
      const reply = await fetch(node.url + target, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: CALL,
      });
      expect(await reply.text()).toContain('"result":');
    }
  }
}

it('warns when a client library asks a node whose dialect nobody chose', async () => {
  await ask([{}]);
  expect(emitWarning.mock.calls).toEqual([[WARNING, { code: 'STILLNODE_DIALECT' }]]);
});

it('once a process, however many ask however many nodes', async () => {
  await ask([{}, {}], ['/', '/']);
  expect(emitWarning).toHaveBeenCalledOnce();
});

it.each<[when: string, ...Parameters<typeof ask>]>([
  ['the dialect was chosen, though it is the default', [{ dialect: 'contract' }]],
  ['the dialect is the one of a real node', [{ dialect: 'agave' }]],
  ['the request chose', [{}], ['/?dialect=agave']],
  ['the client does not say what it is', [{}], ['/'], {}],
])('not where %s', async (_when, ...asked) => {
  await ask(...asked);
  expect(emitWarning).not.toHaveBeenCalled();
});

it('a listener that wants to be told is told, and nobody is warned', async () => {
  const onSolanaClient = vi.fn();
  await ask([{ onSolanaClient }], ['/', '/']);
  expect(onSolanaClient).toHaveBeenCalledOnce();
  expect(emitWarning).not.toHaveBeenCalled();
});

it('a node without a socket that listens later warns too', async () => {
  const { createNode } = await import('../src/node.ts');
  const listener = await (await createNode({ ledger: [] })).listen();
  onTestFinished(() => listener.close());
  const headers = { 'content-type': 'application/json', 'solana-client': 'js/1.99.0' };
  await fetch(listener.url, { method: 'POST', headers, body: CALL });
  expect(emitWarning).toHaveBeenCalledOnce();
});
