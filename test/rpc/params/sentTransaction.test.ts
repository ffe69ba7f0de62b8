import bs58 from 'bs58';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RpcError } from '../../../src/errors.ts';
import { NODE_VERSIONS } from '../../../src/nodeVersion.ts';
import { readSentTransaction } from '../../../src/rpc/params/messageParams.ts';
import type { TransactionEncoding } from '../../../src/solana/rpcWords.ts';
import { decodeSentTransaction, type SentTransaction } from '../../../src/solana/sentTransaction.ts';
import { kitBytes, legacyBytes, transfer, v0Bytes } from '../../support/sentTransactions.ts';
import { namedBlockhash } from '../../support/transactions.ts';

const HASH = namedBlockhash('5');
const TYPE = 'solana_transaction::versioned::VersionedTransaction';
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const legacy = legacyBytes(HASH, [transfer(5)]);
const kitLegacy = await kitBytes('legacy', HASH, 5);
const kitV0 = await kitBytes(0, HASH, 5);
const kitV1 = await kitBytes(1, HASH, 5);

interface Refused {
  readonly code: number;
  readonly message: string;
  readonly data: unknown;
}

function outcome(text: string, encoding: TransactionEncoding): SentTransaction | Refused {
  try {
    return readSentTransaction(text, encoding, NODE_VERSIONS['4.1']);
  } catch (error) {
    expect(error).toBeInstanceOf(RpcError);
    const { code, message, data } = error as RpcError;
    return { code, message, data };
  }
}
const refused = (message: string): Refused => ({ code: -32602, message, data: undefined });

describe('readSentTransaction reads', () => {
  it.each<[what: string, bytes: Uint8Array, version: string | number]>([
    ['web3.js, legacy', legacy, 'legacy'],
    ['web3.js, v0', v0Bytes(HASH, [transfer(5)]), 0],
    ['Kit, legacy', kitLegacy, 'legacy'],
    ['Kit, v0', kitV0, 0],
    ['Kit, v1', kitV1, 1],
  ])('a transaction of %s in every encoding', (_what, bytes, version) => {
    const sent = decodeSentTransaction(new Uint8Array(bytes), NODE_VERSIONS['4.1']);
    expect(sent).toMatchObject({ version, message: { recentBlockhash: HASH } });
    expect(base64(sent.wire)).toBe(base64(bytes));
    for (const encoding of ['base58', 'binary'] as const)
      expect(readSentTransaction(bs58.encode(bytes), encoding, NODE_VERSIONS['4.1'])).toEqual(sent);
    const { signatures, wire } = readSentTransaction(base64(bytes), 'base64', NODE_VERSIONS['4.1']);
    expect({ signatures, wire: base64(wire) }).toEqual({ signatures: sent.signatures, wire: base64(bytes) });
  });

  it('1232 bytes, of which those behind the transaction do not count', () => {
    const padded = Uint8Array.of(...legacy, ...new Uint8Array(1232)).subarray(0, 1232);
    expect(base64(padded)).toHaveLength(1644);
    expect(readSentTransaction(base64(padded), 'base64', NODE_VERSIONS['4.1']).wire).toHaveLength(legacy.length);
    expect(readSentTransaction(bs58.encode(padded), 'base58', NODE_VERSIONS['4.1']).wire).toHaveLength(legacy.length);
  });
});

describe('readSentTransaction refuses', () => {
  const both = 'Supported encodings: base58, base64';

  it.each<[what: string, text: string, encoding: TransactionEncoding, message: string]>([
    ['json', '!', 'json', `unsupported encoding: json. ${both}`],
    ['jsonParsed', '', 'jsonParsed', `unsupported encoding: jsonParsed. ${both}`],
    [
      'too long a text in base58',
      '!'.repeat(1684),
      'base58',
      `base58 encoded ${TYPE} too large: 1684 bytes (max: encoded/raw 1683/1232)`,
    ],
    [
      'the same by its old name',
      '1'.repeat(1684),
      'binary',
      `base58 encoded ${TYPE} too large: 1684 bytes (max: encoded/raw 1683/1232)`,
    ],
    [
      'too long a text in base64',
      'A'.repeat(1645),
      'base64',
      `base64 encoded ${TYPE} too large: 1645 bytes (max: encoded/raw 1644/1232)`,
    ],
    [
      'one of fewer characters than bytes',
      'é'.repeat(823),
      'base64',
      `base64 encoded ${TYPE} too large: 1646 bytes (max: encoded/raw 1644/1232)`,
    ],
    [
      'what is not base58',
      `${'1'.repeat(1680)}!`,
      'base58',
      "invalid base58 encoding: InvalidCharacter { character: '!', index: 1680 }",
    ],
    [
      'base64 that is said to be base58',
      base64(legacy),
      'base58',
      "invalid base58 encoding: InvalidCharacter { character: 'I', index: 2 }",
    ],
    ['what is not ASCII', 'é', 'base58', 'invalid base58 encoding: NonAsciiCharacter { index: 0 }'],
    ['what is not ASCII, further on', '11é0', 'base58', 'invalid base58 encoding: NonAsciiCharacter { index: 2 }'],
    ['what is not base64', `${'A'.repeat(1640)}!AAA`, 'base64', 'invalid base64 encoding: InvalidByte(1640, 33)'],
    ['a symbol too many', 'AAAAA', 'base64', 'invalid base64 encoding: InvalidLength(5)'],
    ['spare bits', 'aab=', 'base64', 'invalid base64 encoding: InvalidLastSymbol(2, 98)'],
    ['no padding', 'AA', 'base64', 'invalid base64 encoding: InvalidPadding'],
    ['1233 bytes in base64', 'A'.repeat(1644), 'base64', `decoded ${TYPE} too large: 1233 bytes (max: 1232 bytes)`],
    ['1683 bytes in base58', '1'.repeat(1683), 'base58', `decoded ${TYPE} too large: 1683 bytes (max: 1232 bytes)`],
    ['nothing', '', 'base58', `failed to deserialize ${TYPE}: Attempting to read 1 bytes`],
    ['nothing in base64', '', 'base64', `failed to deserialize ${TYPE}: Attempting to read 1 bytes`],
    [
      'bytes that cannot begin a transaction',
      'gg==',
      'base64',
      `failed to deserialize ${TYPE}: Custom error: invalid transaction discriminator`,
    ],
  ])('%s', (_what, text, encoding, message) => {
    expect(outcome(text, encoding)).toEqual(refused(message));
  });
});

describe('readSentTransaction throws nothing but RpcError', () => {
  const encodings = fc.constantFrom<TransactionEncoding[]>('binary', 'base58', 'base64', 'json', 'jsonParsed');

  it('for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2000 }), encodings, (text, encoding) => {
        outcome(text, encoding);
      }),
    );
  });

  it('for any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 1240 }), (bytes) => {
        const fromBase64 = outcome(base64(bytes), 'base64');
        const fromBase58 = outcome(bs58.encode(bytes), 'base58');
        if ('code' in fromBase64 && bytes.length <= 1232) expect(fromBase58).toEqual(fromBase64);
      }),
    );
  });

  it('for a transaction with a byte changed, and reads only what is there', () => {
    const change = fc.record({ at: fc.nat(legacy.length - 1), byte: fc.nat(255), cut: fc.nat(legacy.length) });
    fc.assert(
      fc.property(change, ({ at, byte, cut }) => {
        const bytes = Uint8Array.from(legacy)
          .fill(byte, at, at + 1)
          .subarray(0, cut);
        const result = outcome(base64(bytes), 'base64');
        if ('wire' in result) expect(Buffer.from(result.wire).equals(bytes.subarray(0, result.wire.length))).toBe(true);
      }),
    );
  });
});
