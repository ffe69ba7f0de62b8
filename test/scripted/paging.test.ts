import { describe, expect, it } from 'vitest';
import { addressOf, clientOf, signaturesAt } from './ledgers.ts';

const rpc = await clientOf('paging.ledger.yaml');
const SHOP = addressOf('shop');
const SLOTS = Array.from({ length: 50 }, (_, i) => BigInt(101 + i));

/** Newest first. */
const ALL = (await Promise.all(SLOTS.map((slot) => signaturesAt(rpc, slot)))).flat().reverse();

async function page(config: Parameters<typeof rpc.getSignaturesForAddress>[1] = {}) {
  const found = await rpc.getSignaturesForAddress(SHOP, config).send();
  return found.map(({ signature }) => signature);
}

describe('2,500 signatures of an address', () => {
  it('are all different', () => {
    expect(new Set(ALL).size).toBe(2500);
  });

  it('come in pages of 1,000, each before the last of the page above', async () => {
    const pages = [await page()];
    while (pages.at(-1)!.length > 0) pages.push(await page({ before: pages.at(-1)!.at(-1)! }));
    expect(pages.map(({ length }) => length)).toEqual([1000, 1000, 500, 0]);
    expect(pages.flat()).toEqual(ALL);
  });

  it.each([0, 1, 49, 50, 998, 2498])('end above signature %i, given as `until`', async (at) => {
    expect(await page({ until: ALL[at]! })).toEqual(ALL.slice(0, Math.min(at, 1000)));
  });

  it('lie between `before` and `until`, both left out', async () => {
    expect(await page({ before: ALL[1200]!, until: ALL[1300]! })).toEqual(ALL.slice(1201, 1300));
    expect(await page({ before: ALL[1200]!, until: ALL[1201]! })).toEqual([]);
  });

  it('are cut off at `limit`, below `before`', async () => {
    expect(await page({ before: ALL[2490]!, limit: 7 })).toEqual(ALL.slice(2491, 2498));
  });

  it('stand in the blocks that they name', async () => {
    const found = await rpc.getSignaturesForAddress(SHOP, { limit: 120 }).send();
    const places = found.map(({ slot, transactionIndex }) => [slot, transactionIndex]);
    expect(places).toEqual(Array.from({ length: 120 }, (_, i) => [150n - BigInt(Math.floor(i / 50)), 49 - (i % 50)]));
  });
});

it('the shop has got every payment', async () => {
  expect((await rpc.getBalance(SHOP).send()).value).toBe(2500n * 1_000_000n);
});
