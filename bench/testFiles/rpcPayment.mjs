// A payment over RPC.
import { createSolanaRpc, getBase64EncodedWireTransaction } from '@solana/kit';
import { paymentOf } from './payment.mjs';

/** What the recipient has in the end. */
export async function pay(url, payer, recipient, lamports) {
  const rpc = createSolanaRpc(url);
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const wire = getBase64EncodedWireTransaction(await paymentOf(payer, recipient, lamports, lifetime));
  await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  return (await rpc.getBalance(recipient, { commitment: 'processed' }).send()).value;
}
