import { createClient } from '@solana/kit';
import { expect, it } from 'vitest';
import { ledger, sol } from '../../../src/index.ts';
import { stillnode } from '../../../src/kit.ts';

it('asks a node of the process with Kit', async () => {
  const client = await createClient().use(stillnode({ ledger: ledger().wallet('alice', sol(5)) }));
  await client.stillnode.advance(3);
  const { value } = await client.rpc.getBalance(client.payer.address).send();
  expect(value).toBe(5_000_000_000n);
});
