import {
  AddressLookupTableAccount,
  Message,
  MessageV0,
  PublicKey,
  TransactionInstruction,
  VersionedTransaction,
} from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeBase58 } from '../../../src/codec/base58.ts';
import type { Protocol } from '../../../src/ledger/protocol.ts';
import { namedKeyPair } from '../../../src/runtime/names/namedKeys.ts';
import { decodeTransaction } from '../../../src/solana/wire.ts';
import { compileGood, compileSpec, type ScriptSpec, type TransactionSpec } from '../../support/scripts.ts';
import { AGAVE_41, protocolFor } from '../../support/testNode.ts';
import { decodedMeta } from '../../support/transactions.ts';
import { allVerify, kitReading, ownReading, web3Reading } from './readings.ts';

const NAMES = ['alice', 'bob', 'carol', 'dave', 'erin', 'frank', 'grace'];
const TABLES: NonNullable<ScriptSpec['accounts']> = {
  $alice: { sol: 5 },
  $table: { lookupTable: { addresses: ['$carol', '$dave', '$program0'] } },
  $other: { lookupTable: { authority: '$alice', addresses: ['$bob', '$dave', '$erin'] } },
};

const web3Key = (name: string) => new PublicKey(namedKeyPair(name).address);

interface Account {
  readonly name: string;
  readonly isSigner: boolean;
  readonly isWritable: boolean;
}

interface Call {
  readonly program: string;
  readonly accounts: readonly Account[];
}

const account: fc.Arbitrary<Account> = fc.record({
  name: fc.constantFrom(...NAMES),
  isSigner: fc.boolean(),
  isWritable: fc.boolean(),
});
const calls: fc.Arbitrary<readonly Call[]> = fc.array(
  fc.record({ program: fc.constantFrom('program0', 'program1'), accounts: fc.array(account, { maxLength: 6 }) }),
  { minLength: 1, maxLength: 3 },
);

function specOf(given: readonly Call[]): TransactionSpec {
  return {
    payer: '$alice',
    instructions: given.map(({ program, accounts }) => ({
      raw: {
        program: `$${program}`,
        accounts: accounts.map(
          ({ name, isSigner, isWritable }) => `$${name} ${isSigner ? 's' : ''}${isWritable ? 'w' : ''}`,
        ),
        data: Buffer.from(program),
      },
    })),
  };
}

function web3Instructions(given: readonly Call[]): TransactionInstruction[] {
  return given.map(
    ({ program, accounts }) =>
      new TransactionInstruction({
        programId: web3Key(program),
        keys: accounts.map(({ name, ...flags }) => ({ pubkey: web3Key(name), ...flags })),
        data: Buffer.from(program),
      }),
  );
}

function onlyTransaction(spec: TransactionSpec, protocol?: Protocol) {
  const { transactions } = compileGood(
    { accounts: TABLES, slots: [{ slot: 7, transactions: [spec] }] },
    protocol && { protocol },
  );
  expect(transactions).toHaveLength(1);
  return transactions[0]!;
}

const bytesOf = (message: { serialize(): Uint8Array }) => Buffer.from(message.serialize()).toString('hex');

describe('a message has the bytes that @solana/web3.js compiles', () => {
  test('legacy', () => {
    fc.assert(
      fc.property(calls, (given) => {
        const transaction = onlyTransaction(specOf(given));
        const { message } = VersionedTransaction.deserialize(transaction.wire);
        const expected = Message.compile({
          payerKey: web3Key('alice'),
          instructions: web3Instructions(given),
          recentBlockhash: message.recentBlockhash,
        });
        expect(bytesOf(message)).toBe(bytesOf(expected));
      }),
      { numRuns: 60 },
    );
  });

  test('version 0, with lookup tables', () => {
    const table = (name: string, addresses: readonly string[]) =>
      new AddressLookupTableAccount({
        key: web3Key(name),
        state: {
          addresses: addresses.map(web3Key),
          deactivationSlot: 2n ** 64n - 1n,
          lastExtendedSlot: 0,
          lastExtendedSlotStartIndex: 0,
        },
      });
    const addressLookupTableAccounts = [
      table('table', ['carol', 'dave', 'program0']),
      table('other', ['bob', 'dave', 'erin']),
    ];
    fc.assert(
      fc.property(calls, (given) => {
        const transaction = onlyTransaction({ ...specOf(given), lookupTables: ['$table', '$other'] });
        const { message } = VersionedTransaction.deserialize(transaction.wire);
        const expected = MessageV0.compile({
          payerKey: web3Key('alice'),
          instructions: web3Instructions(given),
          recentBlockhash: message.recentBlockhash,
          addressLookupTableAccounts,
        });
        expect(bytesOf(message)).toBe(bytesOf(expected));
        const loaded = expected.resolveAddressTableLookups(addressLookupTableAccounts);
        expect(transaction.meta!.loadedAddresses).toEqual({
          writable: loaded.writable.map(String),
          readonly: loaded.readonly.map(String),
        });
      }),
      { numRuns: 60 },
    );
  });
});

describe.each(['legacy', 0, 1] as const)('every transaction of version %s', (version) => {
  test('verifies, and reads the same in @solana/kit and @solana/web3.js', () => {
    fc.assert(
      fc.property(calls, fc.boolean(), (given, hasBudget) => {
        const budget = hasBudget ? { computeUnitLimit: 100_000, computeUnitPrice: 5n } : {};
        const transaction = onlyTransaction({ ...specOf(given), ...budget, version, signers: ['$zoe'] });
        const own = ownReading(transaction);
        expect(own.version).toBe(version);
        expect(kitReading(transaction)).toEqual(own);
        if (version !== 1) expect(web3Reading(transaction)).toEqual(own);
        expect(allVerify(transaction)).toBe(true);
        expect(own.keys.slice(0, own.header[0])).toContain(namedKeyPair('zoe').address);
      }),
      { numRuns: 40 },
    );
  });
});

test('a v1 message says the fee that limit and price make, and it is paid', () => {
  const spec = { version: 1, computeUnitLimit: 100_001, computeUnitPrice: 5_000n } as const;
  const transaction = onlyTransaction({ instructions: [{ memo: 'hi' }], payer: '$alice', ...spec }, AGAVE_41);
  expect(decodedMeta(transaction.meta).fee).toBe(5_000n + 501n);
  // mask, then behind the addresses: priority fee, limit
  expect(Buffer.from(transaction.wire).readUInt32LE(4)).toBe(0b111);
  const config = 1 + 3 + 4 + 32 + 2 + 2 * 32;
  expect(Buffer.from(transaction.wire).readBigUInt64LE(config)).toBe(501n);
  expect(Buffer.from(transaction.wire).readUInt32LE(config + 8)).toBe(100_001);
});

describe('the settings of a v1 message', () => {
  const V1 = { instructions: [{ memo: 'a' }, { memo: 'b' }], payer: '$alice', version: 1 } as const;
  const configOf = (spec: Partial<TransactionSpec> = {}, protocol = protocolFor('4.3', 'mainnet')) => {
    const { meta, wire } = onlyTransaction({ ...V1, ...spec }, protocol);
    return { ...decodeTransaction(wire).message.transactionConfig, fee: decodedMeta(meta).fee };
  };
  const NONE = { priorityFee: null, computeUnitLimit: null, loadedAccountsDataSizeLimit: null, heapSize: null };

  test('are what it needs to run where they are left out', () => {
    const enough = { ...NONE, computeUnitLimit: 400_000, loadedAccountsDataSizeLimit: 64 * 1024 * 1024 };
    expect(configOf()).toEqual({ ...enough, fee: 5000n });
    const many = Array.from({ length: 8 }, () => ({ memo: 'x' }));
    expect(configOf({ instructions: many }).computeUnitLimit).toBe(1_400_000);
  });

  test('are left out where no cluster would run it', () => {
    for (const protocol of [
      AGAVE_41,
      protocolFor('4.3', 'genesis'),
      protocolFor('4.3', 'genesis', { flags: { txV1: 8n } }),
    ])
      expect(configOf({}, protocol)).toEqual({ ...NONE, fee: 5000n });
  });

  test('are what is written', () => {
    const given = { priorityFee: 42n, computeUnitLimit: 7, heapSize: 65_536 };
    expect(configOf({ ...given, loadedDataLimit: 0 })).toEqual({
      ...given,
      loadedAccountsDataSizeLimit: 0,
      fee: 5042n,
    });
  });

  test.each<[spec: Partial<TransactionSpec>, error: string]>([
    [{ version: 0, heapSize: 65_536 }, 'a transaction of version 0 has no heapSize (only version 1 has it)'],
    [
      { version: 'legacy', priorityFee: 1n },
      'a transaction of version legacy has no priorityFee (only version 1 has it)',
    ],
    [
      { priorityFee: 1n, computeUnitPrice: 1n },
      'expected priorityFee or computeUnitPrice, found both (the price is for other versions)',
    ],
  ])('%o', (spec, error) => {
    const transactions = [{ ...V1, ...spec }];
    expect(compileSpec({ accounts: TABLES, slots: [{ slot: 7, transactions }] }).errors).toEqual([
      `slots/0/0: ${error}`,
    ]);
  });
});

describe('the version', () => {
  test('is legacy, and 0 with lookup tables', () => {
    const instructions = [{ transfer: { from: '$alice', to: '$bob', sol: 1 } }];
    expect(onlyTransaction({ instructions }).version).toBe('legacy');
    expect(onlyTransaction({ instructions, lookupTables: ['$other'] }).version).toBe(0);
  });

  test.each(['legacy', 1] as const)('%s has no lookup tables', (version) => {
    const spec = { instructions: [{ memo: 'hi' }], payer: '$alice', version, lookupTables: ['$table'] };
    const { errors } = compileSpec({ accounts: TABLES, slots: [{ slot: 7, transactions: [spec] }] });
    expect(errors).toEqual([
      `slots/0/0: a transaction of version ${version} has no lookup tables (only version 0 has them)`,
    ]);
  });
});

test('a table that nothing is loaded from is warned of, and left out', () => {
  const instructions = [{ transfer: { from: '$alice', to: '$zoe', sol: 1 } }];
  const spec = { accounts: TABLES, slots: [{ slot: 7, transactions: [{ instructions, lookupTables: ['$table'] }] }] };
  const { warnings, transactions } = compileSpec(spec);
  expect(warnings).toEqual(['slots/0/0: `$table` holds no account of this transaction that could be loaded']);
  expect(ownReading(transactions[0]!)).toMatchObject({ version: 0, lookups: [] });
});

describe('lifetimes', () => {
  const transfer = { instructions: [{ transfer: { from: '$alice', to: '$bob', lamports: 1n } }] };
  const accounts: NonNullable<ScriptSpec['accounts']> = {
    $alice: { sol: 5 },
    $bob: { sol: 1 },
    $nonce: { nonce: { authority: '$alice' } },
  };

  test('are the blockhash of the block before, and others for copies', () => {
    const { blocks, transactions } = compileGood({
      accounts,
      slots: [
        { slot: 7 },
        { slot: 8, transactions: [{ ...transfer, repeat: 3 }, transfer] },
        { slot: 9, transactions: [transfer] },
      ],
    });
    const lifetimes = transactions.map((transaction) => ownReading(transaction).lifetime);
    expect(lifetimes[0]).toBe(blocks[0]!.blockhash);
    expect(lifetimes[4]).toBe(blocks[1]!.blockhash);
    expect(new Set(lifetimes).size).toBe(5);
    expect(new Set(transactions.map(({ signature }) => signature)).size).toBe(5);
    expect(transactions.every(allVerify)).toBe(true);
  });

  test('are the nonce where a transaction advances one first', () => {
    const advance = { advanceNonce: { nonce: '$nonce', authority: '$alice' } };
    const failing = { instructions: [advance, ...transfer.instructions], err: 'AccountInUse' };
    const { transactions, accounts: left } = compileGood({
      accounts,
      slots: [
        { slot: 7, transactions: [failing] },
        { slot: 8, transactions: [{ instructions: [advance] }] },
      ],
    });
    const nonce = (data: Uint8Array) => Buffer.from(data.subarray(40, 72)).toString('hex');
    const lifetimes = transactions.map((transaction) =>
      Buffer.from(decodeBase58(ownReading(transaction).lifetime)).toString('hex'),
    );
    expect(new Set([...lifetimes, nonce(left.get(namedKeyPair('nonce').address)!.data)]).size).toBe(3);
    const first = compileGood({ accounts }).accounts.get(namedKeyPair('nonce').address)!;
    expect(lifetimes[0]).toBe(nonce(first.data));
    expect(transactions.every(allVerify)).toBe(true);
  });
});

test('a transaction that is too long is refused', () => {
  const spec = { instructions: [{ memo: 'x'.repeat(1_200) }], payer: '$alice' };
  const { errors, blocks } = compileSpec({ accounts: TABLES, slots: [{ slot: 7, transactions: [spec] }] });
  expect(errors).toEqual(['slots/0/0: a transaction of 1370 bytes, at most 1232 allowed']);
  expect(blocks[0]!.transactions).toEqual([]);
});
