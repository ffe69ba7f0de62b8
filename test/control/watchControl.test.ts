import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startNode } from '../../src/index.ts';
import { advance } from '../../src/ledger/moves/advance.ts';
import type { Fault } from '../../src/live/faults/fault.ts';
import type { LiveLedger } from '../../src/live/liveLedger.ts';
import { addRule, NO_QUEUED_SENDS } from '../../src/live/sendQueue.ts';
import { type Caller, type ControlAccess, IN_PROCESS } from '../../src/rpc/protocol/call.ts';
import { SocketClient } from '../server/socketClient.ts';
import { errorText } from '../support/answers.ts';
import { notice, type TestConnection, testHub } from '../support/subscriptions.ts';
import { THREE_TIPS, testLedger } from '../support/testNode.ts';

/** The subscription to everything that happens to a ledger. */

const SUBSCRIBE = 'stillnode_watchSubscribe';
const UNSUBSCRIBE = 'stillnode_watchUnsubscribe';
const UNKNOWN = errorText(-32601, 'Method not found');

const callerWith = (access: ControlAccess): Caller => ({ ...IN_PROCESS, transport: 'socket', access: () => access });
const CONTROLLER = callerWith({ kind: 'allowed', urlOf: () => undefined });
const REFUSED = callerWith({ kind: 'refused', message: 'Control refused: no' });

const FAULT: Fault = {
  match: { after: 0, times: 1, probability: 1, seed: 0 },
  then: { dropNotifications: true },
  isFlapping: false,
};

const move = (live: LiveLedger) => live.move((state, distance) => advance(state, 1n, distance));
const addSendRule = (live: LiveLedger) =>
  live.changeSends((sends) => addRule(sends, null, { match: {}, then: 'succeed' } as never));
function call(
  live: LiveLedger,
  method = 'getSlot',
  outcome: 'result' | 'error' | 'fault' = 'result',
  durationMs = 1.5,
) {
  const code = outcome === 'result' ? undefined : -32000;
  live.calls.add({ method, outcome, code, durationMs, from: undefined, assumed: undefined }, '[]', {
    client: 'test',
    transport: 'http',
  });
}

/** A notification of the watch with the id 0. */
const told = (result: string, id = 0) => notice('stillnode_watch', id, result);
const MOVE_8 = told('{"kind":"move","count":1,"slot":8}');

function open(caller = CONTROLLER) {
  const { connect, live } = testHub(testLedger(THREE_TIPS));
  return { live, connect, client: connect(live, caller) };
}

async function watching(): Promise<{ live: LiveLedger; client: TestConnection }> {
  const { client, live } = open();
  expect(await client.call(SUBSCRIBE)).toBe('0');
  return { live, client };
}

/** What has been told since the last time. */
const takeFrom = (client: TestConnection) => client.told.splice(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('who may watch', () => {
  it.each([SUBSCRIBE, UNSUBSCRIBE])('%s is unknown where control is off, whatever its parameters', async (method) => {
    const { client } = open(IN_PROCESS);
    for (const params of ['[]', '[1]', '{"a":1}']) expect(await client.call(method, params)).toBe(UNKNOWN);
  });

  it.each([SUBSCRIBE, UNSUBSCRIBE])('%s is refused where control is, whatever its parameters', async (method) => {
    const { client } = open(REFUSED);
    for (const params of ['[]', '[1]', '{"a":1}'])
      expect(await client.call(method, params)).toBe(errorText(-32600, 'Control refused: no', '{"reason":"refused"}'));
  });

  it('who was refused is told nothing', async () => {
    const { client, live } = open(REFUSED);
    await client.call(SUBSCRIBE);
    await move(live);
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual([]);
    expect(client.session.hasSubscriptions).toBe(false);
  });
});

describe('parameters', () => {
  const wrong = (message: string) => errorText(-32602, message, '{"reason":"invalid"}');
  it.each([
    [SUBSCRIBE, '[1]', wrong('expected no arguments, found 1')],
    [SUBSCRIBE, '[null]', wrong('expected no arguments, found 1')],
    [SUBSCRIBE, '{}', wrong('expected no arguments, found an object')],
    [UNSUBSCRIBE, '[]', wrong('expected the arguments [id], but id is missing')],
    [UNSUBSCRIBE, '[0,1]', wrong('expected the arguments [id], found 2')],
    [UNSUBSCRIBE, '{"id":0}', wrong('expected the arguments [id], found an object')],
    [
      UNSUBSCRIBE,
      '["0"]',
      wrong(
        'id: expected an integer from 0 to 18446744073709551615 (u64), found "0" (write the number without quotes)',
      ),
    ],
    [
      UNSUBSCRIBE,
      '[7]',
      errorText(
        -32602,
        'this connection has no watch 7: stillnode_watchSubscribe gives its id',
        '{"reason":"unknown"}',
      ),
    ],
  ])('%s %s', async (method, params, error) => {
    const { client } = open();
    expect(await client.call(method, params)).toBe(error);
  });

  it('may be left out, and may be null', async () => {
    for (const params of ['', ',"params":null']) {
      const { client } = open();
      const { text } = await client.session.answer(`{"jsonrpc":"2.0","id":1,"method":"${SUBSCRIBE}"${params}}`);
      expect(text).toBe('{"jsonrpc":"2.0","result":0,"id":1}');
    }
  });
});

describe('ids', () => {
  it('are of the counter of all subscriptions; a connection has one watch', async () => {
    const { client, connect, live } = open();
    const other = connect(live, CONTROLLER);
    expect(await client.call('slotSubscribe')).toBe('0');
    expect(await client.call(SUBSCRIBE)).toBe('1');
    expect(await client.call(SUBSCRIBE)).toBe('1');
    expect(await other.call(SUBSCRIBE)).toBe('2');
    expect(await other.call('rootSubscribe')).toBe('3');
    expect(await client.call(UNSUBSCRIBE, '[1]')).toBe('true');
    expect(await client.call(SUBSCRIBE)).toBe('4');
  });

  it('end the subscription of their kind only', async () => {
    const { client, live } = open();
    await client.call('slotSubscribe');
    await client.call(SUBSCRIBE);
    vi.advanceTimersByTime(1);
    expect(await client.call('slotUnsubscribe', '[1]')).toBe(errorText(-32602, 'Invalid subscription id.'));
    expect(await client.call(UNSUBSCRIBE, '[0]')).toBe(
      errorText(
        -32602,
        'this connection has no watch 0: stillnode_watchSubscribe gives its id',
        '{"reason":"unknown"}',
      ),
    );
    await move(live);
    expect(takeFrom(client)).toEqual([
      notice('slot', 0, '{"slot":8,"parent":7,"root":5}'),
      told('{"kind":"move","count":1,"slot":8}', 1),
    ]);
    expect(await client.call(UNSUBSCRIBE, '[1]')).toBe('true');
    await move(live);
    vi.advanceTimersByTime(1000);
    expect(takeFrom(client)).toEqual([notice('slot', 0, '{"slot":9,"parent":8,"root":6}')]);
  });
});

describe('a watch is told of', () => {
  type Row = readonly [what: string, happens: (live: LiveLedger) => unknown, result: string];
  it.each<Row>([
    ['a move', move, '{"kind":"move","count":1,"slot":8}'],
    ['a move back', (live) => live.moveTipsByHand((state) => state), '{"kind":"move","count":1,"slot":7}'],
    [
      'an account',
      (live) => live.overrideAccount((state) => ({ state, set: {} as never })),
      '{"kind":"move","count":1,"slot":7}',
    ],
    ['a call', (live) => call(live), '{"kind":"call","count":1,"id":1,"method":"getSlot","outcome":"result","ms":1.5}'],
    [
      'a call that fails, of any name',
      (live) => call(live, 'a"\n', 'error', 0.123456),
      '{"kind":"call","count":1,"id":1,"method":"a\\"\\n","outcome":"error","ms":0.123}',
    ],
    [
      'a call that a fault decides',
      (live) => call(live, 'getSlot', 'fault', 2),
      '{"kind":"call","count":1,"id":1,"method":"getSlot","outcome":"fault","ms":2.0}',
    ],
    ['a fault', (live) => live.faults.add(null, FAULT), '{"kind":"rules","count":1}'],
    ['a send rule', addSendRule, '{"kind":"rules","count":1}'],
    ['a reset', (live) => live.reset(), '{"kind":"reset","count":1}'],
    ['a reload', (live) => live.replace(testLedger(THREE_TIPS)), '{"kind":"reset","count":1}'],
  ])('%s, at once', async (_what, happens, result) => {
    const { client, live } = await watching();
    await happens(live);
    expect(takeFrom(client)).toEqual([told(result)]);
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual([]);
  });

  it('nothing that does not happen', async () => {
    const { client, live } = await watching();
    live.faults.remove('fault-1');
    live.faults.clear();
    await live.changeSends(() => NO_QUEUED_SENDS);
    await live.snapshot();
    live.calls.clear();
    live.fork();
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual([]);
  });

  it('its own ledger only', async () => {
    const { client, live } = await watching();
    const fork = live.fork();
    await move(fork);
    call(fork);
    fork.faults.add(null, FAULT);
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual([]);
  });
});

describe('what comes within 100 ms', () => {
  it('is one notification at their end, with what is there now', async () => {
    const { client, live } = await watching();
    for (let i = 0; i < 5; i++) await move(live);
    expect(takeFrom(client)).toEqual([MOVE_8]);
    vi.advanceTimersByTime(99);
    expect(client.told).toEqual([]);
    vi.advanceTimersByTime(1);
    expect(takeFrom(client)).toEqual([told('{"kind":"move","count":4,"slot":12}')]);
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual([]);
    await move(live);
    expect(takeFrom(client)).toEqual([told('{"kind":"move","count":1,"slot":13}')]);
  });

  it('of several kinds is told one by one, what has waited longest first', async () => {
    const { client, live } = await watching();
    call(live);
    await move(live);
    live.faults.add(null, FAULT);
    call(live, 'getBlock');
    call(live, 'getVersion', 'error');
    await live.reset();
    const texts: string[][] = [];
    for (let i = 0; i < 6; i++) {
      texts.push(takeFrom(client));
      vi.advanceTimersByTime(100);
    }
    expect(texts).toEqual([
      [told('{"kind":"call","count":1,"id":1,"method":"getSlot","outcome":"result","ms":1.5}')],
      [told('{"kind":"move","count":1,"slot":7}')],
      [told('{"kind":"rules","count":2}')],
      [told('{"kind":"call","count":2,"id":3,"method":"getVersion","outcome":"error","ms":1.5}')],
      [told('{"kind":"reset","count":1}')],
      [],
    ]);
  });

  it('is told by a timer that may come early, but no earlier', async () => {
    const { client, live } = await watching();
    await move(live);
    vi.advanceTimersByTime(40);
    await move(live);
    // as if the loop had been busy: its timers count from when it woke up
    const now = vi.spyOn(performance, 'now').mockReturnValue(performance.now() + 30);
    vi.advanceTimersByTime(60);
    expect(takeFrom(client)).toEqual([MOVE_8]);
    now.mockRestore();
    vi.advanceTimersByTime(100);
    expect(takeFrom(client)).toEqual([told('{"kind":"move","count":1,"slot":9}')]);
  });
});

describe('whatever happens when', () => {
  type Counts = Record<'move' | 'call' | 'rules' | 'reset', number>;
  const NOTHING: Counts = { move: 0, call: 0, rules: 0, reset: 0 };

  /** Each returns what it has made happen. */
  const ACTIONS: readonly ((live: LiveLedger, snapshot: string) => Promise<Partial<Counts>>)[] = [
    (live) => move(live).then(() => ({ move: 1 })),
    async (live) => {
      call(live);
      return { call: 1 };
    },
    async (live) => {
      live.faults.add(null, FAULT);
      return { rules: 1 };
    },
    (live) => addSendRule(live).then(() => ({ rules: 1 })),
    async (live) => ({ rules: Math.min(live.faults.clear(), 1) }),
    async (live, snapshot) => {
      const rules = Math.min(live.sends.rules.length, 1);
      await live.revert(snapshot);
      return { rules, reset: 1 };
    },
  ];

  /** Lets time pass by milliseconds. What has been told, with the time. */
  function tellings(client: TestConnection) {
    const all: { readonly time: number; readonly kind: keyof Counts; readonly count: number; readonly id?: number }[] =
      [];
    const letPass = (milliseconds: number) => {
      for (let i = 0; i <= milliseconds; i++) {
        if (i > 0) vi.advanceTimersByTime(1);
        for (const text of takeFrom(client)) all.push({ time: performance.now(), ...JSON.parse(text).params.result });
      }
    };
    return { all, letPass };
  }

  const added = (sum: Counts, more: Partial<Counts>): Counts => ({
    move: sum.move + (more.move ?? 0),
    call: sum.call + (more.call ?? 0),
    rules: sum.rules + (more.rules ?? 0),
    reset: sum.reset + (more.reset ?? 0),
  });

  it('the counts add up to it, at most ten notifications come in a second, and no timer is left', async () => {
    const steps = fc.tuple(fc.constantFrom(...ACTIONS), fc.oneof(fc.constant(0), fc.nat(130)));
    await fc.assert(
      fc.asyncProperty(fc.array(steps, { maxLength: 40 }), async (script) => {
        const { client, live } = await watching();
        const snapshot = await live.snapshot();
        const { all, letPass } = tellings(client);
        let happened = NOTHING;
        for (const [act, wait] of script) {
          happened = added(happened, await act(live, snapshot));
          letPass(wait);
        }
        letPass(400);
        expect(all.reduce((sum, { count, kind }) => added(sum, { [kind]: count }), NOTHING)).toEqual(happened);
        for (const [i, { time }] of all.slice(10).entries()) expect(time - all[i]!.time).toBeGreaterThanOrEqual(1000);
        expect(all.findLast(({ kind }) => kind === 'call')?.id ?? 0).toBe(live.calls.lastId);
        expect(vi.getTimerCount()).toBe(0);
        client.session.close();
      }),
    );
  });
});

describe('a watch begins', () => {
  it('behind its reply, with what has happened since the call', async () => {
    const { client, live } = open();
    const { text } = await client.session.answer(`{"jsonrpc":"2.0","id":1,"method":"${SUBSCRIBE}"}`);
    expect(text).toBe('{"jsonrpc":"2.0","result":0,"id":1}');
    await move(live);
    await move(live);
    call(live);
    vi.advanceTimersByTime(5000);
    expect(client.told).toEqual([]);
    client.session.replied();
    expect(takeFrom(client)).toEqual([told('{"kind":"move","count":2,"slot":9}')]);
    vi.advanceTimersByTime(100);
    expect(client.told).toHaveLength(1);
  });
});

describe('a watch ends', () => {
  it.each<[how: string, end: (client: TestConnection, live: LiveLedger) => unknown, left: readonly string[]]>([
    ['when it is asked to', (client) => client.call(UNSUBSCRIBE, '[0]'), []],
    ['with its connection', (client) => client.session.close(), []],
    ['with its ledger, which ends the connection', (_client, live) => live.end('the ledger has ended'), ['ended']],
  ])('%s: what waits is dropped', async (_how, end, left) => {
    const { client, live } = await watching();
    expect(client.session.hasSubscriptions).toBe(true);
    await move(live);
    await move(live);
    expect(takeFrom(client)).toEqual([MOVE_8]);
    await end(client, live);
    expect(vi.getTimerCount()).toBe(0);
    await move(live);
    call(live);
    vi.advanceTimersByTime(1000);
    expect(client.told).toEqual(left);
    client.session.close();
    expect(client.session.hasSubscriptions).toBe(false);
  });

  it('and there is none on a connection that has ended', async () => {
    const { client, live } = open();
    client.session.close();
    expect(await client.call(SUBSCRIBE)).toBe(errorText(-32603, 'Internal error'));
    await move(live);
    expect(client.told).toEqual([]);
  });
});

it('faults of notifications do not apply to it', async () => {
  const { client, live } = await watching();
  live.faults.add(null, FAULT);
  await move(live);
  vi.advanceTimersByTime(100);
  expect(takeFrom(client)).toEqual([told('{"kind":"rules","count":1}'), MOVE_8]);
});

it('does not keep the process alive', async () => {
  vi.useRealTimers();
  const { client, live } = await watching();
  const timers = () => process.getActiveResourcesInfo().filter((resource) => resource === 'Timeout').length;
  const before = timers();
  const set = vi.spyOn(globalThis, 'setTimeout');
  await move(live);
  await move(live);
  expect(set).toHaveBeenCalledTimes(1);
  expect(timers()).toBe(before);
  set.mockRestore();
  client.session.close();
});

describe('over a socket', () => {
  beforeEach(() => void vi.useRealTimers());

  async function started(options: Parameters<typeof startNode>[0] = {}) {
    const node = await startNode({ port: 0, wsPort: 0, dialect: 'agave', ...options });
    onTestFinished(() => node.close());
    return { node, urls: [node.url.replace('http', 'ws'), node.wsUrl] };
  }
  const reply = (text: string) => `{"jsonrpc":"2.0",${text},"id":1}`;

  it('of either port a page is told of moves, calls and rules; its own calls are none', async () => {
    const { node, urls } = await started();
    for (const [id, url] of urls.entries()) {
      const { processed } = await node.getTips();
      const client = await SocketClient.open(url, { origin: node.url });
      expect(await client.call(SUBSCRIBE).next()).toBe(reply(`"result":${id}`));
      client.call('stillnode_advance');
      const texts = [await client.next(), await client.next()];
      expect(texts).toContain(told(`{"kind":"move","count":1,"slot":${Number(processed) + 1}}`, id));
      await node.request('getHealth');
      expect(await client.next()).toMatch(
        /"kind":"call","count":1,"id":\d+,"method":"getHealth","outcome":"result","ms":\d+\.\d+},"subscription"/,
      );
      await node.fail('getHealth', { rpcError: { code: -1, message: 'no' } }, { times: 1 });
      expect(await client.next()).toBe(told('{"kind":"rules","count":1}', id));
      await expect(node.request('getHealth')).rejects.toThrow('no');
      const both = [await client.next(), await client.next()].join();
      expect(both).toContain(told('{"kind":"rules","count":1}', id));
      expect(both).toContain('"method":"getHealth","outcome":"fault"');
      await node.reset();
      const reset = [await client.next(), await client.next()];
      expect(reset).toEqual([told('{"kind":"rules","count":1}', id), told('{"kind":"reset","count":1}', id)]);
      expect(await client.call(UNSUBSCRIBE, `[${id}]`).next()).toBe(reply('"result":true'));
      await node.advance();
      expect(await client.call('stillnode_nothing').next()).toBe(reply(`"error":${UNKNOWN}`));
    }
  });

  it('a page of another address is refused, and where control is off nobody knows it', async () => {
    const { urls } = await started();
    for (const url of urls) {
      const page = await SocketClient.open(url, { origin: 'http://page.test' });
      expect(await page.call(SUBSCRIBE).next()).toBe(
        reply(
          `"error":${errorText(-32600, 'Control refused: the web page that asks is not from the address of this node; ask from there, or from a program that sends no Origin header', '{"reason":"refused"}')}`,
        ),
      );
    }
    const off = await started({ control: false });
    for (const url of off.urls) {
      const client = await SocketClient.open(url);
      expect(await client.call(SUBSCRIBE).next()).toBe(reply(`"error":${UNKNOWN}`));
      expect(await client.call(UNSUBSCRIBE, '[0]').next()).toBe(reply(`"error":${UNKNOWN}`));
    }
  });

  it('over HTTP there is no such method', async () => {
    const { node } = await started();
    const body = `{"jsonrpc":"2.0","id":1,"method":"${SUBSCRIBE}"}`;
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(node.url, { method: 'POST', headers, body });
    expect((await response.text()).trimEnd()).toBe(reply(`"error":${UNKNOWN}`));
  });

  it('of a fork the connection ends with the fork', async () => {
    const { node, urls } = await started();
    const fork = await node.fork('a');
    const client = await SocketClient.open(`${urls[0]}/fork/a`);
    expect(await client.call(SUBSCRIBE).next()).toBe(reply('"result":0'));
    await node.advance();
    const { processed } = await fork.advance();
    expect(await client.next()).toBe(told(`{"kind":"move","count":1,"slot":${processed}}`));
    const ended = client.ended();
    await fork.close();
    expect(await ended).toBe(1001);
  });
});
