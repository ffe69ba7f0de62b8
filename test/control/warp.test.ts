import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';

/** Slots of 200 ms, epochs of 100 slots. */
const SCHEDULE = {
  slotsPerEpoch: 100,
  leaderScheduleSlotOffset: 100,
  warmup: false,
  firstNormalEpoch: 0,
  firstNormalSlot: 0,
};
const SCRIPT = ledger({ processed: 12, confirmed: 11, finalized: 10, epochSchedule: SCHEDULE })
  .wallet('alice', sol(5))
  .block({ slot: 10, blockTime: 1_700_000_000 })
  .block(11)
  .block(12);
const YEAR = 365 * 24 * 3600;

const nodeOf = () => createNode({ ledger: SCRIPT, dialect: 'agave' });
type Node = Awaited<ReturnType<typeof nodeOf>>;
const timeOf = (node: Node, slot: number) => node.request('getBlockTime', [slot]);
const errorOf = async (node: Node, params: readonly unknown[]) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'stillnode_warp', params });
  return (JSON.parse(await node.dispatch(body)) as { readonly error: { readonly message: string } }).error.message;
};

describe('stillnode_warp goes', () => {
  it.each<[target: Parameters<Node['warp']>[0], slot: number]>([
    [{ slot: 20 }, 20],
    [{ slots: 1 }, 13],
    [{ slots: 8 }, 20],
    [{ epoch: 3 }, 300],
    [{ epochs: 1 }, 100],
    [{ epochs: 2 }, 200],
    // the tip is 0.4 s behind the full second
    [{ time: 1_700_000_001 }, 15],
    [{ seconds: 2 }, 20],
    [{ seconds: YEAR }, 12 - 2 + 5 * YEAR],
  ])('%j: to slot %i, with a block there', async (target, slot) => {
    const node = await nodeOf();
    expect(await node.warp(target)).toEqual({ processed: slot, confirmed: slot - 1, finalized: slot - 2 });
    await node.setTips({ confirmed: slot });
    expect(await timeOf(node, slot)).toBe(1_700_000_000 + Math.floor((slot - 10) / 5));
    const above = await node.request('getBlocksWithLimit', [10, 9, { commitment: 'confirmed' }]);
    expect(above).toEqual([10, 11, 12, slot]);
    expect(await node.request('getBlockHeight', [{ commitment: 'confirmed' }])).toBe(13);
  });

  it('over empty blocks, if they are wanted', async () => {
    const node = await nodeOf();
    await node.warp({ seconds: YEAR }, { blocks: 'all' });
    const { confirmed } = await node.getTips();
    expect(await node.request('getBlockHeight', [{ commitment: 'confirmed' }])).toBe(confirmed);
    expect(await node.request('getBlocks', [1_000_000, 1_000_002])).toEqual([1_000_000, 1_000_001, 1_000_002]);
  });

  it('past the life of a blockhash only where there are blocks', async () => {
    for (const [blocks, isValid] of [
      ['none', true],
      ['all', false],
    ] as const) {
      const node = await nodeOf();
      const { value } = (await node.request('getLatestBlockhash', [{ commitment: 'processed' }])) as {
        readonly value: { readonly blockhash: string };
      };
      await node.warp({ slots: 200 }, { blocks });
      const asked = await node.request('isBlockhashValid', [value.blockhash, { commitment: 'processed' }]);
      expect(asked).toMatchObject({ value: isValid });
    }
  });
});

describe('stillnode_warp refuses', () => {
  it.each([
    [[{ slot: 12 }], 'slot 12 is not ahead: the ledger only moves forward, and is at slot 12'],
    [[{ slots: 0 }], 'slot 12 is not ahead: the ledger only moves forward, and is at slot 12'],
    [[{ epoch: 0 }], 'slot 0 is not ahead: the ledger only moves forward, and is at slot 12'],
    [[{ time: 1_699_999_999 }], 'time 1699999999 is not ahead: the ledger only moves forward, and is at 1700000000'],
    // the time of the tip itself
    [[{ time: 1_700_000_000 }], 'time 1700000000 is not ahead: the ledger only moves forward, and is at 1700000000'],
    [[{ seconds: 0 }], 'time 1700000000 is not ahead: the ledger only moves forward, and is at 1700000000'],
    [[{ epochs: 0 }], 'slot 0 is not ahead: the ledger only moves forward, and is at slot 12'],
    [
      [{ slot: 20, slots: 3 }],
      'target: expected one of slot, slots, time, seconds, epoch and epochs, found an object with slot, slots',
    ],
  ])('%j, and nothing moves', async (params, message) => {
    const node = await nodeOf();
    const before = await node.getTips();
    expect(await errorOf(node, params)).toBe(message);
    expect(await node.getTips()).toEqual(before);
  });
});

describe('after a reorganization', () => {
  /** Slots 96 to 100 were dropped, the tip is 95; an epoch begins at 96. */
  const dropped = async <N extends Pick<Node, 'advance' | 'setTips' | 'reorg'>>(node: N): Promise<N> => {
    await node.advance(88);
    await node.setTips({ processed: 100, confirmed: 90, finalized: 90 });
    await node.reorg(96);
    return node;
  };
  const blocksFrom = (node: Node, slot: number) =>
    node.request('getBlocksWithLimit', [slot, 9, { commitment: 'confirmed' }]);
  const EPOCHS_OF_32 = { ...SCHEDULE, slotsPerEpoch: 32, leaderScheduleSlotOffset: 32 };
  const droppedNode = async () =>
    dropped(
      await createNode({
        ledger: ledger({ processed: 12, confirmed: 11, finalized: 10, epochSchedule: EPOCHS_OF_32 })
          .block({ slot: 10, blockTime: 1_700_000_000 })
          .block(11)
          .block(12),
        dialect: 'agave',
      }),
    );

  describe.each<'none' | 'all'>(['none', 'all'])('with `blocks: %j`', (blocks) => {
    it.each<[target: Parameters<Node['warp']>[0], slot: number]>([
      // slot 95 is 17 s after slot 10: a second later would be slot 100, which is dropped
      [{ seconds: 1 }, 101],
      [{ time: 1_700_000_018 }, 101],
      [{ seconds: 2 }, 105],
      // epoch 3 begins at slot 96
      [{ epochs: 1 }, 101],
      [{ epoch: 3 }, 101],
      [{ epochs: 2 }, 128],
      [{ slots: 1 }, 101],
      [{ slot: 101 }, 101],
    ])('%j goes to slot %i, with a block there', async (target, slot) => {
      const node = await droppedNode();
      expect((await node.warp(target, { blocks })).processed).toBe(slot);
      await node.setTips({ confirmed: slot });
      expect(await timeOf(node, slot)).toBe(1_700_000_000 + Math.floor((slot - 10) / 5));
      const between = blocks === 'none' ? [] : Array.from({ length: slot - 101 }, (_, i) => 101 + i);
      expect(await blocksFrom(node, 95)).toEqual([95, ...between, slot].slice(0, 9));
    });
  });

  it.each([
    [[{ slot: 98 }], 'slot 98 is dropped, and a slot never gets a second block: the next one is slot 101'],
    [[{ slot: 100 }], 'slot 100 is dropped, and a slot never gets a second block: the next one is slot 101'],
    [[{ slot: 95 }], 'slot 95 is not ahead: the ledger only moves forward, and is at slot 95'],
    [[{ slots: 0 }], 'slot 100 is not ahead: the ledger only moves forward, and is at slot 100'],
    [[{ epochs: 0 }], 'slot 64 is not ahead: the ledger only moves forward, and is at slot 95'],
    [[{ epoch: 2 }], 'slot 64 is not ahead: the ledger only moves forward, and is at slot 95'],
    [[{ time: 1_700_000_017 }], 'time 1700000017 is not ahead: the ledger only moves forward, and is at 1700000017'],
  ])('%j is refused', async (params, message) => {
    expect(await errorOf(await droppedNode(), params)).toBe(message);
  });

  it('it goes above the slots of a second one too', async () => {
    const node = await droppedNode();
    await node.warp({ seconds: 1 });
    await node.reorg(101);
    expect((await node.warp({ seconds: 1 })).processed).toBe(102);
    expect(await timeOf(node, 102)).toBe(1_700_000_018);
  });

  it('a fork goes to the same slot', async () => {
    const node = await nodeOf();
    const fork = await node.fork();
    const other = await dropped(fork);
    expect((await other.warp({ seconds: 1 })).processed).toBe(101);
    expect((await node.getTips()).processed).toBe(12);
  });
});
