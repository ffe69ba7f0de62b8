import { describe, expect, it } from 'vitest';
import { bundleNode, idOf, PAYMENT, TIPPED } from '../support/bundles.ts';

const ID = idOf(PAYMENT, TIPPED);

describe('getInflightBundleStatuses', () => {
  it('has a status for each id, in order, in both dialects', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    const text = `{"context":{"slot":10},"value":[{"bundle_id":"x","status":"Invalid","landed_slot":null},{"bundle_id":"${ID}","status":"Landed","landed_slot":8}]}`;
    for (const dialect of ['agave', 'contract'] as const) {
      const body = `{"jsonrpc":"2.0","id":1,"method":"getInflightBundleStatuses","params":[["x","${ID}"]]}`;
      expect(await node.node.dispatch(body, dialect)).toBe(`{"jsonrpc":"2.0","result":${text},"id":1}\n`);
    }
  });

  it('forgets each bundle after five minutes of the ledger', async () => {
    const node = bundleNode();
    await node.bundle(PAYMENT, TIPPED);
    await node.node.advance(700);
    expect(await node.inflight(ID)).toEqual(['Landed', 8]);
    await node.node.advance(100);
    expect(await node.inflight(ID)).toEqual(['Invalid', null]);
    const { why } = await node.node.explain('getInflightBundleStatuses' as never, [[ID]] as never);
    expect(why).toEqual([`the bundle ${ID} was sent more than five minutes of the ledger ago`]);
  });

  it('tells why a bundle has failed', async () => {
    const node = bundleNode();
    await node.rule({ kind: 'fail', err: { InstructionError: [0, { Custom: 6001 }] } }, {});
    await node.bundle(PAYMENT, TIPPED);
    const { why } = await node.node.explain('getInflightBundleStatuses' as never, [[ID]] as never);
    expect(why).toEqual([
      `the bundle ${ID} has failed: transaction 1 fails: Error processing Instruction 0: custom program error: 0x1771`,
    ]);
  });
});
