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
import { decodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError } from '../codec/byteReader.ts';
import { ByteWriter } from '../codec/byteWriter.ts';
import type { CompiledInstruction, Transaction, TransactionConfig } from './transaction.ts';
import {
  type KeyNames,
  readAccountKeys,
  readHeader,
  readList,
  readNamedBlockhash,
  readSignatures,
  writeHeader,
} from './wireParts.ts';

export const V1_PREFIX = 0x81;
/** bytes of a whole v1 transaction */
const MAX_V1_TRANSACTION_BYTES = 4096;

const PRIORITY_FEE = 0b11;
const COMPUTE_UNIT_LIMIT = 0b100;
const LOADED_ACCOUNTS_DATA_SIZE_LIMIT = 0b1000;
const HEAP_SIZE = 0b10000;
const KNOWN_BITS = 0b11111;

export function decodeTransactionV1(bytes: Uint8Array, names: KeyNames): Transaction {
  assertSize(bytes);
  const reader = new ByteReader(bytes);
  reader.u8();
  const header = readHeader(reader);
  const maskOffset = reader.offset;
  const mask = reader.u32();
  assertMask(mask, maskOffset);
  const recentBlockhash = readNamedBlockhash(reader, names);
  const numInstructions = reader.u8();
  const accountKeys = readAccountKeys(reader, reader.u8(), names);
  const transactionConfig = readConfig(reader, mask);
  const instructions = readInstructions(reader, numInstructions);
  const signatures = readSignatures(reader, header.numRequiredSignatures, names);
  if (reader.remaining > 0) throw new BytesError(`${reader.remaining} bytes after the transaction`, reader.offset);
  const message = { header, accountKeys, recentBlockhash, instructions, transactionConfig };
  return { version: 1, signatures, message };
}

export function encodeTransactionV1({ signatures, message }: Transaction): Uint8Array {
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
  assertSize(bytes);
  return bytes;
}

const EMPTY_CONFIG: TransactionConfig = {
  priorityFee: null,
  computeUnitLimit: null,
  loadedAccountsDataSizeLimit: null,
  heapSize: null,
};

function assertSize(bytes: Uint8Array): void {
  if (bytes.length <= MAX_V1_TRANSACTION_BYTES) return;
  const message = `a v1 transaction of ${bytes.length} bytes, at most ${MAX_V1_TRANSACTION_BYTES} allowed`;
  throw new BytesError(message, MAX_V1_TRANSACTION_BYTES);
}

function assertMask(mask: number, offset: number): void {
  if ((mask & ~KNOWN_BITS) !== 0) throw new BytesError(`unknown bits in the v1 config mask ${mask}`, offset);
  const fee = mask & PRIORITY_FEE;
  if (fee !== 0 && fee !== PRIORITY_FEE)
    throw new BytesError('half of the priority fee bits are set in the v1 config mask', offset);
}

function maskOf(config: TransactionConfig): number {
  return (
    (config.priorityFee === null ? 0 : PRIORITY_FEE) |
    (config.computeUnitLimit === null ? 0 : COMPUTE_UNIT_LIMIT) |
    (config.loadedAccountsDataSizeLimit === null ? 0 : LOADED_ACCOUNTS_DATA_SIZE_LIMIT) |
    (config.heapSize === null ? 0 : HEAP_SIZE)
  );
}

function readConfig(reader: ByteReader, mask: number): TransactionConfig {
  return {
    priorityFee: (mask & PRIORITY_FEE) !== 0 ? reader.u64() : null,
    computeUnitLimit: (mask & COMPUTE_UNIT_LIMIT) !== 0 ? reader.u32() : null,
    loadedAccountsDataSizeLimit: (mask & LOADED_ACCOUNTS_DATA_SIZE_LIMIT) !== 0 ? reader.u32() : null,
    heapSize: (mask & HEAP_SIZE) !== 0 ? reader.u32() : null,
  };
}

function writeConfig(writer: ByteWriter, config: TransactionConfig): void {
  if (config.priorityFee !== null) writer.u64(config.priorityFee);
  for (const value of [config.computeUnitLimit, config.loadedAccountsDataSizeLimit, config.heapSize]) {
    if (value !== null) writer.u32(value);
  }
}

function readInstructions(reader: ByteReader, count: number): CompiledInstruction[] {
  const headers = readList(reader, count, () => ({
    programIdIndex: reader.u8(),
    numAccounts: reader.u8(),
    dataLength: reader.u16(),
  }));
  return headers.map(({ programIdIndex, numAccounts, dataLength }) => {
    const accounts = reader.take(numAccounts);
    return { programIdIndex, accounts, data: reader.take(dataLength) };
  });
}
