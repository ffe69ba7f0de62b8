import { describe, expect, it } from 'vitest';
import { controlText, invalidText } from '../support/control.ts';
import { callText, THREE_TIPS, testNode } from '../support/testNode.ts';

const UNHEALTHY = '{"code":-32005,"message":"Node is unhealthy","data":{"numSlotsBehind":null}}';
const THEN_MEMBERS =
  'delayMs, rpcError, result, results, limit, http, headers, reset, truncate, garbage, stale, as, preset, closeSocket, refuseSocket, closeIdleSocketAfterMs, dropNotifications, delayNotificationsMs, repeatNotifications';

const onWire = (what: string, id = 'fault-1') =>
  `{"code":-32603,"message":"${id} would give an HTTP client ${what} for this call","data":{"reason":"fault"}}`;

const failedPreflight = (err: string) =>
  `{"accounts":null,"err":${err},"fee":null,"innerInstructions":null,"loadedAccountsDataSize":0,"loadedAddresses":null,"logs":[],"postBalances":null,"postTokenBalances":null,"preBalances":null,"preTokenBalances":null,"replacementBlockhash":null,"returnData":null,"unitsConsumed":0}`;

async function nodeWith(...rules: readonly string[]) {
  const node = testNode(THREE_TIPS);
  for (const rule of rules) await controlText(node, 'addFault', `[${rule}]`);
  return node;
}

describe('stillnode_addFault', () => {
  it('gives ids that are never given again', async () => {
    const node = testNode({});
    expect(await controlText(node, 'addFault', '[{"then":{"reset":true}}]')).toBe('"fault-1"');
    await controlText(node, 'clearFaults');
    expect(await controlText(node, 'addFault', '[{"then":{"reset":true}}]')).toBe('"fault-2"');
    await controlText(node, 'reset');
    expect(await controlText(node, 'addFault', '[{"then":{"reset":true}}]')).toBe('"fault-3"');
  });

  it.each([
    ['{"rpcError":{"code":-32007,"message":"No"}}', '{"code":-32007,"message":"No"}'],
    ['{"rpcError":{"code":-32005,"message":"No","data":null}}', '{"code":-32005,"message":"No","data":null}'],
    [
      '{"rpcError":{"code":429,"message":"No","data":{"a":[1.5,18446744073709551615]}}}',
      '{"code":429,"message":"No","data":{"a":[1.5,18446744073709551615]}}',
    ],
    ['{"rpcError":{"code":1,"message":"","data":null}}', '{"code":1,"message":"","data":null}'],
    ['{"preset":"unhealthy"}', UNHEALTHY],
    ['{"preset":"rateLimited"}', onWire('HTTP 429')],
    ['{"http":{"status":503}}', onWire('HTTP 503')],
    ['{"http":{"status":429},"rpcError":{"code":429,"message":"No"}}', onWire('HTTP 429')],
    ['{"reset":true}', onWire('a TCP reset')],
    ['{"truncate":10}', onWire('the first 10 bytes of its body')],
    ['{"garbage":true}', onWire('a body that is not JSON')],
    ['{"result":{"a":[1.5,18446744073709551615,null]}}', '{"a":[1.5,18446744073709551615,null]}'],
    ['{"result":null}', 'null'],
    ['{"results":["a"],"delayMs":1}', '"a"'],
    ['{"limit":{"perSecond":1}}', '7'],
    ['{"stale":2}', '5'],
    ['{"delayMs":1}', '7'],
    ['{"delayMs":{"median":0.5,"sigma":0}}', '7'],
    ['{"headers":{"x-a":"b"}}', '7'],
    ['{"closeSocket":true}', '7'],
    ['{"refuseSocket":{"status":429}}', '7'],
    ['{"dropNotifications":true,"delayMs":0}', '7'],
  ])('in process, %s', async (then, answer) => {
    const node = await nodeWith(`{"then":${then}}`);
    expect(await callText(node, 'getSlot', '[{"commitment":"processed"}]')).toBe(answer);
  });

  it.each([
    ['-32005', 'No', '{"numSlotsBehind":null}'],
    ['-32005', 'Node is behind by 150 slots', '{"numSlotsBehind":150}'],
    ['-32016', 'Minimum context slot has not been reached', '{"contextSlot":7}'],
    ['-32017', 'No', '{"currentBlockHeight":7,"rewardsCompleteBlockHeight":8,"slot":7}'],
    ['-32018', 'Rewards cannot be found because slot 5 is not the epoch boundary.', '{"slot":5}'],
    ['-32002', 'Transaction simulation failed: Blockhash not found', failedPreflight('"BlockhashNotFound"')],
    [
      '-32002',
      'Transaction simulation failed: Error processing Instruction 2: custom program error: 0x1771',
      failedPreflight('{"InstructionError":[2,{"Custom":6001}]}'),
    ],
    [
      '-32002',
      'Transaction simulation failed: Error processing Instruction 0: Invalid account owner',
      failedPreflight('{"InstructionError":[0,"InvalidAccountOwner"]}'),
    ],
    ['-32002', 'No', failedPreflight('null')],
  ])('adds the data that a node always sends with %s: %s', async (code, message, data) => {
    const node = await nodeWith(`{"then":{"rpcError":{"code":${code},"message":"${message}"}}}`);
    expect(await callText(node, 'getSlot', '[]')).toBe(`{"code":${code},"message":"${message}","data":${data}}`);
  });

  it.each(['[18446744073709552000,1e3,0.10,-0,1.0,100000000000000000000000]', '{"b":-9.5e-7,"a":[]}'])(
    'sends a result as it was given: %s',
    async (result) => {
      const node = testNode(THREE_TIPS);
      const rule = `{"match":{"method":"getSlot"},"then":{"result":${result}}}`;
      await node.dispatch(`{"jsonrpc":"2.0","id":1,"method":"stillnode_addFault","params":[${rule}]}`);
      const reply = await node.dispatch('{"jsonrpc":"2.0","id":1,"method":"getSlot"}');
      expect(reply).toBe(`{"jsonrpc":"2.0","result":${result},"id":1}\n`);
    },
  );

  it('gives results one after the other, and the last one stays', async () => {
    const node = await nodeWith('{"match":{"method":"getSlot"},"then":{"results":[1,[2],3]}}');
    const answers = [];
    for (let i = 0; i < 5; i++) answers.push(await callText(node, 'getSlot', '[]'));
    expect(answers).toEqual(['1', '[2]', '3', '3', '3']);
  });

  it('refuses beyond a limit, counts only what it refuses, and lets the next fault have the rest', async () => {
    const limit = '{"match":{"method":"getSlot"},"then":{"limit":{"perSecond":0.001,"burst":2}}}';
    const node = await nodeWith(limit, '{"then":{"result":1}}');
    const answers = [];
    for (let i = 0; i < 4; i++) answers.push(await callText(node, 'getSlot', '[]'));
    expect(answers).toEqual(['1', '1', onWire('HTTP 429'), onWire('HTTP 429')]);
    expect((await node.listFaults()).map(({ hits }) => hits)).toEqual([2, 2]);
  });

  it.each([
    ['{"limit":{}}', 'limit.perSecond'],
    ['{"limit":{"perSecond":0}}', 'expected a number above 0'],
    ['{"limit":{"perSecond":1,"burst":0}}', 'expected 1 or more'],
    ['{"results":[]}', 'expected a list of results, at least one'],
    ['{"result":1,"results":[1]}', 'there cannot be results where there is result'],
    ['{"result":1,"rpcError":{"code":1,"message":""}}', 'there cannot be result where there is rpcError'],
    ['{"limit":{"perSecond":1},"result":1}', 'there cannot be result where there is limit'],
  ])('%s is refused', async (then, message) => {
    expect(await controlText(testNode(THREE_TIPS), 'addFault', `[{"then":${then}}]`)).toContain(message);
  });

  it('is for the calls that fit only, and never for those that control', async () => {
    const node = await nodeWith('{"match":{"method":["getSlot","getHealth"],"times":2},"then":{"preset":"unhealthy"}}');
    expect(await callText(node, 'getBlocks', '[5]')).toBe('[5]');
    expect(await callText(node, 'getSlot', '[]')).toBe(UNHEALTHY);
    expect(await controlText(node, 'getTips')).toContain('"processed":7');
    expect(await callText(node, 'getHealth', '[]')).toBe(UNHEALTHY);
    expect(await callText(node, 'getHealth', '[]')).toBe('"ok"');
    const everything = await nodeWith('{"then":{"preset":"unhealthy"}}');
    expect(await controlText(everything, 'getTips')).toContain('"processed":7');
    expect(await callText(everything, 'stillnode_nothing', '[]')).toBe('{"code":-32601,"message":"Method not found"}');
    expect(await callText(everything, 'getNothing', '[]')).toBe(UNHEALTHY);
    expect(await controlText(everything, 'listFaults')).toContain('"hits":1');
  });

  it('is also for transactions that are sent, which are then not taken', async () => {
    const node = await nodeWith('{"match":{"method":"sendTransaction"},"then":{"http":{"status":429}}}');
    expect(await callText(node, 'sendTransaction', '["AA",{"encoding":"base64"}]')).toBe(onWire('HTTP 429'));
    expect(await node.sent()).toEqual([]);
  });

  it.each([
    ['getAsset', { preset: 'unhealthy' }],
    ['getTransactionsForAddress', { preset: 'unhealthy' }],
    ['accountSubscribe', { preset: 'unhealthy' }],
    ['slotNotification', { closeSocket: true }],
    ['requestAirdrop', { preset: 'unhealthy' }],
  ] as const)('may be for %s', async (method, how) => {
    expect((await testNode({}).fail(method, how)).id).toBe('fault-1');
  });

  it('looks at parameters: members of objects, beginnings of lists', async () => {
    const node = await nodeWith(
      '{"match":{"method":"getSlot","params":[{"commitment":"confirmed"}]},"then":{"preset":"unhealthy"}}',
    );
    expect(await callText(node, 'getSlot', '[{"commitment":"confirmed","minContextSlot":1}]')).toBe(UNHEALTHY);
    expect(await callText(node, 'getSlot', '[{"commitment":"finalized"}]')).toBe('5');
    expect(await callText(node, 'getSlot', '[]')).toBe('5');
  });

  it('judges a batch call by call, also calls that are equal', async () => {
    const node = await nodeWith('{"match":{"method":"getSlot","after":1,"times":1},"then":{"preset":"unhealthy"}}');
    const call = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
    const right = '{"jsonrpc":"2.0","result":5,"id":1}';
    expect(await node.dispatch(`[${call},${call},${call}]`)).toBe(
      `[${right},{"jsonrpc":"2.0","error":${UNHEALTHY},"id":1},${right}]\n`,
    );
  });

  it('holds within the batch that adds it', async () => {
    const add = '{"jsonrpc":"2.0","id":1,"method":"stillnode_addFault","params":[{"then":{"preset":"unhealthy"}}]}';
    const reply = await testNode({}).dispatch(`[${add},{"jsonrpc":"2.0","id":2,"method":"getHealth"}]`);
    expect(reply).toBe(`[{"jsonrpc":"2.0","result":"fault-1","id":1},{"jsonrpc":"2.0","error":${UNHEALTHY},"id":2}]\n`);
  });

  it('is of one ledger: a fork starts without, and its own do not befall others', async () => {
    const node = await nodeWith('{"then":{"preset":"unhealthy"}}');
    const fork = await node.fork('a');
    expect(await fork.request('getHealth')).toBe('ok');
    await node.clearFaults();
    await fork.addFault({ then: { preset: 'unhealthy' } });
    expect(await node.request('getHealth')).toBe('ok');
    expect(await callText(fork, 'getHealth', '[]')).toBe(UNHEALTHY);
  });

  it('is not kept by snapshots, and forgotten by a reset', async () => {
    const node = testNode({});
    const before = await node.snapshot();
    await node.addFault({ then: { preset: 'unhealthy' } });
    await node.revert(before);
    expect(await callText(node, 'getHealth', '[]')).toBe(UNHEALTHY);
    await node.reset();
    expect(await node.listFaults()).toEqual([]);
    expect(await node.request('getHealth')).toBe('ok');
  });

  it('flaps: every other call fails', async () => {
    const node = await nodeWith('{"then":{"preset":"flapping"}}');
    const answers: string[] = [];
    for (let i = 0; i < 4; i++) answers.push(await callText(node, 'getHealth', '[]'));
    expect(answers).toEqual([UNHEALTHY, '"ok"', UNHEALTHY, '"ok"']);
  });

  it.each([
    ['[]', 'expected the arguments [rule], but rule is missing'],
    ['[null]', 'rule: expected an object, found null'],
    ['[{}]', 'rule.then: expected an object, found no such member'],
    [
      '[{"than":{"reset":true}}]',
      'rule.than: unknown member (did you mean "then"?); rule.then: expected an object, found no such member',
    ],
    ['[{"then":{}}]', `rule.then: expected one of ${THEN_MEMBERS}, found an empty object`],
    ['[{"then":{"http":429}}]', 'rule.then.http: expected an object, found 429'],
    ['[{"then":{"http":{}}}]', 'rule.then.http.status: expected a status from 200 to 599, found no such member'],
    ['[{"then":{"http":{"status":101}}}]', 'rule.then.http.status: expected a status from 200 to 599, found 101'],
    [
      '[{"then":{"http":{"status":429,"headers":{"a b":"c"}}}}]',
      'rule.then.http.headers.a b: this cannot be the name of a header',
    ],
    [
      '[{"then":{"http":{"status":429,"headers":{"a":"b\\r\\nc"}}}}]',
      'rule.then.http.headers.a: expected visible ASCII, found "b\\r\\nc"',
    ],
    ['[{"then":{"http":{"status":429,"headers":{"a":1}}}}]', 'rule.then.http.headers.a: expected a string, found 1'],
    [
      '[{"then":{"http":{"status":429,"headers":{"Content-Length":"5"}}}}]',
      'rule.then.http.headers.Content-Length: this header follows from the body',
    ],
    [
      '[{"then":{"http":{"status":429,"headers":{"transfer-encoding":"chunked"}}}}]',
      'rule.then.http.headers.transfer-encoding: this header follows from the body',
    ],
    [
      '[{"then":{"http":{"status":429,"headers":{"Trailer":"x"}}}}]',
      'rule.then.http.headers.Trailer: replies have no trailers',
    ],
    ['[{"then":{"reset":false}}]', 'rule.then.reset: expected true, found false'],
    ['[{"then":{"garbage":1}}]', 'rule.then.garbage: expected true, found 1'],
    ['[{"then":{"truncate":-1}}]', 'rule.then.truncate: expected an integer from 0 to 4294967295 (u32), found -1'],
    ['[{"then":{"stale":0}}]', 'rule.then.stale: expected 1 slot or more, found 0'],
    [
      '[{"then":{"preset":"slow"}}]',
      'rule.then.preset: expected "rateLimited" or "unhealthy" or "flapping", found "slow"',
    ],
    ['[{"then":{"delayMs":-1}}]', 'rule.then.delayMs: expected a number from 0 to 2147483647, found -1'],
    [
      '[{"then":{"delayMs":{"median":5}}}]',
      'rule.then.delayMs.sigma: expected a number from 0 to 10, found no such member',
    ],
    ['[{"then":{"rpcError":{"code":1}}}]', 'rule.then.rpcError.message: expected a string, found no such member'],
    ...[999, 1004, 1005, 1006, 1015, 2999, 5000].map((code): [string, string] => [
      `[{"then":{"closeSocket":${code}}}]`,
      `rule.then.closeSocket: expected true, or a code that a Close frame may have, found ${code}`,
    ]),
    ['[{"then":{"headers":{}}}]', 'rule.then.headers: expected a header, found an empty object'],
    [
      '[{"then":{"headers":{"content-length":"1"}}}]',
      'rule.then.headers.content-length: this header follows from the body',
    ],
    [
      '[{"then":{"headers":{"a":"b"},"http":{"status":500}}}]',
      'rule.then.headers: there cannot be headers where there is http',
    ],
    [
      '[{"then":{"headers":{"a":"b"},"reset":true}}]',
      'rule.then.headers: there cannot be headers where there is reset',
    ],
    [
      '[{"then":{"refuseSocket":{"status":101}}}]',
      'rule.then.refuseSocket.status: expected a status from 200 to 599, found 101',
    ],
    [
      '[{"then":{"refuseSocket":{"status":429},"delayMs":1}}]',
      'rule.then.refuseSocket: there cannot be refuseSocket where there is delayMs',
    ],
    [
      '[{"match":{"method":"slotSubscribe"},"then":{"refuseSocket":{"status":429}}}]',
      'rule.match.method: a handshake (then.refuseSocket) is no call',
    ],
    [
      '[{"match":{"method":"slotSubscribe"},"then":{"closeIdleSocketAfterMs":5}}]',
      'rule.match.method: a handshake (then.closeIdleSocketAfterMs) is no call',
    ],
    [
      '[{"then":{"closeIdleSocketAfterMs":0}}]',
      'rule.then.closeIdleSocketAfterMs: expected a number from 1 to 2147483647, found 0',
    ],
    [
      '[{"then":{"closeIdleSocketAfterMs":5,"closeSocket":1000}}]',
      'rule.then.closeIdleSocketAfterMs: there cannot be closeIdleSocketAfterMs where there is closeSocket',
    ],
    [
      '[{"match":{"params":[1]},"then":{"refuseSocket":{"status":429}}}]',
      'rule.match.params: a handshake (then.refuseSocket) is no call',
    ],
    [
      '[{"match":{"method":"upgrade"},"then":{"http":{"status":429}}}]',
      'rule.match.method: a handshake is no call (then.refuseSocket answers it, without a method)',
    ],
    [
      '[{"match":{"method":["getSlot","slotNotification"]},"then":{"http":{"status":429}}}]',
      'rule.match.method.1: a notification can have none of the effects in `then`',
    ],
    [
      '[{"match":{"method":"slotNotification"},"then":{"delayMs":5,"limit":{"perSecond":1}}}]',
      'rule.match.method: a notification can have none of the effects in `then`',
    ],
    [
      '[{"match":{"method":"getSlot"},"then":{"dropNotifications":true}}]',
      'rule.match.method: a call can have none of the effects in `then`',
    ],
    ['[{"then":{"repeatNotifications":0}}]', 'rule.then.repeatNotifications: expected 1 or more, found 0'],
    ['[{"then":{"reset":true,"garbage":true}}]', 'rule.then.reset: there cannot be reset where there is garbage'],
    [
      '[{"then":{"preset":"rateLimited","http":{"status":500}}}]',
      'rule.then.http: there cannot be http where there is preset',
    ],
    [
      '[{"match":{"method":"stillnode_reset"},"then":{"reset":true}}]',
      'rule.match.method: control calls have no faults',
    ],
    [
      '[{"match":{"method":"getBlok"},"then":{"reset":true}}]',
      'rule.match.method: there is no such method (did you mean "getBlock"?)',
    ],
    [
      '[{"match":{"method":["getSlot","sendTransactoin"]},"then":{"reset":true}}]',
      'rule.match.method.1: there is no such method (did you mean "sendTransaction"?)',
    ],
    [
      '[{"match":{"method":[]},"then":{"reset":true}}]',
      'rule.match.method: expected the name of a method, or a list of names, found an empty array',
    ],
    ['[{"match":{"method":["getSlot",5]},"then":{"reset":true}}]', 'rule.match.method.1: expected a string, found 5'],
    ['[{"match":{"times":0},"then":{"reset":true}}]', 'rule.match.times: expected 1 or more, found 0'],
    [
      '[{"match":{"probability":1.5},"then":{"reset":true}}]',
      'rule.match.probability: expected a number from 0 to 1, found the number 1.5',
    ],
    ['[{"match":{"nth":1},"then":{"reset":true}}]', 'rule.match.nth: unknown member'],
  ])('%s is refused, and nothing changes', async (params, message) => {
    const node = testNode({});
    expect(await controlText(node, 'addFault', params)).toBe(invalidText(message));
    expect(await controlText(node, 'listFaults')).toBe('[]');
    expect(await controlText(node, 'addFault', '[{"then":{"reset":true}}]')).toBe('"fault-1"');
  });
});
