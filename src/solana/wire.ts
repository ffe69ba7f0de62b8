import { decodeBase58, encodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError, ByteWriter } from '../codec/bytes.ts';
import { type Address, type Blockhash, SIGNATURE_BYTES, type Signature, VOTE_PROGRAM } from './address.ts';
import type { LedgerTransaction, WireTransaction } from './block.ts';
import {
  HEADER_BYTES,
  headerOf,
  type KeyNames,
  PLAIN_NAMES,
  readList,
  readLookups,
  readStatic,
  readV1,
  V1_CONFIG,
} from './messageWire.ts';
import { validateTransaction } from './sanitize.ts';
import type { AddressTableLookup, Message, MessageHeader, Transaction, TransactionConfig } from './transaction.ts';

/** The names of a transaction that was decoded before. */
class RecordedNames implements KeyNames {
  readonly accountKeys: readonly Address[];
  readonly signature: Signature;
  readonly #recentBlockhash: Blockhash;

  constructor({ accountKeys, recentBlockhash, signature }: WireTransaction) {
    this.accountKeys = accountKeys;
    this.signature = signature;
    this.#recentBlockhash = recentBlockhash;
  }

  addressAt(bytes: Uint8Array, start: number): Address {
    return PLAIN_NAMES.addressAt(bytes, start);
  }

  /** There is one in a transaction. */
  blockhashAt(): Blockhash {
    return this.#recentBlockhash;
  }
}

function readSignatures(reader: ByteReader, count: number, names: KeyNames): Signature[] {
  return readList(reader, count, (_reader, index) => {
    const start = reader.skip(SIGNATURE_BYTES);
    if (index === 0 && names instanceof RecordedNames) return names.signature;
    return encodeBase58(reader.bytes.subarray(start, reader.offset)) as Signature;
  });
}

function writeHeader(writer: ByteWriter, header: MessageHeader): void {
  writer.u8(header.numRequiredSignatures).u8(header.numReadonlySignedAccounts).u8(header.numReadonlyUnsignedAccounts);
}

/**
 * Wire format of v1 transactions: message first, signatures last and uncounted.
 *
 * | part | bytes |
 * |---|---|
 * | 0x81, header | 1 + 3 |
 * | config mask: bits 0-1 priorityFee, 2 computeUnitLimit, 3 loadedAccountsDataSizeLimit, 4 heapSize | u32 |
 * | lifetime specifier | 32 |
 * | number of instructions, of addresses | u8, u8 |
 * | addresses | 32 each |
 * | config values that the mask names, in its order | u64, then u32 each |
 * | instruction headers: program index, accounts, data length | u8, u8, u16 each |
 * | instruction payloads: account indexes, data | |
 * | signatures | 64 each, as many as the header requires |
 *
 * Source   SIMD-0385; solana message 4.1
 * @module
 */

export const V1_PREFIX = 0x81;
/** bytes of a whole v1 transaction */
const MAX_V1_TRANSACTION_BYTES = 4096;

const MASK_OFFSET = 4;
const KNOWN_BITS = 0b11111;

function decodeTransactionV1(bytes: Uint8Array, names: KeyNames): Transaction {
  assertV1Size(bytes);
  const reader = new ByteReader(bytes, 1);
  const message = readV1(reader, names, assertMask);
  const signatures = readSignatures(reader, message.header.numRequiredSignatures, names);
  assertEnd(reader);
  return { version: 1, signatures, message };
}

function assertEnd({ offset, remaining }: ByteReader): void {
  if (remaining > 0) throw new BytesError(`${remaining} bytes after the transaction`, offset);
}

function encodeTransactionV1({ signatures, message }: Transaction): Uint8Array {
  const config = message.transactionConfig ?? EMPTY_CONFIG;
  const writer = new ByteWriter();
  writer.u8(V1_PREFIX);
  writeHeader(writer, message.header);
  writer.u32(maskOf(config)).append(decodeBase58(message.recentBlockhash));
  writer.u8(message.instructions.length).u8(message.accountKeys.length);
  for (const key of message.accountKeys) writer.append(decodeBase58(key));
  writeConfig(writer, config);
  for (const { programIdIndex, accounts, data } of message.instructions) {
    writer.u8(programIdIndex).u8(accounts.length).u16(data.length);
  }
  for (const { accounts, data } of message.instructions) writer.append(accounts).append(data);
  for (const signature of signatures) writer.append(decodeBase58(signature));
  const bytes = writer.bytes();
  assertV1Size(bytes);
  return bytes;
}

const EMPTY_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

function assertV1Size(bytes: Uint8Array): void {
  if (bytes.length <= MAX_V1_TRANSACTION_BYTES) return;
  const message = `a v1 transaction of ${bytes.length} bytes, at most ${MAX_V1_TRANSACTION_BYTES} allowed`;
  throw new BytesError(message, MAX_V1_TRANSACTION_BYTES);
}

function assertMask(mask: number): void {
  if ((mask & ~KNOWN_BITS) !== 0) throw new BytesError(`unknown bits in the v1 config mask ${mask}`, MASK_OFFSET);
  const fee = mask & V1_CONFIG.priorityFee;
  if (fee !== 0 && fee !== V1_CONFIG.priorityFee)
    throw new BytesError('half of the priority fee bits are set in the v1 config mask', MASK_OFFSET);
}

function maskOf(config: TransactionConfig): number {
  return (
    (config.priorityFee === null ? 0 : V1_CONFIG.priorityFee) |
    (config.computeUnitLimit === null ? 0 : V1_CONFIG.computeUnitLimit) |
    (config.loadedAccountsDataSizeLimit === null ? 0 : V1_CONFIG.dataSizeLimit) |
    (config.heapSize === null ? 0 : V1_CONFIG.heapSize)
  );
}

function writeConfig(writer: ByteWriter, config: TransactionConfig): void {
  if (config.priorityFee !== null) writer.u64(config.priorityFee);
  for (const value of [config.computeUnitLimit, config.loadedAccountsDataSizeLimit, config.heapSize]) {
    if (value !== null) writer.u32(value);
  }
}

/**
 * Wire format of legacy and v0 transactions.
 *
 * Source   solana message 4.1, transaction 4.1, short-vec 3.2; agave 4.1 sanitize rules
 * @module
 */

/** bytes of a legacy or v0 transaction: one packet */
const MAX_TRANSACTION_BYTES = 1232;
const VERSION_BIT = 0x80;

/**
 * Reads one whole transaction, strictly: every length minimal, every index in range, nothing left over.
 *
 * @throws BytesError where the bytes are not a transaction that a node would accept into a block
 */
export function decodeTransaction(bytes: Uint8Array, names: KeyNames = PLAIN_NAMES): Transaction {
  const transaction = decodeUnchecked(bytes, names);
  validateTransaction(transaction);
  return transaction;
}

/** A transaction of the ledger, whole: it was checked when it was loaded, and its keys are known. */
export function decodeRecorded(transaction: WireTransaction): Transaction {
  return decodeUnchecked(transaction.wire, new RecordedNames(transaction));
}

function decodeUnchecked(bytes: Uint8Array, names: KeyNames): Transaction {
  return bytes[0] === V1_PREFIX ? decodeTransactionV1(bytes, names) : decodeEnvelope(bytes, names);
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

function decodeEnvelope(bytes: Uint8Array, names: KeyNames): Transaction {
  assertSize(bytes);
  const reader = new ByteReader(bytes);
  const signatures = readSignatures(reader, reader.shortVec(), names);
  const isVersioned = reader.remaining > 0 && (bytes[reader.offset]! & VERSION_BIT) !== 0;
  if (isVersioned) {
    const prefix = reader.u8();
    if (prefix !== VERSION_BIT)
      throw new BytesError(`message version ${prefix & 0x7f} is not known`, reader.offset - 1);
  }
  const message = readStatic(reader, headerOf(reader.take(HEADER_BYTES)), names);
  const lookups = isVersioned ? { addressTableLookups: readLookups(reader, reader.shortVec(), names) } : {};
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

/**
 * Whether a transaction is nothing but a vote. Of one whose bytes are not known, what it names decides.
 *
 * Source   solana transaction 4.1 is_simple_vote_transaction
 */
export function isSimpleVote(transaction: LedgerTransaction): boolean {
  if (!transaction.accountKeys.includes(VOTE_PROGRAM)) return false;
  if (transaction.kind === 'opaque') return true;
  return isSimpleVoteMessage(decodeRecorded(transaction).message);
}

/** Only a legacy message is one, with at most two signatures. */
export function isSimpleVoteMessage(message: Message): boolean {
  const { accountKeys, addressTableLookups, header, instructions, transactionConfig } = message;
  const [first, second] = instructions;
  if (addressTableLookups !== undefined || transactionConfig !== undefined) return false;
  if (header.numRequiredSignatures > 2 || first === undefined || second !== undefined) return false;
  return accountKeys[first.programIdIndex] === VOTE_PROGRAM;
}
