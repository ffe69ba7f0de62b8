import { describe, expect, test } from 'vitest';
import {
  byName,
  CALL,
  CALL_REPLY,
  RawConnection,
  type RequestParts,
  rawRequest,
  requestText,
  serve,
} from './rawHttp.ts';

const JSON_TYPE = ['content-type', 'application/json; charset=utf-8'];
const TEXT_TYPE = ['content-type', 'text/plain; charset=utf-8'];
const PREFLIGHT = [
  ['allow', 'OPTIONS, POST'],
  ['accept', 'application/json'],
];

function corsOf(origin: string) {
  return [
    ['vary', 'origin'],
    ['access-control-allow-methods', 'OPTIONS, POST'],
    ['access-control-allow-origin', origin],
    ['access-control-max-age', '86400'],
  ];
}

async function headersFor(parts: RequestParts): Promise<readonly (readonly string[])[]> {
  return (await rawRequest(await serve(), requestText(parts))).headers;
}

describe('reply headers: the type and the length, no server', () => {
  const call = { body: CALL };
  const rows = [
    ['a reply', call, [JSON_TYPE, ['content-length', `${CALL_REPLY.length}`]]],
    ['nothing to answer', { body: '[]' }, [JSON_TYPE, ['content-length', '0']]],
    ['OPTIONS without an origin', { method: 'OPTIONS' }, [JSON_TYPE, ...PREFLIGHT, ['content-length', '0']]],
    ['405', { method: 'GET' }, [TEXT_TYPE, ['content-length', '61']]],
    ['415', { contentType: null }, [TEXT_TYPE, ['content-length', '81']]],
    ['403', { headers: ['origin: null'] }, [TEXT_TYPE, ['content-length', '118']]],
    ['413', { body: 'x'.repeat(51_201) }, [TEXT_TYPE, ['content-length', '41']]],
    [
      'accept-encoding is no reason to compress',
      { ...call, headers: ['accept-encoding: gzip, br'] },
      [JSON_TYPE, ['content-length', `${CALL_REPLY.length}`]],
    ],
  ] as const;

  test.each(rows)('%s', async (_rule, parts, expected) => {
    expect(await headersFor(parts)).toEqual(byName(expected));
  });

  test('the length counts bytes, not characters', async () => {
    const reply = await rawRequest(await serve(), requestText({ body: '{"jsonrpc":"2.0","id":"é","method":"x"}' }));
    expect(reply.body).toBe('{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":"é"}\n');
    expect(reply.headers[0]).toEqual(['content-length', `${reply.body.length + 1}`]);
  });
});

describe('CORS', () => {
  test('a preflight: all of them, in order', async () => {
    const headers = ['origin: https://wallet.test', 'access-control-request-headers: content-type, solana-client'];
    expect(await headersFor({ method: 'OPTIONS', headers, contentType: null })).toEqual(
      byName([
        JSON_TYPE,
        ...PREFLIGHT,
        ...corsOf('https://wallet.test'),
        ['access-control-allow-headers', 'content-type, solana-client'],
        ['content-length', '0'],
      ]),
    );
  });

  const statuses: [number, RequestParts, string[]][] = [
    [200, { body: CALL }, JSON_TYPE],
    [400, { target: '/?dialect=x' }, TEXT_TYPE],
    [405, { method: 'PUT' }, TEXT_TYPE],
    [413, { body: 'x'.repeat(51_201) }, TEXT_TYPE],
    [415, { contentType: 'text/plain' }, TEXT_TYPE],
  ];
  test.each(statuses)('come with every status: %i', async (status, parts, type) => {
    const reply = await rawRequest(await serve(), requestText({ ...parts, headers: ['origin: http://page.test'] }));
    expect(reply.status).toBe(status);
    expect(reply.headers).toEqual(expect.arrayContaining([type, ...corsOf('http://page.test')]));
  });

  test('come with 401, so that the page can read why', async () => {
    const request = requestText({ headers: ['origin: http://page.test'] });
    const reply = await rawRequest(await serve({ apiKeys: ['k'] }), request);
    expect(reply.status).toBe(401);
    expect(reply.headers).toEqual(expect.arrayContaining([JSON_TYPE, ...corsOf('http://page.test')]));
  });

  test('not without an origin, even where headers are asked for', async () => {
    const headers = ['access-control-request-headers: a'];
    expect(await headersFor({ method: 'OPTIONS', headers })).toEqual(
      byName([JSON_TYPE, ...PREFLIGHT, ['content-length', '0']]),
    );
  });

  const echoed = [
    ['http://page.test', 'http://page.test'],
    ['https://page.test:8443', 'https://page.test:8443'],
    ['HTTPS://Page.Test', 'https://page.test'],
    ['http://page.test/path/to?q', 'http://page.test'],
    ['chrome-extension://AbCdEf', 'chrome-extension://abcdef'],
    ['http://localhost:3000', 'http://localhost:3000'],
    ['page.test', 'http://page.test'],
    ['page.test:80/path', 'http://page.test:80'],
    ['*', 'http://*'],
    ['NULL', 'http://null'],
    ['http://null', 'http://null'],
    ['http://page.test:0080', 'http://page.test:80'],
    ['http://page.test:99999', 'http://page.test:99999'],
    ['http://page.test:', 'http://page.test:'],
    // the node's parser takes the second colon for the end of the port
    ['http://[::1]:3000', 'http://[:'],
  ] as const;
  test.each(echoed)('origin %s is echoed as %s', async (origin, expected) => {
    const headers = await headersFor({ body: CALL, headers: [`origin: ${origin}`] });
    expect(headers).toEqual(byName([JSON_TYPE, ...corsOf(expected), ['content-length', `${CALL_REPLY.length}`]]));
  });

  const sameOrigin = [
    ['node.test:8899', 'http://node.test:8899'],
    ['node.test', 'https://node.test'],
    ['node.test', 'node.test'],
    ['127.0.0.1:8899', 'http://127.0.0.1:8899'],
    ['null', 'null'],
  ] as const;
  test.each(sameOrigin)('a page of the node itself needs none: host %s, origin %s', async (host, origin) => {
    const headers = await headersFor({ body: CALL, host, headers: [`origin: ${origin}`] });
    expect(headers).toEqual(byName([JSON_TYPE, ['content-length', `${CALL_REPLY.length}`]]));
  });

  const otherOrigin = [
    ['node.test:8899', 'http://node.test:8898'],
    ['node.test:8899', 'http://node.test'],
    ['node.test', 'http://www.node.test'],
    ['node.test', 'http://evil-node.test'],
    ['node.test', 'http://node.test/path'],
    ['Node.Test', 'http://node.test'],
    [null, 'http://node.test'],
  ] as const;
  test.each(otherOrigin)(
    'another host, port or spelling is another origin: host %s, origin %s',
    async (host, origin) => {
      const headers = await headersFor({ body: CALL, host, headers: [`origin: ${origin}`] });
      expect(headers.map(([name]) => name)).toContain('access-control-allow-origin');
    },
  );

  const requested = [
    ['content-type', 'content-type'],
    ['Content-Type,Solana-Client', 'Content-Type, Solana-Client'],
    ['a, b,c', 'a, b, c'],
    ['a,,b', 'a, , b'],
  ] as const;
  test.each(requested)('requested headers %s are allowed as %s', async (names, allowed) => {
    const headers = [`origin: http://page.test`, `access-control-request-headers: ${names}`];
    const reply = await headersFor({ method: 'OPTIONS', headers });
    expect(reply).toContainEqual(['access-control-allow-headers', allowed]);
  });

  test('headers asked for in two lines are allowed in one', async () => {
    const headers = ['origin: http://p.test', 'access-control-request-headers: a', 'access-control-request-headers: b'];
    expect(await headersFor({ method: 'OPTIONS', headers })).toContainEqual(['access-control-allow-headers', 'a, b']);
  });

  test('an origin that is not ASCII counts as none', async () => {
    const request = Buffer.from(requestText({ body: CALL, headers: ['origin: http://p\xe9.test'] }), 'latin1');
    const reply = await rawRequest(await serve(), request);
    expect(reply.headers).toEqual(byName([JSON_TYPE, ['content-length', `${CALL_REPLY.length}`]]));
  });
});

describe('connection', () => {
  test.each(['close', 'Close', 'close, x'])('connection: %s is answered with close, and closed', async (value) => {
    const connection = await RawConnection.open((await serve()).url);
    const reply = await connection.send(requestText({ body: CALL, headers: [`connection: ${value}`] })).reply();
    expect(reply.headers).toEqual(
      byName([JSON_TYPE, ['connection', 'close'], ['content-length', `${CALL_REPLY.length}`]]),
    );
    expect(await connection.rest()).toBe('');
  });

  test.each([[], ['connection: keep-alive'], ['connection: x']])('kept open otherwise: %s', async (...headers) => {
    const connection = await RawConnection.open((await serve()).url);
    for (let i = 0; i < 3; i++) {
      const reply = await connection.send(requestText({ body: CALL, headers })).reply();
      expect(reply.headers).toEqual(byName([JSON_TYPE, ['content-length', `${CALL_REPLY.length}`]]));
    }
  });

  test('kept open for as long as the node lives: no reply names a time', async () => {
    const { url, wsUrl } = await serve();
    for (const asked of [`${url}/health`, `${wsUrl.replace('ws:', 'http:')}/health`]) {
      const { headers } = await fetch(asked);
      expect([headers.get('connection'), headers.get('keep-alive')]).toEqual(['keep-alive', null]);
    }
  });

  test('kept open after a refusal whose body was not looked at', async () => {
    const connection = await RawConnection.open((await serve()).url);
    for (const parts of [
      { method: 'PUT' },
      { contentType: 'text/plain' },
      { headers: ['origin: null'] },
      { target: '/health' },
    ]) {
      await connection.send(requestText({ ...parts, body: 'x'.repeat(1000) })).reply();
    }
    expect((await connection.send(requestText({ body: CALL })).reply()).body).toBe(CALL_REPLY);
  });

  test('pipelined requests are answered in order', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const bodies = ['first', 'second', 'third'].map((id) => CALL.replace('"id":1', `"id":"${id}"`));
    connection.send(bodies.map((body) => requestText({ body })).join(''));
    for (const id of ['first', 'second', 'third'])
      expect((await connection.reply()).body).toBe(CALL_REPLY.replace('"id":1', `"id":"${id}"`));
  });

  test('HTTP/1.0 is answered and closed', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const reply = await connection.send(requestText({ version: '1.0', host: null, body: CALL })).reply();
    expect(reply.headers).toEqual(
      byName([JSON_TYPE, ['connection', 'close'], ['content-length', `${CALL_REPLY.length}`]]),
    );
    expect(await connection.rest()).toBe('');
  });

  test('HTTP/1.0 that asks for it is kept open', async () => {
    const connection = await RawConnection.open((await serve()).url);
    for (let i = 0; i < 2; i++) {
      const request = requestText({ version: '1.0', body: CALL, headers: ['connection: keep-alive'] });
      expect((await connection.send(request).reply()).body).toBe(CALL_REPLY);
    }
  });

  test('a missing Host is no error', async () => {
    const reply = await rawRequest(await serve(), requestText({ host: null, body: CALL }));
    expect(reply).toMatchObject({ status: 200, body: CALL_REPLY });
  });
});
