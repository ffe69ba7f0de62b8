import { describe, expect, it } from 'vitest';
import { ata, createNode, type LedgerNode } from '../../../src/index.ts';
import { PAYOUT_LEDGER, pay } from '../../support/payouts.ts';

/** Transactions that were sent and are in no block. */

const started = () => createNode({ ledger: PAYOUT_LEDGER, dialect: 'agave' });

const shown = (node: LedgerNode, subject?: string) =>
  node.request('stillnode_show', [subject, { summaries: true }] as never) as Promise<Record<string, unknown>>;

describe('a transaction that a rule swallowed', () => {
  it('is shown with its instructions, accounts, amount, rule and outcome', async () => {
    const node = await started();
    await node.onSend({ then: 'drop' });
    const signature = await pay(node, 'bob', 2_500_000);
    const { balances, transaction, ...item } = await shown(node, signature);
    expect(item).toEqual({
      blockTime: null,
      copy: null,
      err: null,
      events: [],
      fate: { fate: 'dropped', rule: 'send-rule-1' },
      failure: null,
      index: null,
      instructions: [
        {
          index: 0,
          innerIndex: null,
          program: 'computeBudget',
          instruction: 'setComputeUnitLimit',
          args: { units: 60_000 },
          accounts: {},
        },
        {
          index: 1,
          innerIndex: null,
          program: 'computeBudget',
          instruction: 'setComputeUnitPrice',
          args: { microLamports: 5 },
          accounts: {},
        },
      ],
      memo: null,
      meta: null,
      name: null,
      // 60,000 units for 5 micro-lamports each
      priorityFee: 1,
      programError: null,
      programs: ['$computeBudget', '$token'],
      sent: {
        fate: { fate: 'dropped', rule: 'send-rule-1' },
        options: { encoding: 'base64' },
        outcome: 'drop',
        rule: 'send-rule-1',
        why: ['sent in call 2; dropped by send-rule-1'],
      },
      signature,
      slot: null,
      status: null,
      summary: 'alice → bob 2.5 usdc',
      tokenBalances: [],
      version: 'legacy',
    });
    expect(balances).toContainEqual({
      address: node.address('$ata(bob,usdc)'),
      name: '$ata(bob,usdc)',
      signer: false,
      writable: true,
      before: null,
      after: null,
    });
    expect(transaction).toMatchObject({
      message: {
        instructions: [
          {},
          {},
          { parsed: { type: 'transferChecked', info: { tokenAmount: { uiAmountString: '2.5' } } } },
        ],
      },
    });
    expect(await node.show(signature)).toMatchObject({ signature, sent: { rule: 'send-rule-1' } });
  });

  it('is found by the beginning of its signature, and so is an account that it alone names', async () => {
    const node = await started();
    await node.onSend({ then: 'drop' });
    const signature = await pay(node, 'carol', 1, { skipPreflight: true });
    expect(await node.show(signature.slice(0, 8) as never)).toMatchObject({ signature });
    const receiver = node.address(ata('carol', 'usdc'));
    expect(await node.show(receiver)).toMatchObject({ address: receiver, account: null });
  });

  it('is in the list of the ledger until it is in a block', async () => {
    const node = await started();
    await node.onSend({ then: { delay: 1 }, times: 1 } as never);
    const signature = await pay(node, 'bob', 1);
    const { leftOut, summary, transactions, unlanded } = await shown(node);
    expect(unlanded).toMatchObject([{ signature, slot: null, status: null, summary: 'alice → bob 0.000001 usdc' }]);
    expect([transactions, (summary as { transactions: number }).transactions]).toEqual([[], 0]);
    expect(leftOut).toMatchObject({ transactions: 0 });
    await node.advance(2);
    expect(await shown(node)).toMatchObject({ transactions: [{ signature }], unlanded: [] });
    expect(await node.show(signature)).toMatchObject({ sent: { rule: 'send-rule-1', outcome: { delay: 1 } } });
  });

  it('has the reason if it was refused; after a reorganization a transaction is that of its dropped block', async () => {
    const node = await started();
    await expect(pay(node, 'carol', 1)).rejects.toThrow('Transaction simulation failed');
    const [{ signature }] = (await node.sent()) as unknown as [{ signature: string }];
    expect(await shown(node, signature)).toMatchObject({
      slot: null,
      summary: expect.stringMatching(/^alice → \w+…\w+ 0\.000001 usdc$/),
      sent: {
        outcome: { refused: { code: -32002 } },
        why: [
          'sent in call 2; refused: Transaction simulation failed: Error processing Instruction 2: invalid account data for instruction',
          'spl-token transferChecked, refused: Transaction simulation failed: Error processing Instruction 2: invalid account data for instruction',
        ],
      },
    });
    const landed = await pay(node, 'bob', 1);
    const { slot } = (await node.show(landed)) as { readonly slot: number };
    await node.setTips({ processed: slot, confirmed: 100, finalized: 100 });
    await node.reorg(slot);
    expect(await shown(node, landed)).toMatchObject({ slot, status: 'dropped', sent: { outcome: 'succeed' } });
  });
});

it('a transaction of the ledger was not sent', async () => {
  const node = await createNode();
  const { transactions } = await shown(node);
  const [{ signature }] = transactions as [{ signature: string }];
  expect(await shown(node, signature)).toMatchObject({ sent: null });
});
