import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createNode, type LedgerNode, ledger, sol } from '../../src/index.ts';

/** Blocks that `advance` makes: the same bytes on every Node, and what other methods say of them. */

const SCRIPT = ledger({ processed: 100, confirmed: 100, finalized: 98 }).wallet('alice', sol(5)).block(98).block(100);

async function advanced(): Promise<LedgerNode> {
  const node = await createNode({ ledger: SCRIPT, dialect: 'agave', gates: 'genesis' });
  await node.advance(3);
  await node.advance(4);
  return node;
}

interface EmptyBlock {
  readonly blockhash: string;
  readonly blockHeight: number;
  readonly blockTime: number;
  readonly parentSlot: number;
  readonly previousBlockhash: string;
}

it('they are the same bytes on every Node', async () => {
  const node = await advanced();
  await node.setTips({ finalized: 107 });
  const texts: string[] = [];
  for (let slot = 101; slot <= 107; slot++) texts.push(await node.requestText('getBlock', [slot]));
  expect(texts[0]).toBe(
    '{"blockHeight":100,"blockTime":1700000040,"blockhash":"GNyBXKdroF7ZKKnt1i2PEmEkSnWnPJgMGbRbPohhot8i","parentSlot":100,"previousBlockhash":"GTtm4NJWkvKm4A2oMsBxeam5dtKCJ9i7QJaoHV6Zx3Jz","rewards":[],"transactions":[]}',
  );
  expect(createHash('sha256').update(texts.join('\n')).digest('hex')).toBe(
    'ba84aadb6b11d9b43c02e7dbe36d7068c9ed4efd57e2bcb9161b2bf38c4c3d36',
  );
});

it('blockhashes, heights and times agree with them', async () => {
  const node = await advanced();
  const config = { commitment: 'confirmed' } as const;
  const block = (await node.request('getBlock', [107, config])) as EmptyBlock;
  const before = (await node.request('getBlock', [106, config])) as EmptyBlock;
  expect([block.parentSlot, block.previousBlockhash]).toEqual([106, before.blockhash]);
  expect(await node.request('getLatestBlockhash', [config])).toMatchObject({
    context: { slot: 107 },
    value: { blockhash: block.blockhash, lastValidBlockHeight: block.blockHeight + 150 },
  });
  expect(await node.request('getBlockHeight', [config])).toBe(block.blockHeight);
  expect(await node.request('getEpochInfo', [config])).toMatchObject({
    absoluteSlot: 107,
    blockHeight: block.blockHeight,
  });
  expect(await node.request('getBlockTime', [107])).toBe(block.blockTime);
  expect(await node.request('isBlockhashValid', [block.blockhash, config])).toMatchObject({ value: true });
  expect(await node.request('isBlockhashValid', [block.blockhash])).toMatchObject({
    context: { slot: 105 },
    value: false,
  });
});

it('a year of them is answered from', async () => {
  const node = await advanced();
  for (let i = 0; i < 80; i++) await node.advance(1_000_000);
  const tip = 80_000_107;
  await node.setTips({ confirmed: tip, finalized: tip });
  expect(await node.request('getBlocks', [tip - 2])).toEqual([tip - 2, tip - 1, tip]);
  expect(await node.request('getBlocksWithLimit', [107, 3])).toEqual([107, 108, 109]);
  expect(await node.request('getFirstAvailableBlock')).toBe(98);
  expect(await node.request('minimumLedgerSlot')).toBe(98);
  expect(await node.request('getBlockHeight')).toBe(tip - 1);
  expect(await node.request('getBlockTime', [tip])).toBe(1_700_000_000 + (tip * 2 - 4) / 5);
  expect(await node.request('getRecentPrioritizationFees')).toEqual([]);
  const { value } = (await node.request('getLatestBlockhash')) as { value: { blockhash: string } };
  const [newest, middle] = await Promise.all(
    [tip, 40_000_000].map(async (slot) => (await node.request('getBlock', [slot])) as EmptyBlock),
  );
  expect([newest!.blockhash, newest!.parentSlot]).toEqual([value.blockhash, tip - 1]);
  expect(await node.request('isBlockhashValid', [newest!.blockhash])).toMatchObject({ value: true });
  expect(await node.request('isBlockhashValid', [middle!.previousBlockhash])).toMatchObject({ value: false });
  const { why } = await node.explain('isBlockhashValid', [middle!.blockhash]);
  expect(why).toEqual([
    `no block of the ledger has the hash ${middle!.blockhash} (of its empty blocks only the newest 2000 were searched)`,
  ]);
  const files = (await node.request('stillnode_dump')) as readonly { readonly name: string }[];
  expect(files.map(({ name }) => name).filter((name) => name.startsWith('blocks/'))).toEqual([
    'blocks/98.json',
    'blocks/100.json',
    `blocks/101-${tip}.json`,
  ]);
  await node.setTips({ finalized: 107, confirmed: 107 });
  await expect(node.reorg(108)).rejects.toThrow(
    'too many blocks to drop at once: 80000000, at most 100000: give a higher slot',
  );
  expect((await node.reorg(tip)).dropped).toEqual([tip]);
});
