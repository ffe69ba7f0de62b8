import { createClient } from '@solana/kit';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { DialectName } from '../../src/dialect.ts';
import { ledger, sol } from '../../src/index.ts';
import { stillnode } from '../../src/kit.ts';
import { createNode, type LedgerNode, startNode } from '../../src/node/createNode.ts';
import type { NodeOptions } from '../../src/node/nodeOptions.ts';
import { openShared } from '../../src/testing/runners.ts';

/** The dialect of nodes that code makes. */

beforeEach(() => {
  vi.stubEnv('STILLNODE_DIALECT', undefined);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

const WALLET = ledger().wallet('alice', sol(5));

type Given = { readonly dialect?: DialectName | undefined };

/** What makes a node, and the dialect that it has then. */
const MAKERS: readonly (readonly [name: string, dialectOf: (options: Given) => Promise<DialectName>])[] = [
  ['createNode', async (options) => (await createNode({ ledger: [], ...(options as NodeOptions) })).dialect],
  [
    'startNode',
    async (options) => {
      const node = await startNode({ ledger: [], ...(options as NodeOptions) });
      onTestFinished(() => node.close());
      return node.dialect;
    },
  ],
  [
    'the fixtures of test runners',
    async (options) => {
      const shared = await openShared({ ledger: [], ...(options as NodeOptions) });
      onTestFinished(() => shared.close());
      const { node } = await shared.fork();
      return (await node.getTips()).dialect;
    },
  ],
  [
    'the plugin of Kit',
    async (options) => {
      const client = await createClient().use(stillnode({ ledger: WALLET, ...(options as NodeOptions) }));
      return (client.stillnode as LedgerNode).dialect;
    },
  ],
];

describe.each(MAKERS)('%s', (_name, dialectOf) => {
  it.each([{}, { dialect: undefined }])('speaks as a real node by default: %j', async (options) => {
    expect(await dialectOf(options)).toBe('agave');
  });

  it.each(['contract', 'agave'] as const)('takes the dialect of the variable: %s', async (dialect) => {
    vi.stubEnv('STILLNODE_DIALECT', dialect);
    for (const options of [{}, { dialect: undefined }]) expect(await dialectOf(options)).toBe(dialect);
  });

  it('takes the option before the variable, whatever word that has', async () => {
    for (const word of ['contract', 'node']) {
      vi.stubEnv('STILLNODE_DIALECT', word);
      expect(await dialectOf({ dialect: 'agave' })).toBe('agave');
    }
  });

  it('ignores a variable that is empty', async () => {
    vi.stubEnv('STILLNODE_DIALECT', '');
    expect(await dialectOf({})).toBe('agave');
  });

  it('refuses a variable with another word', async () => {
    vi.stubEnv('STILLNODE_DIALECT', 'node');
    await expect(dialectOf({})).rejects.toThrow(
      new TypeError('STILLNODE_DIALECT must be contract or agave, not "node"'),
    );
  });
});

it('no node warns of its dialect', async () => {
  const emitWarning = vi.spyOn(process, 'emitWarning').mockReturnValue();
  onTestFinished(() => emitWarning.mockRestore());
  for (const [, dialectOf] of MAKERS) await dialectOf({});
  expect(emitWarning).not.toHaveBeenCalled();
});

it('of an answer: a missing block is an error, as of a real node', async () => {
  const node = await createNode();
  await expect(node.request('getBlock', [307])).rejects.toThrow('Slot 307 was skipped');
});
