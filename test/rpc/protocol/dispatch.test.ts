import { describe, expect, test } from 'vitest';
import { nodeOver } from '../../support/nodeOver.ts';
import { testLedger, testNode } from '../../support/testNode.ts';

const PROGRAM = '"11111111111111111111111111111111"';
const CALL_MEMBERS = `"method":"getProgramAccounts","params":[${PROGRAM}]`;
const PARSE_ERROR = '{"jsonrpc":"2.0","error":{"code":-32700,"message":"Parse error"},"id":null}\n';

function result(id: string): string {
  return `{"jsonrpc":"2.0","result":[],"id":${id}}\n`;
}

function invalid(id: string): string {
  return `{"jsonrpc":"2.0","error":{"code":-32600,"message":"Invalid request"},"id":${id}}\n`;
}

function notFound(id: string): string {
  return `{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":${id}}\n`;
}

function atLeastOne(id: string): string {
  return `{"jsonrpc":"2.0","error":{"code":-32602,"message":"\`params\` should have at least 1 argument(s)"},"id":${id}}\n`;
}

/** The reply, which must be one and the same in both dialects. */
async function replyTo(body: string): Promise<string> {
  const node = testNode({});
  const reply = await node.dispatch(body, 'contract');
  expect(await node.dispatch(body, 'agave')).toBe(reply);
  return reply;
}

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}

describe('what is not JSON is a parse error', () => {
  const rows = [
    ['nothing', ''],
    ['white space', ' \t\r\n'],
    ['text', 'hello'],
    ['an end too early', '{"jsonrpc":"2.0"'],
    ['text after the value', `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS}} x`],
    ['two values', '{}{}'],
    ['a comma too many', '{"id":1,}'],
    ['single quotes', "{'id':1}"],
    ['a comment', '{/* */}'],
    ['a byte-order mark', `\ufeff{"jsonrpc":"2.0","id":1,${CALL_MEMBERS}}`],
    ['a space of another alphabet', '\u00a0{}'],
    ['a raw control character in a string', '{"id":"a\u0001"}'],
    ['a raw line end in a string', '{"id":"a\nb"}'],
    ['a lone surrogate', '{"id":"\\ud800"}'],
    ['surrogates the wrong way round', '{"id":"\\udc00\\ud800"}'],
    ['an unknown escape', '{"id":"\\x41"}'],
    ['a number beyond f64', '{"id":1,"x":1e400}'],
    ['a leading zero', '{"id":01}'],
    ['a plus', '{"id":+1}'],
    ['a point without digits', '{"id":1.}'],
    ['NaN', '{"id":NaN}'],
    ['128 levels', nested(128)],
    ['128 levels inside a request', `{"jsonrpc":"2.0","id":1,"method":"x","params":${nested(127)}}`],
    ['a hundred thousand levels', nested(100_000)],
  ] as const;
  test.each(rows)('%s', async (_kind, body) => {
    expect(await replyTo(body)).toBe(PARSE_ERROR);
  });

  test('127 levels are read', async () => {
    expect(await replyTo(`{"jsonrpc":"2.0","id":1,"method":"x","params":${nested(126)}}`)).toBe(notFound('1'));
  });

  test('white space around the value is', async () => {
    expect(await replyTo(` \t\r\n{"jsonrpc":"2.0","id":1,${CALL_MEMBERS}}\r\n `)).toBe(result('1'));
  });

  test('an escaped surrogate pair is', async () => {
    expect(await replyTo(`{"jsonrpc":"2.0","id":"\\ud83d\\ude00",${CALL_MEMBERS}}`)).toBe(result('"😀"'));
  });
});

describe('JSON that is neither object nor list of objects is a parse error', () => {
  test.each(['null', 'true', '5', '"x"', '1.5', '[1]', '[[]]', '["x"]', '[null]', '[[{}]]'])('%s', async (body) => {
    expect(await replyTo(body)).toBe(PARSE_ERROR);
  });
});

describe('an object that is no request is invalid, and answered even without an id', () => {
  const rows = [
    ['nothing in it', '{}', 'null'],
    ['only an id', '{"id":1}', '1'],
    ['no method', '{"jsonrpc":"2.0","id":1,"params":[]}', '1'],
    ['method null', '{"jsonrpc":"2.0","id":1,"method":null}', '1'],
    ['method a number', '{"jsonrpc":"2.0","id":1,"method":5}', '1'],
    ['method a list', '{"jsonrpc":"2.0","id":1,"method":["x"]}', '1'],
    ['params a string', '{"jsonrpc":"2.0","id":1,"method":"x","params":"y"}', '1'],
    ['params a number', '{"jsonrpc":"2.0","id":1,"method":"x","params":5}', '1'],
    ['params a float', '{"jsonrpc":"2.0","id":1,"method":"x","params":1.5}', '1'],
    ['params a boolean', '{"jsonrpc":"2.0","id":1,"method":"x","params":false}', '1'],
    ['version 1.0', `{"jsonrpc":"1.0","id":1,${CALL_MEMBERS}}`, '1'],
    ['version empty', `{"jsonrpc":"","id":1,${CALL_MEMBERS}}`, '1'],
    ['version an integer', `{"jsonrpc":2,"id":1,${CALL_MEMBERS}}`, '1'],
    ['version a float', `{"jsonrpc":2.0,"id":1,${CALL_MEMBERS}}`, '1'],
    ['version a boolean', `{"jsonrpc":true,"id":1,${CALL_MEMBERS}}`, '1'],
    ['another member', `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS},"extra":0}`, '1'],
    ['another member, null', `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS},"extra":null}`, '1'],
    ['a member in another case', '{"jsonrpc":"2.0","id":1,"Method":"x"}', '1'],
    ['a member named __proto__', `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS},"__proto__":{}}`, '1'],
    ['a method that comes by way of __proto__', '{"jsonrpc":"2.0","id":1,"__proto__":{"method":"x"}}', '1'],
    ['method twice', `{"jsonrpc":"2.0","id":1,"method":"x",${CALL_MEMBERS}}`, '1'],
    ['params twice', `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS},"params":[]}`, '1'],
    ['version twice', `{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,${CALL_MEMBERS}}`, '1'],
    ['another member twice', '{"a":1,"a":2}', 'null'],
    ['the id a string', '{"id":"seven"}', '"seven"'],
    ['the id null', '{"id":null}', 'null'],
    ['bad version, no id', `{"jsonrpc":"1.0",${CALL_MEMBERS}}`, 'null'],
    ['another member, no id', '{"jsonrpc":"2.0","method":"x","extra":1}', 'null'],
    ['scalar params, no id', '{"jsonrpc":"2.0","method":"x","params":1}', 'null'],
    ['method twice, no id', '{"method":"x","method":"y"}', 'null'],
  ] as const;
  test.each(rows)('%s', async (_fault, body, id) => {
    expect(await replyTo(body)).toBe(invalid(id));
  });

  test('a key repeated deeper down is nobody’s business', async () => {
    expect(
      await replyTo(`{"jsonrpc":"2.0","id":1,"method":"getProgramAccounts","params":[${PROGRAM},{"x":1,"x":2}]}`),
    ).toBe(result('1'));
  });
});

describe('id', () => {
  const echoed = [
    ['0', '0'],
    ['1', '1'],
    ['9007199254740991', '9007199254740991'],
    ['9007199254740993', '9007199254740993'],
    ['18446744073709551615', '18446744073709551615'],
    ['null', 'null'],
    ['""', '""'],
    ['"1"', '"1"'],
    ['"any text, é 😀 \\u2028"', '"any text, é 😀 \u2028"'],
    ['"\\u0041\\/"', '"A/"'],
    ['"\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001F\u007f"', '"\\"\\\\\\b\\f\\n\\r\\t\\u0001\\u001f\u007f"'],
    [`"${'x'.repeat(10_000)}"`, `"${'x'.repeat(10_000)}"`],
  ] as const;
  test.each(echoed)('%s is echoed as %s', async (id, echo) => {
    expect(await replyTo(`{"jsonrpc":"2.0","id":${id},${CALL_MEMBERS}}`)).toBe(result(echo));
    expect(await replyTo(`{"jsonrpc":"2.0","id":${id},"method":"x"}`)).toBe(notFound(echo));
    expect(await replyTo(`{"id":${id}}`)).toBe(invalid(echo));
  });

  const undecodable = [
    '-1',
    '-0',
    '1.5',
    '1.0',
    '0.0',
    '1e2',
    '1E2',
    '18446744073709551616',
    '99999999999999999999999',
    'true',
    'false',
    '[]',
    '[1]',
    '{}',
    '{"a":1}',
  ];
  test.each(undecodable)('%s cannot be read, so the request cannot either', async (id) => {
    expect(await replyTo(`{"jsonrpc":"2.0","id":${id},${CALL_MEMBERS}}`)).toBe(PARSE_ERROR);
    expect(await replyTo(`{"id":${id}}`)).toBe(PARSE_ERROR);
  });

  test('twice cannot be read either, not even twice the same', async () => {
    expect(await replyTo(`{"jsonrpc":"2.0","id":1,"id":1,${CALL_MEMBERS}}`)).toBe(PARSE_ERROR);
    expect(await replyTo('{"id":1,"id":2}')).toBe(PARSE_ERROR);
  });
});

describe('a request without a version is refused', () => {
  const REFUSAL = '"error":{"code":-32600,"message":"Unsupported JSON-RPC protocol version"},"id":1}\n';
  const rows = [
    ['absent', `{"id":1,${CALL_MEMBERS}}`],
    ['null', `{"jsonrpc":null,"id":1,${CALL_MEMBERS}}`],
    ['absent, before the method is looked up', '{"id":1,"method":"x"}'],
    ['absent, before the parameters are looked at', '{"id":1,"method":"getBlock","params":["x"]}'],
  ] as const;
  test.each(rows)('%s; the reply has one in the contract dialect, none in the other', async (_kind, body) => {
    expect(await testNode({}).dispatch(body, 'contract')).toBe(`{"jsonrpc":"2.0",${REFUSAL}`);
    expect(await testNode({}).dispatch(body, 'agave')).toBe(`{${REFUSAL}`);
  });
});

describe('a notification is not answered, and not carried out', () => {
  const rows = [
    ['a method that is known', `{"jsonrpc":"2.0",${CALL_MEMBERS}}`],
    ['a method that is not', '{"jsonrpc":"2.0","method":"x"}'],
    ['without a version', '{"method":"x"}'],
    ['version null', '{"jsonrpc":null,"method":"x"}'],
    ['bad parameters', '{"jsonrpc":"2.0","method":"getBlock","params":["x"]}'],
    ['params an object', '{"jsonrpc":"2.0","method":"getBlock","params":{}}'],
    ['params null', '{"jsonrpc":"2.0","method":"getBlock","params":null}'],
  ] as const;
  test.each(rows)('%s', async (_kind, body) => {
    expect(await replyTo(body)).toBe('');
  });
});

describe('method look-up comes before the parameters are looked at', () => {
  const unknown = [
    'getConfirmedBlock',
    'getRecentBlockhash',
    'getFees',
    'getSnapshotSlot',
    'getblock',
    ' getBlock',
    'getBlock\\u0000',
    '',
    'constructor',
    '__proto__',
    'toString',
    'dispatch',
  ];
  test.each(unknown)('"%s" is unknown', async (method) => {
    for (const params of ['', ',"params":[]', ',"params":{}', ',"params":null', ',"params":[[[[1]]]]'])
      expect(await replyTo(`{"jsonrpc":"2.0","id":1,"method":"${method}"${params}}`)).toBe(notFound('1'));
  });

  test('params absent or null are no params', async () => {
    expect(await replyTo('{"jsonrpc":"2.0","id":1,"method":"getBlock"}')).toBe(atLeastOne('1'));
    expect(await replyTo('{"jsonrpc":"2.0","id":1,"method":"getBlock","params":null}')).toBe(atLeastOne('1'));
  });

  test('members may come in any order', async () => {
    expect(await replyTo(`{${CALL_MEMBERS},"id":1,"jsonrpc":"2.0"}`)).toBe(result('1'));
  });
});

test.each(['["2.0","x",[],1]', '["2.0","x"]', '[["2.0","x",[],1]]', '["2.0"]'])(
  '%s, a list in place of an object, is a parse error',
  async (body) => {
    for (const dialect of ['agave', 'contract'] as const)
      expect(await testNode({}).dispatch(body, dialect)).toBe(PARSE_ERROR);
  },
);

describe('a fault of our own', () => {
  test('is an internal error to the client, and told to whoever runs the node', async () => {
    const told: unknown[] = [];
    const fault = new Error('broken');
    let isBroken = false;
    const broken = new Proxy(testLedger({}), {
      get(state, member) {
        if (isBroken) throw fault;
        return Reflect.get(state, member);
      },
    });
    const counts = { files: 0, blocks: 0, transactions: 0, accounts: 0 };
    const node = nodeOver({ state: broken, warnings: [], counts }, { onInternalError: (error) => told.push(error) });
    isBroken = true;
    const call = `{"jsonrpc":"2.0","id":1,${CALL_MEMBERS}}`;
    expect(await node.dispatch(`[${call},{}]`)).toBe(
      `[{"jsonrpc":"2.0","error":{"code":-32603,"message":"Internal error"},"id":1},${invalid('null').trimEnd()}]\n`,
    );
    expect(told).toEqual([fault]);
  });
});
