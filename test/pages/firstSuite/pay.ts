import * as kit from '@solana/kit';

/** Pays 2.5 USDC, and asks until the outcome is known. A call that gets HTTP 429 is made again. */
export async function pay(
  url: string,
  secretKey: Uint8Array,
  [from, mint, to]: string[],
): Promise<'paid' | 'failed' | 'expired'> {
  const send = kit.createDefaultRpcTransport({ url });
  const isTooMany = (error: unknown) =>
    kit.isSolanaError(error, kit.SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR) && error.context.statusCode === 429;
  const transport: typeof send = (call) =>
    send<never>(call).catch((error) => {
      if (isTooMany(error)) return transport(call);
      throw error;
    });
  const rpc = kit.createSolanaRpcFromTransport(transport);
  const payer = await kit.createKeyPairSignerFromBytes(secretKey);
  // what getTransferCheckedInstruction of @solana-program/token makes
  const transfer = {
    programAddress: kit.address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    accounts: [
      { address: kit.address(from!), role: kit.AccountRole.WRITABLE },
      { address: kit.address(mint!), role: kit.AccountRole.READONLY },
      { address: kit.address(to!), role: kit.AccountRole.WRITABLE },
      { address: payer.address, role: kit.AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(12, ...kit.getU64Encoder().encode(2_500_000), 6),
  };
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(transfer, m),
  );
  const transaction = await kit.signTransactionMessageWithSigners(message);
  const signature = kit.getSignatureFromTransaction(transaction);
  await rpc.sendTransaction(kit.getBase64EncodedWireTransaction(transaction), { encoding: 'base64' }).send();
  for (;;) {
    // first the height, then the status: a block up to that height would have the payment
    const height = await rpc.getBlockHeight({ commitment: 'finalized' }).send();
    const [status] = (await rpc.getSignatureStatuses([signature]).send()).value;
    if (status?.confirmationStatus === 'finalized') return status.err === null ? 'paid' : 'failed';
    if (status === null && height > lifetime.lastValidBlockHeight) return 'expired';
  }
}
