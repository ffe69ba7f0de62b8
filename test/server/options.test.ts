import { describe, expect, test } from 'vitest';
import { nodeOver } from '../../src/node.ts';
import { testLedger, testNode } from '../support/testNode.ts';

describe('options of listen that would limit nothing, or let everybody in by mistake', () => {
  const rows = [
    [{ maxBodyBytes: Number.NaN }, 'maxBodyBytes must be a whole number from 1 on, not NaN'],
    [{ maxBodyBytes: Number.POSITIVE_INFINITY }, 'maxBodyBytes must be a whole number from 1 on, not Infinity'],
    [{ maxBodyBytes: 0 }, 'maxBodyBytes must be a whole number from 1 on, not 0'],
    [{ maxBodyBytes: 1.5 }, 'maxBodyBytes must be a whole number from 1 on, not 1.5'],
    [{ maxBodyBytes: '100' as unknown as number }, 'maxBodyBytes must be a whole number from 1 on, not 100'],
    [{ apiKeys: [] }, 'apiKeys is an empty list: leave it out to let everybody in'],
    [{ apiKeys: [''] }, 'apiKeys has an empty key in it'],
    [{ apiKeys: ['a', ''] }, 'apiKeys has an empty key in it'],
    [{ apiKeys: ',,'.split(',') }, 'apiKeys has an empty key in it'],
  ] as const;
  test.each(rows)('%j', async (options, message) => {
    await expect(testNode({}).listen(options)).rejects.toThrow(new RangeError(message));
  });

  test('and of a node', () => {
    const loaded = {
      state: testLedger({}),
      warnings: [],
      counts: { files: 0, blocks: 0, transactions: 0, accounts: 0 },
    };
    expect(() => nodeOver(loaded, { maxBatchReplyBytes: Number.NaN })).toThrow(
      new RangeError('maxBatchReplyBytes must be a whole number from 1 on, not NaN'),
    );
  });
});
