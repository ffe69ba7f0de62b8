import { ComputeBudgetProgram, Ed25519Program, TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { feeOf } from '../../../../src/rpc/sending/checks.ts';
import { sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { messageFee } from '../../../../src/solana/fees.ts';
import { keypair, publicKey, type Signing, sentLegacy, sentV0, transfer } from '../../../support/sentTransactions.ts';
import { testLedger } from '../../../support/testNode.ts';
import { namedBlockhash } from '../../../support/transactions.ts';

const VIEW = new LedgerView(testLedger({ blocks: [{ slot: 5 }] }), 'processed', { keepOrphan: false });
const HASH = namedBlockhash('5');

describe('feeOf', () => {
  const cosigned = new TransactionInstruction({
    keys: [{ pubkey: keypair('bob').publicKey, isSigner: true, isWritable: false }],
    programId: publicKey('program'),
  });
  const verified = Ed25519Program.createInstructionWithPublicKey({
    publicKey: keypair('bob').publicKey.toBytes(),
    message: Buffer.from('m'),
    signature: new Uint8Array(64),
  });
  const price = (microLamports: bigint) => ComputeBudgetProgram.setComputeUnitPrice({ microLamports });
  const limit = ComputeBudgetProgram.setComputeUnitLimit({ units: 1_400_000 });

  it.each<[what: string, instructions: TransactionInstruction[], fee: bigint, signing?: Signing]>([
    ['a transfer', [transfer(5)], 5000n],
    ['two signers', [cosigned], 10_000n, { signers: ['alice', 'bob'] }],
    ['a verified signature', [verified], 10_000n],
    ['a price for the default limit', [price(1_000_000n), transfer(5)], 11_000n],
    ['a price, rounded up', [price(1n), limit], 5002n],
    ['the greatest price', [price(18446744073709551615n), limit], 18446744073709551615n],
  ])('%s, as getFeeForMessage has it', (_what, instructions, fee, signing = {}) => {
    for (const sent of [sentLegacy(HASH, instructions, signing), sentV0(HASH, instructions, signing)]) {
      expect(feeOf(sanitize(sent, VIEW))).toBe(fee);
      expect(messageFee(sent.message)).toBe(fee);
    }
  });
});
