import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BytesError } from '../../src/codec/bytes.ts';
import type { Message, Transaction, TransactionConfig } from '../../src/solana/transaction.ts';
import { decodeTransaction, encodeTransaction } from '../../src/solana/wire.ts';
import { EXECUTED_VECTORS, NO_CONFIG, transactions } from './wireCases.ts';

type Vector = (typeof EXECUTED_VECTORS)[number];

const VERSIONS = ['legacy', 0, 1] as const;
const [legacy, v0, v1] = VERSIONS.map(
  (version) => EXECUTED_VECTORS.find((row) => row.transaction.version === version)!,
) as [Vector, Vector, Vector];

function hex(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('hex');
}

/** Buffers compare unequal to the Uint8Array that holds the same bytes. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return hex(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, plain(member)]));
}

/** The bytes of a vector, one of them different. */
function changed(base64: string, at: number, byte: number): Buffer {
  const bytes = Buffer.from(base64, 'base64');
  bytes[at] = byte;
  return bytes;
}

describe.each(EXECUTED_VECTORS)('the executed vector $name', ({ transaction, base64 }) => {
  const bytes = Buffer.from(base64, 'base64');

  test('encodes and decodes', () => {
    expect(Buffer.from(encodeTransaction(transaction)).toString('base64')).toBe(base64);
    expect(plain(decodeTransaction(bytes))).toStrictEqual(plain(transaction));
  });

  test('every truncation is refused', () => {
    for (let length = 0; length < bytes.length; length++)
      expect(() => decodeTransaction(bytes.subarray(0, length))).toThrow(BytesError);
  });

  test('every appended byte is refused', () => {
    for (let byte = 0; byte < 256; byte++) {
      expect(() => decodeTransaction(Buffer.concat([bytes, Uint8Array.of(byte)]))).toThrow(
        new BytesError('1 bytes after the transaction', bytes.length),
      );
    }
  });

  test('bytes with any one changed either are refused or encode to themselves', () => {
    for (let at = 0; at < bytes.length; at++) {
      for (const byte of [0, 1, 2, 0x7f, 0x80, 0x81, 0xff]) {
        const candidate = changed(base64, at, byte);
        let decoded: Transaction;
        try {
          decoded = decodeTransaction(candidate);
        } catch (error) {
          expect(error).toBeInstanceOf(BytesError);
          continue;
        }
        expect(hex(encodeTransaction(decoded))).toBe(hex(candidate));
      }
    }
  });
});

describe.each(VERSIONS)('any transaction of version %s', (version) => {
  test('comes back equal', () => {
    fc.assert(
      fc.property(transactions(version), (transaction) => {
        expect(plain(decodeTransaction(encodeTransaction(transaction)))).toStrictEqual(plain(transaction));
      }),
      { numRuns: 200 },
    );
  });

  test('is refused when cut or continued', () => {
    fc.assert(
      fc.property(transactions(version), fc.nat(), fc.nat(255), (transaction, cut, byte) => {
        const bytes = encodeTransaction(transaction);
        expect(() => decodeTransaction(bytes.subarray(0, cut % bytes.length))).toThrow(BytesError);
        expect(() => decodeTransaction(Uint8Array.of(...bytes, byte))).toThrow(BytesError);
      }),
      { numRuns: 200 },
    );
  });
});

test('any bytes decode to a transaction or throw BytesError', () => {
  const bytes = fc
    .tuple(fc.constantFrom('00', '01', '0180', '80', '81', '810100'), fc.uint8Array({ maxLength: 300 }))
    .map(([start, rest]) => Buffer.concat([Buffer.from(start, 'hex'), rest]));
  fc.assert(
    fc.property(bytes, (candidate) => {
      try {
        expect(hex(encodeTransaction(decodeTransaction(candidate)))).toBe(hex(candidate));
      } catch (error) {
        expect(error).toBeInstanceOf(BytesError);
      }
    }),
    { numRuns: 2000 },
  );
});

describe('versions', () => {
  const MESSAGE_START = 65;

  test.each([
    [0x81, 'message version 1 is not known'],
    [0x82, 'message version 2 is not known'],
    [0xff, 'message version 127 is not known'],
  ])('a message that starts with %i behind its signatures is refused', (prefix, message) => {
    expect(() => decodeTransaction(changed(v0.base64, MESSAGE_START, prefix))).toThrow(
      new BytesError(message, MESSAGE_START),
    );
  });

  test('v0 without lookups keeps an empty list and its count byte', () => {
    const { addressTableLookups: _, ...message } = v0.transaction.message;
    const instructions = [{ programIdIndex: 1, accounts: Uint8Array.of(0), data: new Uint8Array() }];
    const bytes = encodeTransaction({ ...v0.transaction, message: { ...message, instructions } });
    expect(bytes.at(-1)).toBe(0);
    expect(decodeTransaction(bytes).message.addressTableLookups).toEqual([]);
    expect(() => decodeTransaction(bytes.subarray(0, -1))).toThrow(BytesError);
  });

  test('a length that is longer than needed is refused', () => {
    const bytes = Buffer.from(legacy.base64, 'base64');
    // the count of account keys: 1 signature, 64 bytes, 3 of the header
    const keys = Buffer.concat([bytes.subarray(0, 68), Uint8Array.of(0x83, 0x00), bytes.subarray(69)]);
    expect(() => decodeTransaction(keys)).toThrow(new BytesError('a compact-u16 that is longer than needed', 68));
  });
});

describe('sizes', () => {
  function withData({ transaction }: Vector, length: number): Transaction {
    const [instruction] = transaction.message.instructions;
    const instructions = [{ ...instruction!, data: new Uint8Array(length) }];
    return { ...transaction, message: { ...transaction.message, instructions } };
  }

  /** bytes of the vector without the 12 of its data; two bytes of length instead of one, v1 always has two */
  test.each([
    ['legacy', legacy, 1232 - (215 - 12 + 1), 1232, 'a transaction of 1233 bytes, at most 1232 allowed'],
    ['v0', v0, 1232 - (220 - 12 + 1), 1232, 'a transaction of 1233 bytes, at most 1232 allowed'],
    ['v1', v1, 4096 - (232 - 12), 4096, 'a v1 transaction of 4097 bytes, at most 4096 allowed'],
  ] as const)('%s: as many bytes as allowed, and one more', (_, vector, data, size, message) => {
    const bytes = encodeTransaction(withData(vector, data));
    expect(bytes).toHaveLength(size);
    expect(decodeTransaction(bytes).message.instructions[0]!.data).toHaveLength(data);
    expect(() => encodeTransaction(withData(vector, data + 1))).toThrow(new BytesError(message, size));
    expect(() => decodeTransaction(Uint8Array.of(...bytes, 0))).toThrow(new BytesError(message, size));
  });

  test.each([65_535, 65_536, 70_000])('instruction data of %i bytes is refused in every version', (length) => {
    for (const vector of [legacy, v0, v1])
      expect(() => encodeTransaction(withData(vector, length))).toThrow(BytesError);
  });

  test.each([256, 1200])('%i accounts of one instruction are refused in v1, whose count is one byte', (length) => {
    const [instruction] = v1.transaction.message.instructions;
    const instructions = [{ ...instruction!, accounts: new Uint8Array(length) }];
    const message: Message = { ...v1.transaction.message, instructions };
    expect(() => encodeTransaction({ ...v1.transaction, message })).toThrow(BytesError);
  });
});

describe('the config mask of v1', () => {
  const MASK = 4;

  test.each<[number, string]>([
    [0b00001, 'half of the priority fee bits are set in the v1 config mask'],
    [0b00110, 'half of the priority fee bits are set in the v1 config mask'],
    [0b100111, 'unknown bits in the v1 config mask 39'],
    [0xff, 'unknown bits in the v1 config mask 255'],
  ])('%i is refused: %s', (mask, message) => {
    expect(() => decodeTransaction(changed(v1.base64, MASK, mask))).toThrow(new BytesError(message, MASK));
  });

  test('its highest byte is looked at, too', () => {
    expect(() => decodeTransaction(changed(v1.base64, MASK + 3, 0x80))).toThrow(
      new BytesError('unknown bits in the v1 config mask 2147483655', MASK),
    );
  });

  test.each<[string, Partial<TransactionConfig>, string, string]>([
    ['nothing', {}, '00000000', ''],
    ['priorityFee', { priorityFee: 18446744073709551615n }, '03000000', 'ffffffffffffffff'],
    ['computeUnitLimit', { computeUnitLimit: 1 }, '04000000', '01000000'],
    ['loadedAccountsDataSizeLimit', { loadedAccountsDataSizeLimit: 4294967295 }, '08000000', 'ffffffff'],
    ['heapSize', { heapSize: 1024 }, '10000000', '00040000'],
    [
      'all four, in the order of the mask',
      { priorityFee: 1n, computeUnitLimit: 2, loadedAccountsDataSizeLimit: 3, heapSize: 2048 },
      '1f000000',
      '0100000000000000020000000300000000080000',
    ],
    ['zeros are set values', { priorityFee: 0n, heapSize: 0 }, '13000000', '000000000000000000000000'],
  ])('%s', (_, given, mask, values) => {
    const transactionConfig = { ...NO_CONFIG, ...given };
    const transaction = { ...v1.transaction, message: { ...v1.transaction.message, transactionConfig } };
    const bytes = encodeTransaction(transaction);
    expect(hex(bytes.subarray(MASK, MASK + 4))).toBe(mask);
    // 0x81, header, mask, lifetime, two counts, three addresses
    const start = 1 + 3 + 4 + 32 + 2 + 96;
    expect(hex(bytes.subarray(start, start + values.length / 2))).toBe(values);
    expect(decodeTransaction(bytes).message.transactionConfig).toStrictEqual(transactionConfig);
  });
});
