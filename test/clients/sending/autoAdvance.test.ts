import { sendAndConfirmTransaction, Transaction } from '@solana/web3.js';
import { expect, it } from 'vitest';
import { keypair, type RunningNode } from '../../../src/index.ts';
import { type KitSender, kitSender, sendAndConfirm, signedOf } from '../../support/kitSender.ts';
import { runsOf } from '../../support/runs.ts';
import { startSending } from '../../support/sendingNode.ts';
import { keyOf, keypairOf, transferOf } from '../../support/web3Sender.ts';
import { connectionTo } from '../../support/web3Socket.ts';

/** Clients send and wait, and nobody moves the ledger: it goes on because they wait, and ends in the same slot each time. */

const MANY = runsOf(50);
const SOME = runsOf(20);
const OPTIONS = { autoAdvance: true, tips: [100, 99, 98] } as const;

async function slotsOf(node: RunningNode, runs: number, flow: () => Promise<unknown>): Promise<readonly number[]> {
  const slots: number[] = [];
  for (let run = 0; run < runs; run++) {
    await node.reset();
    await flow();
    slots.push(Number((await node.getTips()).processed));
  }
  return slots;
}

it.each([
  ['processed', SOME, 101],
  ['confirmed', MANY, 102],
  ['finalized', SOME, 103],
] as const)('Kit, at %s', async (commitment, runs, slot) => {
  const sender: KitSender = await kitSender(OPTIONS);
  const slots = await slotsOf(sender.node, runs, async () => {
    await sendAndConfirm(sender, await signedOf(sender), { commitment });
  });
  expect(new Set(slots)).toEqual(new Set([slot]));
});

it.each([
  ['processed', SOME, 101],
  ['confirmed', MANY, 102],
  ['finalized', SOME, 103],
] as const)('web3.js, at %s', async (commitment, runs, slot) => {
  const node = await startSending(OPTIONS);
  const slots = await slotsOf(node, runs, async () => {
    // a connection that has sent the same before waits for another blockhash
    const connection = connectionTo(node.url, 'confirmed');
    const transaction = new Transaction({ feePayer: keyOf('alice') }).add(transferOf('alice', 'bob', 1));
    await sendAndConfirmTransaction(connection, transaction, [keypairOf('alice')], { commitment });
  });
  expect(new Set(slots)).toEqual(new Set([slot]));
});

it('a program that asks for the status again and again', async () => {
  const { node } = await kitSender(OPTIONS);
  const slots = await slotsOf(node, MANY, async () => {
    const signature = await node.request('requestAirdrop', [keypair('alice').address, 1]);
    for (;;) {
      const { value } = (await node.request('getSignatureStatuses', [[signature]])) as {
        value: readonly ({ confirmationStatus: string } | null)[];
      };
      if (value[0]?.confirmationStatus === 'finalized') return;
    }
  });
  expect(new Set(slots).size).toBe(1);
});
