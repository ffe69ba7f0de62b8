import { describe, expect, it } from 'vitest';
import { createNode, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { controlText, invalidText } from '../support/control.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .block(10, (b) => b.transfer('alice', 'bob', sol(1)).tx((t) => t.memo('x').payer('alice').fail({ custom: 1 })))
  .block(12)
  .block(13);

interface Timeline {
  readonly first: number | null;
  readonly last: number;
  readonly slots: readonly { readonly slot: number; readonly kind: string }[];
}

const timeline = async (node: LedgerNode, ...range: unknown[]) =>
  (await node.request('stillnode_timeline', range)) as Timeline;
const kinds = ({ slots }: Timeline) => slots.map(({ kind, slot }) => `${slot} ${kind}`);

describe('stillnode_timeline', () => {
  it('has the slots with what is in them, tips, snapshots and forks', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.fork('a');
    await node.snapshot();
    const found = await timeline(node);
    expect(found).toMatchObject({
      first: 10,
      last: 13,
      tips: { processed: 13, confirmed: 13, finalized: 13 },
      snapshots: ['snapshot-1'],
      forks: ['a'],
      slotTimeMs: null,
    });
    expect(found.slots).toEqual([
      {
        slot: 10,
        kind: 'block',
        parent: 9,
        blockhash: expect.any(String),
        blockTime: expect.any(Number),
        transactions: 2,
        failed: 1,
      },
      { slot: 11, kind: 'skipped' },
      expect.objectContaining({ slot: 12, kind: 'block', parent: 10, transactions: 0, failed: 0 }),
      expect.objectContaining({ slot: 13, kind: 'block', parent: 12 }),
    ]);
  });

  it('tells what lies ahead, what was dropped and what came in its place', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.setTips({ processed: 12, confirmed: 10, finalized: 10 });
    expect(kinds(await timeline(node))).toEqual(['10 block', '11 skipped', '12 block', '13 ahead']);
    await node.reorg(12);
    const dropping = await timeline(node);
    await node.addBlock();
    const after = await timeline(node);
    expect(kinds(dropping)).toEqual(['10 block', '11 skipped', '12 dropped']);
    expect(kinds(after)).toEqual(['10 block', '11 skipped', '12 dropped', '13 block']);
    expect(after.slots[3]).toMatchObject({ parent: 10 });
  });

  it('has 5,000 slots at most, the newest or those that are asked for', async () => {
    const node = await createNode({ ledger: SCRIPT });
    await node.warp({ slots: 20_000 }, { blocks: 'all' });
    const newest = await timeline(node);
    expect([newest.first, newest.last]).toEqual([10, 20_013]);
    expect([newest.slots[0]!.slot, newest.slots.length]).toEqual([15_014, 5000]);
    const reach = ({ slots }: Timeline) => [slots[0]?.slot, slots.at(-1)?.slot];
    expect(reach(await timeline(node, { from: 100 }))).toEqual([100, 5099]);
    expect(reach(await timeline(node, { to: 100 }))).toEqual([10, 100]);
    expect(reach(await timeline(node, { from: 20_000, to: 24_999 }))).toEqual([20_000, 20_013]);
    expect(reach(await timeline(node, { from: 30_000 }))).toEqual([undefined, undefined]);
    expect(reach(await timeline(node, { to: 1_000_000 }))).toEqual([15_014, 20_013]);
  });

  it.each([
    [{ to: 1_000_000 }, [10, 11, 12, 13]],
    [{ to: 12 }, [10, 11, 12]],
    [{ to: 9 }, []],
    [{ from: 12, to: 5000 }, [12, 13]],
    [{ from: 14 }, []],
  ])('%j is cut to the slots of the ledger', async (range, slots) => {
    const node = await createNode({ ledger: SCRIPT });
    expect((await timeline(node, range)).slots.map(({ slot }) => slot)).toEqual(slots);
  });

  it.each([['[{"from":0,"to":5000}]', 'range: from 0 to 5000 are more than 5000 slots']])(
    '%s is refused',
    async (params, message) => {
      const node = await createNode({ ledger: SCRIPT });
      expect(await controlText(node, 'timeline', params)).toBe(invalidText(message));
    },
  );

  it('of an empty ledger has no slot', async () => {
    const node = await createNode({ ledger: [] });
    expect(await timeline(node)).toMatchObject({ first: null, last: 0, slots: [] });
  });
});
