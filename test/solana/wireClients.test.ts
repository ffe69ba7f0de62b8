import { getCompiledTransactionMessageDecoder, getTransactionDecoder } from '@solana/kit';
import { VersionedTransaction } from '@solana/web3.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeBase58 } from '../../src/codec/base58.ts';
import type { CompiledInstruction, Message, Transaction, TransactionConfig } from '../../src/solana/transaction.ts';
import { encodeTransaction } from '../../src/solana/wire.ts';
import { EXECUTED_VECTORS, transactions } from './wireCases.ts';

const numbers = (bytes: Iterable<number> | undefined) => [...(bytes ?? [])];
const plainInstruction = ({ programIdIndex, accounts, data }: CompiledInstruction) => [
  programIdIndex,
  numbers(accounts),
  numbers(data),
];

/** What every reader of a transaction must find in it. */
function plain({ version, signatures, message }: Transaction) {
  const { header } = message;
  return {
    version,
    signatures,
    header: [header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts],
    keys: message.accountKeys,
    blockhash: message.recentBlockhash,
    instructions: message.instructions.map(plainInstruction),
    lookups: (message.addressTableLookups ?? []).map(({ accountKey, writableIndexes, readonlyIndexes }) => [
      accountKey,
      numbers(writableIndexes),
      numbers(readonlyIndexes),
    ]),
  };
}

function web3Reading(wire: Uint8Array) {
  const { signatures, message, version } = VersionedTransaction.deserialize(wire);
  const { header } = message;
  return {
    version,
    signatures: signatures.map(encodeBase58),
    header: [header.numRequiredSignatures, header.numReadonlySignedAccounts, header.numReadonlyUnsignedAccounts],
    keys: message.staticAccountKeys.map((key) => key.toBase58()),
    blockhash: message.recentBlockhash,
    instructions: message.compiledInstructions.map(({ programIdIndex, accountKeyIndexes, data }) => [
      programIdIndex,
      accountKeyIndexes,
      numbers(data),
    ]),
    lookups: message.addressTableLookups.map(({ accountKey, writableIndexes, readonlyIndexes }) => [
      accountKey.toBase58(),
      writableIndexes,
      readonlyIndexes,
    ]),
  };
}

function kitReading(wire: Uint8Array) {
  const { messageBytes, signatures } = getTransactionDecoder().decode(wire);
  const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
  const { header } = message;
  const reading = {
    version: message.version,
    // Kit shows a signature of 64 zeros as null
    signatures: Object.values(signatures).map((bytes) => encodeBase58(bytes ?? new Uint8Array(64))),
    header: [header.numSignerAccounts, header.numReadonlySignerAccounts, header.numReadonlyNonSignerAccounts],
    keys: message.staticAccounts,
    blockhash: message.lifetimeToken,
  };
  if (message.version === 1) {
    const instructions = message.instructionHeaders.map(({ programAccountIndex }, i) => {
      const { instructionAccountIndices, instructionData } = message.instructionPayloads[i]!;
      return [programAccountIndex, numbers(instructionAccountIndices), numbers(instructionData)];
    });
    return { ...reading, instructions, lookups: [] };
  }
  const lookups = message.version === 0 ? (message.addressTableLookups ?? []) : [];
  return {
    ...reading,
    instructions: message.instructions.map(({ programAddressIndex, accountIndices, data }) => [
      programAddressIndex,
      numbers(accountIndices),
      numbers(data),
    ]),
    lookups: lookups.map(({ lookupTableAddress, writableIndexes, readonlyIndexes }) => [
      lookupTableAddress,
      writableIndexes,
      readonlyIndexes,
    ]),
  };
}

/** The values of a v1 config in wire order, as Kit lists them. */
function configValues({ transactionConfig: config }: Message) {
  const { priorityFee, computeUnitLimit, loadedAccountsDataSizeLimit, heapSize } = config as TransactionConfig;
  const u32s = [computeUnitLimit, loadedAccountsDataSizeLimit, heapSize].filter((value) => value !== null);
  return [
    ...(priorityFee === null ? [] : [{ kind: 'u64', value: priorityFee }]),
    ...u32s.map((value) => ({ kind: 'u32', value })),
  ];
}

describe.each(EXECUTED_VECTORS)('the executed vector $name', ({ transaction, base64 }) => {
  test('reads the same in Kit', () => {
    expect(kitReading(Buffer.from(base64, 'base64'))).toEqual(plain(transaction));
  });
});

describe.each(['legacy', 0] as const)('any transaction of version %s', (version) => {
  test('reads the same in @solana/web3.js', () => {
    fc.assert(
      fc.property(transactions(version), (transaction) => {
        expect(web3Reading(encodeTransaction(transaction))).toEqual(plain(transaction));
      }),
      { numRuns: 200 },
    );
  });

  test('has the bytes that @solana/web3.js writes', () => {
    fc.assert(
      fc.property(transactions(version), (transaction) => {
        const wire = encodeTransaction(transaction);
        expect(Buffer.compare(VersionedTransaction.deserialize(wire).serialize(), wire)).toBe(0);
      }),
      { numRuns: 200 },
    );
  });
});

describe.each(['legacy', 0, 1] as const)('any transaction of version %s', (version) => {
  test('reads the same in Kit', () => {
    fc.assert(
      fc.property(transactions(version), (transaction) => {
        expect(kitReading(encodeTransaction(transaction))).toEqual(plain(transaction));
      }),
      { numRuns: 200 },
    );
  });
});

test('the config of any v1 transaction reads the same in Kit', () => {
  fc.assert(
    fc.property(transactions(1), (transaction) => {
      const { messageBytes } = getTransactionDecoder().decode(encodeTransaction(transaction));
      const message = getCompiledTransactionMessageDecoder().decode(messageBytes);
      expect(message).toHaveProperty('configValues', configValues(transaction.message));
    }),
    { numRuns: 200 },
  );
});
