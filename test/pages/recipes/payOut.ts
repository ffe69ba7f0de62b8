import * as kit from '@solana/kit';

/** The accounts of a payout in USDC, and the key that signs it. */
export interface Payout {
  readonly secretKey: Uint8Array;
  readonly mint: string;
  readonly from: string;
  readonly to: string;
  /** smallest units */
  readonly amount: bigint;
}

/** The app under test: it sends a payout, and says whether the cluster has it and what the receiver has then. */
export async function payOut(url: string, { amount, from, mint, secretKey, to }: Payout) {
  const rpc = kit.createSolanaRpc(url);
  const payer = await kit.createKeyPairSignerFromBytes(secretKey);
  const { value: lifetime } = await rpc.getLatestBlockhash().send();
  // what getTransferCheckedInstruction of @solana-program/token makes
  const transfer = {
    programAddress: kit.address('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    accounts: [
      { address: kit.address(from), role: kit.AccountRole.WRITABLE },
      { address: kit.address(mint), role: kit.AccountRole.READONLY },
      { address: kit.address(to), role: kit.AccountRole.WRITABLE },
      { address: payer.address, role: kit.AccountRole.READONLY_SIGNER },
    ],
    data: Uint8Array.of(12, ...kit.getU64Encoder().encode(amount), 6),
  };
  const message = kit.pipe(
    kit.createTransactionMessage({ version: 0 }),
    (m) => kit.setTransactionMessageFeePayerSigner(payer, m),
    (m) => kit.setTransactionMessageLifetimeUsingBlockhash(lifetime, m),
    (m) => kit.appendTransactionMessageInstruction(transfer, m),
  );
  const transaction = await kit.signTransactionMessageWithSigners(message);
  const wire = kit.getBase64EncodedWireTransaction(transaction);
  const signature = await rpc.sendTransaction(wire, { encoding: 'base64' }).send();
  const { value: statuses } = await rpc.getSignatureStatuses([signature]).send();
  const { value: balance } = await rpc.getTokenAccountBalance(kit.address(to)).send();
  return { signature, isKnown: statuses[0] !== null, balance: balance.uiAmountString };
}
