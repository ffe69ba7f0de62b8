import { isDeepStrictEqual } from 'node:util';
import * as kit from '@solana/kit';
import { expect, it, onTestFinished } from 'vitest';
import { ata, keypair, ledger, sol, startNode, tokens } from '../../../src/index.ts';

const script = ledger()
  .wallet('facilitator', sol(1))
  .mint('usdc', { decimals: 6 })
  .tokenAccount('alice', tokens(5, 'usdc'))
  .tokenAccount('shop', tokens(0, 'usdc'))
  .block(100);
const FROM = kit.address(script.address(ata('alice', 'usdc')));
const TO = kit.address(script.address(ata('shop', 'usdc')));
const signerOf = (name: string) => kit.createKeyPairSignerFromBytes(keypair(name).secretKey);
type Rpc = kit.Rpc<kit.SolanaRpcApi>;

/** The payment that the shop asks for: TransferChecked, with 6 decimals. */
const paymentOf = (amount: bigint): kit.Instruction => ({
  programAddress: kit.address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
  accounts: [
    { address: FROM, role: kit.AccountRole.WRITABLE },
    { address: kit.address(keypair('usdc').address), role: kit.AccountRole.READONLY },
    { address: TO, role: kit.AccountRole.WRITABLE },
    { address: kit.address(keypair('alice').address), role: kit.AccountRole.READONLY_SIGNER },
  ],
  data: Uint8Array.of(12, ...kit.getU64Encoder().encode(amount), 6),
});

/** The client: it signs a payment whose fee the facilitator pays. */
async function pay(rpc: Rpc, feePayer: kit.Address, payment: kit.Instruction): Promise<string> {
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayer(feePayer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(payment, m),
  );
  const { keyPair } = await signerOf('alice');
  const signed = await kit.partiallySignTransaction([keyPair], kit.compileTransaction(message));
  return kit.getBase64EncodedWireTransaction(signed);
}

/** The facilitator: it verifies what it signs as fee payer, and settles each payment once. */
async function settle(rpc: Rpc, settled: Set<string>, wire: string, payment: kit.Instruction): Promise<string> {
  const { address, keyPair } = await signerOf('facilitator');
  const transaction = kit.getTransactionDecoder().decode(kit.getBase64Encoder().encode(wire));
  const message = kit.getCompiledTransactionMessageDecoder().decode(transaction.messageBytes);
  const { feePayer, instructions } = kit.decompileTransactionMessage(message);
  if (feePayer.address !== address || !isDeepStrictEqual(instructions, [payment])) return 'not what the shop asks for';
  const signed = await kit.signTransaction([keyPair], transaction);
  const signature = kit.getSignatureFromTransaction(signed);
  if (settled.has(signature)) return 'settled already';
  settled.add(signature);
  return rpc.sendTransaction(kit.getBase64EncodedWireTransaction(signed), { encoding: 'base64' }).send();
}

it('a facilitator settles a payment once', async () => {
  const node = await startNode({ ledger: script });
  onTestFinished(() => node.close());
  const rpc = kit.createSolanaRpc(node.url);
  const settled = new Set<string>();
  const wire = await pay(rpc, kit.address(node.address('facilitator')), paymentOf(2_000_000n));

  expect(await settle(rpc, settled, wire, paymentOf(3_000_000n))).toBe('not what the shop asks for');
  const payment = paymentOf(2_000_000n);
  const twice = await Promise.all([settle(rpc, settled, wire, payment), settle(rpc, settled, wire, payment)]);
  expect(twice).toContain('settled already');
  expect(await node.sent()).toMatchObject([{ outcome: 'succeed', err: null }]);
  // a facilitator that starts anew has forgotten the payment, and the cluster has not
  const again = settle(rpc, new Set(), wire, payment);
  await expect(again).rejects.toMatchObject({ cause: { message: 'This transaction has already been processed' } });
  expect((await rpc.getTokenAccountBalance(TO).send()).value.uiAmountString).toBe('2');
});
