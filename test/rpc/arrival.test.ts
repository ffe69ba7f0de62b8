import { describe, expect, it } from 'vitest';
import { DIALECTS } from '../../src/dialect.ts';
import { keypair, type RunningNode, sol } from '../../src/index.ts';
import { servedBy } from '../../src/node/ledgerNode.ts';
import type { Caller } from '../../src/rpc/protocol/call.ts';
import { RawConnection, requestText } from '../server/rawHttp.ts';
import { partOf } from '../support/answers.ts';
import { startSending } from '../support/sendingNode.ts';

/** A call takes its turn, or the state that it is answered from, when it arrives. */

interface Call {
  readonly method: string;
  readonly params: (node: RunningNode) => readonly unknown[];
  /** where the answer or the effect of the call is, on a ledger that starts at slot 100 */
  readonly slotOf: (reply: string, node: RunningNode) => unknown;
}

const ADVANCE: Call = {
  method: 'stillnode_advance',
  params: () => [10],
  slotOf: (reply) => partOf(reply, 'result', 'processed'),
};

const BLOCK: Call = {
  method: 'stillnode_addBlock',
  params: () => [{}],
  slotOf: (reply) => partOf(reply, 'result', 'slot'),
};

/** A call, and its slot where nothing comes before it. */
const CALLS: readonly (readonly [name: string, slot: number, call: Call])[] = [
  ['a read', 100, { method: 'getSlot', params: () => [], slotOf: (reply) => partOf(reply, 'result') }],
  [
    'an explanation',
    100,
    {
      method: 'stillnode_explain',
      params: () => ['getSlot'],
      slotOf: (reply) => partOf(reply, 'result', 'answer', 'result'),
    },
  ],
  [
    'tips',
    100,
    {
      method: 'stillnode_getTips',
      params: () => [],
      slotOf: (reply) => partOf(reply, 'result', 'processed'),
    },
  ],
  [
    'an account',
    100,
    {
      method: 'stillnode_setAccount',
      params: () => ['$carol', { sol: 1 }, { from: 'processed' }],
      slotOf: async (_reply, node) => {
        await node.setTips({ processed: 100, confirmed: 100, finalized: 100 });
        const balance = await node.requestText('getBalance', [keypair('carol').address]);
        return partOf(balance, 'value') === '0' ? '110' : '100';
      },
    },
  ],
  [
    'an airdrop',
    101,
    {
      method: 'requestAirdrop',
      params: () => [keypair('bob').address, 10],
      slotOf: async (reply, node) => {
        const { result } = JSON.parse(reply) as { readonly result: string };
        return partOf(await node.requestText('getSignatureStatuses', [[result]]), 'value', 0, 'slot');
      },
    },
  ],
  [
    'a transaction',
    101,
    {
      method: 'stillnode_addTransaction',
      params: () => [{ transfer: { from: '$alice', to: '$bob', sol: 0.1 } }],
      slotOf: (reply) => partOf(reply, 'result', 'slot'),
    },
  ],
  ['a block', 101, BLOCK],
];

/** Sends bodies one right after the other; gives the replies in this order. */
type Ask = (node: RunningNode, bodies: readonly string[]) => Promise<readonly string[]>;

const inProcess: Ask = (node, bodies) => Promise.all(bodies.map((body) => node.dispatch(body)));

const overHttp: Ask = async (node, bodies) => {
  const connection = await RawConnection.open(node.url);
  connection.send(bodies.map((body) => requestText({ body })).join(''));
  const replies: string[] = [];
  for (const _ of bodies) replies.push((await connection.reply()).body);
  return replies;
};

const onSockets: Ask = async (node, bodies) => {
  const caller: Caller = {
    transport: 'socket',
    client: undefined,
    clientKey: () => '',
    access: () => ({ kind: 'allowed', urlOf: () => undefined }),
    isInspector: () => false,
    whenGone: undefined,
  };
  const silent = { notified: () => {}, ended: () => {}, failed: () => {} };
  const sessions = bodies.map(() => servedBy(node).openSession(DIALECTS.agave, caller, silent));
  const replies = await Promise.all(sessions.map((session, i) => session.answer(bodies[i]!)));
  return replies.map(({ text }) => text);
};

const WAYS: readonly (readonly [name: string, ask: Ask, isServed: (call: Call) => boolean])[] = [
  ['in the process', inProcess, () => true],
  ['over HTTP', overHttp, () => true],
  ['on sockets', onSockets, ({ method }) => method.startsWith('stillnode_')],
];

async function slotsOf(calls: readonly Call[], ask: Ask): Promise<readonly unknown[]> {
  const node = await startSending();
  const bodies = calls.map(({ method, params }) =>
    JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: params(node) }),
  );
  const replies = await ask(node, bodies);
  const slots: unknown[] = [];
  for (const [i, { slotOf }] of calls.entries()) slots.push(Number(await slotOf(replies[i]!, node)));
  return slots;
}

describe.each(WAYS)('calls that arrive together %s', (_way, ask, isServed) => {
  const cases = CALLS.filter(([, , call]) => isServed(call));

  it.each(cases)('keep their order: %s', async (_name, slot, call) => {
    const [before] = await slotsOf([call, ADVANCE], ask);
    const [, after] = await slotsOf([ADVANCE, call], ask);
    expect([before, after]).toEqual([slot, slot + 10]);
  });

  it('keep their order behind one that takes long', async () => {
    expect(await slotsOf([BLOCK, ADVANCE, BLOCK, ADVANCE], ask)).toEqual([101, 111, 112, 122]);
  });
});

describe('methods of the library that are called together', () => {
  it('keep their order', async () => {
    const node = await startSending();
    const [first, , second, tips, , third] = await Promise.all([
      node.addBlock(),
      node.advance(),
      node.addTransaction({ transfer: { from: '$alice', to: '$bob', sol: 0.1 } }),
      node.advance(2),
      node.onSend({ then: 'succeed' }),
      node.addBlock((block) => block.transfer('bob', 'alice', sol(0.1))),
    ]);
    expect([first.slot, second.slot, tips.processed, third.slot]).toEqual([101, 103, 105, 106]);
  });

  it('keep their order with calls of other methods', async () => {
    const node = await startSending();
    const [, balance] = await Promise.all([
      node.setAccount('bob', { sol: 3 }),
      node.requestText('getBalance', [keypair('bob').address]),
    ]);
    expect(partOf(balance, 'value')).toBe('3000000000');
  });
});
