import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import WebSocket from 'ws';
import { type LedgerNode, startNode } from '../../src/node/createNode.ts';
import type { ListenOptions } from '../../src/node/nodeOptions.ts';
import type { RequestRecord } from '../../src/server/requestRecord.ts';
import { errorText } from '../support/answers.ts';
import { eventually } from '../support/eventually.ts';
import { notice } from '../support/subscriptions.ts';
import { THREE_TIPS, testNode } from '../support/testNode.ts';
import { CALL, CALL_REPLY, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';
import { canConnect, refusalOf, SocketClient } from './socketClient.ts';

const KEY = 'dGhlIHNhbXBsZSBub25jZQ==';
const HANDSHAKE = [
  'connection: Upgrade',
  'upgrade: websocket',
  'sec-websocket-version: 13',
  `sec-websocket-key: ${KEY}`,
];
const H2C = ['connection: Upgrade, HTTP2-Settings', 'upgrade: h2c', 'http2-settings: AAMAAABkAAQAAP'];
const GET_VERSION = '{"jsonrpc":"2.0","result":{"feature-set":3345198602,"solana-core":"4.1.0"},"id":1}';
const SLOT_8 = notice('slot', 0, '{"slot":8,"parent":7,"root":5}');

const LOG_IS_FULL = new Error('the log is full');
const throws = () => {
  throw LOG_IS_FULL;
};

async function listening(options: ListenOptions = {}) {
  const node: LedgerNode = testNode(THREE_TIPS);
  const listener = await node.listen(options);
  onTestFinished(() => listener.close());
  return { node, listener, port: Number(new URL(listener.url).port), http: listener.url.replace('http', 'ws') };
}

const result = (value: string) => `{"jsonrpc":"2.0","result":${value},"id":1}`;
const error = (text: string) => `{"jsonrpc":"2.0","error":${text},"id":1}`;

describe('the ports', () => {
  test('that are free are two beside each other; both take sockets, at any path', async () => {
    const { http, listener, port } = await listening();
    expect(listener.wsUrl).toBe(`ws://127.0.0.1:${port + 1}`);
    for (const url of [http, `${http}/some/path?x=1`, `${http}/health`, listener.wsUrl, `${listener.wsUrl}/a/b`]) {
      const client = await SocketClient.open(url);
      expect(await client.call('getVersion').next()).toBe(GET_VERSION);
    }
  });

  test('the one of sockets can be another one, or none', async () => {
    const free = createServer();
    await new Promise<void>((resolve) => free.listen(0, '127.0.0.1', resolve));
    const { port } = free.address() as AddressInfo;
    await new Promise((resolve) => free.close(resolve));
    const { listener } = await listening({ wsPort: port });
    expect(listener.wsUrl).toBe(`ws://127.0.0.1:${port}`);
    expect(await (await SocketClient.open(listener.wsUrl)).call('getVersion').next()).toBe(GET_VERSION);
    const off = await listening({ wsPort: 'off' });
    expect(off.listener.wsUrl).toBe(off.http);
    expect(await (await SocketClient.open(off.http)).call('getVersion').next()).toBe(GET_VERSION);
  });

  test('one that is taken keeps the node from starting, and nothing is left open', async () => {
    const taken = createServer();
    await new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void taken.close());
    const { port: wsPort } = taken.address() as AddressInfo;
    const free = await listening();
    await free.listener.close();
    await expect(testNode({}).listen({ port: free.port, wsPort })).rejects.toMatchObject({
      code: 'EADDRINUSE',
      message: `port ${wsPort} on 127.0.0.1, for WebSockets, is in use: choose another with \`wsPort\`, or turn it off with \`wsPort: 'off'\``,
    });
    expect(await canConnect(free.port)).toBe(false);
  });

  test('there is none after the last one', async () => {
    await expect(testNode({}).listen({ port: 65_535 })).rejects.toThrow('there is no port after 65535, for WebSockets');
  });

  test('the one of sockets says so to calls over HTTP', async () => {
    const { listener } = await listening();
    const reply = await rawRequest({ url: listener.wsUrl }, requestText({ body: CALL }));
    expect(reply).toMatchObject({
      status: 426,
      body: 'This port is for WebSockets: calls over HTTP go to the HTTP port of this node\n',
    });
  });

  test('the one of sockets says whether the node is well', async () => {
    const { listener } = await listening();
    const reply = await fetch(`${listener.wsUrl.replace('ws', 'http')}/health`, {
      headers: { origin: 'http://a.test' },
    });
    expect([reply.status, await reply.text()]).toEqual([200, 'ok']);
    expect(reply.headers.get('access-control-allow-origin')).toBe('http://a.test');
  });

  test('both of localhost take sockets', async () => {
    const { listener } = await listening({ host: 'localhost' });
    expect(await (await SocketClient.open(listener.wsUrl)).call('getVersion').next()).toBe(GET_VERSION);
  });
});

describe('the handshake', () => {
  test('is answered as RFC 6455 says, whatever the origin, host, extensions and subprotocols', async () => {
    const headers = [
      ...HANDSHAKE,
      'origin: http://page.test',
      'sec-websocket-protocol: a, b',
      'sec-websocket-extensions: permessage-deflate',
    ];
    const connection = await RawConnection.open((await serve()).url);
    connection.send(requestText({ method: 'GET', contentType: null, headers }));
    const { headers: replied, statusLine } = await connection.reply({ hasBody: false });
    expect(statusLine).toBe('HTTP/1.1 101 Switching Protocols');
    expect(replied).toEqual([
      ['connection', 'Upgrade'],
      ['sec-websocket-accept', 's3pPLMBiTxaQ9kYGzzhZRbK+xOo='],
      ['upgrade', 'websocket'],
    ]);
  });

  test.each(['h2c, WebSocket', 'websocket/13 , h2c'])('may name other protocols too: %s', async (protocols) => {
    const headers = HANDSHAKE.map((line) => line.replace('upgrade: websocket', `upgrade: ${protocols}`));
    const connection = await RawConnection.open((await serve()).url);
    connection.send(requestText({ method: 'GET', contentType: null, headers }));
    expect((await connection.reply({ hasBody: false })).status).toBe(101);
  });

  test.each([
    ['another protocol', { headers: H2C }],
    ['a protocol with a similar name', { headers: ['connection: Upgrade', 'upgrade: x-websocket-y'] }],
    ['a WebSocket, with POST', { headers: HANDSHAKE }],
  ])('%s is not wanted: the call is answered over HTTP, and the connection goes on', async (_what, parts) => {
    const connection = await RawConnection.open((await serve()).url);
    connection.send(requestText({ ...parts, body: CALL }));
    expect(await connection.reply()).toMatchObject({ status: 200, body: CALL_REPLY });
    connection.send(requestText({ body: CALL }));
    expect(await connection.reply()).toMatchObject({ status: 200, body: CALL_REPLY });
  });

  test('a request that is larger than what came with its head is read on', async () => {
    const { url } = await serve();
    const connection = await RawConnection.open(url);
    const text = requestText({ headers: ['connection: Upgrade', 'upgrade: h2c'], body: CALL });
    connection.send(text.slice(0, -10));
    await new Promise((resolve) => setImmediate(resolve));
    connection.send(text.slice(-10));
    expect(await connection.reply()).toMatchObject({ status: 200, body: CALL_REPLY });
  });

  test('requests that come before the one ahead of them is answered are answered in their order', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const wishes = [[], [], H2C];
    const callOf = (id: number) => CALL.replace('"id":1', `"id":${id}`);
    connection.send(wishes.map((headers, id) => requestText({ headers, body: callOf(id) })).join(''));
    for (const id of wishes.keys())
      expect((await connection.reply()).body).toBe(CALL_REPLY.replace('"id":1', `"id":${id}`));
    connection.send(
      requestText({ body: CALL }) + requestText({ method: 'GET', contentType: null, headers: HANDSHAKE }),
    );
    expect((await connection.reply()).body).toBe(CALL_REPLY);
    expect((await connection.reply({ hasBody: false })).status).toBe(101);
  });

  test('a connection on which every request offers another protocol, as of Java, is kept like any other', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const connection = await RawConnection.open((await serve()).url);
    for (let i = 0; i < 30; i++)
      expect((await connection.send(requestText({ headers: H2C, body: CALL })).reply()).body).toBe(CALL_REPLY);
    expect(warn).not.toHaveBeenCalled();
  });

  test('the port of sockets answers what is no handshake over HTTP', async () => {
    const { listener } = await listening();
    const reply = await rawRequest({ url: listener.wsUrl }, requestText({ headers: H2C, body: CALL }));
    expect(reply.status).toBe(426);
  });

  test.each([
    ['http://node.test/fork/a', 101],
    ['HTTP://node.test/fork/a/x?dialect=agave', 101],
    ['http://node.test/fork/b', 404],
    ['http://node.test/?dialect=x', 400],
  ])('the target may be a whole URL: %s', async (target, status) => {
    const { listener, node } = await listening();
    await node.fork('a');
    const connection = await RawConnection.open(listener.url);
    connection.send(requestText({ method: 'GET', target, contentType: null, headers: HANDSHAKE }));
    expect((await connection.reply({ hasBody: false })).status).toBe(status);
  });

  test('a client that leaves while one waits for the one ahead of it leaves nothing behind', async () => {
    const server = await serve();
    const connection = await RawConnection.open(server.url);
    connection.send(requestText({ headers: H2C, body: CALL }).repeat(2)).reset();
    expect(await rawRequest(server, requestText({ body: CALL }))).toMatchObject({ body: CALL_REPLY });
  });

  test('with HTTP/1.0, or another method, is no handshake', async () => {
    const { url } = await serve();
    for (const parts of [{ version: '1.0', method: 'GET' }, { method: 'PUT' }])
      expect((await rawRequest({ url }, requestText({ ...parts, contentType: null, headers: HANDSHAKE }))).status).toBe(
        405,
      );
  });
});

describe('what a socket is for', () => {
  test('a key is asked for as over HTTP', async () => {
    const { http, listener } = await listening({ apiKeys: ['k'] });
    const [status, body] = await refusalOf(http);
    expect([status, body]).toEqual([
      401,
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Unauthorized: the query parameter `apikey` is missing or is not a key of this node","data":{"reason":"unauthorized"}},"id":null}\n',
    ]);
    expect((await refusalOf(`${listener.wsUrl}/?apikey=x`))[0]).toBe(401);
    expect(await (await SocketClient.open(`${listener.wsUrl}/?apikey=k`)).call('getVersion').next()).toBe(GET_VERSION);
  });

  test('a dialect: the envelope follows it, the subscriptions do not', async () => {
    const { http } = await listening();
    expect(await refusalOf(`${http}/?dialect=x`)).toEqual([400, 'unknown dialect "x": use contract or agave\n']);
    const versionless = '{"id":1,"method":"getVersion"}';
    const agave = await SocketClient.open(`${http}/?dialect=agave`);
    expect(await agave.send(versionless).next()).toMatch(/^\{"error":/);
    const contract = await SocketClient.open(http);
    expect(await contract.send(versionless).next()).toMatch(/^\{"jsonrpc":/);
    const binary = '["11111111111111111111111111111111",{"encoding":"binary"}]';
    expect(await contract.call('accountSubscribe', binary).next()).toBe(result('0'));
  });

  test('a fork, by the path on either port', async () => {
    const { http, listener, node } = await listening();
    const fork = await node.fork('a');
    const onMain = await SocketClient.open(listener.wsUrl);
    const clients = [
      await SocketClient.open(`${http}/fork/a`),
      await SocketClient.open(`${listener.wsUrl}/fork/a/x?y`),
    ];
    await onMain.call('slotSubscribe').next();
    for (const client of clients) expect(await client.call('slotSubscribe').next()).toBe(result('1'));
    await fork.advance();
    for (const client of clients)
      expect(await client.next()).toBe(SLOT_8.replace('"subscription":0', '"subscription":1'));
    await node.advance();
    expect(await onMain.next()).toBe(SLOT_8);
    expect(clients.flatMap(({ messages }) => messages)).toEqual([]);
    const ends = clients.map((client) => client.ended());
    await fork.close();
    expect(await Promise.all(ends)).toEqual([1001, 1001]);
    expect((await refusalOf(`${http}/fork/a`))[0]).toBe(404);
    expect(await onMain.call('getVersion').next()).toBe(GET_VERSION);
  });

  test('control, as over HTTP', async () => {
    const { http, listener } = await listening();
    const client = await SocketClient.open(listener.wsUrl);
    expect(await client.call('stillnode_advance').next()).toBe(result('{"confirmed":7,"finalized":6,"processed":8}'));
    const port = Number(new URL(listener.url).port);
    expect(await client.call('stillnode_fork', '["a"]').next()).toBe(
      result(`{"name":"a","url":"http://127.0.0.1:${port}/fork/a","wsUrl":"ws://127.0.0.1:${port}/fork/a"}`),
    );
    const page = await SocketClient.open(http, { origin: 'http://page.test' });
    expect(await page.call('stillnode_nothing').next()).toBe(error(errorText(-32601, 'Method not found')));
    const uncontrolled = await listening({ control: false });
    const refused = await SocketClient.open(uncontrolled.http);
    expect(await refused.call('stillnode_advance').next()).toBe(error(errorText(-32601, 'Method not found')));
  });
});

describe('control by a web page', () => {
  const ORIGINS: [origin: (port: number) => string, isOwn: boolean][] = [
    [(port) => `http://127.0.0.1:${port}`, true],
    [(port) => `http://localhost:${port}`, true],
    [(port) => `http://127.0.0.1:${port + 2}`, false],
    [(port) => `https://127.0.0.1:${port}`, false],
    [(port) => `http://page.test:${port}`, false],
    [() => 'http://page.test', false],
    [() => 'http://127.0.0.1:undefined', false],
  ];
  test.each(ORIGINS.map(([origin, isOwn]) => ({ origin, shown: origin(8899), isOwn })))(
    'of $shown, where HTTP is at 8899: $isOwn, on either port',
    async ({ isOwn, origin }) => {
      const { http, listener, port } = await listening();
      for (const url of [http, listener.wsUrl]) {
        const page = await SocketClient.open(url, { origin: origin(port) });
        const reply = await page.call('stillnode_getTips').next();
        if (isOwn) expect(reply).toContain('"confirmed":6');
        else expect(reply).toContain('"reason":"refused"');
      }
    },
  );
});

describe('messages', () => {
  test('replies are in the order of the calls, and come before what they bring about', async () => {
    const { http } = await listening();
    const client = await SocketClient.open(http);
    client.call('slotSubscribe', '[]', 1).call('stillnode_advance', '[]', 2).call('getVersion', '[]', 3);
    const received = [await client.next(), await client.next(), await client.next(), await client.next()];
    expect(received.map((text) => JSON.parse(text).id as unknown)).toEqual([1, 2, 3, undefined]);
    expect(received[3]).toBe(SLOT_8);
  });

  test('in binary frames are answered with text', async () => {
    const client = await SocketClient.open((await listening()).http);
    const call = Buffer.from('{"jsonrpc":"2.0","id":1,"method":"getVersion"}');
    expect(await client.send(call).next()).toBe(GET_VERSION);
  });

  test('many at once are all answered', async () => {
    const client = await SocketClient.open((await listening()).http);
    for (let id = 1; id <= 1000; id++) client.call('getVersion', '[]', id);
    for (let id = 1; id <= 1000; id++) expect(JSON.parse(await client.next()).id).toBe(id);
  });

  test('of 4,096 bytes are read, and longer ones end the connection without a Close frame', async () => {
    const { http } = await listening();
    const client = await SocketClient.open(http);
    const call = '{"jsonrpc":"2.0","id":1,"method":"getVersion"}';
    expect(await client.send(call.padEnd(4096)).next()).toBe(GET_VERSION);
    client.send(call.padEnd(4097));
    expect(await client.ended()).toBe(1006);
    const fragmented = await SocketClient.open(http);
    fragmented.socket.send(call.padEnd(4000), { fin: false });
    fragmented.socket.send(' '.repeat(97), { fin: true });
    expect(await fragmented.ended()).toBe(1006);
  });

  test('that are no UTF-8 end the connection', async () => {
    const { http } = await listening();
    const client = await SocketClient.open(http);
    client.send(Buffer.from([0xff]));
    expect(await client.ended()).toBe(1006);
    const text = await SocketClient.open(http);
    text.socket.send(Buffer.from([0xff]), { binary: false });
    expect(await text.ended()).toBe(1007);
  });

  test('a ping is answered with its payload', async () => {
    const client = await SocketClient.open((await listening()).http);
    const pong = new Promise((resolve) => client.socket.once('pong', resolve));
    client.socket.ping('abc');
    expect(String(await pong)).toBe('abc');
  });
});

describe('the record', () => {
  test('has each message that is answered, with its calls', async () => {
    const records: RequestRecord[] = [];
    const { http, listener } = await listening({ onRequest: (record) => records.push(record) });
    const client = await SocketClient.open(listener.wsUrl);
    const other = await SocketClient.open(http);
    const ping = '{"jsonrpc":"2.0","method":"ping"}';
    const batch = `[${ping},{"jsonrpc":"2.0","id":1,"method":"stillnode_advance"},{"jsonrpc":"2.0","id":2,"method":"é"}]`;
    const replies = [
      await client.call('slotSubscribe').next(),
      await client.send(ping).call('getSlot').next(),
      await client.send('{').next(),
      await other.send(batch).next(),
    ];
    // the reply is sent before it is recorded
    await eventually(() => expect(records).toHaveLength(4));
    const milliseconds = expect.any(Number);
    const done = (method: string) => ({ method, outcome: 'result', milliseconds });
    const failed = (method: string) => ({ method, outcome: 'error', code: -32601, milliseconds });
    const calls = [[done('slotSubscribe')], [failed('getSlot')], [], [done('stillnode_advance'), failed('é')]];
    expect(records).toEqual(
      calls.map((ofMessage, i) => ({
        httpMethod: 'WS',
        status: 101,
        rpcMethods: ofMessage.map(({ method }) => method),
        calls: ofMessage,
        bytes: Buffer.byteLength(replies[i]!),
        milliseconds,
      })),
    );
  });

  test('has the calls that a fault ended the connection for, the fork that was asked, and the bytes that were sent', async () => {
    const records: RequestRecord[] = [];
    const { listener, node } = await listening({ onRequest: (record) => records.push(record) });
    const fork = await node.fork('a');
    for (const then of [{ garbage: true }, { closeSocket: true }, { rpcError: { code: 5, message: 'no' } }] as const)
      await fork.fail('slotSubscribe', then, { times: 1 });
    const client = await SocketClient.open(`${listener.wsUrl}/fork/a`);
    await client.call('slotSubscribe').next();
    await client.call('slotSubscribe').ended();
    const reply = await (await SocketClient.open(`${listener.wsUrl}/fork/a`)).call('slotSubscribe').next();
    await eventually(() => expect(records).toHaveLength(3));
    const milliseconds = expect.any(Number);
    const record = (bytes: number, code?: number) => ({
      httpMethod: 'WS',
      status: 101,
      rpcMethods: ['slotSubscribe'],
      calls: [{ method: 'slotSubscribe', outcome: 'fault', ...(code !== undefined && { code }), milliseconds }],
      fork: 'a',
      bytes,
      milliseconds,
    });
    expect(records).toEqual([record('this is not JSON\n'.length), record(0), record(reply!.length, 5)]);
  });

  test.each([
    ['throws', throws],
    ['rejects', async () => throws()],
  ])('of a listener that %s costs nobody a reply', async (_how, onRequest) => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const client = await SocketClient.open((await listening({ onRequest })).http);
    for (let i = 0; i < 2; i++) expect(await client.call('getVersion').next()).toBe(GET_VERSION);
    await eventually(() => expect(warn.mock.calls).toEqual([[LOG_IS_FULL], [LOG_IS_FULL]]));
  });
});

describe('the end', () => {
  test('a client that closes is answered with its own code and without its reason, and its subscriptions end', async () => {
    const { http, node } = await listening();
    const client = await SocketClient.open(http);
    expect(await client.call('slotSubscribe').next()).toBe(result('0'));
    client.socket.close(3456, 'why');
    expect(await once(client.socket, 'close')).toEqual([3456, Buffer.alloc(0)]);
    await node.advance();
    const next = await SocketClient.open(http);
    expect(await next.call('slotSubscribe').next()).toBe(result('1'));
  });

  test('a node that closes ends its sockets: those with subscriptions as going away', async () => {
    const { http, listener } = await listening();
    const clients = [await SocketClient.open(http), await SocketClient.open(listener.wsUrl)];
    await clients[0]!.call('slotSubscribe').next();
    const ends = clients.map((client) => client.ended());
    await listener.close();
    expect(await Promise.all(ends)).toEqual([1001, 1000]);
    expect(await canConnect(Number(new URL(listener.wsUrl).port))).toBe(false);
  });

  test.each(['node', 'fork'])('a %s that ends answers first what its clients have sent', async (what) => {
    const { http, listener, node } = await listening();
    const fork = await node.fork('a');
    const client = await SocketClient.open(what === 'fork' ? `${http}/fork/a` : http);
    await client.call('slotSubscribe').next();
    const ended = client.ended();
    client.call('slotUnsubscribe', '[0]', 2).call('rootSubscribe', '[]', 3);
    // what a client asks for because of a reply, it asks for a moment later
    client.socket.on('message', async (reply) => {
      await Promise.resolve();
      if (String(reply).endsWith('"id":3}')) client.call('rootUnsubscribe', '[1]', 4);
    });
    await (what === 'fork' ? fork : listener).close();
    expect(await ended).toBe(1000);
    expect(client.messages).toEqual(
      ['true', '1', 'true'].map((value, i) => result(value).replace('"id":1}', `"id":${i + 2}}`)),
    );
  });

  test.each<[how: string, end: (parts: Awaited<ReturnType<typeof listening>>) => unknown, code: number]>([
    ['node that closes', ({ listener }) => listener.close(), 1001],
    ['closeSockets', ({ node }) => node.closeSockets(1013), 1013],
  ])('of the notifications of a large move none is lost: %s', async (_how, end, code) => {
    const parts = await listening();
    const client = await SocketClient.open(parts.http);
    await client.call('slotsUpdatesSubscribe').next();
    // as long as the pause after the reply
    await new Promise((resolve) => setTimeout(resolve, 50));
    await parts.node.advance(250);
    const ended = client.ended();
    await end(parts);
    expect(await ended).toBe(code);
    const updates = client.messages.map((text) => JSON.parse(text).params.result);
    expect(updates.filter(({ type }) => type === 'frozen').map(({ slot }) => slot)).toEqual(
      Array.from({ length: 250 }, (_, i) => 8 + i),
    );
    expect(updates.length).toBeGreaterThan(1000);
    expect(updates.at(-1)).toMatchObject({ type: 'root' });
  });

  test('a socket that is being opened while the node closes is opened, and then ended', async () => {
    const { http, listener } = await listening();
    const socket = connect(Number(new URL(http).port), '127.0.0.1');
    socket.write(requestText({ body: CALL }));
    // the node knows the connection now
    await once(socket, 'data');
    const client = new WebSocket(http, { createConnection: () => socket });
    const ended = once(client, 'close');
    await Promise.all([once(client, 'open'), listener.close()]);
    expect(await ended).toEqual([1000, Buffer.alloc(0)]);
  });

  test('a client that answers nothing is dropped when a node closes', async () => {
    const { listener } = await listening();
    const connection = await RawConnection.open(listener.url);
    connection.send(requestText({ method: 'GET', contentType: null, headers: HANDSHAKE }));
    expect((await connection.reply({ hasBody: false })).status).toBe(101);
    await listener.close();
    // a ping
    expect(await connection.rest()).toBe('\x89\0');
  });

  test('a client that does not read is cut off, and the reason is told', async () => {
    const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);
    onTestFinished(() => warn.mockRestore());
    const reasons: string[] = [];
    const onSocketCutOff = (reason: string) => {
      reasons.push(reason);
      throws();
    };
    const options = { maxSocketBufferBytes: 100_000, onSocketCutOff };
    const { http, node } = await listening(options);
    const [slow, quick] = [await SocketClient.open(http), await SocketClient.open(http)];
    for (const client of [slow, quick]) await client.call('slotSubscribe').next();
    slow.socket.pause();
    while (reasons.length === 0) {
      await node.advance(2000);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(reasons).toEqual(['a WebSocket was cut off: its client is more than 100000 bytes behind']);
    expect(warn.mock.calls).toEqual([[LOG_IS_FULL]]);
    slow.socket.resume();
    expect(await slow.ended()).toBe(1006);
    quick.messages.length = 0;
    expect(await quick.call('getVersion').next()).toBeTruthy();
  });
});

test('startNode gives both addresses', async () => {
  const node = await startNode({ ledger: [] });
  onTestFinished(() => node.close());
  expect(Number(new URL(node.wsUrl).port)).toBe(Number(new URL(node.url).port) + 1);
});

test('a request that is no upgrade is answered as before', async () => {
  const { url } = await serve();
  const asking = request(url, { method: 'GET' }).end();
  const status = await new Promise((resolve) => asking.on('response', (response) => resolve(response.statusCode)));
  expect(status).toBe(405);
});
