import { describe, expect, test } from 'vitest';
import { CALL, CALL_REPLY, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

const TEXT = 'text/plain; charset=utf-8';
const JSON_TYPE = 'application/json; charset=utf-8';
const NOT_ALLOWED = 'Used HTTP Method is not allowed. POST or OPTIONS is required\n';
const UNSUPPORTED = 'Supplied content type is not allowed. Content-Type: application/json is required\n';
const FORBIDDEN =
  'Origin of the request is not whitelisted. CORS headers would not be sent and any side-effects were cancelled as well.\n';
const FORK = '{"jsonrpc":"2.0","id":1,"method":"stillnode_fork","params":["a"]}';
const OVERSIZED = 'x'.repeat(51_201);

function headerOf(reply: { readonly headers: readonly (readonly [string, string])[] }, name: string) {
  return reply.headers.find(([known]) => known === name)?.[1];
}

describe('paths that are not JSON-RPC', () => {
  test.each(['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE'])('%s /health is ok', async (method) => {
    const reply = await rawRequest(await serve(), requestText({ method, target: '/health' }));
    expect(reply).toMatchObject({ status: 200, body: 'ok' });
    expect(reply.headers.map(([name]) => name)).toEqual(['content-length', 'content-type']);
  });

  test.each(['contract', 'agave'] as const)('/health of a node that is behind says so, in %s', async (dialect) => {
    const server = await serve({ dialect, ledger: { cluster: { slotsBehind: 1n } } });
    const reply = await rawRequest(server, requestText({ method: 'GET', target: '/health' }));
    expect(reply).toMatchObject({ status: 200, body: 'behind' });
  });

  test('HEAD /health has the headers of GET and no body', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const reply = await connection
      .send(requestText({ method: 'HEAD', target: '/health' }))
      .send(requestText({ body: CALL }))
      .reply({ hasBody: false });
    expect(reply.status).toBe(200);
    expect(headerOf(reply, 'content-length')).toBe('2');
    expect((await connection.reply()).body).toBe(CALL_REPLY);
  });

  test('the query of /health is ignored, a body and its type too', async () => {
    const request = requestText({ target: '/health?a=/b', contentType: 'text/x', body: OVERSIZED });
    expect(await rawRequest(await serve(), request)).toMatchObject({ status: 200, body: 'ok' });
  });

  test.each(['/health', '/fork/a/health'])(
    '%s comes before the check of the origin, and pages of other origins may read it',
    async (target) => {
      const server = await serve();
      await rawRequest(server, requestText({ body: FORK }));
      const ask = (origin: string) =>
        rawRequest(server, requestText({ method: 'GET', target, headers: [`origin: ${origin}`] }));
      const [refused, allowed] = [await ask('null'), await ask('http://page.test')];
      expect([refused, allowed]).toMatchObject([
        { status: 200, body: 'ok' },
        { status: 200, body: 'ok' },
      ]);
      expect(refused.headers.map(([name]) => name)).toEqual(['content-length', 'content-type']);
      expect(allowed.headers).toEqual([
        ['access-control-allow-methods', 'OPTIONS, POST'],
        ['access-control-allow-origin', 'http://page.test'],
        ['access-control-max-age', '86400'],
        ['content-length', '2'],
        ['content-type', TEXT],
        ['vary', 'origin'],
      ]);
    },
  );

  test.each(['/health/', '//health', '/Health', '/health%20', '/genesis.tar.bz2', '/v0/total-supply/', '/v0/supply'])(
    'GET %s is no such path: 405',
    async (target) => {
      const reply = await rawRequest(await serve(), requestText({ method: 'GET', target }));
      expect(reply).toMatchObject({ status: 405, body: NOT_ALLOWED });
    },
  );
});

describe('HTTP methods', () => {
  const methods = ['GET', 'PUT', 'DELETE', 'PATCH', 'TRACE'];
  test.each(methods)('%s of any path is 405', async (method) => {
    const server = await serve();
    for (const target of ['/', '/some/path', '/index.html']) {
      const reply = await rawRequest(server, requestText({ method, target }));
      expect(reply).toMatchObject({ status: 405, body: NOT_ALLOWED });
      expect(headerOf(reply, 'content-type')).toBe(TEXT);
    }
  });

  test('a verb that is hardly used is not found, a path that cannot be decoded is a bad request', async () => {
    const server = await serve();
    expect((await rawRequest(server, requestText({ method: 'PROPFIND' }))).status).toBe(404);
    expect((await rawRequest(server, requestText({ target: '/%zz', body: CALL }))).status).toBe(400);
  });

  test('HEAD is 405 without the body', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const reply = await connection.send(requestText({ method: 'HEAD' })).reply({ hasBody: false });
    expect(reply.status).toBe(405);
    expect(headerOf(reply, 'content-length')).toBe(`${NOT_ALLOWED.length}`);
    expect((await connection.send(requestText({ body: CALL })).reply()).body).toBe(CALL_REPLY);
  });

  test('a POST that offers to upgrade to HTTP/2 is answered as it is', async () => {
    const headers = ['connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP__'];
    expect((await rawRequest(await serve(), requestText({ headers, body: CALL }))).body).toBe(CALL_REPLY);
  });

  test.each(['/', '/some/path', '/?x=1', '/?%zz', '/health/', '/index.html'])('POST %s is JSON-RPC', async (target) => {
    expect(await rawRequest(await serve(), requestText({ target, body: CALL }))).toMatchObject({
      status: 200,
      body: CALL_REPLY,
    });
  });
});

describe('content type', () => {
  const both = [
    'application/json',
    'application/json; charset=utf-8',
    'application/json;charset=utf-8',
    'APPLICATION/JSON',
    'Application/Json; Charset=UTF-8',
    '  application/json  ',
  ];
  const contractOnly = [
    'application/json ',
    'application/json;',
    'application/json;  charset=utf-8',
    'application/json ; charset=utf-8',
    'application/json; charset=utf-16',
    'application/json; charset="utf-8"',
    'application/json;a=b;c=d',
  ].filter((type) => type.trim() !== 'application/json');
  const neither = [
    null,
    '',
    ';',
    'garbage',
    'text/plain',
    'application/jsonx',
    'application/json-rpc',
    'application/json, text/plain',
    'application/vnd.api+json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ];
  const rows = [
    ...both.map((type) => ({ type, contract: 200, agave: 200 })),
    ...contractOnly.map((type) => ({ type, contract: 200, agave: 415 })),
    ...neither.map((type) => ({ type, contract: 415, agave: 415 })),
  ];

  test.each(rows)(
    '$type: $contract in the contract dialect, $agave in the other',
    async ({ type, contract, agave }) => {
      const server = await serve();
      for (const [target, status] of [
        ['/', contract],
        ['/?dialect=agave', agave],
      ] as const) {
        const reply = await rawRequest(server, requestText({ target, contentType: type, body: CALL }));
        expect(reply).toMatchObject({ status, body: status === 200 ? CALL_REPLY : UNSUPPORTED });
        expect(headerOf(reply, 'content-type')).toBe(status === 200 ? JSON_TYPE : TEXT);
      }
    },
  );

  test('of two the first counts', async () => {
    const server = await serve();
    const second = (type: string) => ({ headers: [`content-type: ${type}`], body: CALL });
    expect((await rawRequest(server, requestText({ ...second('text/plain') }))).status).toBe(200);
    const reply = await rawRequest(server, requestText({ contentType: 'text/plain', ...second('application/json') }));
    expect(reply.status).toBe(415);
  });

  test('OPTIONS needs none and any will do', async () => {
    const server = await serve();
    for (const contentType of [null, 'garbage']) {
      const reply = await rawRequest(server, requestText({ method: 'OPTIONS', contentType, body: 'x' }));
      expect(reply).toMatchObject({ status: 200, body: '' });
    }
  });
});

describe('order of the checks: path, origin, HTTP method, content type, size, UTF-8, JSON', () => {
  const rows = [
    ['an origin is refused before the method is', { method: 'PUT', headers: ['origin: null'] }, 403, FORBIDDEN],
    [
      'an origin is refused before the content type is',
      { contentType: null, headers: ['origin: null'] },
      403,
      FORBIDDEN,
    ],
    ['a preflight of a refused origin is refused', { method: 'OPTIONS', headers: ['origin: null'] }, 403, FORBIDDEN],
    [
      'the method is refused before the content type is',
      { method: 'PUT', contentType: 'text/plain' },
      405,
      NOT_ALLOWED,
    ],
    [
      'the content type is refused before the size is',
      { contentType: 'text/plain', body: OVERSIZED },
      415,
      UNSUPPORTED,
    ],
  ] as const;

  test.each(rows)('%s', async (_rule, parts, status, body) => {
    const reply = await rawRequest(await serve(), requestText(parts));
    expect(reply).toMatchObject({ status, body });
    expect(headerOf(reply, 'content-type')).toBe(TEXT);
  });

  test('the size is refused before the bytes are found not to be UTF-8', async () => {
    const head = requestText().replace('content-length: 0', `content-length: ${OVERSIZED.length}`);
    const request = Buffer.concat([Buffer.from(head), Buffer.alloc(OVERSIZED.length, 0xff)]);
    expect((await rawRequest(await serve(), request)).status).toBe(413);
  });

  test('bytes that are not UTF-8 are refused before JSON is looked for', async () => {
    const head = requestText().replace('content-length: 0', 'content-length: 2');
    const reply = await rawRequest(await serve(), Buffer.concat([Buffer.from(head), Buffer.of(0x7b, 0xff)]));
    expect(reply).toMatchObject({ status: 400, body: 'utf-8 encoding error at byte 1 in request body' });
  });
});

describe('every JSON-RPC outcome is HTTP 200', () => {
  const error = (code: number, message: string, id: string) =>
    `{"jsonrpc":"2.0","error":{"code":${code},"message":"${message}"},"id":${id}}\n`;
  const rows = [
    ['a result', CALL, CALL_REPLY],
    ['a parse error', '{', error(-32700, 'Parse error', 'null')],
    ['an empty body', '', error(-32700, 'Parse error', 'null')],
    ['an invalid request', '{}', error(-32600, 'Invalid request', 'null')],
    ['an unknown method', '{"jsonrpc":"2.0","id":7,"method":"x"}', error(-32601, 'Method not found', '7')],
    [
      'bad parameters',
      '{"jsonrpc":"2.0","id":7,"method":"getBlock","params":["x"]}',
      error(-32602, 'Invalid params: invalid type: string \\"x\\", expected u64.', '7'),
    ],
    ['a batch', `[${CALL}]`, `[${CALL_REPLY.trimEnd()}]\n`],
    ['a notification, with nothing', '{"jsonrpc":"2.0","method":"x"}', ''],
    ['an empty batch, with nothing', '[]', ''],
  ] as const;

  test.each(rows)('%s', async (_outcome, body, reply) => {
    const answer = await rawRequest(await serve(), requestText({ body }));
    expect(answer).toMatchObject({ statusLine: 'HTTP/1.1 200 OK', body: reply });
    expect(headerOf(answer, 'content-type')).toBe(JSON_TYPE);
    expect(headerOf(answer, 'content-length')).toBe(`${reply.length}`);
  });
});
