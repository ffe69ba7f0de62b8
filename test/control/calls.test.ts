import { describe, expect, it, onTestFinished } from 'vitest';
import { keypair, startNode } from '../../src/index.ts';
import type { LedgerNode } from '../../src/node/createNode.ts';
import { SocketClient } from '../server/socketClient.ts';
import { controlText, invalidText, NOT_U64 } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

/** The text of the verb, with 0 for times that no test can know. */
async function callsText(node: LedgerNode, params = '[]'): Promise<string> {
  const text = await controlText(node, 'calls', params);
  const times = [...text.matchAll(/"durationMs":(\d+\.\d{1,3}|\d+)(?=,)/g)];
  expect(times).toHaveLength(text.split('"durationMs"').length - 1);
  for (const [, time] of text.matchAll(/"timeMs":(\d+)/g))
    expect(Math.abs(Date.now() - Number(time))).toBeLessThan(1e6);
  return text.replaceAll(/"(durationMs|timeMs)":[\d.]+/g, '"$1":0');
}

const IN_PROCESS = '"transport":"process"';

const call = (id: number, method: string, params = '[]', code?: number, rest = IN_PROCESS, slot = 0) => {
  const [outcome, codeMember] = code === undefined ? ['result', ''] : ['error', `"code":${code},`];
  const members = `"params":${params},"slot":${slot},"timeMs":0,${rest}`;
  return `{${codeMember}"durationMs":0,"id":${id},"method":"${method}","outcome":"${outcome}",${members}}`;
};

describe('stillnode_calls', () => {
  it('lists calls with their parameters as they came, and what became of them', async () => {
    const node = testNode(THREE_TIPS, 'agave');
    expect(await callsText(node)).toBe('{"calls":[],"last":0}');
    await callText(node, 'getSlot', '[ {"commitment":"processed"} ]');
    await callText(node, 'getBlock', '[99]');
    await callText(node, 'getBlock', '[99]');
    await callText(node, 'getNothing', 'null');
    await controlText(node, 'advance');
    await controlText(node, 'notThere');
    await node.dispatch('{"jsonrpc":"2.0","id":1,"method":"getHealth"}');
    await node.dispatch('{"jsonrpc":"2.0","method":"getHealth"}');
    const calls = [
      call(1, 'getSlot', '[ {"commitment":"processed"} ]', undefined, IN_PROCESS, 7),
      call(2, 'getBlock', '[99]', -32004, IN_PROCESS, 7),
      call(3, 'getBlock', '[99]', -32004, IN_PROCESS, 7),
      call(4, 'getNothing', 'null', -32601, IN_PROCESS, 7),
      call(5, 'getHealth', '[]', undefined, IN_PROCESS, 8),
    ];
    expect(await callsText(node)).toBe(`{"calls":[${calls.join(',')}],"last":5}`);
  });

  it('says which results are null, or have nothing but null as their value', async () => {
    const node = testNode(THREE_TIPS, 'agave');
    const [nobody, signature] = [keypair('nobody').address, '1'.repeat(64)];
    await callText(node, 'getTransaction', `["${signature}"]`);
    await callText(node, 'getAccountInfo', `["${nobody}"]`);
    await callText(node, 'getSignatureStatuses', `[["${signature}","${signature}"]]`);
    await callText(node, 'getMultipleAccounts', `[["${nobody}"]]`);
    await callText(node, 'getMultipleAccounts', '[[]]');
    await callText(node, 'getBalance', `["${nobody}"]`);
    const isNull = (await node.calls()).map((call) => call.isNull === true);
    expect(isNull).toEqual([true, true, true, true, false, false]);
  });

  it('lists those that are asked for', async () => {
    const node = testNode({});
    for (const method of ['getSlot', 'getHealth', 'getSlot', 'getHealth']) await callText(node, method, '[]');
    const listed = async (config: string) => {
      const { calls, last } = JSON.parse(await callsText(node, `[${config}]`)) as {
        calls: { id: number }[];
        last: number;
      };
      expect(last).toBe(4);
      return calls.map(({ id }) => id);
    };
    expect(await listed('{"method":"getSlot"}')).toEqual([1, 3]);
    expect(await listed('{"since":2}')).toEqual([3, 4]);
    expect(await listed('{"since":4}')).toEqual([]);
    expect(await listed('{"since":18446744073709551615}')).toEqual([]);
    expect(await listed('{"limit":3}')).toEqual([2, 3, 4]);
    expect(await listed('{"limit":0}')).toEqual([]);
    expect(await listed('{"method":"getSlot","since":1,"limit":5}')).toEqual([3]);
    expect(await listed('{"method":"getNothing"}')).toEqual([]);
    expect(await listed('{"method":"getBlock"}')).toEqual([]);
    expect(await listed('null')).toEqual([1, 2, 3, 4]);
  });

  it('of a misspelt method: those that came, or else what may have been meant', async () => {
    const node = testNode({});
    await callText(node, 'getSlott', '[]');
    expect(await callsText(node, '[{"method":"getSlott"}]')).toBe(
      `{"calls":[${call(1, 'getSlott', '[]', -32601)}],"last":1}`,
    );
    expect(await callsText(node, '[{"method":"getSlott","since":1}]')).toBe('{"calls":[],"last":1}');
    expect(await controlText(node, 'calls', '[{"method":"getSlto"}]')).toBe(
      invalidText('config.method: there is no method "getSlto" (did you mean "getSlot"?)'),
    );
  });

  it('lists subscriptions of this process', async () => {
    const node = testNode({});
    await node.subscribe('slot').return();
    expect(() => node.subscribe('account', 'not an address' as never)).toThrow('Invalid Request');
    const calls = [call(1, 'slotSubscribe'), call(2, 'accountSubscribe', '["not an address"]', -32602)];
    expect(await callsText(node)).toBe(`{"calls":[${calls.join(',')}],"last":2}`);
  });

  it('is of one ledger: a fork has its own, and a reset forgets them', async () => {
    const node = testNode({});
    await callText(node, 'getSlot', '[]');
    const fork = await node.fork();
    await callText(fork, 'getHealth', '[]');
    expect(await callsText(node)).toBe(`{"calls":[${call(1, 'getSlot')}],"last":1}`);
    expect(await callsText(fork)).toBe(`{"calls":[${call(1, 'getHealth')}],"last":1}`);
    await node.reset();
    expect(await callsText(node)).toBe('{"calls":[],"last":1}');
  });

  it.each([
    ['[{"method":5}]', 'config.method: expected a string, found 5'],
    ['[{"since":-1}]', `config.since: ${NOT_U64}, found -1`],
    [
      '[{"limit":1.5}]',
      'config.limit: expected an integer from 0 to 4294967295 (u32), found the number 1.5 (integers are written without a point and without an exponent)',
    ],
    ['[[]]', 'config: expected an object, found an empty array'],
  ])('%s is refused', async (params, message) => {
    expect(await controlText(testNode({}), 'calls', params)).toBe(invalidText(message));
  });
});

describe('calls of clients', () => {
  async function served() {
    const node = await startNode({ ledger: [] });
    onTestFinished(() => node.close());
    const post = (headers: Record<string, string>, body: string, path = '') =>
      fetch(`${node.url}${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body,
      });
    return { node, post };
  }
  const SLOT = '{"jsonrpc":"2.0","id":1,"method":"getSlot","params":[]}';
  const by = (client: string, transport: string) => [`"client":"${client}",`, `"transport":"${transport}"`] as const;
  const callBy = (id: number, method: string, [client, transport]: readonly [string, string], params = '[]') =>
    call(id, method, params, undefined, transport).replace('{', `{${client}`);

  it('over HTTP have the name of the client', async () => {
    const { node, post } = await served();
    await post({ 'user-agent': 'curl/8' }, SLOT);
    await post({ 'user-agent': 'node', 'solana-client': 'js/5.0.0' }, `[${SLOT},${SLOT}]`);
    const kit = by('js/5.0.0', 'http');
    const calls = [callBy(1, 'getSlot', by('curl/8', 'http')), callBy(2, 'getSlot', kit), callBy(3, 'getSlot', kit)];
    expect(await callsText(node)).toBe(`{"calls":[${calls.join(',')}],"last":3}`);
  });

  it('that have a fault are listed with it, and with its code', async () => {
    const { node, post } = await served();
    const curl = { 'user-agent': 'curl/8' };
    await node.fail('getSlot', { http: 429 }, { times: 2 });
    await node.fail('getSlot', { rpcError: { code: -32005, message: 'Node is unhealthy' } }, { times: 1 });
    expect((await post(curl, SLOT)).status).toBe(429);
    await callText(node, 'getSlot', '[]');
    expect((await post(curl, SLOT)).status).toBe(200);
    await post(curl, SLOT);
    const [client, transport] = by('curl/8', 'http');
    const failed = (id: number, code: number, rest?: string) =>
      call(id, 'getSlot', '[]', code, rest).replace('"outcome":"error"', '"outcome":"fault"');
    const calls = [
      failed(1, 429, transport).replace('{', `{${client}`),
      failed(2, -32603),
      failed(3, -32005, transport).replace('{', `{${client}`),
      callBy(4, 'getSlot', [client, transport]),
    ];
    expect(await callsText(node)).toBe(`{"calls":[${calls.join(',')}],"last":4}`);
  });

  it('to a fork are listed by the fork', async () => {
    const { node, post } = await served();
    const fork = await node.fork('a');
    await post({ 'user-agent': 'curl/8' }, SLOT, '/fork/a');
    expect(await callsText(fork)).toBe(`{"calls":[${callBy(1, 'getSlot', by('curl/8', 'http'))}],"last":1}`);
    expect(await callsText(node)).toBe('{"calls":[],"last":0}');
  });

  it('over a WebSocket are listed too', async () => {
    const { node } = await served();
    const client = await SocketClient.open(node.wsUrl, { headers: { 'user-agent': 'a client' } });
    await client.call('slotSubscribe').next();
    await client.call('slotUnsubscribe', '[0]').next();
    await client.call('getVersion').next();
    await client.call('stillnode_getTips').next();
    await client.call('getSlot').next();
    const socket = by('a client', 'socket');
    const calls = [
      callBy(1, 'slotSubscribe', socket),
      callBy(2, 'slotUnsubscribe', socket, '[0]'),
      callBy(3, 'getVersion', socket),
      call(4, 'getSlot', '[]', -32601, socket[1]).replace('{', `{${socket[0]}`),
    ];
    expect(await callsText(node)).toBe(`{"calls":[${calls.join(',')}],"last":4}`);
  });
});
