import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseJson } from '../../src/codec/parseJson.ts';
import { CALL, CALL_REPLY, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

const LIMIT = 51_200;
const TOO_LARGE = 'request body size exceeds allowed maximum';
const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}\n';
const CHUNKED = 'POST / HTTP/1.1\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n';

function withBody(body: Uint8Array): Buffer {
  return Buffer.concat([
    Buffer.from(requestText().replace('content-length: 0', `content-length: ${body.length}`)),
    body,
  ]);
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** A call of exactly so many bytes. */
function callOf(bytes: number): string {
  return CALL + ' '.repeat(bytes - CALL.length);
}

describe('body limit', () => {
  test(`${LIMIT} bytes pass`, async () => {
    const reply = await rawRequest(await serve(), requestText({ body: callOf(LIMIT) }));
    expect(reply).toMatchObject({ status: 200, body: CALL_REPLY });
  });

  test(`${LIMIT + 1} bytes do not`, async () => {
    const reply = await rawRequest(await serve(), requestText({ body: callOf(LIMIT + 1) }));
    expect(reply).toMatchObject({ status: 413, body: TOO_LARGE });
  });

  test('bytes are counted, not characters', async () => {
    const server = await serve({ maxBodyBytes: 4 });
    expect((await rawRequest(server, requestText({ body: '"é"' }))).status).toBe(200);
    expect((await rawRequest(server, requestText({ body: '"éé"' }))).status).toBe(413);
  });

  test('chunks are counted by their content', async () => {
    const server = await serve();
    const parts = (bytes: number) =>
      callOf(bytes)
        .match(/.{1,1000}/gs)!
        .map(chunk)
        .join('');
    expect(await rawRequest(server, `${CHUNKED}${parts(LIMIT)}0\r\n\r\n`)).toMatchObject({
      status: 200,
      body: CALL_REPLY,
    });
    expect(await rawRequest(server, `${CHUNKED}${parts(LIMIT + 1)}0\r\n\r\n`)).toMatchObject({
      status: 413,
      body: TOO_LARGE,
    });
  });

  test('a length that is declared as too large is refused before the body comes', async () => {
    const head = requestText().replace('content-length: 0', 'content-length: 9999999');
    expect((await rawRequest(await serve(), head)).body).toBe(TOO_LARGE);
  });

  test('what comes after the limit is dropped, and the connection goes on', async () => {
    const connection = await RawConnection.open((await serve()).url);
    for (const bytes of [LIMIT + 1, 1_000_000, 20_000_000]) {
      const reply = await connection.send(requestText({ body: 'x'.repeat(bytes) })).reply();
      expect(reply).toMatchObject({ status: 413, body: TOO_LARGE });
    }
    expect((await connection.send(requestText({ body: CALL })).reply()).body).toBe(CALL_REPLY);
  });

  test('the limit is an option', async () => {
    const server = await serve({ maxBodyBytes: 100 });
    expect((await rawRequest(server, requestText({ body: callOf(100) }))).status).toBe(200);
    expect((await rawRequest(server, requestText({ body: callOf(101) }))).status).toBe(413);
  });
});

describe('how a body arrives makes no difference', () => {
  test('byte by byte', async () => {
    const connection = await RawConnection.open((await serve()).url);
    for (const byte of requestText({ body: CALL })) connection.send(byte);
    expect((await connection.reply()).body).toBe(CALL_REPLY);
  });

  test('in chunks, which may cut a character in two', async () => {
    const body = Buffer.from('{"jsonrpc":"2.0","id":"é","method":"x"}');
    const connection = await RawConnection.open((await serve()).url);
    connection.send(CHUNKED);
    for (const byte of body) connection.send('1\r\n').send(Uint8Array.of(byte)).send('\r\n');
    expect((await connection.send('0\r\n\r\n').reply()).body).toContain('"id":"é"');
  });

  test('in chunks with extensions and trailers', async () => {
    const request = `${CHUNKED}${CALL.length.toString(16)};a=b\r\n${CALL}\r\n0\r\nx-trailer: 1\r\n\r\n`;
    expect((await rawRequest(await serve(), request)).body).toBe(CALL_REPLY);
  });

  test('after 100 Continue', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const request = requestText({ headers: ['expect: 100-continue'], body: CALL });
    connection.send(request.slice(0, -CALL.length));
    expect((await connection.reply({ hasBody: false })).statusLine).toBe('HTTP/1.1 100 Continue');
    expect((await connection.send(CALL).reply()).body).toBe(CALL_REPLY);
  });

  test('compressed: it is not unpacked', async () => {
    const reply = await rawRequest(await serve(), requestText({ headers: ['content-encoding: gzip'], body: CALL }));
    expect(reply.body).toBe(CALL_REPLY);
  });
});

describe('a body that is not UTF-8 is refused with the number of bytes that are', () => {
  const rows = [
    ['a byte that starts nothing', [0xff], 0],
    ['after ASCII', [0x7b, 0x7d, 0x80], 2],
    ['after a character of four bytes', [0xf0, 0x9f, 0x98, 0x80, 0xfe], 4],
    ['a character cut short at the end', [0x61, 0xe2, 0x82], 1],
    ['a character cut short in the middle', [0x61, 0xe2, 0x82, 0x61], 1],
    ['an overlong form', [0x61, 0x62, 0xc0, 0xaf], 2],
    ['an overlong form of three bytes', [0xe0, 0x80, 0xaf], 0],
    ['half a surrogate pair', [0x61, 0xed, 0xa0, 0x80], 1],
    ['beyond U+10FFFF', [0x61, 0xf4, 0x90, 0x80, 0x80], 1],
    ['the first of two faults', [0x61, 0xff, 0x61, 0xff], 1],
  ] as const;

  test.each(rows)('%s', async (_fault, bytes, valid) => {
    const reply = await rawRequest(await serve(), withBody(Uint8Array.from(bytes)));
    expect(reply).toMatchObject({ status: 400, body: `utf-8 encoding error at byte ${valid} in request body` });
    expect(reply.headers).toContainEqual(['content-type', 'text/plain; charset=utf-8']);
  });

  test('a byte-order mark is UTF-8, but not JSON', async () => {
    expect(await rawRequest(await serve(), requestText({ body: `\ufeff${CALL}` }))).toMatchObject({
      status: 200,
      body: PARSE_ERROR,
    });
  });
});

describe('malformed HTTP is 400, and the connection ends', () => {
  const rows = [
    ['no HTTP at all', 'garbage\r\n\r\n'],
    ['a TLS greeting', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03'],
    ['a header without a colon', 'POST / HTTP/1.1\r\nbad header\r\n\r\n'],
    ['a length that is no number', 'POST / HTTP/1.1\r\ncontent-length: x\r\n\r\n'],
    ['two lengths', 'POST / HTTP/1.1\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nxx'],
    ['a length beside chunks', `${CHUNKED.trimEnd()}\r\ncontent-length: 5\r\n\r\n0\r\n\r\n`],
    ['a chunk whose size is no number', `${CHUNKED}zz\r\n`],
    ['a chunk longer than it says', `${CHUNKED}1\r\nabc\r\n`],
  ] as const;

  test.each(rows)('%s', async (_fault, bytes) => {
    const server = await serve();
    const connection = await RawConnection.open(server.url);
    const reply = await connection.send(Buffer.from(bytes, 'latin1')).rest();
    expect(reply).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect((await rawRequest(server, requestText({ body: CALL }))).body).toBe(CALL_REPLY);
  });
});

describe('a client that goes away', () => {
  const beginnings = [
    ['in the middle of the headers', 'POST / HTTP/1.1\r\ncontent-ty'],
    ['before the body', requestText({ body: CALL }).slice(0, -CALL.length)],
    ['in the middle of the body', requestText({ body: CALL }).slice(0, -10)],
    ['in the middle of a chunk', `${CHUNKED}ff\r\n{"jsonrpc"`],
    ['in the middle of an oversized body', requestText({ body: 'x'.repeat(200_000) }).slice(0, -10)],
    ['before it is answered', requestText({ body: CALL })],
  ] as const;

  for (const way of ['end', 'reset'] as const) {
    test.each(beginnings)(`${way}s the connection %s: others do not notice`, async (_when, bytes) => {
      const statuses: number[] = [];
      const server = await serve({ onRequest: ({ status }) => statuses.push(status) });
      const connection = await RawConnection.open(server.url);
      connection.send(bytes);
      connection[way]();
      await connection.rest();
      expect((await rawRequest(server, requestText({ body: CALL }))).body).toBe(CALL_REPLY);
      expect(statuses.at(-1)).toBe(200);
    });
  }
});

describe('whatever the bytes', () => {
  const CALL_TEXT = fc.string().map((noise) => CALL.replace('"id":1', `"id":${noise}`));
  const bodies = fc.oneof(
    fc.uint8Array({ maxLength: 2000 }),
    fc.json().map((text) => Buffer.from(text)),
    fc.string({ unit: 'binary' }).map((text) => Buffer.from(text)),
    CALL_TEXT.map((text) => Buffer.from(text)),
  );

  test('a body gets a well-formed answer, and the next request on its connection works', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const property = fc.asyncProperty(bodies, async (body) => {
      const { status, body: reply } = await connection.send(withBody(body)).reply();
      if (status === 200 && reply !== '') {
        expect(reply.endsWith('\n')).toBe(true);
        expect(() => parseJson(reply)).not.toThrow();
        expect(reply).not.toContain('-32603');
      } else if (status !== 200) {
        expect({ status, reply }).toEqual({
          status: 400,
          reply: expect.stringMatching(/^utf-8 encoding error at byte \d+ /),
        });
      }
      expect((await connection.send(requestText({ body: CALL })).reply()).body).toBe(CALL_REPLY);
    });
    await fc.assert(property, { numRuns: 500 });
  });

  test('bytes in the place of HTTP leave the node as it was', async () => {
    const server = await serve();
    const property = fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), async (bytes) => {
      const connection = await RawConnection.open(server.url);
      connection.send(bytes).end();
      expect(await connection.rest()).toMatch(/^(HTTP\/1\.1 [24]\d\d |$)/);
      expect((await rawRequest(server, requestText({ body: CALL }))).body).toBe(CALL_REPLY);
    });
    await fc.assert(property, { numRuns: 100 });
  });
});
