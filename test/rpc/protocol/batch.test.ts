import { describe, expect, test } from 'vitest';
import { testNode } from '../../support/testNode.ts';

const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}\n';

function call(id: string, method = 'getProgramAccounts'): string {
  return `{"jsonrpc":"2.0","id":${id},"method":"${method}","params":["11111111111111111111111111111111"]}`;
}

function result(id: string): string {
  return `{"jsonrpc":"2.0","result":[],"id":${id}}`;
}

function error(code: number, message: string, id: string): string {
  return `{"jsonrpc":"2.0","error":{"code":${code},"message":"${message}"},"id":${id}}`;
}

const NOTIFICATION = '{"jsonrpc":"2.0","method":"x"}';
const INVALID = error(-32600, 'Invalid request', 'null');

async function replyTo(body: string): Promise<string> {
  const node = testNode({});
  const reply = await node.dispatch(body, 'contract');
  expect(await node.dispatch(body, 'agave')).toBe(reply);
  return reply;
}

describe('batch', () => {
  const rows = [
    ['an empty one has an empty answer', '[]', ''],
    ['an empty one with white space too', ' [ \n] ', ''],
    ['one call is answered with a list', `[${call('1')}]`, `[${result('1')}]\n`],
    [
      'replies come in the order of the calls',
      `[${call('2')},${call('"b"')},${call('1')}]`,
      `[${result('2')},${result('"b"')},${result('1')}]\n`,
    ],
    ['equal ids are both answered', `[${call('1')},${call('1')}]`, `[${result('1')},${result('1')}]\n`],
    ['a notification adds nothing', `[${NOTIFICATION},${call('1')},${NOTIFICATION}]`, `[${result('1')}]\n`],
    ['nothing but notifications has an empty answer', `[${NOTIFICATION},${NOTIFICATION}]`, ''],
    [
      'each item fails by itself',
      `[${call('1')},{},${call('2', 'x')},${call('3')}]`,
      `[${result('1')},${INVALID},${error(-32601, 'Method not found', '2')},${result('3')}]\n`,
    ],
    ['an invalid item keeps its id', '[{"id":7}]', `[${error(-32600, 'Invalid request', '7')}]\n`],
  ] as const;
  test.each(rows)('%s', async (_rule, body, reply) => {
    expect(await replyTo(body)).toBe(reply);
  });

  const spoilt = [
    ['a number', `[${call('1')},1]`],
    ['a string', `["x",${call('1')}]`],
    ['null', `[${call('1')},null]`],
    ['an empty list', `[${call('1')},[]]`],
    ['a batch in a batch', `[[${call('1')}]]`],
    ['an id that cannot be read', `[${call('1')},${call('-1')}]`],
    ['an id twice', `[${call('1')},{"id":1,"id":1}]`],
    ['a notification beside a number', `[${NOTIFICATION},1]`],
  ] as const;
  test.each(spoilt)('%s spoils the whole of it', async (_fault, body) => {
    expect(await replyTo(body)).toBe(PARSE_ERROR);
  });

  test('there is no limit to the number of items', async () => {
    const count = 5000;
    const reply = await replyTo(`[${Array.from({ length: count }, (_, id) => call(`${id}`)).join(',')}]`);
    expect(reply).toBe(`[${Array.from({ length: count }, (_, id) => result(`${id}`)).join(',')}]\n`);
  });

  test('quick and slow methods are answered in the order they were asked', async () => {
    const slow = '{"jsonrpc":"2.0","id":1,"method":"getMultipleAccounts","params":[[],{"encoding":"base64+zstd"}]}';
    const node = testNode({});
    expect(await node.dispatch(`[${slow},${call('2')}]`)).toBe(
      `[{"jsonrpc":"2.0","result":{"context":{"slot":0},"value":[]},"id":1},${result('2')}]\n`,
    );
  });

  test('without versions: each reply follows its dialect', async () => {
    const body = '[{"id":1,"method":"x"},{"id":2,"method":"x"}]';
    const refusal = (id: number) =>
      `"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":${id}}`;
    expect(await testNode({}).dispatch(body, 'contract')).toBe(
      `[{"jsonrpc":"2.0",${refusal(1)},{"jsonrpc":"2.0",${refusal(2)}]\n`,
    );
    expect(await testNode({}).dispatch(body, 'agave')).toBe(`[{${refusal(1)},{${refusal(2)}]\n`);
  });
});
