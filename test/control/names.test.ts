import { describe, expect, it } from 'vitest';
import { ata, createNode, keypair, ledger, sol, tokens } from '../../src/index.ts';

const SHOP = keypair('other').address;
const SCRIPT = ledger()
  .key('shop', SHOP)
  .wallet('alice', sol(5))
  .mint('gold', { decimals: 0, program: 'token2022' })
  .tokenAccount('alice', tokens(5, 'gold'))
  .block(1, (b) => b.transfer('alice', 'bob', sol(1)).named('payment'));

describe('stillnode_names', () => {
  it('has the accounts, the token programs that are not the usual one, and the transactions', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const { address: gold } = keypair('gold');
    expect(await node.request('stillnode_names')).toEqual({
      accounts: {
        $shop: SHOP,
        $alice: keypair('alice').address,
        $bob: keypair('bob').address,
        $gold: gold,
        $validator: keypair('validator').address,
        $validatorVote: keypair('validatorVote').address,
        '$ata(alice,gold)': node.address(ata('alice', 'gold', 'token2022')),
      },
      tokenPrograms: { [gold]: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb' },
      transactions: { payment: [node.signature('payment')] },
    });
  });

  it('has those of added blocks', async () => {
    const node = await createNode({ ledger: SCRIPT });
    const { signature } = await node.addTransaction((t) => t.transfer('alice', 'carl', sol(1)).named('gift'));
    const { accounts, transactions } = (await node.request('stillnode_names')) as Record<string, object>;
    expect(accounts).toMatchObject({ $carl: keypair('carl').address });
    expect(transactions).toMatchObject({ gift: [signature] });
  });

  it('has none where there is no script', async () => {
    const node = await createNode({ ledger: [] });
    expect(await node.requestText('stillnode_names')).toBe('{"accounts":{},"tokenPrograms":{},"transactions":{}}');
  });
});
