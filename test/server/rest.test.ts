import { describe, expect, test } from 'vitest';
import { testNode } from '../support/testNode.ts';
import { type RawReply, rawRequest, requestText, serve } from './rawHttp.ts';

const TEXT_HEADERS = (length: number) => [
  ['content-length', `${length}`],
  ['content-type', 'text/plain; charset=utf-8'],
];

function supplyOf(total: bigint, circulating: bigint) {
  const nonCirculating = total - circulating;
  return { cluster: { supply: { total, circulating, nonCirculating, nonCirculatingAccounts: [] } } };
}

function get(server: { readonly url: string }, target: string, method = 'GET'): Promise<RawReply> {
  return rawRequest(server, requestText({ method, target, contentType: null }));
}

describe('the supply over REST', () => {
  test.each([
    [0n, '0'],
    [1n, '0.000000001'],
    [1_500_000_000n, '1.5'],
    [100_000_000_000n, '100'],
    // as a double has it
    [600_000_000_123_456_789n, '600000000.123456717'],
  ])('%s lamports are %s SOL', async (lamports, body) => {
    const server = await serve({ ledger: supplyOf(lamports, 0n) });
    const { headers, ...reply } = await get(server, '/v0/total-supply');
    expect(reply).toMatchObject({ status: 200, body });
    expect(headers).toEqual(TEXT_HEADERS(body.length));
    expect((await get(server, '/v0/circulating-supply')).body).toBe('0');
  });

  test.each(['GET', 'POST', 'PUT', 'OPTIONS'])(
    'is answered to %s, before keys and types are looked at',
    async (method) => {
      const server = await serve({ ledger: supplyOf(5_000_000_000n, 2_000_000_000n), apiKeys: ['k'] });
      expect(await get(server, '/v0/circulating-supply?x=1', method)).toMatchObject({ status: 200, body: '2' });
    },
  );

  test('is that of a fork below its path', async () => {
    const node = testNode(supplyOf(5_000_000_000n, 2_000_000_000n));
    await node.fork('a');
    const listener = await node.listen();
    expect(await get(listener, '/fork/a/v0/total-supply')).toMatchObject({ status: 200, body: '5' });
    expect(await get(listener, '/fork/b/v0/total-supply')).toMatchObject({ status: 404 });
    await listener.close();
  });

  test('of a ledger that does not say it is not made up: 404', async () => {
    for (const which of ['total', 'circulating'])
      expect(await get(await serve(), `/v0/${which}-supply`)).toMatchObject({
        status: 404,
        body: 'This ledger does not say the supply: put `supply` into ledger.json\n',
      });
  });
});
