import { ComputeBudgetProgram, SystemProgram } from '@solana/web3.js';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { decodeBase58 } from '../../../../src/codec/base58.ts';
import { ByteWriter } from '../../../../src/codec/bytes.ts';
import { RpcError } from '../../../../src/errors.ts';
import { LedgerView } from '../../../../src/ledger/view.ts';
import { DEFAULT_VERSION } from '../../../../src/nodeVersion.ts';
import { readSentTransaction } from '../../../../src/rpc/params/messageParams.ts';
import { firstError, MAX_PREFLIGHT_AGE } from '../../../../src/rpc/sending/checks.ts';
import { sanitize } from '../../../../src/rpc/sending/sanitizeSent.ts';
import { hasGoodSignatures } from '../../../../src/rpc/sending/signatureChecks.ts';
import type { TransactionError } from '../../../../src/solana/meta.ts';
import { transactionErrorText } from '../../../../src/solana/transactionErrors.ts';
import { encodeTransaction } from '../../../../src/solana/wire.ts';
import { transactions } from '../../../solana/wireCases.ts';
import {
  keyOf,
  keypair,
  kitBytes,
  legacyBytes,
  nextState,
  publicKey,
  transfer,
  v0Bytes,
} from '../../../support/sentTransactions.ts';
import { protocolFor, testLedger } from '../../../support/testNode.ts';
import { namedAddress, namedBlockhash } from '../../../support/transactions.ts';

/** Whatever bytes are sent: the judge answers with an RpcError, a TransactionError or nothing, and never fails itself. */

const HASH = namedBlockhash('5');
const NONCE = namedBlockhash('nonce');
const nonceAccount = new ByteWriter();
nonceAccount
  .u32(1)
  .u32(1)
  .append(decodeBase58(keyOf('alice')))
  .append(decodeBase58(NONCE))
  .u64(5000n);
const VIEW = new LedgerView(
  testLedger({
    protocol: protocolFor('4.3', 'mainnet'),
    blocks: [{ slot: 5 }, { slot: 6, transactions: [{ name: 'a' }] }],
    accounts: [
      { address: keyOf('alice'), lamports: 1_000_000_000n },
      { address: namedAddress('nonce account'), data: nonceAccount.bytes() },
    ],
  }),
  'processed',
  { keepOrphan: false },
);
const BANK = nextState(VIEW);

const advance = SystemProgram.nonceAdvance({
  noncePubkey: publicKey('nonce account'),
  authorizedPubkey: keypair('alice').publicKey,
});
const price = ComputeBudgetProgram.setComputeUnitPrice({ microLamports: 1n });
const heap = ComputeBudgetProgram.requestHeapFrame({ bytes: 32 * 1024 });
const GOOD = [
  legacyBytes(HASH, [transfer(5)]),
  legacyBytes(HASH, [price, heap, transfer(5)]),
  legacyBytes(NONCE, [advance, transfer(5)]),
  v0Bytes(HASH, [transfer(5)]),
  await kitBytes(1, HASH, 5),
];

interface Verdict {
  readonly isSigned: boolean;
  readonly err: TransactionError | undefined;
}

/** Undefined where the bytes are refused as a whole. */
function judge(bytes: Uint8Array): Verdict | undefined {
  try {
    const sent = readSentTransaction(Buffer.from(bytes).toString('base64'), 'base64', DEFAULT_VERSION);
    const resolved = sanitize(sent, VIEW);
    return { isSigned: hasGoodSignatures(sent, VIEW.state), err: firstError(resolved, BANK, MAX_PREFLIGHT_AGE) };
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    expect((error as RpcError).code).toBe(-32602);
    return undefined;
  }
}

it.each(GOOD)('a good transaction', (bytes) => {
  expect(judge(bytes)).toEqual({ isSigned: true, err: undefined });
});

it('a good transaction with some bytes changed is not one that its signers signed', () => {
  const change = fc.record({ at: fc.nat(400), byte: fc.nat(255) });
  const changes = fc.array(change, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fc.constantFrom(...GOOD), changes, (good, places) => {
      const bytes = Uint8Array.from(good);
      for (const { at, byte } of places) bytes.fill(byte, at, at + 1);
      const verdict = judge(bytes);
      if (verdict === undefined) return;
      expect(verdict.isSigned).toBe(Buffer.compare(bytes, good) === 0);
      if (verdict.err !== undefined) expect(transactionErrorText(verdict.err)).not.toBe('');
    }),
    { numRuns: 500 },
  );
});

it('any transaction, and any bytes', () => {
  const any = fc.oneof(transactions('legacy'), transactions(0), transactions(1)).map(encodeTransaction);
  fc.assert(
    fc.property(
      fc.oneof(any, fc.uint8Array({ maxLength: 1300 }), fc.uint8Array({ minLength: 80, max: 3 })),
      (bytes) => {
        expect(judge(bytes)?.isSigned ?? false).toBe(false);
      },
    ),
    { numRuns: 300 },
  );
});
