import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it } from 'vitest';
import { RealNodeError } from '../../../src/tools/record/nodeFailures.ts';
import { RealNode, type RealNodeOptions } from '../../../src/tools/record/realNode.ts';
import { deferred, type Misbehaviour, startProxy, withResult } from '../../support/upstreamProxy.ts';

/** A node that answers as `behaviours` say, one after the other, the last one for ever; waits are only noted. */
async function node(behaviours: readonly Misbehaviour[], options: RealNodeOptions = {}) {
  const proxy = await startProxy();
  let asked = 0;
  proxy.behave(() => behaviours[Math.min(asked++, behaviours.length - 1)]);
  const waits: { milliseconds: number; why: string }[] = [];
  const client = new RealNode(proxy.url, {
    wait: async () => {},
    onWait: (milliseconds, why) => waits.push({ milliseconds, why }),
    ...options,
  });
  return {
    client,
    proxy,
    waits,
    async [Symbol.asyncDispose]() {
      client.close();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

const ONE = withResult('1');

const LONG_TEXT = `"${'x, '.repeat(50_000)}"`;
const LONG_LIST = `[{"b": 18446744073709551615, "a":${LONG_TEXT}}, [1e3, -0, {}]]`;
const MANY_ITEMS = `[${Array.from({ length: 30_000 }, (_, i) => `{"account":{"data":["","base64"],"owners":[{"owner":1},{"owner":2}]},"pubkey":"${i}"}`)}]`;

describe('an answer', () => {
  it('is the exact text of the result: numbers keep their digits, members their order and their spaces', async () => {
    const text = '{"b": 18446744073709551615, "a":[1e3, 0.10, -0], "u":"\\u00e9"}';
    await using real = await node([withResult(` ${text}`)]);
    expect(await real.client.ask('getSlot', '[]')).toEqual({ kind: 'result', text });
    expect(real.proxy.texts()).toEqual(['getSlot []']);
  });

  it.each<[form: string, (id: number, result: string) => string]>([
    ['of a node', (id, result) => `{"jsonrpc":"2.0","result":${result},"id":${id}}\n`],
    ['with the id first', (id, result) => `{"jsonrpc":"2.0","id":${id},"result":${result}}`],
    ['with spaces', (id, result) => ` { "id" : ${id}, "result" : ${result} , "jsonrpc" : "2.0" } `],
    ['with an error that is null', (id, result) => `{"error":null,"result":${result},"id":${id}}`],
    ['with a list beside it', (id, result) => `{"meta":[1],"result":${result},"id":${id}}`],
    ['with a list behind it', (id, result) => `{"result":${result},"id":${id},"meta":["[",[]]}`],
    ['with brackets in texts', (id, result) => `{"meta":"[","result":${result},"id":${id},"x":"]"}`],
    ['with members in between', (id, result) => `{"meta":{"result":[1]},"result":${result},"id":${id}}`],
    ['with a name in a text', (id, result) => `{"meta":"\\"result\\":","result":${result},"id":${id},"x":[]}`],
    ['with a long text beside it', (id, result) => `{"meta":${LONG_TEXT},"result":${result},"id":${id}}`],
  ])('is the exact text of a long result too: in a reply %s', async (_form, reply) => {
    for (const text of [
      LONG_LIST,
      LONG_TEXT,
      MANY_ITEMS,
      MANY_ITEMS.replaceAll('owner', 'account'),
      `{"context": {"slot":5}, "value":${LONG_LIST}}`,
    ]) {
      await using real = await node([{ body: (id) => reply(Number(id), text) }]);
      expect(await real.client.ask('getProgramAccounts', '["x"]')).toEqual({ kind: 'result', text });
    }
  });

  it('null is a result too', async () => {
    await using real = await node([withResult('null')]);
    expect(await real.client.ask('getTransaction', '["x"]')).toEqual({ kind: 'result', text: 'null' });
  });

  it.each([200, 400, 404])(
    'an error of the node is an answer, with its exact text, with HTTP %i too',
    async (status) => {
      const error = '{"code":-32007, "message":"Slot 5 was skipped", "data":{"n":18446744073709551615}}';
      await using real = await node([{ error, status }]);
      const answer = { kind: 'error', text: error, code: -32007, message: 'Slot 5 was skipped' };
      expect(await real.client.ask('getBlock', '[5]')).toEqual(answer);
      expect(real.proxy.calls).toHaveLength(1);
    },
  );

  it('an error without an id, because the node could not read the request', async () => {
    await using real = await node([
      { body: '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}' },
    ]);
    expect(await real.client.ask('getBlock', '[5]')).toMatchObject({ kind: 'error', code: -32700 });
  });

  it('being behind is what getHealth answers', async () => {
    await using real = await node([{ error: '{"code":-32005,"message":"Node is behind by 42 slots"}' }]);
    expect(await real.client.ask('getHealth', '[]')).toMatchObject({ kind: 'error', code: -32005 });
    expect(real.waits).toEqual([]);
  });

  it('compressed', async () => {
    await using real = await node([{ ...ONE, gzip: true }]);
    expect(await real.client.ask('getSlot', '[]')).toEqual({ kind: 'result', text: '1' });
    expect(real.proxy.calls[0]?.headers['accept-encoding']).toContain('gzip');
  });
});

describe('a node that is busy', () => {
  it.each<[string, Misbehaviour]>([
    ['answered with HTTP 429', { status: 429 }],
    ['answered with HTTP 502', { status: 502 }],
    ['answered with HTTP 503', { status: 503 }],
    ['answered with HTTP 504', { status: 504 }],
    [
      'answered with error -32005 (Node is behind by 42 slots)',
      { error: '{"code":-32005,"message":"Node is behind by 42 slots"}' },
    ],
    [
      'answered with error -32014 (Block status not yet available for slot 5)',
      { error: '{"code":-32014,"message":"Block status not yet available for slot 5"}' },
    ],
    ['answered with error 429 (slow down)', { error: '{"code":429,"message":"slow down"}' }],
    [
      'answered with error -32007 (50/second request limit reached)',
      { error: '{"code":-32007,"message":"50/second request limit reached"}' },
    ],
  ])('is asked again: %s', async (why, busy) => {
    await using real = await node([busy, busy, ONE]);
    expect(await real.client.ask('getSlot', '[]')).toEqual({ kind: 'result', text: '1' });
    expect(real.waits.map((wait) => wait.why)).toEqual([why, why]);
    const [first, second] = real.waits.map(({ milliseconds }) => milliseconds);
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1000);
  });

  it('is waited for as long as it asks: in seconds, in the body of an error too', async () => {
    const headers = { 'retry-after': '7' };
    await using real = await node([{ status: 429, headers }, { error: '{"code":429,"message":"x"}', headers }, ONE]);
    await real.client.ask('getSlot', '[]');
    expect(real.waits.map(({ milliseconds }) => milliseconds)).toEqual([7000, 7000]);
  });

  it('or until a date', async () => {
    const headers = { 'retry-after': new Date(Date.now() + 90_000).toUTCString() };
    await using real = await node([{ status: 503, headers }, ONE]);
    await real.client.ask('getSlot', '[]');
    expect(real.waits[0]!.milliseconds).toBeGreaterThan(60_000);
    expect(real.waits[0]!.milliseconds).toBeLessThanOrEqual(90_000);
  });

  it('not for ever: after eight tries, and not where it asks for more than two minutes', async () => {
    await using real = await node([{ status: 429 }]);
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} answered with HTTP 429 (getSlot, 8 times)`),
    );
    expect(real.proxy.calls).toHaveLength(8);
    real.proxy.behave(() => ({ status: 429, headers: { 'retry-after': '3600' } }));
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} answered with HTTP 429 and asks to wait 3600 seconds (getSlot)`),
    );
  });

  it('is not asked other things meanwhile: a rate limit is one for all', async () => {
    const { promise, resolve } = deferred();
    const paused = deferred();
    const wait = () => {
      paused.resolve();
      return promise;
    };
    await using real = await node([{ status: 429 }, ONE], { wait, concurrency: 2 });
    const first = real.client.ask('getSlot', '[]');
    await paused.promise;
    const second = real.client.ask('getVersion', '[]');
    resolve();
    await Promise.all([first, second]);
    expect(real.proxy.texts().slice(0, 1)).toEqual(['getSlot []']);
    expect(real.proxy.calls).toHaveLength(3);
  });
});

describe('a broken node: one line after four tries', () => {
  it.each<[string, Misbehaviour]>([
    ['closed the connection before it had answered', { cutAfter: 0 }],
    ['closed the connection before it had answered', { ...ONE, cutAfter: 20 }],
    ['answered with HTTP 500', { status: 500, body: 'oh no' }],
    ['sent a response that is not JSON', { body: '<html>welcome</html>' }],
    ['sent a response that is not JSON', { body: '{"jsonrpc":"2.0","result":{"a"' }],
    ['sent a response that is not JSON', { body: (id) => `{"result":[${'"x",'.repeat(50_000)}],"id":${id}}` }],
    ['sent a response that is not JSON', { body: (id) => `{"result":${LONG_LIST},"id":${id}},{}` }],
    ['sent a response that is not JSON', { body: (id) => `{"result":"${LONG_LIST}","id":${id}}` }],
    ['sent a response that is not JSON', { body: (id) => `{"result":{${LONG_LIST}:1},"id":${id}}` }],
    [
      'sent a response that is not JSON',
      { body: (id) => `{"result":${MANY_ITEMS.replace(']},"pubkey":"9999"', '')},"id":${id}}` },
    ],
    ['sent a response that is not JSON', { body: (id) => `{"result":${MANY_ITEMS.slice(0, -1)},],"id":${id}}` }],
    ['sent a response that is not JSON', { body: (id) => `{"result":["\\ud800",${LONG_LIST}],"id":${id}}` }],
    ['sent a response that is not JSON', { body: (id) => `{"result":${LONG_LIST},"id":${id},}` }],
    ['answered with nothing', { body: '' }],
    ['sent a response that is not UTF-8 text', { body: Buffer.of(0xff, 0xfe, 0x00) }],
    ['sent a response that is not JSON-RPC', { body: '[1]' }],
    ['answered with neither a result nor an error', { body: (id) => `{"jsonrpc":"2.0","id":${id}}` }],
    ['answered with an error that has no code or no message', { error: '{}' }],
    ['answered another request than it was sent', { body: '{"jsonrpc":"2.0","result":1,"id":77}' }],
    ['answered another request than it was sent', { body: `{"jsonrpc":"2.0","result":${LONG_LIST},"id":77}` }],
    ['answered another request than it was sent', { body: (id) => `{"jsonrpc":"2.0","result":1,"id":"${id}"}` }],
    [
      'sent a compressed body that cannot be decompressed',
      { body: 'no gzip', headers: { 'content-encoding': 'gzip' } },
    ],
  ])('%s', async (what, misbehaviour) => {
    await using real = await node([misbehaviour]);
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} ${what} (getSlot, 4 times)`),
    );
    expect(real.proxy.calls).toHaveLength(4);
    real.proxy.behave(({ times }) => (times < 8 ? misbehaviour : ONE));
    expect(await real.client.ask('getSlot', '[]')).toEqual({ kind: 'result', text: '1' });
  });

  it('one that takes too long', async () => {
    await using real = await node([{ until: new Promise(() => {}) }], { timeoutMs: 50 });
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} has not answered within 0.05 seconds (getSlot, 4 times)`),
    );
  });

  it('one that is not there', async () => {
    const proxy = await startProxy();
    await proxy[Symbol.asyncDispose]();
    const client = new RealNode(proxy.url, { wait: async () => {} });
    await expect(client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${proxy.origin} does not accept connections (getSlot, 4 times)`),
    );
  });

  it.each([
    [401, 'refuses the request with HTTP 401: is the key in the URL right?'],
    [402, 'refuses the request with HTTP 402: it wants to be paid'],
    [403, 'refuses the request with HTTP 403: is the key in the URL right, and allowed to ask this?'],
  ])('one that refuses is asked once: HTTP %i', async (status, what) => {
    await using real = await node([{ status, body: 'no' }]);
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} ${what} (getSlot)`, true),
    );
    expect(real.proxy.calls).toHaveLength(1);
  });
});

describe('a body that is too large', () => {
  const BODY = `{"jsonrpc":"2.0","result":"${'x'.repeat(2000)}","id":1}`;

  it.each([
    ['as it is', { body: BODY }, 'sent more than 2035 bytes (getSlot)'],
    ['packed in a few bytes', { body: BODY, gzip: true }, 'sent more than 2035 bytes (getSlot)'],
    ['with an HTTP error', { body: BODY, status: 404 }, 'answered with HTTP 404 (getSlot, 4 times)'],
  ])('is read up to the limit: %s', async (_what, behaviour, message) => {
    await using real = await node([behaviour], { maxReplyBytes: BODY.length - 1 });
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} ${message}`),
    );
  });

  it('may have exactly as many bytes as the limit', async () => {
    await using real = await node([{ body: BODY, gzip: true }], { maxReplyBytes: BODY.length });
    expect(await real.client.ask('getSlot', '[]')).toMatchObject({ kind: 'result' });
  });

  it('ends though its sender does not', async () => {
    const server = createServer((_request, response) => {
      const send = () => {
        while (response.write(Buffer.alloc(1 << 16)));
        response.once('drain', send);
      };
      response.on('error', () => {});
      send();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const client = new RealNode(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    await expect(client.ask('getSlot', '[]')).rejects.toThrow(/ sent more than 67108864 bytes \(getSlot\)$/);
    server.close();
    server.closeAllConnections();
  });
});

describe('redirections', () => {
  it('within the host are followed, with the body', async () => {
    await using real = await node([{ status: 307, headers: { location: '/other' } }, ONE]);
    expect(await real.client.ask('getSlot', '[1]')).toEqual({ kind: 'result', text: '1' });
    expect(real.proxy.calls.map(({ params, url }) => [url, params])).toEqual([
      [`/${real.proxy.key}`, '[1]'],
      ['/other', '[1]'],
    ]);
  });

  it('to another host are refused: the key would go there', async () => {
    await using real = await node([{ status: 302, headers: { location: 'http://localhost:1/x' } }]);
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} redirects to another host, which is not asked (getSlot)`),
    );
  });

  it.each([
    ['of this origin', 'same', true],
    ['of another port of the host', 'other', false],
  ])('get the user info of the URL only within the origin: a path %s', async (_what, where, hasCredentials) => {
    await using other = await node([ONE]);
    const location = where === 'same' ? '/other' : `${other.proxy.origin}/other`;
    await using real = await node([{ status: 307, headers: { location } }, ONE]);
    const client = new RealNode(real.proxy.url.replace('http://', 'http://me:word@'));
    expect(await client.ask('getSlot', '[1]')).toEqual({ kind: 'result', text: '1' });
    const { headers } = (where === 'same' ? real : other).proxy.calls.at(-1)!;
    expect(headers.authorization).toBe(
      hasCredentials ? `Basic ${Buffer.from('me:word').toString('base64')}` : undefined,
    );
  });

  it('in circles end', async () => {
    await using real = await node([{ status: 308, headers: { location: '/round' } }]);
    await expect(real.client.ask('getSlot', '[]')).rejects.toThrow(
      new RealNodeError(`${real.proxy.origin} redirects more than 3 times (getSlot)`),
    );
  });
});

describe('keys', () => {
  it('in the path reach the node, and no message, even where the node repeats them', async () => {
    await using real = await node([{ error: '{"code":429,"message":"too many requests of k3y-that-nobody-may-see"}' }]);
    const error = await real.client.ask('getSlot', '[]').catch((failure: unknown) => failure);
    expect(String(error)).toBe(
      `RealNodeError: ${real.proxy.origin} answered with error 429 (too many requests of …) (getSlot, 8 times)`,
    );
    expect(JSON.stringify(real.waits)).not.toContain(real.proxy.key);
    expect(real.proxy.calls[0]?.url).toBe(`/${real.proxy.key}`);
  });

  it('in the user info become a header', async () => {
    await using real = await node([ONE]);
    const client = new RealNode(real.proxy.url.replace('http://', 'http://me:pass%2Fword@'));
    await client.ask('getSlot', '[]');
    expect(real.proxy.calls[0]?.headers.authorization).toBe(`Basic ${Buffer.from('me:pass/word').toString('base64')}`);
    expect(client.name).toBe(real.proxy.origin);
    expect(client.withoutSecrets('pass/word pass%2Fword')).toBe('… …');
  });

  it.each(['ftp://host/secret', 'secret words', ''])('no URL, which is not repeated: %j', (url) => {
    expect(() => new RealNode(url)).toThrow(new TypeError('the URL of a node begins with http:// or https://'));
  });
});

describe('many requests', () => {
  it('are bounded, and all answered', async () => {
    await using real = await node([ONE], { concurrency: 3 });
    const held: (() => void)[] = [];
    real.proxy.behave(() => {
      const { promise, resolve } = deferred();
      held.push(resolve);
      // none is answered before three are there
      if (held.length >= 3) for (const release of held) release();
      return { ...ONE, until: promise };
    });
    const answers = await Promise.all(Array.from({ length: 20 }, (_, i) => real.client.ask('getBlockTime', `[${i}]`)));
    expect(answers).toHaveLength(20);
    expect(real.proxy.calls).toHaveLength(20);
    expect(real.proxy.mostAtATime).toBe(3);
  });

  it('end when the client is closed: in flight, waiting, and later', async () => {
    const arrived = deferred();
    await using real = await node([ONE], { concurrency: 1 });
    real.proxy.behave(() => {
      arrived.resolve();
      return { until: new Promise(() => {}) };
    });
    const asked = ['getSlot', 'getVersion'].map((method) => real.client.ask(method, '[]').catch(String));
    await arrived.promise;
    real.client.close();
    const closed = `RealNodeError: ${real.proxy.origin} is not asked any more`;
    expect(await Promise.all(asked)).toEqual([closed, closed]);
    expect(await real.client.ask('getSlot', '[]').catch(String)).toBe(closed);
    expect(real.proxy.calls).toHaveLength(1);
  });

  it('a wait ends when the client is closed', async () => {
    const waiting = deferred();
    await using real = await node([{ status: 429, headers: { 'retry-after': '100' } }]);
    const client = new RealNode(real.proxy.url, { onWait: () => waiting.resolve() });
    const asked = client.ask('getSlot', '[]').catch(String);
    await waiting.promise;
    client.close();
    expect(await asked).toBe(`RealNodeError: ${real.proxy.origin} is not asked any more`);
  });
});
