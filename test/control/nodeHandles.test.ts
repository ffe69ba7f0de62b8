import { getBase64EncodedWireTransaction } from '@solana/kit';
import { describe, expect, it, onTestFinished } from 'vitest';
import { connect, createNode, type LedgerControls, ledger, sol, startNode } from '../../src/index.ts';
import type { LedgerNode } from '../../src/node/ledgerNode.ts';
import { openShared, type SharedNodeOptions } from '../../src/testing/sharedNode.ts';
import { signedMemo } from '../support/signedMemo.ts';

/** What `answer`, `fail`, `addFault` and `onSend` resolve to, on every kind of node. */

const SCRIPT = ledger({ faults: [{ match: { method: 'getVersion', times: 1 }, then: { result: 'of the ledger' } }] })
  .wallet('alice', sol(5))
  .block(100);

type Node = LedgerControls & Pick<LedgerNode, 'request'>;

const OPTIONS = { ledger: SCRIPT, dialect: 'agave' } as const;

async function fixture(options: SharedNodeOptions): Promise<Node> {
  const shared = await openShared(options);
  onTestFinished(() => shared.close());
  return (await shared.fork()).node;
}

const NODES: readonly (readonly [kind: string, isLocal: boolean, make: () => Promise<Node>])[] = [
  ['createNode', true, () => createNode(OPTIONS)],
  ['a fork', true, async () => (await createNode(OPTIONS)).fork()],
  ['a fixture', true, () => fixture(OPTIONS)],
  [
    'a fixture of a node elsewhere',
    false,
    async () => {
      const node = await startNode(OPTIONS);
      onTestFinished(() => node.close());
      return fixture({ url: node.url });
    },
  ],
  [
    'a connection',
    false,
    async () => {
      const node = await startNode(OPTIONS);
      onTestFinished(() => node.close());
      return connect(node.url);
    },
  ],
];

const slotOf = (node: Node) => node.request('getSlot', [{ commitment: 'processed' }]);

async function send(node: Node): Promise<void> {
  const { value } = await node.request('getLatestBlockhash', [{ commitment: 'processed' }]);
  const wire = getBase64EncodedWireTransaction(await signedMemo('a', value));
  await node.request('sendTransaction', [wire, { encoding: 'base64' }]);
}

describe.each(NODES)('on %s', (_kind, isLocal, make) => {
  it('each resolves to a handle once it is in force', async () => {
    const node = await make();
    const handles = [
      await node.answer('getSlot', 5),
      await node.fail('getBlockHeight', { rpcError: { code: -32005, message: 'no' } }),
      await node.addFault({ match: { method: 'getHealth' }, then: { result: 'fine' } }),
      await node.onSend({ then: 'drop' }),
    ];
    expect(handles.map(({ id }) => id)).toEqual(['fault-2', 'fault-3', 'fault-4', 'send-rule-1']);
    expect(await slotOf(node)).toBe(5);
    expect(await slotOf(node)).toBe(5);
    await expect(node.request('getBlockHeight')).rejects.toMatchObject({ code: -32005 });
    expect(await Promise.all(handles.map((handle) => handle.hits()))).toEqual([2, 1, 0, 0]);
    for (const { remove } of handles) await remove();
    for (const { remove } of handles) await remove();
    expect(await slotOf(node)).toBe(100);
    expect(await Promise.all(handles.map((handle) => handle.hits()))).toEqual([2, 1, 0, 0]);
    expect([await node.listFaults(), await node.listSendRules()]).toMatchObject([[{ id: 'fault-1' }], []]);
  });

  it('takes the whole match in the third argument', async () => {
    const node = await make();
    const match = {
      params: [{ commitment: 'processed' }],
      after: 1,
      times: 1,
      probability: 1,
      seed: 7,
      optional: true,
    };
    const handle = await node.answer('getSlot', 5, match);
    expect(await node.request('getSlot')).toBe(100);
    expect([await slotOf(node), await slotOf(node), await slotOf(node)]).toEqual([100, 5, 100]);
    expect(await handle.hits()).toBe(1);
    const { optional, ...whichCalls } = match;
    expect((await node.listFaults()).at(-1)?.rule).toEqual({
      match: { method: 'getSlot', ...whichCalls },
      then: { result: 5 },
      optional,
    });
  });

  it('the first that was added wins, those of the ledger before all others', async () => {
    const node = await make();
    const version = () => node.request('getVersion');
    const handles = [
      await node.addFault({ match: { method: 'getVersion' }, then: { result: 'first' } }),
      await node.answer('getVersion', 'second'),
      await node.fail('getVersion', { result: 'third' }),
    ];
    expect([await version(), await version()]).toEqual(['of the ledger', 'first']);
    await handles[0]!.remove();
    expect(await version()).toBe('second');
    await handles[1]!.remove();
    expect(await version()).toBe('third');
  });

  it('`await using` removes it', async () => {
    const node = await make();
    {
      await using handle = await node.fail('getSlot', { result: 7 });
      expect(await slotOf(node)).toBe(7);
      expect(handle.id).toBe('fault-2');
    }
    expect(await slotOf(node)).toBe(100);
  });

  it.each<readonly [string, (node: Node) => Promise<unknown>]>([
    ['reset', (node) => node.reset()],
    ['clear', async (node) => [await node.clearFaults(), await node.clearSendRules()]],
  ])('after %s `hits()` is the last number that was read, and `remove()` resolves', async (_how, take) => {
    const node = await make();
    const handles = [await node.answer('getSlot', 5), await node.onSend({ then: 'drop' })];
    await slotOf(node);
    await send(node);
    expect(await Promise.all(handles.map((handle) => handle.hits()))).toEqual([1, 1]);
    await take(node);
    for (const { remove } of handles) await remove();
    expect(await Promise.all(handles.map((handle) => handle.hits()))).toEqual([1, 1]);
  });

  it('a handle never stands for a rule that is added later, also after a revert or a reset', async () => {
    const node = await make();
    const snapshot = await node.snapshot();
    const first = await node.onSend({ then: 'drop' });
    await node.revert(snapshot);
    const second = await node.onSend({ then: 'drop' });
    await node.reset();
    const third = await node.onSend({ then: 'drop' });
    expect([first.id, second.id, third.id]).toEqual(['send-rule-1', 'send-rule-2', 'send-rule-3']);
    await first.remove();
    await second.remove();
    expect(await node.listSendRules()).toMatchObject([{ id: 'send-rule-3' }]);
  });

  it('every error rejects', async () => {
    const node = await make();
    await expect(node.answer('getSlott', 1)).rejects.toThrow(TypeError);
    await expect(node.fail('getSlot', { times: 1 } as never)).rejects.toThrow(TypeError);
    await expect(node.onSend(5 as never)).rejects.toThrow(TypeError);
    await expect(node.addFault({ then: {} })).rejects.toMatchObject({ code: -32602 });
    const lost = { then: { result: () => 1 } };
    await expect(node.addFault(lost)).rejects.toThrow(TypeError);
    expect(await node.listFaults()).toHaveLength(1);
  });

  it('an answer by a function is for a node of this process', async () => {
    const node = await make();
    const answering = node.answer('getBlockTime', (slot: number) => slot * 2);
    if (!isLocal) {
      await expect(answering).rejects.toThrow('functions cannot cross to a node in another process');
      return;
    }
    const handle = await answering;
    expect(await node.request('getBlockTime', [21])).toBe(42);
    expect(await handle.hits()).toBe(1);
    await handle.remove();
    expect(await node.listFaults()).toHaveLength(1);
  });
});

it('answers and functions keep the order of calls that are not awaited', async () => {
  const node = await createNode(OPTIONS);
  await Promise.all([
    node.answer('getSlot', () => 1, { times: 1 }),
    node.fail('getSlot', { result: 2 }, { times: 1 }),
    node.answer('getSlot', 3, { times: 1 }),
    node.addFault({ match: { method: 'getSlot' }, then: { result: 4 } }),
  ]);
  expect([await slotOf(node), await slotOf(node), await slotOf(node), await slotOf(node)]).toEqual([1, 2, 3, 4]);
});
