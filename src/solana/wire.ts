import { decodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError, ByteWriter } from '../codec/bytes.ts';
import type { WireTransaction } from './block.ts';
import { validateTransaction } from './messageRules.ts';
import {
  assertEnd,
  HEADER_BYTES,
  headerOf,
  type KeyTexts,
  PLAIN_TEXTS,
  readLookups,
  readSignatures,
  readStatic,
  VERSION_BIT,
  writeHeader,
} from './messageWire.ts';
import type { AddressTableLookup, Message, Transaction } from './transaction.ts';
import { decodeTransactionV1, encodeTransactionV1, V1_PREFIX } from './wireV1.ts';

/**
 * Wire format of legacy and v0 transactions.
 *
 * Source   solana message 4.1, transaction 4.1, short-vec 3.2; agave 4.1 sanitize rules
 * @module
 */

/** bytes of a legacy or v0 transaction: one packet */
const MAX_TRANSACTION_BYTES = 1232;

/**
 * Reads one whole transaction, strictly: every length minimal, every index in range, nothing left over.
 *
 * @throws BytesError where the bytes are not a transaction that a node would accept into a block
 */
export function decodeTransaction(bytes: Uint8Array, texts: KeyTexts = PLAIN_TEXTS): Transaction {
  const transaction = decodeUnchecked(bytes, texts);
  validateTransaction(transaction);
  return transaction;
}

/** A transaction of the ledger, whole: it was checked when it was loaded, and its keys are known. */
export function decodeRecorded(transaction: WireTransaction): Transaction {
  const { accountKeys, recentBlockhash, signature, wire } = transaction;
  return decodeUnchecked(wire, { ...PLAIN_TEXTS, accountKeys, signature, blockhashAt: () => recentBlockhash });
}

function decodeUnchecked(bytes: Uint8Array, texts: KeyTexts): Transaction {
  return bytes[0] === V1_PREFIX ? decodeTransactionV1(bytes, texts) : decodeEnvelope(bytes, texts);
}

/** The bytes that `decodeTransaction` reads back equal. Throws BytesError for a transaction that breaks a rule. */
export function encodeTransaction(transaction: Transaction): Uint8Array {
  validateTransaction(transaction);
  if (transaction.version === 1) return encodeTransactionV1(transaction);
  const writer = new ByteWriter();
  writer.shortVec(transaction.signatures.length);
  for (const signature of transaction.signatures) writer.append(decodeBase58(signature));
  if (transaction.version === 0) writer.u8(VERSION_BIT);
  writeMessage(writer, transaction.message);
  if (transaction.version === 0) writeLookups(writer, transaction.message.addressTableLookups ?? []);
  const bytes = writer.bytes();
  assertSize(bytes);
  return bytes;
}

function assertSize(bytes: Uint8Array): void {
  if (bytes.length > MAX_TRANSACTION_BYTES)
    throw new BytesError(
      `a transaction of ${bytes.length} bytes, at most ${MAX_TRANSACTION_BYTES} allowed`,
      MAX_TRANSACTION_BYTES,
    );
}

function decodeEnvelope(bytes: Uint8Array, texts: KeyTexts): Transaction {
  assertSize(bytes);
  const reader = new ByteReader(bytes);
  const signatures = readSignatures(reader, reader.shortVec(), texts);
  const isVersioned = reader.remaining > 0 && (bytes[reader.offset]! & VERSION_BIT) !== 0;
  if (isVersioned) {
    const prefix = reader.u8();
    if (prefix !== VERSION_BIT)
      throw new BytesError(`message version ${prefix & 0x7f} is not known`, reader.offset - 1);
  }
  const message = readStatic(reader, headerOf(reader.take(HEADER_BYTES)), texts);
  const lookups = isVersioned ? { addressTableLookups: readLookups(reader, reader.shortVec(), texts) } : {};
  assertEnd(reader);
  return { version: isVersioned ? 0 : 'legacy', signatures, message: { ...message, ...lookups } };
}

function writeMessage(writer: ByteWriter, message: Message): void {
  writeHeader(writer, message.header);
  writer.shortVec(message.accountKeys.length);
  for (const key of message.accountKeys) writer.append(decodeBase58(key));
  writer.append(decodeBase58(message.recentBlockhash));
  writer.shortVec(message.instructions.length);
  for (const { programIdIndex, accounts, data } of message.instructions) {
    writer.u8(programIdIndex).shortVec(accounts.length).append(accounts).shortVec(data.length).append(data);
  }
}

function writeLookups(writer: ByteWriter, lookups: readonly AddressTableLookup[]): void {
  writer.shortVec(lookups.length);
  for (const { accountKey, writableIndexes, readonlyIndexes } of lookups) {
    writer.append(decodeBase58(accountKey));
    writer.shortVec(writableIndexes.length).append(writableIndexes);
    writer.shortVec(readonlyIndexes.length).append(readonlyIndexes);
  }
}
