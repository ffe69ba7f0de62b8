import * as anchor from '@coral-xyz/anchor';
import * as web3 from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../../src/index.ts';

/** As `anchor build` writes it to target/idl/shop.json; a script takes the path of that file too. */
const idl = {
  address: keypair('shop').address,
  metadata: { name: 'shop', version: '0.1.0', spec: '0.1.0' },
  instructions: [
    {
      name: 'buy',
      discriminator: [102, 6, 61, 18, 1, 218, 235, 234],
      accounts: [
        { name: 'buyer', writable: true, signer: true },
        {
          name: 'order',
          writable: true,
          pda: {
            seeds: [
              { kind: 'const', value: [111, 114, 100, 101, 114] },
              { kind: 'account', path: 'buyer' },
            ],
          },
        },
      ],
      args: [{ name: 'amount', type: 'u64' }],
    },
  ],
  accounts: [{ name: 'Order', discriminator: [134, 173, 223, 185, 77, 86, 28, 51] }],
  events: [{ name: 'Sold', discriminator: [205, 203, 210, 202, 96, 11, 192, 10] }],
  errors: [{ code: 6001, name: 'SoldOut', msg: 'Nothing is left' }],
  types: [
    { name: 'Order', type: { kind: 'struct', fields: [{ name: 'left', type: 'u64' }] } },
    { name: 'Sold', type: { kind: 'struct', fields: [{ name: 'amount', type: 'u64' }] } },
  ],
};

const ORDER = '$pda(shop.order,buyer=$alice)';
const order = (left: number) => ({ program: 'shop', account: 'Order', fields: { left } });
const script = ledger().program('shop', { idl }).wallet('alice', sol(5)).account(ORDER, order(1)).block(100);

it('a program of Anchor has an account, emits an event, and fails with its error', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  await node.onSend({
    match: { instruction: 'shop.buy', nth: 1 },
    then: { succeed: { accounts: { [ORDER]: order(0) }, emits: [{ 'shop.Sold': { amount: 1 } }] } },
  });
  await node.onSend({
    match: { instruction: 'shop.buy' },
    then: { fail: { error: 'shop.SoldOut', account: 'order' } },
  });

  // the app under test
  const connection = new web3.Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl });
  const wallet = new anchor.Wallet(web3.Keypair.fromSecretKey(keypair('alice').secretKey));
  const shop = new anchor.Program(idl as anchor.Idl, new anchor.AnchorProvider(connection, wallet));
  const buy = () => shop.methods.buy!(new anchor.BN(1)).rpc();

  const signature = await buy();
  expect(await node.fields(ORDER)).toMatchObject({ account: 'Order', fields: { left: '0' } });
  const { meta } = (await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 }))!;
  const [event] = new anchor.EventParser(shop.programId, shop.coder).parseLogs(meta!.logMessages!);
  expect(`${event!.name} ${event!.data.amount}`).toBe('sold 1');

  await node.advance();
  await expect(buy()).rejects.toMatchObject({
    error: { errorCode: { code: 'SoldOut', number: 6001 }, origin: 'order' },
  });
});
