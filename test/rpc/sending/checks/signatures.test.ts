import { TransactionInstruction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DEFAULT_SEND_SETTINGS } from '../../../../src/ledger/state.ts';
import { DEFAULT_VERSION } from '../../../../src/nodeVersion.ts';
import * as checks from '../../../../src/rpc/sending/signatureChecks.ts';
import { decodeSentTransaction, type SentTransaction } from '../../../../src/solana/sentTransaction.ts';
import { encodeTransaction } from '../../../../src/solana/wire.ts';
import { transactions } from '../../../solana/wireCases.ts';
import { keypair, kitBytes, legacyBytes, publicKey, transfer, v0Bytes } from '../../../support/sentTransactions.ts';
import { namedBlockhash } from '../../../support/transactions.ts';

const hasGoodSignatures = (sent: SentTransaction): boolean =>
  checks.hasGoodSignatures(sent, { send: DEFAULT_SEND_SETTINGS });

const HASH = namedBlockhash('5');
/** An instruction that bob and carol sign besides the payer. */
const countersigned = new TransactionInstruction({
  keys: ['bob', 'carol'].map((name) => ({ pubkey: keypair(name).publicKey, isSigner: true, isWritable: false })),
  programId: publicKey('program'),
});
const THREE = { signers: ['alice', 'bob', 'carol'] };

const GOOD: ReadonlyMap<string, Uint8Array> = new Map([
  ['web3.js, legacy', legacyBytes(HASH, [transfer(5)])],
  ['web3.js, v0', v0Bytes(HASH, [transfer(5)])],
  ['web3.js, legacy, three signers', legacyBytes(HASH, [countersigned], THREE)],
  ['web3.js, v0, three signers', v0Bytes(HASH, [countersigned], THREE)],
  ['Kit, legacy', await kitBytes('legacy', HASH, 5)],
  ['Kit, v0', await kitBytes(0, HASH, 5)],
  ['Kit, v1', await kitBytes(1, HASH, 5)],
]);

describe.each([...GOOD.keys()])('hasGoodSignatures, %s', (name) => {
  const bytes = Uint8Array.from(GOOD.get(name)!);
  const good = decodeSentTransaction(bytes, DEFAULT_VERSION);
  const read = (changed: Uint8Array): SentTransaction | undefined => {
    try {
      return decodeSentTransaction(changed, DEFAULT_VERSION);
    } catch {
      return undefined;
    }
  };

  it('all are good, whatever is sent behind the transaction', () => {
    expect(hasGoodSignatures(good)).toBe(true);
    expect(hasGoodSignatures(decodeSentTransaction(Uint8Array.of(...bytes, 1, 2, 3), DEFAULT_VERSION))).toBe(true);
  });

  it('a bit of a signature', () => {
    const start = good.version === 1 ? good.messageBytes.length : 1;
    const bit = fc.record({ at: fc.nat(64 * good.signatures.length - 1), bit: fc.nat(7) });
    fc.assert(
      fc.property(bit, ({ at, bit }) => {
        const changed = Uint8Array.from(bytes);
        changed[start + at]! ^= 1 << bit;
        expect(hasGoodSignatures(decodeSentTransaction(changed, DEFAULT_VERSION))).toBe(false);
      }),
    );
  });

  it('a bit of the message', () => {
    const start = good.version === 1 ? 0 : 1 + 64 * good.signatures.length;
    const bit = fc.record({ at: fc.nat(good.messageBytes.length - 1), bit: fc.nat(7) });
    fc.assert(
      fc.property(bit, ({ at, bit }) => {
        const changed = Uint8Array.from(bytes);
        changed[start + at]! ^= 1 << bit;
        const sent = read(changed);
        // what the header requires is compared before
        if (sent === undefined || sent.message.accountKeys.length < sent.signatures.length) return;
        if (sent.signatures.length === 0) return;
        expect(hasGoodSignatures(sent)).toBe(false);
      }),
    );
  });
});

describe('hasGoodSignatures', () => {
  it('random keys and signatures are not good, and throw nothing', () => {
    const any = fc.oneof(transactions('legacy'), transactions(0), transactions(1));
    fc.assert(
      fc.property(any, (transaction) => {
        expect(hasGoodSignatures(decodeSentTransaction(encodeTransaction(transaction), DEFAULT_VERSION))).toBe(false);
      }),
    );
  });

  it.each([
    ['zeros', '00'.repeat(32)],
    ['zeros with a sign', `${'00'.repeat(31)}80`],
    ['the neutral point', `01${'00'.repeat(31)}`],
    ['a point of order 8', '26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05'],
  ])('a key and a signature of small order never fit, as they do by chance: %s', (_what, hex) => {
    const point = Buffer.from(hex, 'hex');
    for (let i = 0; i < 64; i++) {
      const message = new Uint8Array(GOOD.get('web3.js, legacy')!.subarray(65)).fill(i, 100, 132);
      message.set(point, 4);
      const bytes = Uint8Array.of(1, ...point, ...new Uint8Array(32), ...message);
      expect(hasGoodSignatures(decodeSentTransaction(bytes, DEFAULT_VERSION))).toBe(false);
    }
  });

  it('the signatures of a client that has signed nothing yet', () => {
    const bytes = Uint8Array.from(GOOD.get('web3.js, v0')!).fill(0, 1, 65);
    expect(hasGoodSignatures(decodeSentTransaction(bytes, DEFAULT_VERSION))).toBe(false);
  });

  it('signatures in another order', () => {
    const bytes = Uint8Array.from(GOOD.get('web3.js, v0, three signers')!);
    const swapped = Uint8Array.of(3, ...bytes.subarray(65, 129), ...bytes.subarray(1, 65), ...bytes.subarray(129));
    expect(hasGoodSignatures(decodeSentTransaction(swapped, DEFAULT_VERSION))).toBe(false);
  });
});
