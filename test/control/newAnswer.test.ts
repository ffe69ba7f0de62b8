import { describe, expect, it, onTestFinished } from 'vitest';
import { type AnswerMatch, createNode, type LedgerNode, RpcError, startNode } from '../../src/index.ts';
import { SocketClient } from '../server/socketClient.ts';
import { nodeOver } from '../support/nodeOver.ts';
import { THREE_TIPS, testLedger, testNode } from '../support/testNode.ts';

/** `node.answer`: a test answers in place of the node. */

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

describe('an answer', () => {
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
  ])('of %o, once, is that of the next call, %s, and of no other', async (answer, text) => {
    const asked = node();
    await asked.answer('getSlot', answer, { times: 1 });
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
    await asked.answer('getSlot', (...values) => given.push(values));
    await asked.dispatch(callOf('getSlot', params));
    expect(given).toEqual([args]);
  });

  it('stays, and of a list the last one does', async () => {
    const asked = node();
    await asked.answer('getSlot', [1, 2, [3]]);
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await asked.request('getSlot'));
    expect(answers).toEqual([1, 2, [3], [3], [3]]);
    await asked.answer('getBlocks', [[4, 5]]);
    expect(await asked.request('getBlocks', [5])).toEqual([4, 5]);
    expect(await asked.request('getBlocks', [5])).toEqual([4, 5]);
  });

  it('is for the calls whose parameters contain what is wanted, and the first one that matches applies', async () => {
    const asked = node();
    await asked.answer('getBlockTime', 1, { params: [5] });
    await asked.answer('getBlockTime', 2);
    await asked.answer('getBlockTime', 3);
    expect(await asked.request('getBlockTime', [5])).toBe(1);
    expect(await asked.request('getBlockTime', [6])).toBe(2);
    expect(await asked.listFaults()).toEqual([
      { hits: 1, id: 'fault-1', rule: { match: { method: 'getBlockTime', params: [5] }, then: { result: 1 } } },
      { hits: 1, id: 'fault-2', rule: { match: { method: 'getBlockTime' }, then: { result: 2 } } },
      { hits: 0, id: 'fault-3', rule: { match: { method: 'getBlockTime' }, then: { result: 3 } } },
    ]);
  });

  it('counts the calls of a batch one by one', async () => {
    const asked = node();
    await asked.answer('getSlot', 1, { times: 1 });
    expect(await asked.dispatch(`[${SLOT},${SLOT},${SLOT}]`)).toBe(
      '[{"jsonrpc":"2.0","result":1,"id":1},{"jsonrpc":"2.0","result":5,"id":1},{"jsonrpc":"2.0","result":5,"id":1}]\n',
    );
  });

  it('answers as it was given: what is changed later changes nothing', async () => {
    const asked = node();
    const value = { a: 1 };
    await asked.answer('getSlot', value);
    value.a = 2;
    expect(await asked.requestText('getSlot')).toBe('{"a":1}');
  });

  it('answers for a method that there is not, and for a transaction that is then not taken', async () => {
    const asked = node();
    await asked.answer('getNothing', 1);
    await asked.answer('sendTransaction', 'a signature');
    expect(await asked.request('getNothing')).toBe(1);
    expect(await asked.request('sendTransaction', ['x'])).toBe('a signature');
    expect(await asked.sent()).toEqual([]);
  });

  it('that throws an RpcError fails the call with it', async () => {
    const asked = node();
    await asked.answer('getSlot', async () => {
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
    await asked.answer('getSlot', () => {
      throw bug;
    });
    expect(await asked.dispatch(SLOT)).toBe(error('{"code":-32603,"message":"Internal error"}'));
    expect(told).toEqual([bug]);
  });

  it('is a fault in the journal, with the code of its error', async () => {
    const asked = node();
    await asked.answer('getSlot', 5, { times: 1 });
    const fails = () => {
      throw new RpcError(-32005, 'Node is unhealthy');
    };
    await asked.answer('getSlot', fails, { times: 1 });
    for (let i = 0; i < 3; i++) await asked.dispatch(SLOT);
    const calls = (await asked.calls()).map(({ code, method, outcome }) => ({ code, method, outcome }));
    expect(calls).toEqual([
      { code: undefined, method: 'getSlot', outcome: 'fault' },
      { code: -32005, method: 'getSlot', outcome: 'fault' },
      { code: undefined, method: 'getSlot', outcome: 'result' },
    ]);
  });

  it('is that of calls over HTTP and over WebSockets, and of one ledger only', async () => {
    const { post, started } = await served();
    const fork = await started.fork('a');
    await started.answer('getSlot', 1, { times: 1 });
    await started.answer('slotSubscribe', 2, { times: 1 });
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
    await asked.answer('getSlot', 1);
    expect(await (await asked.fork()).request('getSlot')).toBe(5);
    expect(await asked.request('getSlot')).toBe(1);
  });

  it('works where control is off', async () => {
    const asked = await createNode({ ledger: [], control: false });
    await asked.answer('getSlot', 5);
    expect(await asked.request('getSlot')).toBe(5);
  });
});

describe('an answer is taken away', () => {
  it.each<[how: string, take: (asked: LedgerNode) => unknown]>([
    ['reset', (asked) => asked.reset()],
    ['clearFaults', (asked) => asked.clearFaults()],
    ['stillnode_removeFault', (asked) => asked.request('stillnode_removeFault', ['fault-1'])],
    ['remove', async (asked) => (await asked.answer('getSlot', 1)).remove()],
    [
      'the end of a block',
      async (asked) => {
        await using _answer = await asked.answer('getSlot', 1);
      },
    ],
  ])('by %s', async (how, take) => {
    const asked = node();
    const first = await asked.answer('getSlot', 1);
    expect(await asked.request('getSlot')).toBe(1);
    if (how.includes('end') || how === 'remove') await first.remove();
    await take(asked);
    expect(await asked.request('getSlot')).toBe(5);
  });

  it('not twice, and those of the same value stay', async () => {
    const asked = node();
    const first = await asked.answer('getSlot', 1);
    await asked.answer('getSlot', 1);
    await first.remove();
    await first.remove();
    await asked.revert(await asked.snapshot());
    expect(await asked.request('getSlot')).toBe(1);
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
  [['getSlot', 1, { tmes: 1 }], 'unknown option `tmes`: did you mean `times`?'],
  [
    ['getSlot', 1, { method: 'getBlock' }],
    'unknown option `method`: answer takes params, sent, after, times, probability, seed, optional',
  ],
  [['getSlot', []], '`answer` of getSlot is an empty list: a list has one result after the other, so write [[]]'],
  [['getSlot'], '`answer` of getSlot is missing: give a value, or a function that makes it'],
  [['getSlot', new RpcError(-32005, 'no')], '`answer` of getSlot is an error: throw it, as in () => { throw error; }'],
])('answer(...%j) is refused', (args, message) => {
  const answer = node().answer as (...given: readonly unknown[]) => unknown;
  return expect(answer(...args)).rejects.toThrow(new TypeError(message));
});

it.each<[match: AnswerMatch, message: string]>([
  [{ times: 0 }, 'rule.match.times: expected 1 or more, found 0'],
  [{ optional: 'yes' as never }, 'rule.optional: expected true or false, found "yes"'],
  [{ probability: 2 }, 'rule.match.probability: expected a number from 0 to 1, found 2'],
])('with the match %j is refused, for a value and for a function', async (match, message) => {
  const asked = node();
  for (const answer of [1, () => 1])
    await expect(asked.answer('getSlot', answer, match)).rejects.toMatchObject({ code: -32602, message });
  expect(await asked.listFaults()).toEqual([]);
});
