import { describe, expect, it, onTestFinished } from 'vitest';
import { ClosedError, ledger, sol, startNode } from '../../../src/index.ts';
import { setAccount } from '../../../src/ledger/moves/setAccount.ts';
import { SUBSCRIPTIONS } from '../../../src/rpc/subscriptions/index.ts';
import { reasonOf } from '../../support/clients.ts';
import { sendNode } from '../../support/sends.ts';
import { THREE_TIPS, testAccount, testNode } from '../../support/testNode.ts';
import { namedAddress } from '../../support/transactions.ts';

const ALICE = namedAddress('alice');

describe('a subscription in process', () => {
  it('tells what a socket is told, as values', async () => {
    const node = testNode(THREE_TIPS);
    const slots = node.subscribe('slot');
    await node.advance(2);
    expect([await slots.next(), await slots.next()]).toEqual([
      { done: false, value: { slot: 8, parent: 7, root: 5 } },
      { done: false, value: { slot: 9, parent: 8, root: 6 } },
    ]);
  });

  it('tells integers beyond 2^53 as bigints', async () => {
    const node = testNode(THREE_TIPS);
    const accounts = node.subscribe('account', ALICE, { commitment: 'processed', encoding: 'base64' });
    await node.setAccount(ALICE, {
      lamports: 5,
      owner: ALICE,
      data: ['', 'base64'],
      executable: false,
      rentEpoch: 2n ** 64n - 1n,
    });
    const value = {
      lamports: 5,
      data: ['', 'base64'],
      owner: ALICE,
      executable: false,
      rentEpoch: 2n ** 64n - 1n,
      space: 0,
    };
    expect((await accounts.next()).value).toEqual({ context: { slot: 7 }, value });
  });

  it.each(['base64', 'base64+zstd', 'jsonParsed'] as const)(
    'begins at once, also where %s has to be loaded',
    async (encoding) => {
      const { live, node } = sendNode();
      const accounts = node.subscribe('account', ALICE, { commitment: 'processed', encoding });
      const set = testAccount({ address: ALICE, lamports: 5n });
      await live.overrideAccount((state) => ({
        state: setAccount(state, ALICE, set, 'always'),
        set: { address: ALICE, from: 'always' },
      }));
      await node.advance();
      expect((await accounts.next()).value).toMatchObject({ context: { slot: 7 }, value: { lamports: 5 } });
    },
  );

  it('ends when its loop is left', async () => {
    const node = testNode(THREE_TIPS);
    const slots = node.subscribe('slot');
    await node.advance(3);
    for await (const { slot } of slots) {
      expect(slot).toBe(8);
      break;
    }
    await node.advance();
    expect(await slots.next()).toEqual({ done: true, value: undefined });
  });

  it('can be ended while somebody waits for it', async () => {
    const slots = testNode(THREE_TIPS).subscribe('slot');
    const waiting = slots.next();
    await slots.return();
    expect(await waiting).toEqual({ done: true, value: undefined });
  });

  it('of a signature ends with its outcome, also where that is known', async () => {
    const node = await startNode({
      ledger: ledger()
        .wallet('alice', sol(5))
        .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('pay')),
    });
    onTestFinished(() => node.close());
    const told: unknown[] = [];
    for await (const { value } of node.subscribe('signature', node.signature('pay'))) told.push(value);
    expect(told).toEqual([{ err: null }]);
  });

  it('ends with its fork, and with the node', async () => {
    const node = await startNode({ ledger: [] });
    const fork = await node.fork('a');
    const [ofFork, ofNode] = [fork.subscribe('slot'), node.subscribe('slot')];
    const ends = [ofFork.next(), ofNode.next()];
    await fork.close();
    expect(await ends[0]).toEqual({ done: true, value: undefined });
    await node.close();
    expect(await ends[1]).toEqual({ done: true, value: undefined });
    expect(() => node.subscribe('slot')).toThrow(new ClosedError('the node is closed'));
    expect(() => fork.subscribe('slot')).toThrow(new ClosedError('the fork a is dropped'));
  });

  it('ticks where the node goes on by itself', async () => {
    const node = await startNode({ ledger: [], slotTime: 5 });
    onTestFinished(() => node.close());
    const slots: unknown[] = [];
    for await (const { parent, slot } of node.subscribe('slot')) if (slots.push([parent, slot]) === 3) break;
    const first = Number((slots[0] as number[])[0]);
    expect(slots).toEqual([0, 1, 2].map((i) => [first + i, first + i + 1]));
  });

  it('refuses what a socket refuses, at once', async () => {
    const node = testNode(THREE_TIPS);
    expect(() => node.subscribe('account', 'x')).toThrow('Invalid Request: Invalid pubkey provided');
  });

  it.each([
    ['slots', 'did you mean `slot`?'],
    ['slotSubscribe', 'did you mean `slot`?'],
    ['programSubscribe', 'did you mean `program`?'],
    [undefined, `the kinds are ${SUBSCRIPTIONS.map(({ kind }) => kind).join(', ')}`],
    ['elections', `the kinds are ${SUBSCRIPTIONS.map(({ kind }) => kind).join(', ')}`],
  ])('refuses the kind %s', async (kind, hint) => {
    const node = testNode(THREE_TIPS);
    expect(() => node.subscribe(kind as 'slot')).toThrow(
      new TypeError(`there is no subscription \`${kind}\`: ${hint}`),
    );
    expect(await node.calls()).toEqual([]);
  });

  it('shares its ids with sockets, and leaves none behind', async () => {
    const node = testNode(THREE_TIPS);
    const listener = await node.listen();
    onTestFinished(() => listener.close());
    const slots = node.subscribe('slot');
    await slots.return();
    expect(await reasonOf(node.request('slotSubscribe'))).toMatchObject({ code: -32601 });
  });
});
