import { describe, expect, it } from 'vitest';
import { createNode, ledger, sol } from '../../src/index.ts';
import { memoText } from '../support/signedMemo.ts';

const SCRIPT = ledger({ finalized: 100 }).wallet('alice', sol(5)).block(100);
const created = () => createNode({ ledger: SCRIPT, dialect: 'agave' });

describe('a wait for a send', () => {
  it('ends with a transaction that matches, and passes over as many as it is told', async () => {
    const node = await created();
    const send = async (text: string) => {
      const { value } = await node.request('getLatestBlockhash');
      await node.request('sendTransaction', [await memoText(text, value), { encoding: 'base64' }]);
    };
    const first = node.waitForSend({ memo: 'order 17' });
    await send('order 16');
    await send('order 17');
    expect(await first).toMatchObject({ outcome: 'succeed', slot: 102 });
    expect(await node.waitForSend()).toMatchObject({ slot: 101 });
    expect(await node.waitForSend({}, { since: 1 })).toMatchObject({ slot: 102 });
    expect(await node.waitForSend({ memo: 'order', nth: 2 })).toMatchObject({ slot: 102 });
    await expect(node.waitForSend({ memo: 'order 18' }, { timeoutMs: 0 })).rejects.toThrow(
      'no sent transaction with {"memo":"order 18"} within 0 ms\n  transaction 2: spl-memo\n    no memo contains "order 18"',
    );
  });
});
