import { createClient } from '@solana/kit';
import { expect, it } from 'vitest';
import { ledger, sol } from '../../../src/index.ts';
import { stillnode } from '../../../src/kit.ts';

it('the payer has its lamports, and the ledger moves', async () => {
  const script = ledger().wallet('alice', sol(5)).block(1);
  const client = await createClient().use(stillnode({ ledger: script }));
  expect((await client.rpc.getBalance(client.payer.address).send()).value).toBe(5_000_000_000n);
  await client.stillnode.advance(4);
  expect(await client.rpc.getSlot().send()).toBe(5n);
});
