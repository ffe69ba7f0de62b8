import { describe, expect, it } from 'vitest';
import { addBlocks } from '../../../src/ledger/moves/addBlocks.ts';
import { advance } from '../../../src/ledger/moves/advance.ts';
import { errorText } from '../../support/answers.ts';
import { notice, pause, testHub } from '../../support/subscriptions.ts';
import { protocolFor, testBlock, testLedger } from '../../support/testNode.ts';
import { namedAddress, namedSignature } from '../../support/transactions.ts';

const STATE = testLedger({ blocks: [{ slot: 1 }, { slot: 2, transactions: [{ name: 'known' }] }] });
const A = `"${namedAddress('a')}"`;
const S = `"${namedSignature('s')}"`;
const KNOWN = `"${namedSignature('known')}"`;
const UNKNOWN_ID = errorText(-32602, 'Invalid subscription id.');

describe('equal parameters share an id over connections, and others do not:', () => {
  it.each([
    ['slot', '[]', 'null', true],
    ['account', `[${A}]`, `[${A},{"commitment":"finalized","encoding":"binary"}]`, true],
    ['account', `[${A}]`, `[${A},{"minContextSlot":1}]`, true],
    ['account', `[${A}]`, `[${A},{"commitment":"max"}]`, true],
    ['account', `[${A}]`, `[${A},{"commitment":"confirmed"}]`, false],
    ['account', `[${A}]`, `[${A},{"encoding":"base58"}]`, false],
    ['account', `[${A}]`, `[${A},{"dataSlice":{"offset":0,"length":1}}]`, false],
    ['account', `[${A}]`, `["${namedAddress('b')}"]`, false],
    [
      'program',
      `[${A},{"filters":[{"memcmp":{"offset":0,"bytes":"2"}}]}]`,
      `[${A},{"filters":[{"memcmp":{"offset":0,"bytes":"AQ==","encoding":"base64"}}],"sortResults":false}]`,
      true,
    ],
    ['program', `[${A}]`, `[${A},{"withContext":true}]`, false],
    ['program', `[${A}]`, `[${A},{"filters":[{"dataSize":1}]}]`, false],
    [
      'program',
      `[${A},{"filters":[{"dataSize":1},"tokenAccountState"]}]`,
      `[${A},{"filters":["tokenAccountState",{"dataSize":1}]}]`,
      false,
    ],
    ['logs', '["all"]', '[{"all":null},null]', true],
    ['logs', '["all"]', '["allWithVotes"]', false],
    ['logs', `[{"mentions":[${A}]}]`, '["all"]', false],
    ['signature', `[${S}]`, `[${S},{"enableReceivedNotification":false}]`, true],
    ['signature', `[${S}]`, `[${S},{"enableReceivedNotification":true}]`, false],
  ])('%s %s and %s: %s', async (kind, first, second, isShared) => {
    const { connect } = testHub(STATE);
    expect(await connect().call(`${kind}Subscribe`, first)).toBe('0');
    expect(await connect().call(`${kind}Subscribe`, second)).toBe(isShared ? '0' : '1');
  });
});

describe('Agave 4.4 cuts data:', () => {
  const state = { ...STATE, protocol: protocolFor('4.4', 'genesis') };
  const slice = (offset: number, length: number) => `[${A},{"dataSlice":{"offset":${offset},"length":${length}}}]`;

  it.each(['account', 'program'])('%s subscriptions without data share an id, others do not', async (kind) => {
    const { connect } = testHub(state);
    const { call } = connect();
    const ids = [];
    for (const params of [slice(0, 0), slice(7, 0), slice(0, 1), slice(1, 1), `[${A}]`])
      ids.push(await call(`${kind}Subscribe`, params));
    expect(ids).toEqual(['0', '0', '1', '2', '3']);
  });
});

describe('an id', () => {
  it('counts up over all kinds and ledgers, and is not used by what is refused or shared', async () => {
    const { connect, live } = testHub(STATE);
    const fork = live.fork();
    const one = connect();
    expect(await one.call('slotSubscribe')).toBe('0');
    await one.call('accountSubscribe', '["x"]');
    await one.call('slotSubscribe');
    expect(await connect().call('rootSubscribe')).toBe('1');
    expect(await connect(fork).call('slotSubscribe')).toBe('2');
  });

  it('is new where the last one who had it has left', async () => {
    const { connect } = testHub(STATE);
    const [one, two] = [connect(), connect()];
    await one.call('slotSubscribe');
    await two.call('slotSubscribe');
    one.session.close();
    expect(await connect().call('slotSubscribe')).toBe('0');
    const { connect: other } = testHub(STATE);
    const alone = other();
    await alone.call('slotSubscribe');
    expect(await alone.call('slotUnsubscribe', '[0]')).toBe('true');
    expect(await alone.call('slotSubscribe')).toBe('1');
  });

  it('belongs to its connection', async () => {
    const { connect } = testHub(STATE);
    const one = connect();
    await one.call('slotSubscribe');
    expect(await connect().call('slotUnsubscribe', '[0]')).toBe(UNKNOWN_ID);
    expect(await one.call('slotUnsubscribe', '[7]')).toBe(UNKNOWN_ID);
    expect(await one.call('slotUnsubscribe', '[18446744073709551615]')).toBe(UNKNOWN_ID);
  });

  it('does not stack, and any kind of unsubscribe ends it', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.subscribe('slot');
    expect(await one.call('slotSubscribe')).toBe('0');
    await pause();
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(one.told).toHaveLength(1);
    expect(await one.call('accountUnsubscribe', '[0]')).toBe('true');
    expect(await one.call('slotUnsubscribe', '[0]')).toBe(UNKNOWN_ID);
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(one.told).toHaveLength(1);
  });

  it('of a signature ends with its outcome', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    const other = connect();
    await one.subscribe('signature', `[${S},{"commitment":"processed"}]`);
    await other.subscribe('signature', `[${S},{"commitment":"processed"}]`);
    const block = testBlock({ slot: 3, transactions: [{ name: 's' }] });
    await live.move((state, distance) => addBlocks(state, [{ block, writes: [] }], distance));
    const text = notice('signature', 0, '{"context":{"slot":3},"value":{"err":null}}');
    expect([one.told, other.told]).toEqual([[text], [text]]);
    expect(await one.call('signatureUnsubscribe', '[0]')).toBe(UNKNOWN_ID);
    await one.subscribe('signature', `[${S},{"commitment":"processed"}]`);
    expect(one.told).toEqual([text, notice('signature', 1, '{"context":{"slot":3},"value":{"err":null}}')]);
  });
});

describe('the pause after a reply', () => {
  it('nothing is said before the reply has been sent', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.session.answer('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}');
    await live.move((state, distance) => advance(state, 1n, distance));
    await pause();
    expect(one.told).toEqual([]);
    one.session.replied();
    expect(one.told).toEqual([]);
    await pause();
    expect(one.told).toEqual([notice('slot', 0, '{"slot":3,"parent":2,"root":2}')]);
  });

  it('holds back what comes behind it, so that the order stays', async () => {
    const { connect, live } = testHub(STATE);
    const one = connect();
    await one.subscribe('root');
    await one.session.answer('{"jsonrpc":"2.0","id":1,"method":"slotSubscribe"}');
    await live.move((state, distance) => advance(state, 1n, distance));
    expect(one.told).toEqual([]);
    one.session.replied();
    await pause();
    expect(one.told).toEqual([
      notice('slot', 1, '{"slot":3,"parent":2,"root":2}'),
      notice('root', 0, '2'),
      notice('root', 0, '3'),
    ]);
  });

  it('a signature that is known is told after it, and can be given up before', async () => {
    const { connect } = testHub(STATE);
    const one = connect();
    expect(await one.call('signatureSubscribe', `[${KNOWN}]`)).toBe('0');
    expect(await one.call('signatureUnsubscribe', '[0]')).toBe('true');
    expect(await one.call('signatureSubscribe', `[${KNOWN}]`)).toBe('1');
    expect(one.told).toEqual([]);
    await pause();
    expect(one.told).toEqual([notice('signature', 1, '{"context":{"slot":2},"value":{"err":null}}')]);
  });
});

describe('messages', () => {
  it.each([
    ['', '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}'],
    ['{"jsonrpc":"2.0","method":"ping"}', ''],
    ['{"jsonrpc":"2.0","method":"slotSubscribe"}', ''],
    ['[]', ''],
    ['[{"jsonrpc":"2.0","method":"ping"}]', ''],
    ['{"jsonrpc":"2.0","method":"slotSubscribe","id":"7"}', '{"jsonrpc":"2.0","result":0,"id":"7"}'],
    [
      '{"method":"slotSubscribe","id":1}',
      '{"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":1}',
    ],
    [
      '[{"jsonrpc":"2.0","method":"slotSubscribe","id":1},{"jsonrpc":"2.0","method":"slotSubscribe","id":2},{"jsonrpc":"2.0","method":"slotUnsubscribe","params":[0],"id":3},{"jsonrpc":"2.0","method":"slotUnsubscribe","params":[0],"id":4}]',
      '[{"jsonrpc":"2.0","result":0,"id":1},{"jsonrpc":"2.0","result":0,"id":2},{"jsonrpc":"2.0","result":true,"id":3},{"jsonrpc":"2.0","error":{"code":-32602,"message":"Invalid subscription id."},"id":4}]',
    ],
  ])('%s', async (message, reply) => {
    const { session } = testHub(STATE).connect();
    expect((await session.answer(message)).text).toBe(reply);
  });
});

it('a ledger that ends ends its connections', async () => {
  const { connect, live } = testHub(STATE);
  const fork = live.fork();
  const [one, other] = [connect(fork), connect()];
  await one.subscribe('slot');
  fork.end('the ledger has ended');
  expect([one.told, other.told]).toEqual([['ended'], []]);
});
