/**
 * Test files for any runner.
 * @module
 */

/** What both files import. Each waits for the other, in a ledger that the first call to it makes. */
export const MEETING: string = `export const call = async (url, method, ...params) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return (await (await fetch(url, { method: 'POST', headers, body })).json()).result;
};
export const main = process.env.STILLNODE_URL;
export const processed = { commitment: 'processed' };
export async function meet(place, me, other) {
  const url = main + '/fork/' + place;
  await call(url, 'stillnode_setAccount', '$' + me, { sol: 1 });
  // known once the other one has set its account
  while ((await call(url, 'stillnode_address', '$' + other)) === undefined);
}
`;

/**
 * Each moves its own ledgers by a number of its own while the other moves its own, and then finds its own alone: the fork of the
 * test, and one that is made by asking for it.
 *
 * @param steps slots that this file moves its ledgers by
 * @param node the words for the node of a test
 */
export function movingTest(me: string, other: string, steps: number, node: string): string {
  return `
    const start = await call(main, 'getSlot', processed);
    const own = main + '/fork/' + '${me}' + round;
    await meet('before' + round, '${me}', '${other}');
    for (let i = 0; i < ${steps}; i++) {
      await ${node}.advance();
      await call(own, 'stillnode_advance');
      await call(${node}.url, 'getEpochInfo', { commitment: 'processed' });
    }
    await ${node}.setAccount('alice', { sol: ${steps} });
    await meet('after' + round, '${me}', '${other}');
    expect(await ${node}.request('getSlot', [processed])).toBe(start + ${steps});
    expect(await call(own, 'getSlot', processed)).toBe(start + ${steps});
    expect(await ${node}.request('getBalance', [await ${node}.address('alice')])).toMatchObject({ value: ${steps}e9 });
    await expect(${node}).toHaveReceivedCall('getEpochInfo', [{ commitment: 'processed' }], { times: ${steps} });
    expect(await call(main, 'getSlot', processed)).toBe(start);
`;
}

/**
 * A test that watches its node with web3.js, which reconnects for ever to one that is gone: the process ends by itself, with nothing
 * logged. The last listeners are removed when the node closes.
 */
export const WEB3_TEST = `test('web3.js', async () => {
  const node = await startNode({ ledger: ledger().wallet('alice', sol(5)).block(100), dialect: 'agave' });
  const fork = await node.fork();
  const watch = async (ledger) => {
    const connection = new Connection(ledger.url, 'processed');
    let isTold = false;
    const slots = connection.onSlotChange(() => { isTold = true; });
    const account = connection.onAccountChange(new PublicKey(node.address('alice')), () => {});
    while (!isTold) {
      await ledger.advance();
      await new Promise((resolve) => setImmediate(resolve));
    }
    const roots = connection.onRootChange(() => {});
    return () => {
      connection.removeSlotChangeListener(slots);
      connection.removeAccountChangeListener(account);
      connection.removeRootChangeListener(roots);
    };
  };
  const ends = [await watch(node), await watch(fork)];
  ends[1]();
  await fork.close();
  ends[0]();
  await node.close();
});
`;

/** What the tested app asks. */
const APP = `const ask = (node, method, ...params) => fetch(node.url, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
});`;

/** Strict tests that pass. @param node the words for the node of a test @param parameter the parameter of a test */
export const strictPasses = (node: string, parameter: string): string => `${APP}
test('unused', async (${parameter}) => {
  await ${node}.fail('getBlock', { http: 429 }, { optional: true });
  await ${node}.fail('getSlot', { http: 429 }, { times: 1 });
  await ask(${node}, 'getSlot');
});
test('unknown', async (${parameter}) => {
  await ask(${node}, 'getAssetsByOwner', 'x');
  await expect(${node}).toHaveReceivedCall('getAssetsByOwner', ['x']);
});
test('off', async (${parameter}) => {
  await ask(${node}, 'getSlott');
  ${node}.strict(false);
});
`;

/** Strict tests that fail. */
export const strictFails = (node: string, parameter: string): string => `${APP}
test('unknown', async (${parameter}) => {
  await ask(${node}, 'getSlott');
});
test('unused', async (${parameter}) => {
  await ${node}.fail('getBlock', { http: 429 }, { params: [307] });
  await ${node}.fail('getHealth', { http: 429 }, { times: 2 });
  await ask(${node}, 'getBlock', 306);
  await ask(${node}, 'getHealth');
});
test('otherwise', async (${parameter}) => {
  await ask(${node}, 'getSlott');
  throw new Error('the reason');
});
test('clean', async (${parameter}) => {
  await ask(${node}, 'getSlot');
});
`;

/** The sentences with which they fail. */
export const STRICT_SENTENCES = {
  unknown: 'unexpected call: call 1: getSlott []: error -32601; the nearest method is getSlot',
  unused: [
    'never used: fault-1 {"match":{"method":"getBlock","params":[307]},"then":{"http":{"status":429}}}; the nearest is call 1: getBlock [306]; params[0] is 306, expected 307',
    'used too rarely: fault-2 {"match":{"method":"getHealth","times":2},"then":{"http":{"status":429}}}: 1 of 2 times; 1 call with this method and parameters came: an earlier fault, or other members of this one, left it unused',
  ].join('\n'),
} as const;

/** A test that fails, in a describe. @param node the words for the node of a test @param parameter the parameter of a test */
export const tracedTest = (node: string, parameter: string): string => `${APP}
describe('a payment', () => {
  test('that fails / twice', async (${parameter}) => {
    await ${node}.advance(2);
    await ${node}.fail('getSlot', { http: 429 });
    await ask(${node}, 'getBlock', 101);
    await ask(${node}, 'getSlot');
    expect(1).toBe(2);
  });
  test('that passes', async (${parameter}) => {
    await ask(${node}, 'getSlot');
  });
});
`;

/** The ledger of such tests, as an expression. */
export const TRACED_LEDGER =
  "ledger().wallet('alice', sol(5)).wallet('bob', sol(1)).block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent')).block(102)";
