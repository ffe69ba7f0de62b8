import { describe, expect, test } from 'vitest';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import { CALL, CALL_REPLY, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

const KEY = 'k3y-of-this-node';
const UNAUTHORIZED =
  '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Unauthorized: the query parameter `apikey` is missing or is not a key of this node","data":{"reason":"unauthorized"}},"id":null}\n';

describe('without keys everybody is let in', () => {
  test.each(['/', '/?apikey=', '/?apikey=whatever', '/?apikey=a&apikey=b'])('%s', async (target) => {
    expect((await rawRequest(await serve(), requestText({ target, body: CALL }))).body).toBe(CALL_REPLY);
  });
});

describe('with keys only those are let in', () => {
  const allowed = [
    `/?apikey=${KEY}`,
    '/?apikey=second',
    `/?apikey=${KEY}&dialect=agave`,
    `/?dialect=agave&apikey=${KEY}`,
    `/?x=1&apikey=${KEY}&y`,
    `/some/path?apikey=${KEY}`,
    '/?apikey=%6b3y-of-this-node',
    '/?apikey=with%20%2B%26',
  ];
  test.each(allowed)('let in: %s', async (target) => {
    const server = await serve({ apiKeys: [KEY, 'second', 'with +&'] });
    expect(await rawRequest(server, requestText({ target, body: CALL }))).toMatchObject({
      status: 200,
      body: CALL_REPLY,
    });
  });

  const refused = [
    '/',
    '/?',
    '/?apikey',
    '/?apikey=',
    '/?apikey=wrong',
    `/?apikey=${KEY.slice(0, -1)}`,
    `/?apikey=${KEY}x`,
    `/?apikey=${KEY.toUpperCase()}`,
    `/?apikey=${KEY}%00`,
    `/?apikey=%20${KEY}`,
    `/?apikey=${KEY}?`,
    `/?apikey=${KEY},second`,
    `/?apikey=${KEY}&apikey=${KEY}`,
    `/?apikey=${KEY}&apikey=wrong`,
    `/?apikey=wrong&apikey=${KEY}`,
    `/?APIKEY=${KEY}`,
    `/?api-key=${KEY}`,
    `/?apikey[]=${KEY}`,
    `/${KEY}`,
    `/apikey=${KEY}`,
    '/?dialect=agave',
    '/?dialect=contract',
    '/?dialect=nonsense',
    `/?dialect=agave&apikey=wrong`,
    `/?x=apikey=${KEY}`,
    `/?apikey=${'x'.repeat(5000)}`,
  ];
  test.each(refused)('refused: %s', async (target) => {
    const server = await serve({ apiKeys: [KEY, 'second'] });
    expect(await rawRequest(server, requestText({ target, body: CALL }))).toMatchObject({
      statusLine: 'HTTP/1.1 401 Unauthorized',
      body: UNAUTHORIZED,
    });
  });

  test.each(['authorization: Bearer', 'apikey:', 'x-api-key:', 'cookie: apikey='])(
    'refused: a header %s',
    async (header) => {
      const request = requestText({ headers: [`${header} ${KEY}`], body: CALL });
      expect((await rawRequest(await serve({ apiKeys: [KEY] }), request)).status).toBe(401);
    },
  );

  test('a key in the body is none', async () => {
    const request = requestText({ body: `apikey=${KEY}`, target: '/' });
    expect((await rawRequest(await serve({ apiKeys: [KEY] }), request)).status).toBe(401);
  });

  test('the same in the agave dialect', async () => {
    const server = await serve({ apiKeys: [KEY], dialect: 'agave' });
    expect((await rawRequest(server, requestText({ body: CALL }))).body).toBe(UNAUTHORIZED);
    expect((await rawRequest(server, requestText({ body: CALL, target: `/?apikey=${KEY}` }))).body).toBe(CALL_REPLY);
  });

  test('asked for before type, size and text are looked at', async () => {
    const server = await serve({ apiKeys: [KEY] });
    for (const parts of [{ contentType: 'text/plain' }, { body: 'x'.repeat(60_000) }, { body: '{' }])
      expect((await rawRequest(server, requestText(parts))).body).toBe(UNAUTHORIZED);
  });

  test('a refused request leaves its connection open for a better one', async () => {
    const connection = await RawConnection.open((await serve({ apiKeys: [KEY] })).url);
    expect((await connection.send(requestText({ body: CALL })).reply()).status).toBe(401);
    expect((await connection.send(requestText({ body: CALL, target: `/?apikey=${KEY}` })).reply()).body).toBe(
      CALL_REPLY,
    );
    expect((await connection.send(requestText({ body: CALL })).reply()).status).toBe(401);
  });
});

describe('no other HTTP method gets at the ledger', () => {
  const rows = [
    ['GET', 405],
    ['PUT', 405],
    ['DELETE', 405],
    ['PATCH', 405],
    ['PROPFIND', 404],
    ['OPTIONS', 200],
  ] as const;
  test.each(rows)('%s, with and without a key', async (method, status) => {
    const server = await serve({ apiKeys: [KEY] });
    for (const target of ['/', `/?apikey=${KEY}`]) {
      const reply = await rawRequest(server, requestText({ method, target, body: CALL }));
      expect(reply.status).toBe(status);
      expect(reply.body).not.toContain('result');
    }
  });

  test('a header that overrides the method does not', async () => {
    const headers = ['x-http-method-override: POST'];
    const request = requestText({ method: 'GET', headers, target: `/?apikey=${KEY}`, body: CALL });
    expect((await rawRequest(await serve({ apiKeys: [KEY] }), request)).status).toBe(405);
  });

  test('health needs no key', async () => {
    const reply = await rawRequest(await serve({ apiKeys: [KEY] }), requestText({ method: 'GET', target: '/health' }));
    expect(reply).toMatchObject({ status: 200, body: 'ok' });
  });
});

test('a key is in no record and in no reply, right or wrong', async () => {
  const records: RequestRecord[] = [];
  const server = await serve({ apiKeys: [KEY], onRequest: (record) => records.push(record) });
  for (const method of ['POST', 'GET', 'OPTIONS'])
    for (const target of [
      `/?apikey=${KEY}`,
      `/?apikey=${KEY}x`,
      `/health?apikey=${KEY}`,
      `/?apikey=${KEY}&dialect=x`,
    ]) {
      const reply = await rawRequest(
        server,
        requestText({ method, target, body: CALL, headers: [`origin: http://p.test`] }),
      );
      expect(JSON.stringify(reply)).not.toContain(KEY);
    }
  expect(records).toHaveLength(12);
  expect(JSON.stringify(records)).not.toContain(KEY);
});
