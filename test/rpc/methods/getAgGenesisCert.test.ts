import { describe, expect, it } from 'vitest';
import { createNode, ledger } from '../../../src/index.ts';

const SCRIPT = ledger({ processed: 12, confirmed: 11, finalized: 10 }).block(10).block(11).block(12);

const nodeWith = (members: object = {}, options: Omit<NonNullable<Parameters<typeof createNode>[0]>, 'ledger'> = {}) =>
  createNode({ ledger: SCRIPT.with(members), dialect: 'agave', ...options });

const textOf = async (node: Awaited<ReturnType<typeof nodeWith>>, method: string, params: readonly unknown[] = []) =>
  JSON.parse(await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as {
    readonly result?: unknown;
    readonly error?: unknown;
  };

describe('getAgGenesisCert', () => {
  it('is unknown to 4.1, also with wrong parameters, and null before the migration', async () => {
    const unknown = { error: { code: -32601, message: 'Method not found' } };
    const older = await nodeWith({}, { agave: '4.1' });
    expect(await textOf(older, 'getAgGenesisCert')).toMatchObject(unknown);
    expect(await textOf(older, 'getAgGenesisCert', [1])).toMatchObject(unknown);
    for (const agave of ['4.2', '4.3'] as const) {
      const node = await nodeWith({}, { agave });
      expect((await textOf(node, 'getAgGenesisCert')).result).toBeNull();
      expect(await textOf(node, 'getAgGenesisCert', [1])).toMatchObject({
        error: { code: -32602, message: 'Invalid parameters: No parameters were expected' },
      });
    }
  });

  it('is that of the last block before, once a block after it is finalized', async () => {
    const node = await nodeWith();
    await node.migrate(15);
    await node.advance(3);
    expect(await node.request('getAgGenesisCert')).toBeNull();
    await node.advance();
    const certificate = (await node.request('getAgGenesisCert')) as {
      readonly block: { readonly blockId: readonly number[]; readonly slot: number };
      readonly signature: { readonly bitmap: readonly number[]; readonly signature: readonly number[] };
    };
    expect(Object.keys(certificate.block)).toEqual(['blockId', 'slot']);
    expect(certificate.block.slot).toBe(14);
    expect(certificate.block.blockId).toHaveLength(32);
    expect(Object.keys(certificate.signature)).toEqual(['bitmap', 'signature']);
    expect(certificate.signature.signature).toHaveLength(192);
    // version 0, one bit, which is set: what the reader of a node expects
    expect(certificate.signature.bitmap).toEqual([0, 1, 0, 1]);
    expect(await node.request('getAgGenesisCert')).toEqual(certificate);
  });

  it('has zeros where a cluster begins under Alpenglow, as that of a test validator', async () => {
    const alpenglow = ledger({ processed: 12, confirmed: 12, finalized: 12, consensus: 'alpenglow' }).block(12);
    const node = await createNode({ ledger: alpenglow, dialect: 'agave' });
    const zeros = (count: number) => new Array<number>(count).fill(0);
    expect((await textOf(node, 'getAgGenesisCert')).result).toEqual({
      block: { blockId: zeros(32), slot: 0 },
      signature: { bitmap: [0, 0, 0], signature: zeros(192) },
    });
  });

  it.each([
    ['tower', 'the consensus of this ledger is Tower: it has no certificate'],
    [{ alpenglowFrom: 12 }, 'no block that Alpenglow has decided is finalized'],
  ])('explains null: consensus %j', async (consensus, reason) => {
    const node = await nodeWith({ consensus });
    expect(await node.explain('getAgGenesisCert')).toMatchObject({ answer: { result: null }, why: [reason] });
  });
});
