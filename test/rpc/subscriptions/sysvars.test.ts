import { expect, it, onTestFinished } from 'vitest';
import { createNode, ledger, sol } from '../../../src/index.ts';
import { CLOCK_SYSVAR, SYSVAR_OWNER } from '../../../src/solana/address.ts';

it('the program of sysvars is told of those that a block changes', async () => {
  const script = ledger({ processed: 101, cluster: 'localnet' }).block(100).block(101);
  const node = await createNode({ ledger: script });
  const told = node.subscribe('program', SYSVAR_OWNER, { commitment: 'processed', encoding: 'base64' });
  await node.advance();
  const names: string[] = [];
  for (let i = 0; i < 4; i++) {
    const { value } = await told.next();
    expect(value!.context.slot).toBe(102);
    names.push(value!.value.pubkey);
  }
  expect(names).toEqual([
    CLOCK_SYSVAR,
    'SysvarRecentB1ockHashes11111111111111111111',
    'SysvarS1otHashes111111111111111111111111111',
    'SysvarS1otHistory11111111111111111111111111',
  ]);
});

it('a sysvar is told with each block that changes it, as it reads then', async () => {
  const script = ledger({ processed: 102, cluster: 'localnet' })
    .wallet('alice', sol(1))
    .block(100)
    .block(101)
    .block(102);
  const node = await createNode({ ledger: script });
  const config = { commitment: 'processed', encoding: 'base64' } as const;
  const clocks = node.subscribe('account', CLOCK_SYSVAR, config);
  const rents = node.subscribe('account', 'SysvarRent111111111111111111111111111111111', config);
  onTestFinished(async () => void (await rents.return()));
  await node.advance(2);
  for (const slot of [103, 104]) {
    const { value } = await clocks.next();
    const [text] = value!.value.data as [string];
    expect(value!.context.slot).toBe(slot);
    // the slot comes first
    expect(Buffer.from(text, 'base64').readBigUInt64LE()).toBe(BigInt(slot));
  }
  await node.setTips({ processed: 101 });
  expect((await clocks.next()).value).toMatchObject({ context: { slot: 101 } });
  const told = await Promise.race([rents.next(), new Promise((resolve) => setTimeout(() => resolve('nothing'), 20))]);
  expect(told).toBe('nothing');
});

it('the feature of a gate and its program are told of in the block of its first slot', async () => {
  const gates = { preset: 'genesis', txV1: { from: 103 } } as const;
  const script = ledger({ processed: 101, cluster: 'mainnet', agave: '4.3', gates }).block(100).block(101);
  const node = await createNode({ ledger: script });
  const config = { commitment: 'processed', encoding: 'base64' } as const;
  const feature = node.subscribe('account', 'txv1aq4pp281K9um3tnPgkfX8UqtFT6wcVW3hNezGLL', config);
  const features = node.subscribe('program', 'Feature111111111111111111111111111111111111', config);
  await node.advance(3);
  const since = { data: ['AWcAAAAAAAAA', 'base64'] };
  expect((await feature.next()).value).toMatchObject({ context: { slot: 103 }, value: since });
  expect((await features.next()).value).toMatchObject({ context: { slot: 103 }, value: { account: since } });
});
