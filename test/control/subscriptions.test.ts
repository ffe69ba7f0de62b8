import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';
import { controlText, NO_ARGUMENT_CASES } from '../support/control.ts';
import { testNode } from '../support/testNode.ts';

const listed = async (node: Parameters<typeof controlText>[0]) =>
  (await controlText(node, 'subscriptions')).replaceAll(/"timeMs":\d+/g, '"timeMs":0');

describe('stillnode_subscriptions', () => {
  it('lists subscriptions with what their clients were told, and those that have ended', async () => {
    const node = await createNode({ ledger: ledger().wallet('alice', sol(1)).block(10) });
    expect(await listed(node)).toBe('[]');
    const alice = await node.address('$alice');
    const slots = node.subscribe('slot');
    const account = node.subscribe('account', alice, { commitment: 'processed' });
    await account.return();
    await node.advance();
    await slots.next();
    const notified =
      '{"isDropped":false,"result":"{\\"slot\\":11,\\"parent\\":10,\\"root\\":10}","slot":11,"timeMs":0}';
    const slotEntry = (isOpen: boolean) =>
      `{"count":1,"id":0,"isOpen":${isOpen},"method":"slotSubscribe","notifications":[${notified}],"params":[],"timeMs":0}`;
    const ended = `{"count":0,"id":1,"isOpen":false,"method":"accountSubscribe","notifications":[],"params":["${alice}",{"commitment":"processed"}],"timeMs":0}`;
    expect(await listed(node)).toBe(`[${slotEntry(true)},${ended}]`);
    await slots.return();
    expect(await listed(node)).toBe(`[${slotEntry(false)},${ended}]`);
    await node.reset();
    expect(await listed(node)).toBe('[]');
  });

  it('is a method of a node', async () => {
    const node = await createNode({ ledger: ledger().block(10), dialect: 'agave' });
    const before = Date.now();
    const slots = node.subscribe('slot');
    await node.advance();
    await slots.next();
    const [subscription] = await node.subscriptions();
    expect(subscription).toMatchObject({ count: 1, id: 0, isOpen: true, method: 'slotSubscribe', params: [] });
    expect(subscription!.notifications).toMatchObject([{ isDropped: false, slot: 11 }]);
    for (const { timeMs } of [subscription!, ...subscription!.notifications])
      expect([timeMs >= before, timeMs <= Date.now()]).toEqual([true, true]);
    await slots.return();
  });

  it('says which notifications a fault dropped', async () => {
    const node = await createNode({ ledger: ledger().block(10) });
    const slots = node.subscribe('slot');
    await node.fail('slotNotification', { dropNotifications: true }, { times: 1 });
    await node.advance(2);
    await slots.next();
    const [entry] = JSON.parse(await listed(node)) as { count: number; notifications: { isDropped: boolean }[] }[];
    expect(entry!.notifications.map(({ isDropped }) => isDropped)).toEqual([true, false]);
  });

  it('keeps the newest 20 notifications', async () => {
    const node = await createNode({ ledger: ledger().block(10) });
    const slots = node.subscribe('slot');
    await node.advance(25);
    for (let i = 0; i < 25; i++) await slots.next();
    const [entry] = JSON.parse(await listed(node)) as { count: number; notifications: { result: string }[] }[];
    expect(entry!.count).toBe(25);
    expect(entry!.notifications).toHaveLength(20);
    expect(JSON.parse(entry!.notifications.at(-1)!.result)).toMatchObject({ slot: 35 });
  });

  it.each(NO_ARGUMENT_CASES)('%s is refused', async (params, error) => {
    expect(await controlText(testNode({}), 'subscriptions', params)).toBe(error);
  });
});
