import { airdropFactory, type Commitment, type Lamports } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../support/clients.ts';
import { type KitSender, keyOf, kitSender, shownError } from '../../support/kitSender.ts';
import { lamportsOf } from '../../support/sendingNode.ts';

/** Kit asks for an airdrop, and waits for it. */

const SOL = 1_000_000_000n as Lamports;
const CAROL = keyOf('carol');

function airdrop(sender: KitSender, commitment: Commitment, lamports: bigint = SOL) {
  const { abortSignal } = sender;
  const amount = lamports as Lamports;
  return airdropFactory(sender)({ abortSignal, commitment, lamports: amount, recipientAddress: CAROL });
}

describe.each(['agave', 'contract'] as const)('an airdrop of Kit, dialect %s', (dialect) => {
  it.each(['processed', 'confirmed', 'finalized'] as const)('is there, at %s', async (commitment) => {
    const sender = await kitSender({ dialect });
    const signature = await airdrop(sender, commitment);
    const { value } = await sender.rpc.getBalance(CAROL, { commitment }).send();
    expect(value).toBe(SOL);
    const status = await sender.rpc.getSignatureStatuses([signature]).send();
    expect(status.value[0]).toMatchObject({ confirmationStatus: 'finalized', err: null, slot: 101n });
  });

  it('is there twice where it is asked for twice', async () => {
    const sender = await kitSender({ dialect });
    const signatures = [await airdrop(sender, 'confirmed'), await airdrop(sender, 'confirmed')];
    expect(new Set(signatures).size).toBe(2);
    expect(await lamportsOf(sender.node, 'carol')).toBe(2n * SOL);
  });

  it('waits for the tips where they stand still', async () => {
    const sender = await kitSender({ consensus: 'tower', dialect, send: { confirm: 'manual' } });
    await sender.node.setTips({ processed: 100, confirmed: 99, finalized: 98 });
    const waiting = airdrop(sender, 'confirmed');
    await sender.called('getSignatureStatuses');
    await sender.node.advance();
    expect(await lamportsOf(sender.node, 'carol')).toBe(SOL);
    await expect(waiting).resolves.toEqual(expect.any(String));
  });

  it('of less than an account has to have fails', async () => {
    const sender = await kitSender({ dialect });
    expect(shownError(await reasonOf(airdrop(sender, 'confirmed', 5n)))).toEqual({
      message: 'Transaction results in an account (1) with insufficient funds for rent',
      context: { __code: 7_050_031, accountIndex: 1 },
    });
    expect(await lamportsOf(sender.node, 'carol')).toBe(0n);
  });

  it('is refused where there is no faucet', async () => {
    const sender = await kitSender({ dialect, send: { faucet: 'none' } });
    expect(shownError(await reasonOf(airdrop(sender, 'confirmed')))).toEqual({
      message: 'JSON-RPC error: The JSON sent is not a valid `Request` object (Invalid request)',
      context: { __code: -32600, __serverMessage: 'Invalid request' },
    });
  });
});
