import { describe, expect, it, onTestFinished } from 'vitest';
import { createNode, type LedgerNode, RpcError, startNode } from '../../../src/index.ts';
import { nodeOver } from '../../../src/node/createNode.ts';
import { SocketClient } from '../../server/socketClient.ts';
import { reasonOf } from '../../support/clients.ts';
import { THREE_TIPS, testLedger, testNode } from '../../support/testNode.ts';

/** `node.override`: a test answers in place of the node, once. */

const reply = (result: string) => `{"jsonrpc":"2.0","result":${result},"id":1}\n`;
const error = (text: string) => `{"jsonrpc":"2.0","error":${text},"id":1}\n`;
const callOf = (method: string, params = '') =>
  `{"jsonrpc":"2.0","id":1,"method":"${method}"${params === '' ? '' : `,"params":${params}`}}`;

/** Finalized at 5. */
const node = () => testNode(THREE_TIPS, 'agave');
const SLOT = callOf('getSlot', '[]');

async function served() {
  const started = await startNode({ ledger: [], dialect: 'agave' });
  onTestFinished(() => started.close());
  const post = async (body: string, path = '') =>
    (await fetch(started.url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text();
  return { started, post };
}

describe('an override', () => {
  it.each<[answer: unknown, text: string]>([
    [5, '5'],
    [null, 'null'],
    ['text', '"text"'],
    [18_446_744_073_709_551_615n, '18446744073709551615'],
    [0.5, '0.5'],
    [{ b: [1, undefined], a: undefined }, '{"b":[1,null]}'],
    [() => 7, '7'],
    [async () => ({ slot: 2n ** 63n }), '{"slot":9223372036854775808}'],
    [() => undefined, 'null'],
  ])('of %o answers the next call with %s, and no other', async (answer, text) => {
    const asked = node();
    asked.override('getSlot', answer);
    expect(await asked.dispatch(callOf('getHealth'))).toBe(reply('"ok"'));
    expect(await asked.dispatch(SLOT)).toBe(reply(text));
    expect(await asked.dispatch(SLOT)).toBe(reply('5'));
  });

  it.each<[params: string, args: readonly unknown[]]>([
    ['', []],
    ['null', []],
    ['[]', []],
    ['[18446744073709551615,1.5,{"a":[null]}]', [18_446_744_073_709_551_615n, 1.5, { a: [null] }]],
    ['{"slot":5}', [{ slot: 5 }]],
  ])('is given the parameters %s', async (params, args) => {
    const asked = node();
    const given: unknown[][] = [];
    asked.override('getSlot', (...values) => given.push(values));
    await asked.dispatch(callOf('getSlot', params));
    expect(given).toEqual([args]);
  });

  it('is used in the order in which it was made, each for the calls of its method', async () => {
    const asked = node();
    asked.override('getSlot', 1);
    asked.override('getBlockHeight', 2);
    asked.override('getSlot', 3);
    const answers = [];
    for (const method of ['getSlot', 'getSlot', 'getSlot', 'getBlockHeight']) answers.push(await asked.request(method));
    expect(answers).toEqual([1, 3, 5, 2]);
  });

  it('answers one of equal calls in a batch', async () => {
    const asked = node();
    asked.override('getSlot', 1);
    expect(await asked.dispatch(`[${SLOT},${SLOT},${SLOT}]`)).toBe(
      '[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":5,"id":1},{"jsonrpc":"2.0","result":5,"id":1}]\n',
    );
  });

  it('answers as it was given: what is changed later changes nothing', async () => {
    const asked = node();
    const value = { a: 1 };
    asked.override('getSlot', value);
    value.a = 2;
    expect(await asked.requestText('getSlot')).toBe('{"a":1}');
  });

  it('answers for a method that there is not, and for a transaction that is then not taken', async () => {
    const asked = node();
    asked.override('getNothing', 1);
    asked.override('sendTransaction', 'a signature');
    expect(await asked.request('getNothing')).toBe(1);
    expect(await asked.request('sendTransaction', ['x'])).toBe('a signature');
    expect(await asked.sent()).toEqual([]);
  });

  it('that throws an RpcError fails the call with it', async () => {
    const asked = node();
    asked.override('getSlot', async () => {
      throw new RpcError(-32005, 'Node is unhealthy', { numSlotsBehind: 5 });
    });
    expect(await asked.dispatch(SLOT)).toBe(
      error('{"code":-32005,"message":"Node is unhealthy","data":{"numSlotsBehind":5}}'),
    );
  });

  it('that throws anything else is an internal error, which the node is told', async () => {
    const told: unknown[] = [];
    const onInternalError = (one: unknown) => told.push(one);
    const asked = nodeOver(
      { state: testLedger(THREE_TIPS), warnings: [], counts: { accounts: 0, blocks: 0, files: 0, transactions: 0 } },
      { onInternalError },
    );
    const bug = new TypeError('a bug');
    asked.override('getSlot', () => {
      throw bug;
    });
    expect(await asked.dispatch(SLOT)).toBe(error('{"code":-32603,"message":"Internal error"}'));
    expect(told).toEqual([bug]);
  });

  it('is listed as a fault, with the code of its error', async () => {
    const asked = node();
    asked.override('getSlot', 5);
    asked.override('getSlot', () => {
      throw new RpcError(-32005, 'Node is unhealthy');
    });
    for (let i = 0; i < 3; i++) await asked.dispatch(SLOT);
    const calls = (await asked.calls()).map(({ code, method, outcome }) => ({ code, method, outcome }));
    expect(calls).toEqual([
      { code: undefined, method: 'getSlot', outcome: 'fault' },
      { code: -32005, method: 'getSlot', outcome: 'fault' },
      { code: undefined, method: 'getSlot', outcome: 'result' },
    ]);
  });

  it('answers calls over HTTP and over WebSockets, and of one ledger only', async () => {
    const { post, started } = await served();
    const fork = await started.fork('a');
    started.override('getSlot', 1);
    started.override('slotSubscribe', 2);
    expect(await post(SLOT, '/fork/a')).toBe(reply('0'));
    expect(await fork.request('getSlot')).toBe(0);
    expect(await post(SLOT)).toBe(reply('1'));
    expect(await post(SLOT)).toBe(reply('0'));
    const client = await SocketClient.open(started.wsUrl);
    expect(await client.call('slotSubscribe').next()).toBe(reply('2').trimEnd());
    expect(await client.call('slotSubscribe').next()).toBe(reply('0').trimEnd());
  });

  it('is not there for a fork that is made later', async () => {
    const asked = node();
    asked.override('getSlot', 1);
    expect(await (await asked.fork()).request('getSlot')).toBe(5);
    expect(await asked.request('getSlot')).toBe(1);
  });

  it('works where control is off', async () => {
    const asked = await createNode({ ledger: [], control: false });
    asked.override('getSlot', 5);
    expect(await asked.request('getSlot')).toBe(5);
  });
});

describe('a fault comes first', () => {
  it.each(['rpcError', 'http', 'reset', 'garbage'] as const)(
    '%s leaves the override for the next call',
    async (name) => {
      const asked = node();
      const hows = { rpcError: { code: 5, message: 'no' }, http: 503, reset: true, garbage: true } as const;
      await asked.fail('getSlot', { [name]: hows[name], times: 1 });
      asked.override('getSlot', 1);
      expect(await reasonOf(asked.request('getSlot'))).toBeInstanceOf(RpcError);
      expect(await asked.request('getSlot')).toBe(1);
    },
  );

  it.each([{ delayMs: 1 }, { stale: 1 }] as const)('%j lets the override answer', async (how) => {
    const asked = node();
    await asked.fail('getSlot', how);
    asked.override('getSlot', 1);
    expect(await asked.request('getSlot')).toBe(1);
    expect(await asked.listFaults()).toMatchObject([{ hits: 1 }]);
  });

  it('truncate cuts off what the override answers', async () => {
    const { post, started } = await served();
    await started.fail('getSlot', { truncate: 0, times: 1 });
    started.override('getSlot', 1);
    await expect(post(SLOT)).rejects.toThrow();
    expect(await post(SLOT)).toBe(reply('0'));
  });
});

describe('an override is taken away', () => {
  it.each<[how: string, take: (asked: LedgerNode) => unknown]>([
    ['reset', (asked) => asked.reset()],
    ['clearFaults', (asked) => asked.clearFaults()],
    ['remove', (asked) => asked.override('getSlot', 2).remove()],
    [
      'the end of a block',
      (asked) => {
        using _override = asked.override('getSlot', 2);
      },
    ],
  ])('by %s', async (how, take) => {
    const asked = node();
    const first = asked.override('getSlot', 1);
    if (how === 'remove' || how.startsWith('the')) first.remove();
    await take(asked);
    expect(await asked.request('getSlot')).toBe(5);
  });

  it('by nothing else, and not twice: those of the same value stay', async () => {
    const asked = node();
    const used = asked.override('getSlot', 1);
    await asked.request('getSlot');
    asked.override('getSlot', 1);
    used.remove();
    used.remove();
    await asked.revert(await asked.snapshot());
    expect(await asked.request('getSlot')).toBe(1);
  });

  it('clearFaults counts faults only', async () => {
    const asked = node();
    asked.override('getSlot', 1);
    expect(await asked.clearFaults()).toBe(0);
  });
});

it.each<[args: readonly unknown[], message: string]>([
  [[5, 1], '`method` has to be the name of a method, not 5'],
  [[undefined, 1], '`method` has to be the name of a method, not undefined'],
  [['', 1], '`method` has to be the name of a method, not an empty string'],
  [['stillnode_advance', 1], '`method` has to be one that the node answers, not the control method stillnode_advance'],
  [['stillnode_typo', 1], '`method` has to be one that the node answers, not the control method stillnode_typo'],
  [['getSlott', 1], 'there is no method "getSlott" (did you mean "getSlot"?)'],
  [['sendTransction', 1], 'there is no method "sendTransction" (did you mean "sendTransaction"?)'],
  [['getSlot'], '`answer` of getSlot is missing: give a value, or a function that makes it'],
  [['getSlot', new RpcError(-32005, 'no')], '`answer` of getSlot is an error: throw it, as in () => { throw error; }'],
])('override(...%j) is refused', (args, message) => {
  const override = node().override as (...given: readonly unknown[]) => unknown;
  expect(() => override(...args)).toThrow(new TypeError(message));
});
