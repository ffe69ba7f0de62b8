import { Ajv } from 'ajv';
import { describe, expect, it, onTestFinished } from 'vitest';
import { stringifyJson } from '../../../src/codec/jsonText.ts';
import { createNode, ledger, type NewFault, type RunningNode, sol, startNode } from '../../../src/index.ts';
import { FAULT_PRESET_NAMES } from '../../../src/live/faults/presets.ts';
import { FAULT, FAULT_THEN_MEMBERS } from '../../../src/script/ledgerJson/faultRule.ts';
import { Definitions } from '../../../src/syntax/syntax.ts';

/** `faults` of ledger.json and scripts. */

const SCRIPT = ledger().wallet('alice', sol(5)).block(5);
const RULES = [{ match: { method: 'getSlot' }, then: { result: 7 } }];

async function start(faults: unknown): Promise<RunningNode> {
  const node = await startNode({ ledger: SCRIPT.with({ faults } as never), dialect: 'agave' });
  onTestFinished(() => node.close());
  return node;
}

function post(node: RunningNode, method: string, path = ''): Promise<Response> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
  return fetch(node.url + path, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
}

describe('rules', () => {
  it('are in force from the start, in forks, and after a reset', async () => {
    const node = await start(RULES);
    expect(await node.request('getSlot')).toBe(7);
    expect(await (await node.fork()).request('getSlot')).toBe(7);
    await node.clearFaults();
    expect(await node.request('getSlot')).toBe(5);
    await node.addFault({ then: { result: 1 } });
    await node.reset();
    expect(await node.request('getSlot')).toBe(7);
    expect((await node.listFaults()).map(({ rule }) => rule)).toEqual(RULES);
  });

  it.each([
    [5, 'expected a list of faults, or "public-mainnet"'],
    ['public-mainet', 'did you mean "public-mainnet"?'],
    [[{ then: {} }], '/faults/0/then: expected one of delayMs'],
    [[{ match: { method: 'getSlott' }, then: { reset: true } }], 'did you mean "getSlot"?'],
  ])('%j is refused where it stands', async (faults, message) => {
    await expect(createNode({ ledger: SCRIPT.with({ faults } as never) })).rejects.toThrow(message);
  });
});

describe('the schema', () => {
  const definitions = new Definitions();
  const { $ref } = FAULT.schema(definitions) as { $ref: string };
  const schema = JSON.parse(stringifyJson({ $ref, definitions: Object.fromEntries(definitions.schemas) })) as object;
  const isFault = new Ajv({ strict: false }).compile(schema);
  const THEN: Readonly<Record<string, readonly unknown[]>> = {
    delayMs: [0, 1.5, { median: 80, sigma: 0.5 }],
    rpcError: [
      { code: -32005, message: 'No' },
      { code: 1, message: '', data: null },
    ],
    result: [null, { a: 1 }],
    results: [[1, null]],
    limit: [{ perSecond: 0.5 }, { perSecond: 4, burst: 40, perMethod: true }],
    http: [{ status: 429 }, { status: 503, headers: { 'retry-after': '1' }, body: { a: 1 } }],
    headers: [{ 'x-ratelimit-remaining': '9' }],
    reset: [true],
    truncate: [0],
    garbage: [true],
    stale: [1],
    as: [{ agave: '4.2', featureSet: 7, stale: 2 }, { stale: 1 }],
    preset: ['rateLimited', 'unhealthy', 'flapping'],
    closeSocket: [true, 1013],
    refuseSocket: [{ status: 429, headers: { 'retry-after': '1' } }],
    closeIdleSocketAfterMs: [60_000],
    dropNotifications: [true],
    delayNotificationsMs: [5],
    repeatNotifications: [1],
  };

  it('has a value of each member', () => {
    expect(Object.keys(THEN)).toEqual(Object.keys(FAULT_THEN_MEMBERS));
  });

  it.each(Object.entries(THEN).flatMap(([name, values]) => values.map((value) => ({ then: { [name]: value } }))))(
    'takes what the reader takes: %j',
    async (fault) => {
      expect(isFault(fault)).toBe(true);
      expect((await (await createNode({ ledger: SCRIPT })).addFault(fault as NewFault)).id).toBe('fault-1');
    },
  );

  it.each([
    {},
    { then: {} },
    { then: { http: 429 } },
    { then: { http: { status: 101 } } },
    { then: { stale: 0 } },
    { then: { reset: false } },
    { then: { results: [] } },
    { then: { as: {} } },
    { then: { delayMs: -1 } },
    { match: { times: 0 }, then: { reset: true } },
    { match: { method: [] }, then: { reset: true } },
    { match: { nth: 1 }, then: { reset: true } },
  ])('refuses what the reader refuses: %j', async (fault) => {
    expect(isFault(fault)).toBe(false);
    await expect((await createNode({ ledger: SCRIPT })).addFault(fault as never)).rejects.toThrow('rule');
  });
});

describe('presets', () => {
  it.each(FAULT_PRESET_NAMES)('%s has rules that are taken', async (name) => {
    const node = await start(name);
    expect((await node.listFaults()).length).toBeGreaterThan(1);
    expect((await post(node, 'getSlot')).status).toBe(200);
  });

  it('a public endpoint takes 40 calls of a method, then 429 until it is time', async () => {
    const node = await start('public-mainnet');
    for (let i = 0; i < 40; i++) expect((await post(node, 'getSlot')).status).toBe(200);
    const refused = await refusedReply(node);
    expect((await post(node, 'getHealth')).status).toBe(200);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await refused.text()).toBe(
      '{"jsonrpc":"2.0","error":{"code":429,"message":"Too many requests for a specific RPC call"},"id":1}\n',
    );
  });
});

async function refusedReply(node: RunningNode): Promise<Response> {
  for (;;) {
    const reply = await post(node, 'getSlot');
    if (reply.status === 429) return reply;
    await reply.text();
  }
}
