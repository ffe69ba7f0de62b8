import { describe, expect, test } from 'vitest';
import { BytesError } from '../../src/codec/bytes.ts';
import { addressOf } from '../../src/solana/address.ts';
import { validateTransaction } from '../../src/solana/messageRules.ts';
import type { Message, Transaction, TransactionVersion } from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { NO_CONFIG, repeatedAddress, SIGNATURE, transferOf } from './wireCases.ts';

const ALL: readonly TransactionVersion[] = ['legacy', 0, 1];

const header = (required: number, readonlySigned: number, readonlyUnsigned: number): Message['header'] => ({
  numRequiredSignatures: required,
  numReadonlySignedAccounts: readonlySigned,
  numReadonlyUnsignedAccounts: readonlyUnsigned,
});

const keys = (count: number) =>
  Array.from({ length: count }, (_, i) =>
    addressOf(
      new Uint8Array(32)
        .fill(1)
        .fill(i & 0xff, 0, 1)
        .fill(i >> 8, 1, 2),
    ),
  );

const instruction = (programIdIndex: number, accounts: readonly number[] = [], dataLength = 0) => ({
  programIdIndex,
  accounts: Uint8Array.from(accounts),
  data: new Uint8Array(dataLength),
});

const lookup = (writable: number, readonly: number) => ({
  accountKey: repeatedAddress(4),
  writableIndexes: new Uint8Array(writable),
  readonlyIndexes: new Uint8Array(readonly),
});

/** Passes for what the rules allow; gives the broken rule otherwise. */
function brokenRule(transaction: Transaction): string | undefined {
  try {
    validateTransaction(transaction);
    return undefined;
  } catch (error) {
    expect(error).toBeInstanceOf(BytesError);
    expect((error as BytesError).offset).toBe(0);
    return (error as BytesError).message;
  }
}

describe.each(ALL)('version %s', (version) => {
  const rule = (message: Partial<Message>) => brokenRule(transferOf(version, message));

  test('a transfer is allowed', () => {
    expect(rule({})).toBeUndefined();
  });

  test.each([0, 2])('%i signatures where one is required', (count) => {
    const transaction = { ...transferOf(version), signatures: new Array(count).fill(SIGNATURE) };
    expect(brokenRule(transaction)).toBe(`${count} signatures where the header requires 1`);
  });

  test('signers are static keys', () => {
    expect(rule({ header: header(3, 0, 0) })).toBeUndefined();
    expect(rule({ header: header(4, 0, 0) })).toBe('4 signatures required of 3 account keys');
  });

  test('the fee payer signs and is writable', () => {
    expect(rule({ header: header(2, 1, 1) })).toBeUndefined();
    expect(rule({ header: header(2, 2, 1) })).toBe('the fee payer must be a writable signer');
    expect(rule({ header: header(1, 1, 1) })).toBe('the fee payer must be a writable signer');
    expect(rule({ header: header(0, 0, 1) })).toBe('the fee payer must be a writable signer');
    expect(rule({ header: header(0, 0, 0), accountKeys: [], instructions: [] })).toBe(
      'the fee payer must be a writable signer',
    );
  });

  test('signers and readonly others do not overlap', () => {
    expect(rule({ header: header(1, 0, 2) })).toBeUndefined();
    expect(rule({ header: header(1, 0, 3) })).toBe('more readonly unsigned accounts than account keys');
    expect(rule({ header: header(2, 0, 2) })).toBe('more readonly unsigned accounts than account keys');
  });

  test('a program is a static key that is not the fee payer', () => {
    expect(rule({ instructions: [instruction(2)] })).toBeUndefined();
    expect(rule({ instructions: [instruction(2), instruction(0)] })).toBe(
      'instruction 1: the fee payer cannot be the program',
    );
    expect(rule({ instructions: [instruction(3)] })).toBe('instruction 0: program index 3 of 3 static account keys');
  });

  test('an account index names an account', () => {
    expect(rule({ instructions: [instruction(1, [0, 1, 2, 2])] })).toBeUndefined();
    expect(rule({ instructions: [instruction(1, [0]), instruction(1, [1, 3, 4])] })).toBe(
      'instruction 1: account index 3 of 3 accounts',
    );
  });

  test('no instructions are allowed', () => {
    expect(rule({ instructions: [] })).toBeUndefined();
  });

  test('encoding checks the rules first', () => {
    expect(() => encodeTransaction(transferOf(version, { instructions: [instruction(3)] }))).toThrow(
      new BytesError('instruction 0: program index 3 of 3 static account keys', 0),
    );
  });
});

describe('lookups', () => {
  const rule = (message: Partial<Message>) => brokenRule(transferOf(0, message));

  test('each loads at least one account', () => {
    expect(rule({ addressTableLookups: [lookup(1, 0), lookup(0, 1)] })).toBeUndefined();
    expect(rule({ addressTableLookups: [lookup(1, 0), lookup(0, 0)] })).toBe(
      'an address table lookup that loads nothing',
    );
  });

  test('an account index may name a loaded account, a program index may not', () => {
    const addressTableLookups = [lookup(1, 1)];
    expect(rule({ addressTableLookups, instructions: [instruction(1, [3, 4])] })).toBeUndefined();
    expect(rule({ addressTableLookups, instructions: [instruction(1, [5])] })).toBe(
      'instruction 0: account index 5 of 5 accounts',
    );
    expect(rule({ addressTableLookups, instructions: [instruction(3)] })).toBe(
      'instruction 0: program index 3 of 3 static account keys',
    );
  });

  test('static and loaded accounts are at most 256', () => {
    expect(rule({ addressTableLookups: [lookup(200, 53)] })).toBeUndefined();
    expect(rule({ addressTableLookups: [lookup(200, 53), lookup(1, 0)] })).toBe('more than 256 accounts');
  });

  test('the same address may stand twice', () => {
    expect(rule({ accountKeys: [repeatedAddress(1), repeatedAddress(1), repeatedAddress(0)] })).toBeUndefined();
  });
});

describe('v1', () => {
  const rule = (message: Partial<Message>) => brokenRule(transferOf(1, message));

  test('at most 12 signatures', () => {
    expect(rule({ header: header(12, 0, 1), accountKeys: keys(14) })).toBeUndefined();
    expect(rule({ header: header(13, 0, 1), accountKeys: keys(14) })).toBe('more than 12 signatures');
  });

  test('at most 64 addresses', () => {
    expect(rule({ accountKeys: keys(64) })).toBeUndefined();
    expect(rule({ accountKeys: keys(65) })).toBe('more than 64 addresses');
  });

  test('at most 64 instructions', () => {
    expect(rule({ instructions: new Array(64).fill(instruction(1)) })).toBeUndefined();
    expect(rule({ instructions: new Array(65).fill(instruction(1)) })).toBe('more than 64 instructions');
  });

  test('no address stands twice', () => {
    expect(rule({ accountKeys: [repeatedAddress(1), repeatedAddress(2), repeatedAddress(1)] })).toBe(
      'a duplicate address',
    );
  });

  test('the heap size is a multiple of 1024', () => {
    const heapSize = (size: number) => rule({ transactionConfig: { ...NO_CONFIG, heapSize: size } });
    expect([0, 1024, 32768, 262144, 4294966272].map(heapSize)).toEqual(new Array(5).fill(undefined));
    expect(heapSize(1023)).toBe('heap size 1023 is not a multiple of 1024');
    expect(heapSize(32769)).toBe('heap size 32769 is not a multiple of 1024');
  });

  test('an instruction names at most 255 accounts, which is what its count holds', () => {
    expect(rule({ instructions: [instruction(1, new Array(255).fill(0))] })).toBeUndefined();
    expect(rule({ instructions: [instruction(1), instruction(1, new Array(256).fill(0))] })).toBe(
      'instruction 1: 256 accounts, at most 255 allowed',
    );
  });

  test('an instruction has at most 65535 bytes of data, which is what its length holds', () => {
    expect(rule({ instructions: [instruction(1, [], 65535)] })).toBeUndefined();
    expect(rule({ instructions: [instruction(1, [], 65536)] })).toBe(
      'instruction 0: 65536 bytes of data, at most 65535 allowed',
    );
  });
});

describe.each<TransactionVersion>(['legacy', 0])('counts of version %s', (version) => {
  test.each([
    ['accounts', instruction(1, new Array(65536).fill(0))],
    ['bytes of data', instruction(1, [], 65536)],
  ])('65536 %s of an instruction do not fit', (_, oversized) => {
    expect(() => encodeTransaction(transferOf(version, { instructions: [oversized] }))).toThrow(
      expect.objectContaining({ name: 'BytesError', message: '65536 does not fit a compact-u16' }),
    );
  });
});
