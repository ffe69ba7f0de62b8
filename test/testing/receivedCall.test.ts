import { describe, expect, it } from 'vitest';
import { createNode } from '../../src/node/createNode.ts';
import { toHaveReceivedCall } from '../../src/testing/matchers.ts';

/** As runners show it: a matcher has failed where it passes behind `.not`, or does not without. */
async function failure(
  node: unknown,
  ...[method, params, options, isNot = false]: [string, unknown?, { times?: number }?, boolean?]
): Promise<string | undefined> {
  const { message, pass } = await toHaveReceivedCall.call({ isNot }, node, method, params, options);
  return pass === isNot ? message() : undefined;
}

async function askedNode() {
  const node = await createNode({ dialect: 'contract' });
  await node.request('getSlot');
  await node.request('getBlock', [307, { encoding: 'json' }]);
  await node.request('getBlock', [308]);
  return node;
}

describe('toHaveReceivedCall', () => {
  it('is content with one call, with parameters that contain what is expected, or with so many', async () => {
    const node = await askedNode();
    expect(await failure(node, 'getBlock')).toBeUndefined();
    expect(await failure(node, 'getBlock', [307])).toBeUndefined();
    expect(await failure(node, 'getBlock', undefined, { times: 2 })).toBeUndefined();
    expect(await failure(node, 'getBlock', [308], { times: 1 })).toBeUndefined();
    expect(await failure(node, 'getHealth', undefined, { times: 0 })).toBeUndefined();
  });

  it('else shows the nearest calls, and where they differ', async () => {
    const node = await askedNode();
    expect(await failure(node, 'getBlock', [308, { encoding: 'json' }])).toBe(
      [
        'expected at least 1 call of getBlock with [308,{"encoding":"json"}], found 0',
        '  call 3: getBlock [308]',
        '    params[1] is missing, expected {"encoding":"json"}',
        '  call 2: getBlock [307,{"encoding":"json"}]',
        '    params[0] is 307, expected 308',
      ].join('\n'),
    );
    expect(await failure(node, 'getBlock', undefined, { times: 1 })).toBe(
      'expected 1 call of getBlock, found 2\n  call 2: getBlock [307,{"encoding":"json"}]\n  call 3: getBlock [308]',
    );
  });

  it('behind .not there may be no such call', async () => {
    const node = await askedNode();
    expect(await failure(node, 'getHealth', undefined, undefined, true)).toBeUndefined();
    expect(await failure(node, 'getBlock', [309], undefined, true)).toBeUndefined();
    expect(await failure(node, 'getBlock', [307], undefined, true)).toBe(
      'expected 0 calls of getBlock with [307], found 1\n  call 2: getBlock [307,{"encoding":"json"}]',
    );
  });

  it('fails, also behind .not, where the journal has forgotten calls', async () => {
    const node = await createNode({ journalSize: 1, dialect: 'contract' });
    for (const method of ['getBlock', 'getSlot']) await node.request(method, []).catch(() => undefined);
    const message =
      'expected 0 calls of getBlock, found 0\nthere were calls of getSlot (1)\n1 older call is forgotten: `journalSize` is too small';
    expect(await failure(node, 'getBlock', undefined, undefined, true)).toBe(message);
    expect(await failure(node, 'getBlock', undefined, { times: 0 })).toBe(message);
    expect(await failure(node, 'getSlot')).toBeUndefined();
  });

  it('refuses an option that it does not know', async () => {
    const node = await createNode({ dialect: 'contract' });
    await expect(failure(node, 'getSlot', undefined, { time: 1 } as never)).rejects.toThrow(
      new TypeError('unknown option `time`: did you mean `times`?'),
    );
  });

  it('looks at a fork alone', async () => {
    const node = await askedNode();
    const fork = await node.fork();
    expect(await failure(fork, 'getSlot')).toBe('expected at least 1 call of getSlot, found 0\nthere were no calls');
    expect(await failure(node, 'getSlot')).toBeUndefined();
  });

  it('a node without a journal fails either way', async () => {
    const node = await createNode({ journalSize: 0 });
    const off = 'the journal is off: `journalSize` is 0';
    expect(await failure(node, 'getSlot')).toBe(off);
    expect(await failure(node, 'getSlot', undefined, undefined, true)).toBe(off);
  });

  it('what was misunderstood is no mismatch', async () => {
    const node = await createNode();
    await expect(failure('http://127.0.0.1:8899', 'getSlot')).rejects.toThrow(
      new TypeError('toHaveReceivedCall takes a node or a fork: await expect(node).toHaveReceivedCall(…)'),
    );
    await expect(failure(node, 'getSlot', [], { times: 2 }, true)).rejects.toThrow(
      new TypeError('`times` cannot be combined with `.not`: expect the number of calls instead'),
    );
    await expect(failure(node, 'getSlot', [], { times: -1 })).rejects.toMatchObject({ code: -32602 });
  });
});
