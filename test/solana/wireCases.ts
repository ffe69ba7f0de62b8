import fc from 'fast-check';
import { encodeBase58 } from '../../src/codec/base58.ts';
import { type Address, addressOf, type Blockhash, type Signature } from '../../src/solana/address.ts';
import type {
  AddressTableLookup,
  CompiledInstruction,
  Message,
  Transaction,
  TransactionConfig,
  TransactionVersion,
} from '../../src/solana/transaction.ts';

/** The 32 bytes that repeat `byte`. */
export function repeatedAddress(byte: number): Address {
  return addressOf(new Uint8Array(32).fill(byte));
}

export const SIGNATURE = encodeBase58(new Uint8Array(64).fill(9)) as Signature;
const BLOCKHASH = encodeBase58(new Uint8Array(32).fill(3)) as Blockhash;
export const NO_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

const TRANSFER: CompiledInstruction = {
  programIdIndex: 2,
  accounts: Uint8Array.of(0, 1),
  data: new Uint8Array(Buffer.from('02000000e803000000000000', 'hex')),
};

/** A transfer with one signer and three keys, apart from what `message` says. */
export function transferOf(version: TransactionVersion, message: Partial<Message> = {}): Transaction {
  const header = { numRequiredSignatures: 1, numReadonlySignedAccounts: 0, numReadonlyUnsignedAccounts: 1 };
  const accountKeys = [repeatedAddress(1), repeatedAddress(2), repeatedAddress(0)];
  const base = { header, accountKeys, recentBlockhash: BLOCKHASH, instructions: [TRANSFER] };
  const ofVersion = version === 0 ? { addressTableLookups: [] } : version === 1 ? { transactionConfig: NO_CONFIG } : {};
  const whole = { ...base, ...ofVersion, ...message };
  return { version, signatures: new Array(whole.header.numRequiredSignatures).fill(SIGNATURE), message: whole };
}

interface ExecutedVector {
  readonly name: string;
  readonly transaction: Transaction;
  readonly base64: string;
}

/** Bytes that the reference node's own encoder wrote. */
export const EXECUTED_VECTORS: readonly ExecutedVector[] = [
  {
    name: 'legacy',
    transaction: transferOf('legacy'),
    base64:
      'AQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkBAAEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQECAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMBAgIAAQwCAAAA6AMAAAAAAAA=',
  },
  {
    name: 'v0',
    transaction: transferOf(0, {
      accountKeys: [repeatedAddress(1), repeatedAddress(0)],
      instructions: [{ ...TRANSFER, programIdIndex: 1, accounts: Uint8Array.of(0, 2) }],
      addressTableLookups: [
        { accountKey: repeatedAddress(4), writableIndexes: Uint8Array.of(7), readonlyIndexes: new Uint8Array() },
      ],
    }),
    base64:
      'AQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQmAAQABAgEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwEBAgACDAIAAADoAwAAAAAAAAEEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAEHAA==',
  },
  {
    name: 'v1',
    transaction: transferOf(1, { transactionConfig: { ...NO_CONFIG, priorityFee: 5n, computeUnitLimit: 200_000 } }),
    base64:
      'gQEAAQcAAAADAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwMDAwEDAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQEBAQECAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABQAAAAAAAABADQMAAgIMAAABAgAAAOgDAAAAAAAACQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQkJCQ==',
  },
];

const bytesOf = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });
const addresses = (minLength: number, maxLength: number) =>
  fc.uniqueArray(bytesOf(32).map(addressOf), { minLength, maxLength });

function instructionsOf(numStatic: number, numAccounts: number, maxData: number): fc.Arbitrary<CompiledInstruction[]> {
  if (numStatic < 2) return fc.constant([]);
  const instruction = fc.record({
    programIdIndex: fc.integer({ min: 1, max: numStatic - 1 }),
    accounts: fc.uint8Array({ maxLength: 8, max: numAccounts - 1 }),
    data: fc.uint8Array({ maxLength: maxData }),
  });
  return fc.array(instruction, { maxLength: 3 });
}

function headerOf(numKeys: number, maxSigners: number): fc.Arbitrary<Message['header']> {
  return fc.integer({ min: 1, max: Math.min(numKeys, maxSigners) }).chain((numRequiredSignatures) =>
    fc.record({
      numRequiredSignatures: fc.constant(numRequiredSignatures),
      numReadonlySignedAccounts: fc.nat(numRequiredSignatures - 1),
      numReadonlyUnsignedAccounts: fc.nat(numKeys - numRequiredSignatures),
    }),
  );
}

const lookup: fc.Arbitrary<AddressTableLookup> = fc
  .record({
    accountKey: bytesOf(32).map(addressOf),
    writableIndexes: fc.uint8Array({ maxLength: 5 }),
    readonlyIndexes: fc.uint8Array({ maxLength: 5 }),
  })
  .filter(({ writableIndexes, readonlyIndexes }) => writableIndexes.length + readonlyIndexes.length > 0);

const u32 = fc.option(fc.integer({ min: 0, max: 0xffffffff }));
const config: fc.Arbitrary<TransactionConfig> = fc.record({
  priorityFee: fc.option(fc.bigInt({ min: 0n, max: 18446744073709551615n })),
  computeUnitLimit: u32,
  loadedAccountsDataSizeLimit: u32,
  heapSize: fc.option(fc.nat(256).map((kibibytes) => kibibytes * 1024)),
});

interface Extent {
  readonly maxKeys: number;
  readonly maxSigners: number;
  readonly maxData: number;
}

/** Small enough for one packet, however the pieces fall. */
const PACKET: Extent = { maxKeys: 8, maxSigners: 4, maxData: 100 };
/** Within 4,096 bytes, and mostly more than a packet holds. */
const V1_EXTENT: Extent = { maxKeys: 30, maxSigners: 12, maxData: 600 };

/** Any transaction of a version that a node would accept. */
export function transactions(version: TransactionVersion): fc.Arbitrary<Transaction> {
  const { maxKeys, maxSigners, maxData } = version === 1 ? V1_EXTENT : PACKET;
  const lookups = version === 0 ? fc.array(lookup, { maxLength: 2 }) : fc.constant([]);
  return fc.tuple(addresses(1, maxKeys), lookups).chain(([accountKeys, addressTableLookups]) => {
    const loaded = addressTableLookups.map((table) => table.writableIndexes.length + table.readonlyIndexes.length);
    const numAccounts = loaded.reduce((sum, count) => sum + count, accountKeys.length);
    const message: fc.Arbitrary<Message> = fc.record({
      header: headerOf(accountKeys.length, maxSigners),
      accountKeys: fc.constant(accountKeys),
      recentBlockhash: bytesOf(32).map((bytes) => encodeBase58(bytes) as Blockhash),
      instructions: instructionsOf(accountKeys.length, numAccounts, maxData),
      ...(version === 0 ? { addressTableLookups: fc.constant(addressTableLookups) } : {}),
      ...(version === 1 ? { transactionConfig: config } : {}),
    });
    return message.chain((whole) => {
      const count = whole.header.numRequiredSignatures;
      const signature = bytesOf(64).map((bytes) => encodeBase58(bytes) as Signature);
      const signatures = fc.array(signature, { minLength: count, maxLength: count });
      return signatures.map((signed): Transaction => ({ version, signatures: signed, message: whole }));
    });
  });
}
