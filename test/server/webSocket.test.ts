import { once } from 'node:events';
import { request } from 'node:http';
import fastify from 'fastify';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { DialectName } from '../../src/dialect.ts';
import { stillnode } from '../../src/fastify.ts';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import type { ServerOptions } from '../../src/server/serverOptions.ts';
import { testNode } from '../support/testNode.ts';
import { CALL, CALL_REPLY, RawConnection, type RequestParts, rawRequest, requestText } from './rawHttp.ts';

/** Requests for WebSockets to a node that is part of another app, which has its own. */

const HANDSHAKE = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  'sec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==',
];
const EXPLAINED = {
  statusLine: 'HTTP/1.1 426 Upgrade Required',
  body: 'There are no WebSockets here: connect to a port that the node itself listens on\n',
};
const NOT_ALLOWED = {
  statusLine: 'HTTP/1.1 405 Method Not Allowed',
  body: 'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
};

/** A node as a plugin of an app, for the length of one test. */
async function serve({
  dialect = 'contract',
  ...options
}: { dialect?: DialectName } & ServerOptions = {}): Promise<{ readonly url: string }> {
  const app = fastify();
  app.register(stillnode, { node: testNode({}, dialect), ...options });
  onTestFinished(() => void app.close());
  return { url: await app.listen({ port: 0, host: '127.0.0.1' }) };
}

function handshake(parts: RequestParts = {}): string {
  return requestText({ method: 'GET', contentType: null, headers: HANDSHAKE, ...parts });
}

describe('who asks for a WebSocket', () => {
  const rows = [
    ['contract', '/', EXPLAINED],
    ['agave', '/', NOT_ALLOWED],
    ['contract', '/?dialect=agave', NOT_ALLOWED],
    ['agave', '/?dialect=contract', EXPLAINED],
    ['contract', '/some/path?apikey=wrong', EXPLAINED],
    // none of the dialects
    ['contract', '/?dialect=x', NOT_ALLOWED],
  ] as const;

  test.each(rows)('of a node in %s, at %s', async (dialect, target, reply) => {
    const server = await serve({ dialect, apiKeys: ['k'] });
    expect(await rawRequest(server, handshake({ target }))).toMatchObject(reply);
  });

  test.each(['WebSocket', 'h2c, websocket', 'websocket/13'])('in the words "upgrade: %s"', async (protocols) => {
    const headers = ['connection: keep-alive, Upgrade', `upgrade: ${protocols}`];
    expect(await rawRequest(await serve(), handshake({ headers }))).toMatchObject(EXPLAINED);
  });

  const others: [string, RequestParts][] = [
    ['another protocol', { headers: ['connection: Upgrade', 'upgrade: h2c'] }],
    ['a protocol with a similar name', { headers: ['connection: Upgrade', 'upgrade: x-websocket-y'] }],
    ['HTTP/1.0, which cannot upgrade', { version: '1.0' }],
    ['another method', { method: 'PUT' }],
    ['no more than the header of a version', { headers: ['sec-websocket-version: 13'] }],
  ];
  test.each(others)('is not who asks for %s', async (_what, parts) => {
    const { status, body } = await rawRequest(await serve(), handshake(parts));
    expect([status, body]).toEqual([405, NOT_ALLOWED.body]);
  });

  test('with POST gets an answer to what it says', async () => {
    const reply = await rawRequest(await serve(), requestText({ headers: HANDSHAKE, body: CALL }));
    expect(reply).toMatchObject({ status: 200, body: CALL_REPLY });
  });

  test('at /health is told of the health', async () => {
    expect(await rawRequest(await serve(), handshake({ target: '/health' }))).toMatchObject({
      status: 200,
      body: 'ok',
    });
  });

  test('is recorded like any request', async () => {
    const records: RequestRecord[] = [];
    await rawRequest(await serve({ onRequest: (record) => records.push(record) }), handshake());
    expect(records).toMatchObject([{ httpMethod: 'GET', status: 426, rpcMethods: [], bytes: 80 }]);
  });
});

describe('the refusal', () => {
  const ORIGIN = 'origin: http://page.test';

  async function namesAndValues(target: string, headers: readonly string[] = HANDSHAKE) {
    const reply = await rawRequest(await serve(), handshake({ target, headers }));
    return reply.headers;
  }

  test('with 426 names the protocol that would do', async () => {
    expect(await namesAndValues('/')).toEqual([
      ['connection', 'upgrade, close'],
      ['content-length', '80'],
      ['content-type', 'text/plain; charset=utf-8'],
      ['upgrade', 'HTTP/1.1'],
    ]);
  });

  test('with 405 names none', async () => {
    expect(await namesAndValues('/?dialect=agave')).toEqual([
      ['connection', 'close'],
      ['content-length', '61'],
      ['content-type', 'text/plain; charset=utf-8'],
    ]);
  });

  test('can be read by pages of other origins, but not by a page without one', async () => {
    expect(await namesAndValues('/', [...HANDSHAKE, ORIGIN])).toContainEqual([
      'access-control-allow-origin',
      'http://page.test',
    ]);
    const reply = await rawRequest(await serve(), handshake({ headers: [...HANDSHAKE, 'origin: null'] }));
    expect(reply.status).toBe(403);
  });

  test.each(['/', '/?dialect=agave'])(
    'ends the connection, whatever was sent behind the request: %s',
    async (target) => {
      const connection = await RawConnection.open((await serve()).url);
      const replies = await connection.send(handshake({ target }) + requestText({ body: CALL })).rest();
      expect(replies.match(/^HTTP\/1\.1 \d+/gm)).toHaveLength(1);
    },
  );

  test('leaves the node as it was', async () => {
    const server = await serve();
    const connection = await RawConnection.open(server.url);
    connection.send(handshake()).reset();
    await connection.rest();
    expect((await rawRequest(server, requestText({ body: CALL }))).body).toBe(CALL_REPLY);
  });

  test.each([
    ['/', 426],
    ['/?dialect=agave', 405],
  ])('reaches a client that waits for an upgrade: %s', async (target, status) => {
    const { url } = await serve();
    const headers = Object.fromEntries(HANDSHAKE.map((line) => line.split(': ')));
    const asking = request(`${url}${target}`, { headers }).end();
    asking.on('upgrade', () => expect.unreachable('there is no upgrade'));
    const [response] = (await once(asking, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    expect(response.statusCode).toBe(status);
  });
});
