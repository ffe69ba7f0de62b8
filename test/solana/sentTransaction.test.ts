import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { NODE_VERSIONS } from '../../src/nodeVersion.ts';
import type { Blockhash } from '../../src/solana/address.ts';
import { decodeSentTransaction, MessageError, withRecentBlockhash } from '../../src/solana/sentTransaction.ts';
import type { TransactionVersion } from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { EXECUTED_VECTORS, SIGNATURE, transactions, transferOf } from './wireCases.ts';

const ALL: readonly TransactionVersion[] = ['legacy', 0, 1];
const ZEROS = (count: number): number[] => new Array<number>(count).fill(0);

function errorOf(bytes: Iterable<number>): string | undefined {
  try {
    decodeSentTransaction(Uint8Array.from(bytes), NODE_VERSIONS['4.1']);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return (error as MessageError).message;
  }
}

describe.each(ALL)('decodeSentTransaction, version %s', (version) => {
  it('reads what a transaction was written from, and no further', () => {
    fc.assert(
      fc.property(transactions(version), fc.uint8Array({ maxLength: 3 }), (transaction, surplus) => {
        const wire = encodeTransaction(transaction);
        const sent = decodeSentTransaction(Uint8Array.from([...wire, ...surplus]), NODE_VERSIONS['4.1']);
        const signatures = 64 * transaction.signatures.length;
        const messageBytes = version === 1 ? wire.slice(0, wire.length - signatures) : wire.slice(1 + signatures);
        expect({ ...sent, wire: [...sent.wire], messageBytes: [...sent.messageBytes] }).toEqual({
          ...transaction,
          wire: [...wire],
          messageBytes: [...messageBytes],
          hasMore: surplus.length > 0,
        });
      }),
    );
  });

  it('is the same but for its blockhash, where that is replaced', () => {
    const hash = fc.uint8Array({ minLength: 32, maxLength: 32 }).map((bytes) => encodeBase58(bytes) as Blockhash);
    fc.assert(
      fc.property(transactions(version), hash, (transaction, recentBlockhash) => {
        const sent = decodeSentTransaction(encodeTransaction(transaction), NODE_VERSIONS['4.1']);
        const before = Uint8Array.from(sent.wire);
        const message = { ...transaction.message, recentBlockhash };
        const replaced = withRecentBlockhash(sent, recentBlockhash);
        expect(replaced).toEqual(
          decodeSentTransaction(encodeTransaction({ ...transaction, message }), NODE_VERSIONS['4.1']),
        );
        expect(sent.wire).toEqual(before);
      }),
    );
  });

  it('names the size of a piece that is not all there', () => {
    fc.assert(
      fc.property(transactions(version), fc.nat(), (transaction, at) => {
        const bytes = encodeTransaction(transaction);
        expect(errorOf(bytes.subarray(0, at % bytes.length))).toMatch(/^Attempting to read \d+ bytes$/);
      }),
    );
  });
});

describe('decodeSentTransaction', () => {
  it.each(EXECUTED_VECTORS)('reads $name as the node writes it', ({ transaction, base64 }) => {
    expect(decodeSentTransaction(new Uint8Array(Buffer.from(base64, 'base64')), NODE_VERSIONS['4.1'])).toMatchObject(
      transaction,
    );
  });

  const v1 = encodeTransaction(transferOf(1));

  it.each<[what: string, bytes: readonly number[], error: string | undefined]>([
    ['nothing', [], 'Attempting to read 1 bytes'],
    ['a signature cut short', [1, ...ZEROS(63)], 'Attempting to read 64 bytes'],
    ['two of them, of which one is there', [2, ...ZEROS(127)], 'Attempting to read 128 bytes'],
    ['as many signatures as one byte can count', [127], 'Attempting to read 8128 bytes'],
    ['signatures and no message', [1, ...ZEROS(64)], 'Attempting to read 1 bytes'],
    ['no signature and a header cut short', [0, 1, 0], 'Attempting to read 2 bytes'],
    ['a message of version 2', [0, 0x82], 'Invalid tag encoding: 2'],
    ['a message of version 126', [0, 0xfe], 'Invalid tag encoding: 126'],
    ['a message of version 1', [0, ...v1], 'Custom error: invalid message version'],
    ['a message of version 1 cut short', [0, 0x81], 'Attempting to read 41 bytes'],
    ['version 1 without its signature', [...v1.subarray(0, -64)], 'Attempting to read 64 bytes'],
    ['version 1 with one cut short', [...v1.subarray(0, -1)], 'Attempting to read 64 bytes'],
    ['a message of version 0 alone', [0x80], 'Custom error: invalid transaction discriminator'],
    ['a number of signatures of two bytes', [0x82, 1], 'Custom error: invalid transaction discriminator'],
    ['the greatest first byte', [0xff], 'Custom error: invalid transaction discriminator'],
    [
      'a number of keys that is longer than needed',
      [0, 1, 0, 0, 0x81, 0],
      'Invalid value: short u16: non-canonical encoding',
    ],
    ['zeros', ZEROS(100), undefined],
  ])('%s', (_what, bytes, error) => {
    expect(errorOf(bytes)).toBe(error);
  });

  it('keeps signatures as they are, whatever the header requires', () => {
    const wire = encodeTransaction(transferOf('legacy'));
    const twice = Uint8Array.from([2, ...wire.subarray(1, 65), ...wire.subarray(1)]);
    expect(decodeSentTransaction(twice, NODE_VERSIONS['4.1']).signatures).toEqual([SIGNATURE, SIGNATURE]);
  });
});
