import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { NODE_VERSIONS } from '../../src/nodeVersion.ts';
import { messageError } from '../../src/solana/messageRules.ts';
import { decodeMessage, MessageError } from '../../src/solana/sentTransaction.ts';
import type { Transaction, TransactionVersion } from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { repeatedAddress, transactions, transferOf } from './wireCases.ts';

const ALL: readonly TransactionVersion[] = ['legacy', 0, 1];
const SIGNATURE_BYTES = 64;

/** What is left of a transaction without its signatures: a v1 one has them at its end. */
function messageBytes(transaction: Transaction): Uint8Array {
  const wire = encodeTransaction(transaction);
  const signatures = transaction.signatures.length * SIGNATURE_BYTES;
  return transaction.version === 1 ? wire.subarray(0, wire.length - signatures) : wire.subarray(1 + signatures);
}

function errorOf(bytes: Iterable<number>): string | undefined {
  try {
    decodeMessage(Uint8Array.from(bytes), NODE_VERSIONS['4.1']);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(MessageError);
    return (error as MessageError).message;
  }
}

describe.each(ALL)('decodeMessage, version %s', (version) => {
  it('reads what a transaction was written from, and no further', () => {
    fc.assert(
      fc.property(transactions(version), fc.uint8Array({ maxLength: 3 }), (transaction, surplus) => {
        const message = decodeMessage(
          Uint8Array.from([...messageBytes(transaction), ...surplus]),
          NODE_VERSIONS['4.1'],
        );
        expect(message).toEqual(transaction.message);
        expect(messageError(message, NODE_VERSIONS['4.1'])).toBeUndefined();
      }),
    );
  });

  it('names the size of a piece that is not all there', () => {
    fc.assert(
      fc.property(transactions(version), fc.nat(), (transaction, at) => {
        const bytes = messageBytes(transaction);
        expect(errorOf(bytes.subarray(0, at % bytes.length))).toMatch(/^Attempting to read \d+ bytes$/);
      }),
    );
  });
});

const ZEROS = (count: number): number[] => new Array<number>(count).fill(0);
/** header, one key, blockhash */
const STATIC = [1, 0, 0, 1, ...ZEROS(32), ...ZEROS(32)];
/** mask, blockhash, counts */
const v1 = (mask: number, numInstructions: number, numKeys: number) => [
  0x81,
  1,
  0,
  0,
  mask,
  0,
  0,
  0,
  ...ZEROS(32),
  numInstructions,
  numKeys,
  ...ZEROS(32 * numKeys),
];
const missing = (bytes: number) => `Attempting to read ${bytes} bytes`;
const NON_CANONICAL = 'Invalid value: short u16: non-canonical encoding';
const OVERFLOW = 'Sequence length would overflow length encoding scheme: u16::MAX';

describe('decodeMessage errors', () => {
  it.each<[what: string, bytes: readonly number[], error: string]>([
    ['nothing', [], missing(1)],
    ['a legacy header cut short', [1, 0], missing(2)],
    ['a v0 header cut short', [0x80, 1, 0], missing(3)],
    ['a v1 message cut short', [0x81, ...ZEROS(40)], missing(41)],
    ['version 2', [0x82], 'Invalid tag encoding: 2'],
    ['an off-chain message', [0xff, 1, 2], 'Invalid tag encoding: 127'],
    ['no count of keys', [1, 0, 0], missing(1)],
    ['keys cut short, all in one', [1, 0, 0, 3, ...ZEROS(95)], missing(96)],
    ['half a count', [1, 0, 0, 0x83], missing(1)],
    ['a count longer than needed', [1, 0, 0, 0x83, 0], NON_CANONICAL],
    ['one that is so in its third byte', [1, 0, 0, 0x80, 0x80, 0], NON_CANONICAL],
    ['a count above 65535', [1, 0, 0, 0x80, 0x80, 4], OVERFLOW],
    ['a count of four bytes', [1, 0, 0, 0x80, 0x80, 0x80], OVERFLOW],
    ['the greatest count', [1, 0, 0, 0xff, 0xff, 3], missing(65535 * 32)],
    ['no blockhash', STATIC.slice(0, -1), missing(32)],
    ['no count of instructions', STATIC, missing(1)],
    ['instructions cut short', [...STATIC, 2, 0, 0, 0], missing(1)],
    ['accounts cut short', [...STATIC, 1, 0, 5, 1, 2], missing(5)],
    ['data cut short', [...STATIC, 1, 0, 0, 0x80, 1, 7], missing(128)],
    ['no count of lookups', [0x80, ...STATIC, 0], missing(1)],
    ['a lookup cut short', [0x80, ...STATIC, 0, 1, ...ZEROS(31)], missing(32)],
    ['indexes cut short', [0x80, ...STATIC, 0, 1, ...ZEROS(32), 0, 2, 1], missing(2)],
    ['as many lookups as memory allows', [0x80, ...STATIC, 0, 0xcc, 0x99, 3], missing(32)],
    [
      'more of them',
      [0x80, ...STATIC, 0, 0xcd, 0x99, 3],
      'Encoded sequence length exceeded preallocation limit of 4194304 bytes (needed 4194320 bytes)',
    ],
    ['v1 keys cut short', v1(0, 0, 2).slice(0, -1), missing(64)],
    ['no v1 priority fee', [...v1(0b11, 0, 1), ...ZEROS(7)], missing(8)],
    ['no v1 unit limit', [...v1(0b111, 0, 1), ...ZEROS(11)], missing(4)],
    ['v1 instruction headers cut short', [...v1(0, 3, 1), ...ZEROS(11)], missing(12)],
    ['v1 accounts cut short', [...v1(0, 1, 1), 0, 9, 1, 0, 5], missing(9)],
    ['v1 data cut short', [...v1(0, 1, 1), 0, 0, 1, 1, 5], missing(257)],
  ])('%s', (_what, bytes, error) => {
    expect(errorOf(bytes)).toBe(error);
  });

  it('bits of the v1 mask that mean nothing are passed over', () => {
    const none = decodeMessage(Uint8Array.from(v1(0, 0, 1)), NODE_VERSIONS['4.1']);
    expect(decodeMessage(Uint8Array.from(v1(0b11100001, 0, 1)), NODE_VERSIONS['4.1'])).toEqual(none);
    expect(decodeMessage(Uint8Array.from(v1(0b10, 0, 1)), NODE_VERSIONS['4.1'])).toEqual(none);
  });
});

describe('messageFault', () => {
  const header = (required: number, readonlySigned: number, readonlyUnsigned: number) => ({
    header: {
      numRequiredSignatures: required,
      numReadonlySignedAccounts: readonlySigned,
      numReadonlyUnsignedAccounts: readonlyUnsigned,
    },
  });
  const instruction = (programIdIndex: number, ...accounts: number[]) => ({
    instructions: [{ programIdIndex, accounts: Uint8Array.from(accounts), data: new Uint8Array() }],
  });
  const lookups = (...counts: number[]) => ({
    addressTableLookups: counts.map((count) => ({
      accountKey: repeatedAddress(4),
      writableIndexes: new Uint8Array(count),
      readonlyIndexes: new Uint8Array(),
    })),
  });
  const keys = (count: number) => ({ accountKeys: Array.from({ length: count }, (_, i) => repeatedAddress(i)) });
  const OUT = 'index out of bounds';
  const INVALID = 'invalid value';

  it.each(ALL)('version %s: rules that all have', (version) => {
    const fault = (part: object) => messageError({ ...transferOf(version).message, ...part }, NODE_VERSIONS['4.1']);
    expect(fault({})).toBeUndefined();
    expect(fault(header(2, 0, 2))).toBe(OUT);
    expect(fault(header(3, 2, 0))).toBeUndefined();
    expect(fault(instruction(0))).toBe(OUT);
    expect(fault(instruction(3))).toBe(OUT);
    expect(fault(instruction(2, 3))).toBe(OUT);
    expect(fault(instruction(2, 2, 0, 1))).toBeUndefined();
    const noPayer = version === 'legacy' ? OUT : INVALID;
    expect(fault(header(1, 1, 1))).toBe(noPayer);
    expect(fault(header(0, 0, 1))).toBe(noPayer);
    expect(fault({ ...header(0, 0, 0), ...keys(0), instructions: [] })).toBe(noPayer);
    // the header is looked at before instructions are
    expect(fault({ ...header(1, 1, 1), ...instruction(0) })).toBe(noPayer);
  });

  it('version 0: lookups', () => {
    const fault = (part: object) => messageError({ ...transferOf(0).message, ...part }, NODE_VERSIONS['4.1']);
    expect(fault(lookups(2, 0))).toBe(INVALID);
    expect(fault({ ...lookups(0), ...instruction(0) })).toBe(INVALID);
    expect(fault({ ...lookups(2), ...instruction(2, 4) })).toBeUndefined();
    expect(fault({ ...lookups(2), ...instruction(2, 5) })).toBe(OUT);
    expect(fault({ ...lookups(2), ...instruction(3) })).toBe(OUT);
    expect(fault(lookups(253))).toBeUndefined();
    expect(fault(lookups(200, 54))).toBe(OUT);
  });

  it('version 1: limits of its own', () => {
    const message = transferOf(1).message;
    const fault = (part: object) => messageError({ ...message, ...part }, NODE_VERSIONS['4.1']);
    const config = (heapSize: number) => ({ transactionConfig: { ...message.transactionConfig, heapSize } });
    expect(fault({ ...header(12, 0, 0), ...keys(64) })).toBeUndefined();
    expect(fault({ ...header(13, 0, 0), ...keys(64) })).toBe(OUT);
    expect(fault(keys(65))).toBe(OUT);
    expect(fault({ instructions: new Array(64).fill(message.instructions[0]) })).toBeUndefined();
    expect(fault({ instructions: new Array(65).fill(message.instructions[0]) })).toBe(OUT);
    expect(fault({ accountKeys: [1, 2, 1].map(repeatedAddress) })).toBe(INVALID);
    expect(fault(config(1024))).toBeUndefined();
    expect(fault(config(1025))).toBe(INVALID);
    // values come before the indexes of instructions, counts before all
    expect(fault({ ...config(1025), ...instruction(0) })).toBe(INVALID);
    expect(fault({ ...config(1025), ...keys(65) })).toBe(OUT);
  });

  it('legacy: 256 keys are no limit', () => {
    const accountKeys = new Array(300).fill(repeatedAddress(1));
    expect(messageError({ ...transferOf('legacy').message, accountKeys }, NODE_VERSIONS['4.1'])).toBeUndefined();
  });
});
