import { createHash } from 'node:crypto';
import * as web3 from '@solana/web3.js';
import { expect, it, onTestFinished } from 'vitest';
import { keypair, ledger, sol, startNode } from '../../src/index.ts';

const SHOP = keypair('shop').address;
const ORDER = new web3.PublicKey(keypair('order').address);

/** Anchor begins accounts, events and instructions with 8 bytes of a hash; their fields follow as Borsh. */
function anchorBytes(name: string, field: bigint): Buffer {
  const bytes = Buffer.alloc(16, createHash('sha256').update(name).digest());
  bytes.writeBigUInt64LE(field, 8);
  return bytes;
}

/** Anchor's clients look for events and errors between the lines that the runtime logs of a call. */
function logs(ending: string, ...lines: readonly string[]): readonly string[] {
  return [`Program ${SHOP} invoke [1]`, 'Program log: Instruction: Buy', ...lines, `Program ${SHOP} ${ending}`];
}

const order = (left: bigint) => ({ owner: SHOP, data: { hex: anchorBytes('account:Order', left).toString('hex') } });
const sold = anchorBytes('event:Sold', 17n).toString('base64');
const soldOut =
  'AnchorError thrown in programs/shop/src/lib.rs:42. Error Code: SoldOut. Error Number: 6001. Error Message: Nothing is left.';

/** The app under test; with Anchor it is `program.methods.buy(…).rpc()`. */
async function buy(connection: web3.Connection): Promise<string> {
  const alice = web3.Keypair.fromSecretKey(keypair('alice').secretKey);
  const data = anchorBytes('global:buy', 1n);
  const keys = [{ pubkey: ORDER, isSigner: false, isWritable: true }];
  const instruction = new web3.TransactionInstruction({ programId: new web3.PublicKey(SHOP), keys, data });
  return web3.sendAndConfirmTransaction(connection, new web3.Transaction().add(instruction), [alice]);
}

it('a program of Anchor has an account, emits an event, and fails with its error', async () => {
  const script = ledger().wallet('alice', sol(5)).rawAccount('order', order(1n)).block(100);
  const node = await startNode({ ledger: script, dialect: 'agave' });
  onTestFinished(() => node.close());
  const accounts = { $order: { raw: order(0n) } };
  await node.onSend({
    match: { program: SHOP, nth: 1 },
    then: { succeed: { accounts, logs: logs('success', `Program data: ${sold}`) } },
  });
  await node.onSend({
    match: { program: SHOP },
    then: { fail: { custom: 6001, logs: logs('failed: custom program error: 0x1771', `Program log: ${soldOut}`) } },
  });
  const connection = new web3.Connection(node.url, { commitment: 'confirmed', wsEndpoint: node.wsUrl });
  // program.account.order.fetch(address)
  const orderData = async () => (await connection.getAccountInfo(ORDER))?.data;
  expect(await orderData()).toEqual(anchorBytes('account:Order', 1n));

  const signature = await buy(connection);
  expect(await orderData()).toEqual(anchorBytes('account:Order', 0n));
  // [...new EventParser(program.programId, program.coder).parseLogs(logMessages)]
  const transaction = await connection.getTransaction(signature, { maxSupportedTransactionVersion: 0 });
  expect(transaction?.meta?.logMessages).toContain(`Program data: ${sold}`);

  await node.advance();
  // AnchorError.parse(error.logs)
  const error: unknown = await buy(connection).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ logs: expect.arrayContaining([`Program log: ${soldOut}`]) });
});
