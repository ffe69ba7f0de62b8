import bs58 from 'bs58';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Listener } from '../../src/node/createNode.ts';
import {
  badParam,
  badParams,
  errorText,
  partOf,
  TOO_LONG_FOR_BASE58,
  tooManyParams,
  unsupportedVersion,
} from '../support/answers.ts';
import { namedSignature, PAYER } from '../support/transactions.ts';
import {
  ACCOUNTS,
  account,
  ask,
  block,
  FAILURE,
  NODE,
  PROGRAM,
  programAccounts,
  signatures,
  status,
  transaction,
} from './contractLedger.ts';

/**
 * Sections 1 and 5 to 9 of the contract, in the default dialect: one test a rule and a table row. What the contract does not
 * show is pinned to what the reference node does. contractFields.test.ts has section 2, contractEndpoints.test.ts 3 and 4.
 */

let open: Listener;
let locked: Listener;

beforeAll(async () => {
  open = await NODE.listen();
  locked = await NODE.listen({ apiKeys: ['first key', 'second key'] });
});
afterAll(async () => {
  await open.close();
  await locked.close();
});

const CALL = '{"jsonrpc":"2.0","id":"a1","method":"getMultipleAccounts","params":[[]]}';
const REPLY = '{"jsonrpc":"2.0","result":{"context":{"slot":106},"value":[]},"id":"a1"}\n';

async function post(
  url: string,
  body: string,
  headers: Record<string, string> = { 'content-type': 'application/json' },
) {
  const response = await fetch(url, { method: 'POST', headers, body });
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text() };
}

const JSON_TYPE = 'application/json; charset=utf-8';

describe('1 what the service does', () => {
  it('rule 1: POST to / with Content-Type application/json', async () => {
    expect(await post(`${open.url}/`, CALL)).toEqual({ status: 200, type: JSON_TYPE, text: REPLY });
  });

  it.each(['GET', 'PUT', 'DELETE'])('rule 1: not %s', async (method) => {
    const response = await fetch(`${open.url}/`, { method, headers: { 'content-type': 'application/json' } });
    expect([response.status, await response.text()]).toEqual([
      405,
      'Used HTTP Method is not allowed. POST or OPTIONS is required\n',
    ]);
  });

  it('rule 1: not another content type', async () => {
    const answer = await post(`${open.url}/`, CALL, { 'content-type': 'text/plain' });
    expect(answer.status).toBe(415);
    expect(answer.text).toBe('Supplied content type is not allowed. Content-Type: application/json is required\n');
  });

  it('rule 2: the body has jsonrpc, id, method and params', async () => {
    const without = (member: string) => {
      const { [member]: _left, ...rest } = JSON.parse(CALL) as Record<string, unknown>;
      return NODE.dispatch(JSON.stringify(rest));
    };
    const invalid = (message: string) => `{"jsonrpc":"2.0","error":{"code":-32600,"message":"${message}"},"id":"a1"}\n`;
    expect(await without('jsonrpc')).toBe(invalid('Unsupported JSON-RPC protocol version'));
    expect(await without('method')).toBe(invalid('Invalid request'));
    expect(await without('params')).toBe(
      `{"jsonrpc":"2.0","error":${errorText(-32602, '`params` should have at least 1 argument(s)')},"id":"a1"}\n`,
    );
    // without an id it is a notification, which nobody answers
    expect(await without('id')).toBe('');
  });

  it.each(['"a1"', '""', '"é\\"\\n"', '0', '18446744073709551615', 'null'])(
    'rule 3: the id %s is echoed',
    async (id) => {
      expect(await NODE.dispatch(CALL.replace('"a1"', id))).toBe(REPLY.replace('"a1"', id));
    },
  );

  it.each([
    ['getBlock', '[101,{"transactionDetails":"none"}]', 'parentSlot'],
    ['getTransaction', `["${namedSignature('plain')}"]`, 'slot'],
    ['getSignatureStatuses', '[[]]', 'value'],
    ['getSignaturesForAddress', `["${PAYER}"]`, 0],
    ['getProgramAccounts', `["${PROGRAM}"]`, 0],
    ['getMultipleAccounts', '[[]]', 'value'],
  ])('rule 4: %s', async (method, params, part) => {
    expect(partOf(await ask(method, params), part)).toBeDefined();
  });

  it('rule 5: addresses, keys, signatures and blockhashes are base58', async () => {
    const bytes = (text: string | undefined) => bs58.decode(JSON.parse(text!) as string).length;
    const text = await transaction('plain');
    expect(bytes(partOf(text, 'transaction', 'message', 'accountKeys', 0))).toBe(32);
    expect(bytes(partOf(text, 'transaction', 'message', 'recentBlockhash'))).toBe(32);
    expect(bytes(partOf(text, 'transaction', 'signatures', 0))).toBe(64);
    expect(bytes(partOf(await block(101), 'blockhash'))).toBe(32);
    expect(bytes(partOf((await account(ACCOUNTS.short))!, 'owner'))).toBe(32);
  });
});

describe('5 authentication', () => {
  it('rule 1: the key is the query parameter apikey', async () => {
    for (const key of ['first%20key', 'second+key']) {
      expect(await post(`${locked.url}/?apikey=${key}`, CALL)).toEqual({ status: 200, type: JSON_TYPE, text: REPLY });
    }
  });

  it('rule 2, not shown: no key is needed where none is configured', async () => {
    expect((await post(`${open.url}/`, CALL)).text).toBe(REPLY);
    expect((await post(`${open.url}/?apikey=anything`, CALL)).text).toBe(REPLY);
  });

  it.each(['', '?apikey=', '?apikey=first', '?apikey=first%20key&apikey=x', '?APIKEY=first%20key', '?dialect=agave'])(
    'rule 2, not shown: 401 where keys are and the query is "%s"',
    async (query) => {
      expect(await post(`${locked.url}/${query}`, CALL)).toEqual({
        status: 401,
        type: JSON_TYPE,
        text: '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Unauthorized: the query parameter `apikey` is missing or is not a key of this node","data":{"reason":"unauthorized"}},"id":null}\n',
      });
    },
  );
});

describe('6 events', () => {
  it('there are none: a single request has a single response, and subscriptions are unknown', async () => {
    expect(await ask('accountSubscribe', `["${PAYER}"]`)).toBe(errorText(-32601, 'Method not found'));
    const upgrade = await fetch(`${open.url}/`, { headers: { 'sec-websocket-version': '13' } });
    expect(upgrade.status).toBe(405);
    await upgrade.text();
  });
});

describe('7 errors', () => {
  it('rule 1: a transaction that failed is a successful response', async () => {
    expect(partOf(await transaction('failed'), 'meta', 'err')).toBe(FAILURE);
    expect(partOf(await transaction('failed'), 'meta', 'status')).toBe(`{"Err":${FAILURE}}`);
    expect(partOf((await status('failed'))!, 'status')).toBe(`{"Err":${FAILURE}}`);
    expect(partOf(await transaction('plain'), 'meta', 'err')).toBe('null');
    expect(partOf(await transaction('plain'), 'meta', 'status')).toBe('{"Ok":null}');
  });

  it("rule 2: a version beyond the maximum; code and message, not shown, are the node's", async () => {
    expect(await block(104)).toBe(unsupportedVersion(0));
    expect(await block(104)).toBe(
      '{"code":-32015,"message":"Transaction version (0) is not supported by the requesting client. Please try the request again with the following configuration parameter: \\"maxSupportedTransactionVersion\\": 0"}',
    );
  });

  it('rule 3: what is not found is no error', async () => {
    expect(await block(999)).toBe('null');
    expect(await transaction('nobody')).toBe('null');
    expect(await status('nobody')).toBe('null');
    expect(await account(ACCOUNTS.missing)).toBe('null');
  });

  it('rule 4, not shown: bad parameters', async () => {
    expect(await ask('getBlock', '["x"]')).toBe(badParams('invalid type: string "x", expected u64'));
    expect(await ask('getTransaction', '["!"]')).toBe(badParam('Invalid'));
    expect(await ask('getBlock', '[1,{},2]')).toBe(tooManyParams(2, 3));
  });

  it.each(['getblock', 'getBlocks2', '', 'getConfirmedBlock', '__proto__', 'constructor'])(
    'rule 4, not shown: unknown method "%s"',
    async (method) => {
      expect(await ask(method, '{}')).toBe(errorText(-32601, 'Method not found'));
    },
  );

  it('rule 4, not shown: a body that is no request', async () => {
    expect(await NODE.dispatch('{')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}\n',
    );
    expect(await NODE.dispatch('{}')).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":null}\n',
    );
  });

  it('rule 5, not shown: errors travel with HTTP 200', async () => {
    for (const body of ['{', '{}', CALL.replace('getMultipleAccounts', 'getNothing'), CALL.replace('[[]]', '[5]')]) {
      const { status: code, type, text } = await post(`${open.url}/`, body);
      expect([code, type]).toEqual([200, JSON_TYPE]);
      expect(text).toMatch(/^\{"jsonrpc":"2\.0","error":\{"code":-32\d\d\d,/);
    }
  });
});

describe('8 limits', () => {
  it('row getSignatureStatuses: at most 256 signatures', async () => {
    const list = (count: number) => JSON.stringify([Array(count).fill(namedSignature('plain'))]);
    expect(partOf(await ask('getSignatureStatuses', list(256)), 'value', 255)).toBe(await status('plain'));
    expect(await ask('getSignatureStatuses', list(257))).toBe(errorText(-32602, 'Too many inputs provided; max 256'));
  });

  it('row getMultipleAccounts: at most 100 addresses', async () => {
    const list = (count: number) => JSON.stringify([Array(count).fill(ACCOUNTS.short)]);
    expect(partOf(await ask('getMultipleAccounts', list(100)), 'value', 99)).toBe(await account(ACCOUNTS.short));
    expect(await ask('getMultipleAccounts', list(101))).toBe(errorText(-32602, 'Too many inputs provided; max 100'));
  });

  it('row getSignaturesForAddress: limit between 1 and 1,000', async () => {
    for (const limit of [1, 1000]) expect(partOf(await signatures(`{"limit":${limit}}`), 0)).toBeDefined();
    for (const limit of [0, 1001]) {
      expect(await signatures(`{"limit":${limit}}`)).toBe(errorText(-32602, 'Invalid limit; max 1000'));
    }
  });

  it('row getProgramAccounts: at most 4 filters', async () => {
    const filters = (count: number) => `{"filters":${JSON.stringify(Array(count).fill({ dataSize: 5 }))}}`;
    expect(partOf(await programAccounts(filters(4)), 0, 'pubkey')).toBe(`"${ACCOUNTS.short}"`);
    expect(await programAccounts(filters(5))).toBe(errorText(-32602, 'Too many filters provided; max 4'));
  });

  it('row getProgramAccounts, getMultipleAccounts: base58 of fewer than 129 bytes', async () => {
    expect(
      partOf(await programAccounts('{"encoding":"base58","filters":[{"dataSize":128}]}'), 0, 'account', 'space'),
    ).toBe('128');
    expect(await ask('getMultipleAccounts', `[["${ACCOUNTS.over}"],{"encoding":"base58"}]`)).toBe(TOO_LONG_FOR_BASE58);
    // 11111111111111111111111111111111 owns the account of 129 bytes
    expect(await ask('getProgramAccounts', '["11111111111111111111111111111111",{"encoding":"base58"}]')).toBe(
      TOO_LONG_FOR_BASE58,
    );
  });

  it('not shown: a request body has at most 51,200 bytes', async () => {
    const padded = (size: number) => CALL + ' '.repeat(size - CALL.length);
    expect((await post(`${open.url}/`, padded(51_200))).text).toBe(REPLY);
    const over = await post(`${open.url}/`, padded(51_201));
    expect([over.status, over.text]).toEqual([413, 'request body size exceeds allowed maximum']);
  });

  it('not shown: there is no rate limit', async () => {
    const answers = await Promise.all(Array.from({ length: 200 }, () => post(`${open.url}/`, CALL)));
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set([REPLY]));
  });
});

describe('9 versioning', () => {
  it('rule 1: jsonrpc is 2.0 in requests and responses', async () => {
    expect(await NODE.dispatch(CALL)).toBe(REPLY);
    expect(await NODE.dispatch(CALL.replace('"2.0"', '"1.0"'))).toBe(
      '{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":"a1"}\n',
    );
  });

  it('rule 2: a version is legacy or a number, and absent where the request sets no maximum', async () => {
    const config = '{"maxSupportedTransactionVersion":0}';
    expect(partOf(await transaction('plain', config), 'version')).toBe('"legacy"');
    expect(partOf(await transaction('v0', config), 'version')).toBe('0');
    expect(partOf(await transaction('plain'), 'version')).toBeUndefined();
    expect(await transaction('v0')).toBe(unsupportedVersion(0));
  });

  it('rule 3: deprecated fields are still present', async () => {
    expect(partOf(await transaction('plain'), 'meta', 'status')).toBe('{"Ok":null}');
    expect(partOf((await status('plain'))!, 'status')).toBe('{"Ok":null}');
  });

  it('rule 4, not shown: the interface has no version of its own, and one path is as good as another', async () => {
    expect((await post(`${open.url}/v2`, CALL)).text).toBe(REPLY);
  });
});
