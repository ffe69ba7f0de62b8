import { getSignatureFromTransaction } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { reasonOf } from '../../support/clients.ts';
import { kitSender, sendAndConfirm, signedOf } from '../../support/kitSender.ts';

/** An app that sends, waits with the strategies of Kit, and does not know how the cluster decides. */

describe('Kit confirms', () => {
  it('on Tower, across the migration, and under Alpenglow', async () => {
    const sender = await kitSender({ consensus: 'tower' });
    const { node, rpc } = sender;
    const levels = async () => {
      const { confirmed, consensus, finalized, processed } = await node.getTips();
      return { consensus, areOne: confirmed === finalized, isBehind: Number(processed) > Number(finalized) };
    };
    const send = async (commitment: 'confirmed' | 'finalized') => {
      await node.onSend({ then: { stopAt: 'processed' }, times: 1 });
      const transaction = await signedOf(sender);
      const ending = reasonOf(sendAndConfirm(sender, transaction, { commitment }));
      await sender.called('getSignatureStatuses');
      const statusOf = async () => {
        const { value } = await rpc.getSignatureStatuses([getSignatureFromTransaction(transaction)]).send();
        return value[0] && { level: value[0].confirmationStatus, confirmations: value[0].confirmations };
      };
      return { ending, statusOf };
    };

    const onTower = await send('confirmed');
    expect(await onTower.statusOf()).toEqual({ level: 'processed', confirmations: 0n });
    await node.advance();
    expect(await onTower.statusOf()).toEqual({ level: 'processed', confirmations: 1n });
    await node.setTips({ confirmed: (await node.getTips()).processed });
    expect(await onTower.ending).toBeUndefined();
    expect(await onTower.statusOf()).toEqual({ level: 'confirmed', confirmations: 1n });
    expect(await levels()).toEqual({ consensus: 'tower', areOne: false, isBehind: true });

    await node.migrate();
    await node.advance();
    await node.setTips({ confirmed: (await node.getTips()).processed });
    expect(await onTower.statusOf()).toEqual({ level: 'finalized', confirmations: null });
    expect(await levels()).toEqual({ consensus: 'alpenglow', areOne: true, isBehind: false });
    expect(await rpc.getSlot({ commitment: 'finalized' }).send()).toBe(
      await rpc.getSlot({ commitment: 'confirmed' }).send(),
    );

    const onAlpenglow = await send('finalized');
    await node.advance();
    expect(await onAlpenglow.statusOf()).toEqual({ level: 'processed', confirmations: 0n });
    await node.setTips({ confirmed: (await node.getTips()).processed });
    expect(await onAlpenglow.ending).toBeUndefined();
    expect(await onAlpenglow.statusOf()).toEqual({ level: 'finalized', confirmations: null });
  });
});
