import { createClient } from '@solana/kit';
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { ledger, sol } from '../../src/index.ts';
import { stillnode } from '../../src/kit.ts';
import { createNode, type LedgerNode, startNode } from '../../src/node/createNode.ts';
import type { NodeOptions } from '../../src/node/nodeOptions.ts';

/** What the library tells of the dialects, and when. */

const WARNING =
  "No `dialect` is set, so this node answers in the contract dialect: six read methods with a small, fixed set of fields. Use `dialect: 'agave'` or the variable STILLNODE_DIALECT for the answers of a real node, or set `dialect: 'contract'` to silence this warning.";

const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue();

beforeEach(() => {
  vi.stubEnv('STILLNODE_DIALECT', undefined);
  emitWarning.mockClear();
});

const WALLET = ledger().wallet('alice', sol(5));

async function start(options: NodeOptions): Promise<void> {
  const node = await startNode({ ledger: [], ...options });
  onTestFinished(() => node.close());
}

it('warns where nobody chose a dialect, whoever asks later', async () => {
  await start({});
  expect(emitWarning.mock.calls).toEqual([[WARNING, { code: 'STILLNODE_DIALECT' }]]);
});

it('warns of a node without a port too', async () => {
  await createNode({ ledger: [] });
  expect(emitWarning.mock.calls).toEqual([[WARNING, { code: 'STILLNODE_DIALECT' }]]);
});

it('warns of each node: a second one may be that of another author', async () => {
  await start({});
  await start({});
  expect(emitWarning).toHaveBeenCalledTimes(2);
});

describe('STILLNODE_DIALECT', () => {
  it.each(['contract', 'agave'] as const)('is the dialect of nodes without that option: %s', async (dialect) => {
    vi.stubEnv('STILLNODE_DIALECT', dialect);
    for (const options of [{}, { dialect: undefined }])
      expect((await createNode({ ledger: [], ...(options as NodeOptions) })).dialect).toBe(dialect);
    expect(emitWarning).not.toHaveBeenCalled();
  });

  it('is the dialect of nodes of Kit too', async () => {
    vi.stubEnv('STILLNODE_DIALECT', 'contract');
    const client = await createClient().use(stillnode({ ledger: WALLET }));
    expect((client.stillnode as LedgerNode).dialect).toBe('contract');
  });

  it('gives way to the option', async () => {
    vi.stubEnv('STILLNODE_DIALECT', 'contract');
    expect((await createNode({ ledger: [], dialect: 'agave' })).dialect).toBe('agave');
    const client = await createClient().use(stillnode({ ledger: WALLET, dialect: 'agave' }));
    expect((client.stillnode as LedgerNode).dialect).toBe('agave');
  });

  it('has to name one', async () => {
    vi.stubEnv('STILLNODE_DIALECT', 'node');
    await expect(createNode({ ledger: [] })).rejects.toThrow(
      new TypeError('STILLNODE_DIALECT must be contract or agave, not "node"'),
    );
  });
});

it.each([{}, { dialect: undefined }])('a node of Kit answers as a real one by default: %j', async (options) => {
  const client = await createClient().use(stillnode({ ledger: WALLET, ...(options as object) }));
  expect((client.stillnode as LedgerNode).dialect).toBe('agave');
  expect(emitWarning).not.toHaveBeenCalled();
});

it.each(['contract', 'agave'] as const)('does not warn where the dialect was chosen: %s', async (dialect) => {
  await start({ dialect });
  expect(emitWarning).not.toHaveBeenCalled();
});

it('does not warn of a node that could not be made', async () => {
  await expect(start({ ledger: '/nowhere' })).rejects.toThrow();
  expect(emitWarning).not.toHaveBeenCalled();
});
