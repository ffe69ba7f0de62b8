import { describe, expect, it } from 'vitest';
import { createNode, keypair, type LedgerNode, ledger, sol } from '../../src/index.ts';
import { controlText, invalidText } from '../support/control.ts';

const SCRIPT = ledger({ processed: 10, confirmed: 9, finalized: 8 })
  .wallet('alice', sol(5))
  .block({ slot: 8, blockTime: 1_700_000_000 })
  .block(9, (b) => b.transfer('alice', 'dave', sol(1)).named('first'))
  .block(10);

const scripted = () => createNode({ ledger: SCRIPT, dialect: 'agave' });

async function balance(node: LedgerNode, name: string): Promise<number> {
  const config = { commitment: 'processed' } as const;
  return Number((await node.request('getBalance', [keypair(name).address, config])).value);
}

describe('stillnode_addTransaction', () => {
  it('puts a transaction into a block of its own', async () => {
    const [node, other] = [await scripted(), await scripted()];
    const transfer = '{"transfer":{"from":"$alice","to":"$bob","sol":1.5}}';
    const text = await controlText(node, 'addTransaction', `[${transfer}]`);
    expect(text).toMatch(/^\{"blockhash":"\w{43,44}","signature":"\w{86,88}","slot":11\}$/);
    const { signature, ...block } = JSON.parse(text) as { signature: string };
    expect(JSON.parse(await controlText(other, 'addBlock', `[{"transactions":[${transfer}]}]`))).toEqual({
      ...block,
      signatures: [signature],
    });
    expect(await balance(node, 'bob')).toBe(1.5e9);
  });

  it('takes several instructions, a failure, and copies, of which the first is named', async () => {
    const node = await scripted();
    const { signature, slot } = await node.addTransaction((t) =>
      t.transfer('alice', 'bob', sol(1)).memo('rent').named('rent').repeat(2),
    );
    expect([signature, slot]).toEqual([node.signature('rent'), 11]);
    const failed = await node.addTransaction({ memo: 'x', payer: '$alice', err: { custom: 7 }, name: 'failed' });
    const statuses = await node.request('getSignatureStatuses', [[node.signature('rent', 1), failed.signature]]);
    expect(statuses).toMatchObject({
      value: [
        { slot: 11, err: null },
        { slot: 12, err: { InstructionError: [0, { Custom: 7 }] } },
      ],
    });
    expect(await balance(node, 'bob')).toBe(2e9);
  });

  it.each([
    ['[]', 'expected the arguments [transaction], but transaction is missing'],
    ['[null]', 'expected an object, found null'],
    ['[{}]', 'expected instructions, or one such as transfer, found an empty object'],
    ['[{"slot":12,"memo":"x"}]', '/slot: unknown member'],
    [
      '[{"memo":"x","payer":"alice"}]',
      '/payer: expected an address (base58 of 32 bytes) or a $name, found "alice" (a name starts with a dollar: $alice)',
    ],
    ['[{"memo":"x"}]', 'no fee payer: no instruction needs a signer (give `payer`)'],
    [
      '[{"memo":"x","payer":"$alice","name":"first"}]',
      'a transaction of the ledger has the name "first" already (give it another name)',
    ],
  ])('%s is refused, and nothing changes', async (params, message) => {
    const node = await scripted();
    const before = await controlText(node, 'dump');
    expect(await controlText(node, 'addTransaction', params)).toBe(invalidText(message));
    expect(await controlText(node, 'dump')).toBe(before);
  });

  it('a name is free again once its transaction is gone', async () => {
    const node = await createNode({ ledger: SCRIPT.block(11, (b) => b.memo('x').payer('alice').named('note')) });
    await node.addTransaction((t) => t.memo('y').payer('alice').named('note'));
    expect(await controlText(node, 'addTransaction', '[{"memo":"z","payer":"$alice","name":"note"}]')).toContain(
      'the name \\"note\\" already',
    );
  });

  it('signs with keys that scripts set, and refuses those whose secret is not known', async () => {
    const { address, seed } = keypair('other');
    const node = await createNode({
      ledger: SCRIPT.key('shop', { seed })
        .key('bank', keypair('nobody').address)
        .wallet('shop', sol(1))
        .wallet('bank', sol(1)),
    });
    await node.addTransaction((t) => t.transfer('shop', 'bob', sol(0.5)));
    expect([await balance(node, 'other'), node.names.get('$shop')]).toEqual([499_995_000, address]);
    await expect(node.addTransaction((t) => t.transfer('bank', 'bob', sol(0.5)))).rejects.toThrow(
      'cannot sign for `$bank` (only its address is known: give its seed with node.load(ledger().key(name, { seed })))',
    );
  });
});
