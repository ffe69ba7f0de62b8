import fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import { createNode } from '../../src/node/createNode.ts';
import { testNode } from '../support/testNode.ts';

describe('options of listen that would limit nothing, or let everybody in by mistake', () => {
  const rows = [
    [{ maxBodyBytes: Number.NaN }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not NaN'],
    [
      { maxBodyBytes: Number.POSITIVE_INFINITY },
      '`maxBodyBytes` must be a whole number from 1 to 2147483647, not Infinity',
    ],
    [{ maxBodyBytes: 0 }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not 0'],
    [{ maxBodyBytes: 1.5 }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not 1.5'],
    [
      { maxBodyBytes: '100' as unknown as number },
      '`maxBodyBytes` must be a whole number from 1 to 2147483647, not a string',
    ],
    [{ apiKeys: [] }, '`apiKeys` is an empty list: leave it out to accept every request'],
    [{ apiKeys: [''] }, '`apiKeys` must be a list of keys; it contains an empty string'],
    [{ apiKeys: ['a', ''] }, '`apiKeys` must be a list of keys; it contains an empty string'],
    [{ apiKeys: ',,'.split(',') }, '`apiKeys` must be a list of keys; it contains an empty string'],
  ] as const;
  test.each(rows)('%j', async (options, message) => {
    await expect(testNode({}).listen(options)).rejects.toThrow(new TypeError(message));
  });

  test.each(rows)('%j, of a plugin', async (options, message) => {
    const app = fastify();
    await expect(app.register(stillnode, { node: testNode({}), ...options }).ready()).rejects.toThrow(
      new TypeError(message),
    );
  });

  test('and of a node', async () => {
    const message = '`maxBatchReplyBytes` must be a whole number from 1 to 9007199254740991, not NaN';
    await expect(createNode({ maxBatchReplyBytes: Number.NaN })).rejects.toThrow(new TypeError(message));
  });
});
