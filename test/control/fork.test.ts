import { describe, expect, expectTypeOf, it, onTestFinished } from 'vitest';
import { createNode, startNode } from '../../src/node/createNode.ts';
import { controlText, invalidText } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

describe('stillnode_fork', () => {
  it.each([
    ['[]', '{"name":"fork-1","url":null,"wsUrl":null}'],
    ['[null]', '{"name":"fork-1","url":null,"wsUrl":null}'],
    ['["my.test_1-A"]', '{"name":"my.test_1-A","url":null,"wsUrl":null}'],
  ])('%s makes a fork, which has no address while nothing listens', async (params, answer) => {
    const node = testNode({});
    expect(await controlText(node, 'fork', params)).toBe(answer);
    expect(await controlText(node, 'listForks')).toBe(`[${answer}]`);
  });

  it('gives its addresses at the first port that is open', async () => {
    const node = testNode({});
    const first = await node.listen();
    const second = await node.listen();
    onTestFinished(() => second.close());
    const textAt = ({ url }: { url: string }, name: string) =>
      `{"name":"${name}","url":"${url}/fork/${name}","wsUrl":"${url.replace('http', 'ws')}/fork/${name}"}`;
    expect(await controlText(node, 'fork', '["a"]')).toBe(textAt(first, 'a'));
    await first.close();
    expect(await controlText(node, 'fork', '["b"]')).toBe(textAt(second, 'b'));
  });

  it('of a node that listens has addresses that are text, also as types', async () => {
    await using node = await startNode({ ledger: [] });
    const fork = await node.fork('a');
    const second = await fork.fork('b');
    expectTypeOf(fork.url).toEqualTypeOf<string>();
    expectTypeOf(second.wsUrl).toEqualTypeOf<string>();
    expect([fork.url, second.url]).toEqual([`${node.url}/fork/a`, `${node.url}/fork/b`]);
    expectTypeOf((await createNode({ ledger: [] })).fork)
      .returns.resolves.toHaveProperty('url')
      .toEqualTypeOf<string | undefined>();
  });

  it.each([
    ['[5]', invalidText('name: expected a string, found 5')],
    ['["a/b"]', invalidText('"a/b" cannot be the name of a fork: use 1 to 64 of A-Z, a-z, 0-9, ".", "_", "-"')],
    ['["taken"]', invalidText('there is a fork "taken" already: choose another name, or drop it first')],
  ])('%s is refused', async (params, error) => {
    const node = testNode({});
    await controlText(node, 'fork', '["taken"]');
    expect(await controlText(node, 'fork', params)).toBe(error);
    expect(await controlText(node, 'listForks')).toBe('[{"name":"taken","url":null,"wsUrl":null}]');
  });

  it('there may be as many as the option says', async () => {
    const node = await createNode({ ledger: [], maxForks: 1 });
    await controlText(node, 'fork');
    expect(await controlText(node, 'fork')).toBe(
      invalidText('there is 1 fork already: drop some with stillnode_dropFork'),
    );
    await controlText(node, 'dropFork', '["fork-1"]');
    expect(await controlText(node, 'fork', '["b"]')).toContain('"name":"b"');
  });

  it('and without the option a thousand', async () => {
    const node = testNode({});
    for (let i = 0; i < 1000; i++) await node.request('stillnode_fork');
    expect(await controlText(node, 'fork')).toBe(
      invalidText('there are 1000 forks already: drop some with stillnode_dropFork'),
    );
  });
});
