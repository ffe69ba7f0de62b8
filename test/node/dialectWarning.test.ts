import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import type { NodeOptions } from '../../src/node/nodeOptions.ts';

/** What the library tells of the dialects, and when. */

const WARNING =
  "No `dialect` is set, so this node answers in the contract dialect: six read methods with a small, fixed set of fields. Use `dialect: 'agave'` for the answers of a real node, or set `dialect: 'contract'` to silence this warning.";

const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  // every test stands for a process of its own
  vi.resetModules();
  emitWarning.mockClear();
});

async function start(options: NodeOptions): Promise<void> {
  const { startNode } = await import('../../src/node/createNode.ts');
  const node = await startNode({ ledger: [], ...options });
  onTestFinished(() => node.close());
}

it('warns where nobody chose a dialect, whoever asks later', async () => {
  await start({});
  expect(emitWarning.mock.calls).toEqual([[WARNING, { code: 'STILLNODE_DIALECT' }]]);
});

it('warns of a node without a port too', async () => {
  const { createNode } = await import('../../src/node/createNode.ts');
  await createNode({ ledger: [] });
  expect(emitWarning.mock.calls).toEqual([[WARNING, { code: 'STILLNODE_DIALECT' }]]);
});

it('warns once a process, however many nodes there are', async () => {
  await start({});
  await start({});
  expect(emitWarning).toHaveBeenCalledOnce();
});

it.each(['contract', 'agave'] as const)('does not warn where the dialect was chosen: %s', async (dialect) => {
  await start({ dialect });
  expect(emitWarning).not.toHaveBeenCalled();
});

it('does not warn of a node that could not be made', async () => {
  await expect(start({ ledger: '/nowhere' })).rejects.toThrow();
  expect(emitWarning).not.toHaveBeenCalled();
});
