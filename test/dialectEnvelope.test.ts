import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listener } from '../src/node/createNode.ts';
import { errorText } from './support/answers.ts';
import { testNode } from './support/testNode.ts';

/** Rows 15, 16 and 20 of the dialect table: what surrounds a call. Row 21 is in test/server/webSocket.test.ts. */

describe('over HTTP', () => {
  let open: Listener;
  let locked: Listener;
  const node = testNode({ blocks: [{ slot: 5 }] });
  const BODY = '{"jsonrpc":"2.0","id":1,"method":"getSignatureStatuses","params":[[]]}';
  const ANSWER = {
    contract: '{"jsonrpc":"2.0","result":{"context":{"slot":5},"value":[]},"id":1}\n',
    agave: '{"jsonrpc":"2.0","result":{"context":{"apiVersion":"4.1.0","slot":5},"value":[]},"id":1}\n',
  };

  beforeAll(async () => {
    open = await node.listen();
    locked = await node.listen({ apiKeys: ['right'] });
  });
  afterAll(async () => {
    await open.close();
    await locked.close();
  });

  async function post(url: string, contentType = 'application/json'): Promise<string> {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body: BODY });
    return `${response.status} ${await response.text()}`;
  }

  it('a request may choose its dialect', async () => {
    expect(await post(`${open.url}/`)).toBe(`200 ${ANSWER.contract}`);
    expect(await post(`${open.url}/?dialect=agave`)).toBe(`200 ${ANSWER.agave}`);
    expect(await post(`${open.url}/?dialect=contract`)).toBe(`200 ${ANSWER.contract}`);
  });

  it.each(['contract', 'agave'] as const)(
    '15: apikey counts in %s, and no parameter gets round it',
    async (dialect) => {
      const unauthorized = errorText(
        -32600,
        'Unauthorized: the query parameter `apikey` is missing or is not a key of this node',
        '{"reason":"unauthorized"}',
      );
      const refused = `401 {"jsonrpc":"2.0","error":${unauthorized},"id":null}\n`;
      expect(await post(`${locked.url}/?dialect=${dialect}`)).toBe(refused);
      expect(await post(`${locked.url}/?dialect=${dialect}&apikey=wrong`)).toBe(refused);
      expect(await post(`${locked.url}/?apikey=right&dialect=${dialect}`)).toBe(`200 ${ANSWER[dialect]}`);
      expect(await post(`${open.url}/?dialect=${dialect}&apikey=wrong`)).toBe(`200 ${ANSWER[dialect]}`);
    },
  );

  it.each([
    ['application/json', true],
    ['application/json; charset=utf-8', true],
    ['application/json;charset=UTF-8', true],
    ['application/json; charset=latin1', false],
    ['application/json;  charset=utf-8', false],
    ['application/json; odata=verbose', false],
  ])('16: %s is taken by the contract, by agave: %s', async (contentType, byAgave) => {
    expect(await post(`${open.url}/`, contentType)).toBe(`200 ${ANSWER.contract}`);
    expect(await post(`${open.url}/?dialect=agave`, contentType)).toBe(
      byAgave
        ? `200 ${ANSWER.agave}`
        : '415 Supplied content type is not allowed. Content-Type: application/json is required\n',
    );
  });

  it.each(['text/plain', 'application/json-rpc', 'application/jsonp'])(
    '16: %s is taken by neither',
    async (contentType) => {
      const refused = '415 Supplied content type is not allowed. Content-Type: application/json is required\n';
      expect(await post(`${open.url}/`, contentType)).toBe(refused);
      expect(await post(`${open.url}/?dialect=agave`, contentType)).toBe(refused);
    },
  );
});

describe('20: a request of an older protocol', () => {
  const node = testNode({ blocks: [{ slot: 5 }] });
  const dispatched = async (body: string) => ({
    contract: await node.dispatch(body, 'contract'),
    agave: await node.dispatch(body, 'agave'),
  });
  const ERROR = '"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":1}\n';

  it('the reply to a request without a version', async () => {
    expect(await dispatched('{"id":1,"method":"getBlock","params":[5]}')).toEqual({
      contract: `{"jsonrpc":"2.0",${ERROR}`,
      agave: `{${ERROR}`,
    });
  });
});
