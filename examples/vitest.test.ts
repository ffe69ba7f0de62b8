import { startNode } from 'stillnode';
import { expect, it } from 'vitest';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

it('finds the lamports of alice', async () => {
  const node = await startNode({ ledger: ['fixtures'], dialect: 'agave' });
  try {
    // what is tested gets node.url; the test itself can ask without a socket
    expect(await node.request('getBalance', [ALICE])).toMatchObject({ value: 42 });
  } finally {
    await node.close();
  }
});
