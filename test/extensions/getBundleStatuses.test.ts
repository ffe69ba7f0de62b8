import { describe, expect, it } from 'vitest';
import { badParams, errorText } from '../support/answers.ts';
import { bundleNode, idOf, PAYMENT, signatureOf, TIPPED } from '../support/bundles.ts';

const ID = idOf(PAYMENT, TIPPED);
/** The id that LI.FI asks for, to find out whether a node knows bundles. */
const PROBE = '1'.repeat(64);

const explain = async (node: ReturnType<typeof bundleNode>, id: string) =>
  (await node.node.explain('getBundleStatuses' as never, [[id]] as never)).why;

describe('getBundleStatuses', () => {
  it('has an item for each bundle that has landed, null for the others', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    const item = `{"bundle_id":"${ID}","transactions":["${signatureOf(PAYMENT)}","${signatureOf(TIPPED)}"],"slot":8,"confirmation_status":"finalized","err":{"Ok":null}}`;
    const text = `{"context":{"slot":10},"value":[null,${item},null]}`;
    for (const dialect of ['agave', 'contract'] as const) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"getBundleStatuses","params":[["${PROBE}","${ID}","x"]]}`;
      expect(await node.node.dispatch(body, dialect)).toBe(`{"jsonrpc":"2.0","result":${text},"id":1}\n`);
    }
  });

  it('rises with the tips', async () => {
    const node = bundleNode({ send: { confirm: 'manual' } });
    await node.bundle(PAYMENT, TIPPED);
    const statuses: unknown[] = [];
    for (let i = 0; i < 3; i++) {
      statuses.push(((await node.landed(ID)) as { confirmation_status: string }).confirmation_status);
      await node.node.advance();
    }
    expect(statuses).toEqual(['processed', 'confirmed', 'finalized']);
  });

  it('forgets a bundle with the statuses of its transactions', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    await node.node.expireStatuses();
    expect(await node.landed(ID)).toBe(null);
    expect(await explain(node, ID)).toEqual([`the bundle ${ID} landed in slot 8, before the statuses that are kept`]);
  });

  it('tells why it has no item', async () => {
    const node = bundleNode();
    expect(await explain(node, PROBE)).toEqual([`no bundle ${PROBE} was sent to this ledger`]);
    await node.rule({ kind: 'drop' }, {}, 1);
    await node.bundle(PAYMENT, TIPPED);
    expect(await explain(node, ID)).toEqual([`the bundle ${ID} has not landed`]);
    await node.send(TIPPED);
    expect(await explain(node, ID)).toEqual([
      `the bundle ${ID} has failed: transaction 2 can be in no later block: This transaction has already been processed`,
    ]);
  });

  it.each([
    ['[[]]', errorText(-32602, 'bundle_ids cannot be empty')],
    [JSON.stringify([Array(6).fill(PROBE)]), errorText(-32602, 'bundle_ids exceeds maximum of 5 per request')],
    ['[]', badParams('invalid length 0, expected a tuple of size 1')],
    ['["x"]', badParams('invalid type: string "x", expected a sequence')],
    ['[[5]]', badParams('invalid type: integer `5`, expected a string')],
  ])('%s is refused', async (params, text) => {
    const node = bundleNode();
    expect(await node.call('getBundleStatuses', params)).toBe(text);
    expect(await node.call('getInflightBundleStatuses', params)).toBe(text);
  });
});
