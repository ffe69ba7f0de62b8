import { expect, it } from 'vitest';
import { HASH, sendNode, signed } from '../../support/sends.ts';
import { transfer } from '../../support/sentTransactions.ts';

/** Blockhashes that sends make old. */

const HINT =
  'while the ledger does not advance by itself, each send makes 3 blocks, because the tips keep their distance: a blockhash that a client keeps, as web3.js does for 30 seconds, is too old after at most 50 sends';

/** Sends until the blockhash is too old: how many were taken, and the explanation then. */
async function sendAll(sends: ReturnType<typeof sendNode>) {
  let taken = 0;
  while ((await sends.send(signed([transfer(taken + 1)]))).startsWith('"')) taken++;
  const bytes = Buffer.from(signed([transfer(taken + 1)])).toString('base64');
  return { taken, ...(await sends.node.explain('simulateTransaction', [bytes, { encoding: 'base64' }])) };
}

it('tips at a distance: each send makes three blocks, and the explanation of an expired blockhash says so', async () => {
  const { taken, why } = await sendAll(sendNode());
  expect(taken).toBeGreaterThan(45);
  expect(taken).toBeLessThanOrEqual(50);
  expect(why).toEqual([
    'Blockhash not found',
    expect.stringMatching(new RegExp(`^blockhash ${HASH} is \\d+ blocks old, and transactions may name it up to 150`)),
    HINT,
  ]);
});

it('tips without a distance: one block a send, and no hint', async () => {
  const { taken, why } = await sendAll(sendNode({ processed: 7, confirmed: 7, finalized: 7 }));
  expect(taken).toBeGreaterThan(140);
  expect(why.length).toBe(2);
});
