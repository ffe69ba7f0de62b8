import fastify from 'fastify';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stillnode } from '../../src/fastify.ts';
import { createNode, type LedgerControls, ledger, type NodeOptions, sol, startNode } from '../../src/index.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { reasonOf } from '../support/clients.ts';

/** What callers from JavaScript, and whoever misspells a word, are told. */

const SCRIPT = ledger({ finalized: 1 })
  .wallet('alice', sol(5))
  .block(1, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));
const LIST =
  'ledger, dialect, agave, gates, consensus, extensions, maxBatchReplyBytes, cacheMb, control, maxForks, autoFork, slotTime, clock, autoAdvance, execute, programs, upstream, journalSize, onInternalError, onProgress';
const LISTENING =
  'host, port, wsPort, apiKeys, maxBodyBytes, control, controlKey, inspector, maxSocketBufferBytes, onSocketCutOff, onRequest';

/** Options as a caller without types gives them. */
const loose = <T>(options: unknown): T => options as T;
const nodeWith = (options: unknown) => createNode(loose(options));

/** Those of a node, by what is wrong with them. */
const NODE_ROWS: readonly (readonly [options: unknown, message: string])[] = [
  [{ legder: 'fixtures' }, 'unknown option `legder`: did you mean `ledger`?'],
  [{ Dialect: 'agave' }, 'unknown option `Dialect`: did you mean `dialect`?'],
  [{ legder: undefined }, 'unknown option `legder`: did you mean `ledger`?'],
  [{ ledger: 5 }, '`ledger` must be a path, a scripted ledger, or a list of them, not 5'],
  [{ ledger: null }, '`ledger` must be a path, a scripted ledger, or a list of them, not null'],
  [{ ledger: () => [] }, '`ledger` must be a path, a scripted ledger, or a list of them, not a function'],
  [
    { ledger: new URL('file:///fixtures') },
    '`ledger` must be a path, a scripted ledger, or a list of them, not an object of class URL',
  ],
  [
    { ledger: Promise.resolve({}) },
    '`ledger` must be a path, a scripted ledger, or a list of them, not an object of class Promise',
  ],
  [{ ledger: ['fixtures', undefined] }, '`ledger` must be a list of paths and scripted ledgers; it contains undefined'],
  [{ ledger: [['fixtures']] }, '`ledger` must be a list of paths and scripted ledgers; it contains a list'],
  [{ ledger: '' }, '`ledger` must be a path, a scripted ledger, or a list of them, not an empty string'],
  [{ ledger: ['a', ''] }, '`ledger` must be a list of paths and scripted ledgers; it contains an empty string'],
  [{ dialect: 5 }, '`dialect` must be contract or agave, not 5'],
  [{ cacheMb: '64' }, '`cacheMb` must be a number from 0 to 65536, not a string'],
  [{ cacheMb: Number.NaN }, '`cacheMb` must be a number from 0 to 65536, not NaN'],
  [{ cacheMb: -1 }, '`cacheMb` must be a number from 0 to 65536, not -1'],
  [{ control: 'off' }, '`control` must be true or false, not a string'],
  [{ maxForks: -1 }, '`maxForks` must be a whole number from 0 to 9007199254740991, not -1'],
  [{ autoFork: 1 }, '`autoFork` must be true or false, not 1'],
  [{ journalSize: -1 }, '`journalSize` must be a whole number from 0 to 16777216, not -1'],
  [{ journalSize: 1.5 }, '`journalSize` must be a whole number from 0 to 16777216, not 1.5'],
  [{ slotTime: 0 }, '`slotTime` must be a whole number from 1 to 2147483647, not 0'],
  [{ slotTime: 2 ** 31 }, '`slotTime` must be a whole number from 1 to 2147483647, not 2147483648'],
  [{ slotTime: '400' }, '`slotTime` must be a whole number from 1 to 2147483647, not a string'],
  [{ execute: 'svm' }, '`execute` must be litesvm or none, not "svm"'],
  [{ execute: 'litesv' }, '`execute` must be litesvm or none, not "litesv": did you mean "litesvm"?'],
  [{ execute: '' }, '`execute` must be litesvm or none, not an empty string'],
  [{ agave: '4.0' }, '`agave` must be 4.1, 4.2, 4.3, 4.4 or 4.5, not "4.0"'],
  [{ consensus: 'towr' }, '`consensus` must be tower or alpenglow, not "towr": did you mean "tower"?'],
  [{ gates: 'mainet' }, '`gates` must be mainnet, localnet or genesis, not "mainet": did you mean "mainnet"?'],
  [{ execute: true }, '`execute` must be litesvm or none, not true'],
  [{ programs: ['a.so'] }, '`programs` must map program addresses to file paths, not a list'],
  [{ programs: { shop: 'a.so' } }, '`programs` must map program addresses to file paths; "shop" is not an address'],
  [{ programs: { '1.x': 'a.so' } }, '`programs` must map program addresses to file paths; "1.x" is not an address'],
  [
    { programs: { So11111111111111111111111111111111111111112: 5 } },
    '`programs` must map program addresses to file paths; it contains 5',
  ],
  [{ onInternalError: 'log' }, '`onInternalError` must be a function, not a string'],
  [{ onProgress: true }, '`onProgress` must be a function, not true'],
];

/** Those of a listener. */
const LISTEN_ROWS: readonly (readonly [options: unknown, message: string])[] = [
  [{ prot: 8899 }, 'unknown option `prot`: did you mean `port`?'],
  [{ apikeys: ['secret'] }, 'unknown option `apikeys`: did you mean `apiKeys`?'],
  [{ port: -1 }, '`port` must be a whole number from 0 to 65535, not -1'],
  [{ port: 65536 }, '`port` must be a whole number from 0 to 65535, not 65536'],
  [{ port: 1.5 }, '`port` must be a whole number from 0 to 65535, not 1.5'],
  [{ port: '8899' }, '`port` must be a whole number from 0 to 65535, not a string'],
  [{ host: '' }, '`host` must be the name or the address of a host, not an empty string'],
  [{ host: 127 }, '`host` must be the name or the address of a host, not 127'],
  [{ apiKeys: 'secret' }, '`apiKeys` must be a list of keys, not a string'],
  [{ apiKeys: ['secret', ''] }, '`apiKeys` must be a list of keys; it contains an empty string'],
  [{ apiKeys: [undefined] }, '`apiKeys` must be a list of keys; it contains undefined'],
  [{ control: 'on' }, '`control` must be true or false, not a string'],
  [{ controlKey: '' }, '`controlKey` must be a key, not an empty string'],
  [{ controlKey: ['secret'] }, '`controlKey` must be a key, not a list'],
  [
    { control: true, apiKeys: ['secret'] },
    '`control` is true and there are `apiKeys`, but no `controlKey`: set one, or leave out `control`',
  ],
  [{ maxBodyBytes: Number.NaN }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not NaN'],
  [{ maxBodyBytes: 0 }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not 0'],
  [{ maxBodyBytes: 2 ** 31 }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not 2147483648'],
  [{ wsPort: 'on' }, '`wsPort` must be a whole number from 0 to 65535, or off, not a string'],
  [{ wsPort: 65_536 }, '`wsPort` must be a whole number from 0 to 65535, or off, not 65536'],
  [{ maxSocketBufferBytes: 0 }, '`maxSocketBufferBytes` must be a whole number from 1 to 9007199254740991, not 0'],
  [{ onSocketCutOff: 'x' }, '`onSocketCutOff` must be a function, not a string'],
  [{ onRequest: {} }, '`onRequest` must be a function, not an object'],
];

async function refusal(promise: Promise<unknown>): Promise<string> {
  const reason = await reasonOf(promise);
  expect(reason).toBeInstanceOf(TypeError);
  return (reason as TypeError).message;
}

describe('createNode refuses', () => {
  it.each(NODE_ROWS)('%o', async (options, message) => {
    expect(await refusal(nodeWith(options))).toBe(message);
  });

  it.each<[options: unknown, message: string]>([
    [{ port: 8899 }, 'unknown option `port` of createNode: it belongs to listen and startNode'],
    [{ x: 1 }, `unknown option \`x\`: createNode takes ${LIST}`],
    [null, 'createNode takes an object of options, not null'],
    [5, 'createNode takes an object of options, not 5'],
    ['fixtures', 'createNode takes an object of options, not a string: write createNode({ ledger: … })'],
    [['fixtures'], 'createNode takes an object of options, not a list: write createNode({ ledger: … })'],
    [
      SCRIPT,
      'createNode takes an object of options, not an object of class LedgerBuilder: write createNode({ ledger: … })',
    ],
  ])('%o', async (options, message) => {
    expect(await refusal(nodeWith(options))).toBe(message);
  });

  it('an unknown dialect before it loads anything', async () => {
    const options = { ledger: 'no/such/folder', dialect: 'geyser' };
    expect(await reasonOf(nodeWith(options))).toEqual(
      new RangeError('unknown dialect "geyser": use contract or agave'),
    );
  });
});

describe('listen refuses', () => {
  it.each([
    ...LISTEN_ROWS,
    [{ dialect: 'agave' }, 'unknown option `dialect` of listen: it belongs to createNode'] as const,
    [{ x: 1 }, `unknown option \`x\`: listen takes ${LISTENING}`] as const,
    [8899, 'listen takes an object of options, not 8899'] as const,
  ])('%o', async (options, message) => {
    const node = await createNode({ ledger: SCRIPT });
    expect(await refusal(node.listen(loose(options)))).toBe(message);
  });
});

describe('startNode refuses what either refuses', () => {
  it.each([
    ...NODE_ROWS,
    ...LISTEN_ROWS,
    [{ x: 1 }, `unknown option \`x\`: startNode takes ${LIST}, ${LISTENING.replace(' control,', '')}`] as const,
    ['fixtures', 'startNode takes an object of options, not a string: write startNode({ ledger: … })'] as const,
  ])('%o', async (options, message) => {
    expect(await refusal(startNode(loose(options)))).toBe(message);
  });
});

describe('the plugin refuses', () => {
  it.each<[options: object, message: string]>([
    [{ node: undefined }, '`node` must be a result of createNode or startNode'],
    [{ contrl: true }, 'unknown option `contrl`: did you mean `control`?'],
    [{ apikeys: ['secret'] }, 'unknown option `apikeys`: did you mean `apiKeys`?'],
    [{ dialect: 'agave' }, 'unknown option `dialect` of the plugin: it belongs to createNode'],
    [{ port: 8899 }, 'unknown option `port` of the plugin: it belongs to listen and startNode'],
    [{ maxBodyBytes: 0 }, '`maxBodyBytes` must be a whole number from 1 to 2147483647, not 0'],
  ])('%o', async (options, message) => {
    const app = fastify();
    app.register(stillnode, loose({ node: await createNode({ ledger: SCRIPT }), ...options }));
    expect(await refusal(Promise.resolve(app.ready()))).toBe(message);
  });

  it('nothing that is for Fastify', async () => {
    const app = fastify();
    const options = { prefix: '/a', logLevel: 'warn', logSerializers: {}, anything: 5 };
    app.register(stillnode, loose({ node: await createNode({ ledger: SCRIPT }), ...options }));
    await app.ready();
    expect((await app.inject({ url: '/a/health' })).body).toBe('ok');
    await app.close();
  });
});

it('a path where nothing is, is named', async () => {
  expect(String(await reasonOf(nodeWith({ ledger: 'no/such/fixtures' })))).toBe(
    'FixtureError: no/such/fixtures: cannot be read: there is no such file or folder',
  );
});

describe('typed methods refuse', () => {
  const HOW = "`how` has to be an object, such as fail('getBlock', { http: 429 }), not";
  const BLOCK = '`block` has to be a function that builds it, or an object such as { slot: 120 }, not';
  const TRANSACTION =
    '`transaction` has to be a function that builds it, or an object such as { transfer: { … } }, not';

  it.each<[method: keyof LedgerControls, args: readonly unknown[], message: string]>([
    ['fail', [], `${HOW} undefined`],
    ['fail', ['getBlock', 429], `${HOW} 429`],
    ['fail', ['getBlock', [429]], `${HOW} a list`],
    ['fail', [{ http: 429 }], `${HOW} undefined`],
    [
      'fail',
      ['getBlock', { http: 429, tims: 2 }],
      "unknown effect `tims`: did you mean `times` in the third argument: fail('getBlock', { http: 429 }, { times: … })?",
    ],
    ['fail', ['getBlock', { http: 429 }, { tims: 2 }], 'unknown option `tims`: did you mean `times`?'],
    ['setAccount', ['alice'], '`account` is missing: null deletes the account'],
    ['setAccount', [{}, null], 'expected a name, an address or a key pair, found an object that has no address'],
    ['load', [], '`value` is missing: it is a fixture of any format, or a scripted ledger'],
    ['addBlock', [5], `${BLOCK} 5`],
    ['addBlock', [null], `${BLOCK} null`],
    ['addBlock', [{}, 5], '`build` has to be a function of the block: (b) => b.transfer(…)'],
    ['addTransaction', [], `${TRANSACTION} undefined`],
    ['addTransaction', ['transfer'], `${TRANSACTION} transfer`],
    ['verify', ['getBlock'], "`expected` has to be an object, such as { method: 'getBlock' }, not a string"],
    ['verify', [], "`expected` has to be an object, such as { method: 'getBlock' }, not undefined"],
    ['calls', ['getBlock'], "`filter` has to be an object, such as { method: 'getBlock' }, not a string"],
    ['onSend', [], "`rule` has to be an object, such as { then: 'drop' }, not undefined"],
    ['onSend', ['drop'], "`rule` has to be an object, such as { then: 'drop' }, not a string"],
    [
      'onSend',
      [{ match: 'alice', then: 'drop' }],
      "`match` has to be an object, such as { feePayer: 'alice' }, not a string",
    ],
  ])('%s(...%o)', async (method, args, message) => {
    const node = await createNode({ ledger: SCRIPT });
    const before = await node.getTips();
    const call = node[method] as (...given: readonly unknown[]) => Promise<unknown>;
    expect(await refusal(call(...args))).toBe(message);
    expect(await node.getTips()).toEqual(before);
  });

  it.each<[method: keyof LedgerControls, args: readonly unknown[], message: string]>([
    ['fail', ['getBlock', { htpp: 429 }], 'rule.then.htpp: unknown member (did you mean "http"?)'],
    ['onSend', [{ thn: 'drop' }], 'rule.thn: unknown member (did you mean "then"?); rule.then: expected an outcome'],
    ['onSend', [{ then: 'drop', time: 5 }], 'rule.time: unknown member (did you mean "times"?)'],
    [
      'onSend',
      [{ match: { feePayr: 'a' }, then: 'drop' }],
      'rule.match.feePayr: unknown member (did you mean "feePayer"?)',
    ],
  ])('%s(...%o) by the right word', async (method, args, message) => {
    const node = await createNode({ ledger: SCRIPT });
    const call = node[method] as (...given: readonly unknown[]) => Promise<unknown>;
    const reason = await reasonOf(call(...args));
    expect(reason).toMatchObject({
      code: -32602,
      message: expect.stringContaining(message),
      data: { reason: 'invalid' },
    });
  });
});

describe('a ledger may be', () => {
  const rows: [what: string, ledger: NonNullable<NodeOptions['ledger']>, blocks: number][] = [
    ['a path', SAMPLE_LEDGER, 19],
    ['a list of paths', [SAMPLE_LEDGER], 19],
    ['what ledger() builds', SCRIPT, 1],
    ['an object in its words', SCRIPT.toJSON(), 1],
    ['an object of another realm', Object.assign(Object.create(Object.create(null)), SCRIPT.toJSON()), 1],
    ['a list of both', [SCRIPT, SCRIPT.toJSON()].slice(1), 1],
    ['an empty list', [], 0],
  ];

  it.each(rows)('%s', async (_what, source, blocks) => {
    expect((await createNode({ ledger: source })).counts.blocks).toBe(blocks);
  });
});

it('options that are undefined count as left out', async () => {
  const node = await startNode(
    loose({ ledger: undefined, dialect: undefined, cacheMb: undefined, port: undefined, apiKeys: undefined }),
  );
  onTestFinished(() => node.close());
  expect(node.dialect).toBe('agave');
  expect(node.counts.blocks).toBe(19);
});

describe('calls refuse', () => {
  const node = createNode({ ledger: SCRIPT });

  it.each<[what: string, method: unknown, params: unknown, message: string]>([
    ['a method that is none', undefined, [], '`method` has to be a string, not undefined'],
    [
      'parameters that are no list',
      'getBalance',
      'alice',
      '`params` of getBalance has to be a list, not string: write [value]',
    ],
    ['a function', 'getBalance', () => [], '`params` of getBalance has to be a list, not function: write [value]'],
  ])('%s', async (_what, method, params, message) => {
    const { request, requestText } = await node;
    expect(await refusal(request(loose(method) as string, loose(params)))).toBe(message);
    expect(await refusal(requestText(loose(method) as string, loose(params)))).toBe(message);
  });

  it('a body that is no text', async () => {
    const body = { jsonrpc: '2.0', id: 1, method: 'getSlot' };
    expect(await refusal((await node).dispatch(loose(body)))).toBe(
      '`body` has to be the text of a request, not object',
    );
  });

  it('a dialect that is none', async () => {
    const reason = await reasonOf((await node).dispatch('{}', loose('geyser')));
    expect(reason).toEqual(new RangeError('unknown dialect "geyser": use contract or agave'));
  });

  it('a name that is none', async () => {
    const { signature } = await node;
    expect(() => signature(loose(undefined))).toThrow(new TypeError('`name` must be a string, not undefined'));
  });
});
