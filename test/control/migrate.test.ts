import { describe, expect, it } from 'vitest';
import { createNode, type FixtureError, ledger, sol } from '../../src/index.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { reasonOf } from '../support/clients.ts';

/** Blocks 10 to 12 with a tip each. */
const SCRIPT = ledger({ processed: 12, confirmed: 11, finalized: 10 })
  .wallet('alice', sol(5))
  .block(10)
  .block(11, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(12, (b) => b.transfer('alice', 'bob', sol(1)).named('newest'));

type Options = Omit<NonNullable<Parameters<typeof createNode>[0]>, 'ledger'>;

const nodeWith = (members: object = {}, options: Options = {}) =>
  createNode({ ledger: SCRIPT.with(members), dialect: 'agave', ...options });
type Node = Awaited<ReturnType<typeof nodeWith>>;

const textOf = async (node: Node, method: string, params: readonly unknown[] = []) =>
  JSON.parse(await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))) as {
    readonly result?: unknown;
    readonly error?: unknown;
  };
const controlError = async (node: Node, method: string, params: readonly unknown[] = []) =>
  ((await textOf(node, `stillnode_${method}`, params)).error as { readonly message?: string } | undefined)?.message;

describe('stillnode_migrate', () => {
  it('confirmed and finalized are one tip from the next slot on', async () => {
    const node = await nodeWith();
    const tips = { processed: 12, confirmed: 11, finalized: 10 };
    expect(await node.migrate()).toEqual(tips);
    expect(await node.getTips()).toMatchObject({ ...tips, consensus: 'tower' });
    expect(await node.advance()).toEqual({ processed: 13, confirmed: 12, finalized: 11 });
    expect(await node.getTips()).toMatchObject({
      consensus: 'alpenglow',
      agave: DEFAULT_VERSION.name,
      gates: { slotMs: 200 },
    });
    expect(await node.advance()).toEqual({ processed: 14, confirmed: 13, finalized: 13 });
    expect(await node.advance(5)).toEqual({ processed: 19, confirmed: 18, finalized: 18 });
  });

  it('a later slot, until which nothing changes', async () => {
    const node = await nodeWith();
    await node.migrate(20);
    expect(await node.advance(8)).toEqual({ processed: 20, confirmed: 19, finalized: 18 });
    expect(await node.advance()).toEqual({ processed: 21, confirmed: 20, finalized: 20 });
  });

  it('is refused for a slot that has passed, a second time, and by older versions', async () => {
    const node = await nodeWith();
    expect(await controlError(node, 'migrate', [12])).toBe(
      'slot 12 has passed: the processed tip is slot 12, give a later one',
    );
    await node.migrate(15);
    expect(await controlError(node, 'migrate', [])).toBe('this ledger decides by Alpenglow from slot 15 on already');
    for (const agave of ['4.1', '4.2'] as const)
      expect(await controlError(await nodeWith({}, { agave }), 'migrate')).toBe(
        `Agave ${agave} has no Alpenglow: it came with 4.3`,
      );
  });

  it('is undone by a revert', async () => {
    const node = await nodeWith();
    const snapshot = await node.snapshot();
    await node.migrate();
    await node.advance(3);
    await node.revert(snapshot);
    expect(await node.getTips()).toMatchObject({ finalized: 10, consensus: 'tower' });
  });
});

describe('under Alpenglow', () => {
  const migrated = () => nodeWith({ consensus: { alpenglowFrom: 11 }, finalized: 11 });

  it('setTips of one moves both, and two different ones are refused', async () => {
    const node = await migrated();
    expect(await node.setTips({ finalized: 12 })).toEqual({ processed: 12, confirmed: 12, finalized: 12 });
    expect(await node.setTips({ confirmed: 11 })).toEqual({ processed: 12, confirmed: 11, finalized: 11 });
    expect(await node.setTips({ finalized: 10 })).toEqual({ processed: 12, confirmed: 10, finalized: 10 });
    expect(await controlError(node, 'setTips', [{ confirmed: 12, finalized: 11 }])).toBe(
      'under Alpenglow, confirmed and finalized are one tip: it cannot be at slot 12 and at slot 11; a Tower ledger has two: choose it with "consensus": "tower" in ledger.json or a script, the option consensus, or --consensus tower',
    );
  });

  it('a status has no confirmations', async () => {
    const node = await migrated();
    await node.advance(2);
    await node.setTips({ confirmed: 11 });
    const signatures = [node.signature('payment'), node.signature('newest')];
    const { value } = (await node.request('getSignatureStatuses', [signatures])) as { readonly value: unknown };
    expect(value).toMatchObject([
      { confirmations: null, confirmationStatus: 'finalized' },
      { confirmations: 0, confirmationStatus: 'processed' },
    ]);
    const tower = await nodeWith();
    await tower.advance(2);
    await tower.setTips({ confirmed: 11, finalized: 10 });
    expect(await tower.request('getSignatureStatuses', [[tower.signature('newest')]])).toMatchObject({
      value: [{ confirmations: 2, confirmationStatus: 'processed' }],
    });
  });

  it('no stake has voted on a block', async () => {
    const node = await nodeWith({
      consensus: { alpenglowFrom: 11 },
      finalized: 11,
      voteStakes: { Vote111111111111111111111111111111111111111: 7 },
    });
    expect(await textOf(node, 'getBlockCommitment', [11])).toMatchObject({
      result: { commitment: null, totalStake: 7 },
    });
  });

  it('a node is unhealthy until a block is finalized', async () => {
    const node = await nodeWith();
    await node.migrate();
    await node.advance();
    expect(await textOf(node, 'getHealth')).toMatchObject({
      error: { code: -32005, message: 'Node is unhealthy', data: { numSlotsBehind: null } },
    });
    await node.advance();
    expect(await textOf(node, 'getHealth')).toMatchObject({ result: 'ok' });
  });

  it('a send is final at once, or confirmed and finalized together', async () => {
    const node = await nodeWith({ consensus: 'alpenglow', confirmed: 12, finalized: 12, processed: 12 });
    await node.addBlock((b) => b.transfer('alice', 'bob', sol(1)));
    expect(await node.getTips()).toMatchObject({ processed: 13, confirmed: 13, finalized: 13 });
  });

  it('a file that gives the two tips apart is refused, and one of an older version is warned of', async () => {
    const apart = await reasonOf(nodeWith({ consensus: 'alpenglow' }));
    expect((apart as FixtureError).problems.map(String)).toEqual([
      expect.stringContaining(
        '/finalized: expected the confirmed slot, 11, as under Alpenglow the two are one tip, found 10',
      ),
    ]);
    const older = await nodeWith({ consensus: 'alpenglow', finalized: 11 }, { agave: '4.2' });
    expect(older.warnings.map(String)).toEqual([
      expect.stringContaining('/consensus: Agave 4.2 has no Alpenglow: it came with 4.3'),
    ]);
  });
});
