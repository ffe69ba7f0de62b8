import { describe, expect, test } from 'vitest';
import { CALL, RawConnection, rawRequest, requestText, serve } from './rawHttp.ts';

const VERSIONLESS = '{"id":1,"method":"getBlock","params":[1]}';
const REFUSAL = '"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":1}\n';
const IN_CONTRACT = `{"jsonrpc":"2.0",${REFUSAL}`;
const IN_AGAVE = `{${REFUSAL}`;

describe('the dialect of a request', () => {
  const rows = [
    ['contract', '/', IN_CONTRACT],
    ['contract', '/?dialect=agave', IN_AGAVE],
    ['contract', '/?dialect=contract', IN_CONTRACT],
    ['agave', '/', IN_AGAVE],
    ['agave', '/?dialect=contract', IN_CONTRACT],
    ['agave', '/?dialect=agave', IN_AGAVE],
    ['contract', '/some/path?x&dialect=agave', IN_AGAVE],
    ['contract', '/?dialect=%61gave', IN_AGAVE],
    ['contract', '/?Dialect=agave', IN_CONTRACT],
    // of two the first counts
    ['contract', '/?dialect=agave&dialect=contract', IN_AGAVE],
  ] as const;

  test.each(rows)('of a node in %s, asked at %s', async (dialect, target, reply) => {
    const answer = await rawRequest(await serve({ dialect }), requestText({ target, body: VERSIONLESS }));
    expect(answer).toMatchObject({ status: 200, body: reply });
  });

  test('holds for that request only', async () => {
    const connection = await RawConnection.open((await serve()).url);
    const ask = async (target: string) =>
      (await connection.send(requestText({ target, body: VERSIONLESS })).reply()).body;
    expect(await ask('/?dialect=agave')).toBe(IN_AGAVE);
    expect(await ask('/')).toBe(IN_CONTRACT);
  });

  const unknown = ['Agave', 'agave ', '', 'constructor', '__proto__', 'toString', 'agave,contract'];
  test.each(unknown)('an unknown one is refused and named: "%s"', async (name) => {
    const target = `/?dialect=${encodeURIComponent(name)}`;
    const reply = await rawRequest(await serve(), requestText({ target, body: CALL }));
    expect(reply).toMatchObject({
      status: 400,
      body: `unknown dialect ${JSON.stringify(name)}: use contract or agave\n`,
    });
    expect(reply.headers).toContainEqual(['content-type', 'text/plain; charset=utf-8']);
  });
});
