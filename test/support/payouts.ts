import { ComputeBudgetProgram, PublicKey, Transaction, TransactionInstruction } from '@solana/web3.js';
import { ata, type LedgerBuilder, type LedgerNode, ledger, sol, tokens } from '../../src/index.ts';
import { keyOf, keypairOf } from './web3Sender.ts';

/** Payouts of a shop: sends of tokens with a priority fee. @module */

/** 100 usdc of alice; bob has a token account, carol has none. */
export const PAYOUT_LEDGER: LedgerBuilder = ledger()
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .wallet('carol', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(100, 'usdc'))
  .tokenAccount('bob', tokens(0, 'usdc'))
  .block(100);

/** A payout of alice in base64: `amount` is in smallest units. */
async function payout(node: Pick<LedgerNode, 'address' | 'request'>, to: string, amount: number) {
  const { value } = (await node.request('getLatestBlockhash')) as { readonly value: { readonly blockhash: string } };
  const data = Buffer.alloc(10);
  data.writeUInt8(12);
  data.writeBigUInt64LE(BigInt(amount), 1);
  data.writeUInt8(6, 9);
  const key = (name: Parameters<typeof node.address>[0]) => new PublicKey(node.address(name));
  const transfer = new TransactionInstruction({
    programId: new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA'),
    keys: [
      { pubkey: key(ata('alice', 'usdc')), isSigner: false, isWritable: true },
      { pubkey: key('usdc'), isSigner: false, isWritable: false },
      { pubkey: key(ata(to, 'usdc')), isSigner: false, isWritable: true },
      { pubkey: keyOf('alice'), isSigner: true, isWritable: false },
    ],
    data,
  });
  const transaction = new Transaction({ feePayer: keyOf('alice'), recentBlockhash: value.blockhash });
  transaction.add(
    ComputeBudgetProgram.setComputeUnitLimit({ units: 60_000 }),
    ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 5 }),
    transfer,
  );
  transaction.sign(keypairOf('alice'));
  return transaction.serialize().toString('base64');
}

/** Sends a payout. @returns its signature, or the error */
export async function pay(
  node: Pick<LedgerNode, 'address' | 'request'>,
  to: string,
  amount: number,
  config: { readonly skipPreflight?: boolean } = {},
): Promise<string> {
  const wire = await payout(node, to, amount);
  return node.request('sendTransaction', [wire, { encoding: 'base64', ...config }]);
}
