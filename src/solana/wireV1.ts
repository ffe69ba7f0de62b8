import { decodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError, ByteWriter } from '../codec/bytes.ts';
import {
  assertEnd,
  configMaskError,
  type KeyTexts,
  readSignatures,
  readV1,
  V1_CONFIG,
  writeHeader,
} from './messageWire.ts';
import type { Transaction, TransactionConfig } from './transaction.ts';

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

/** @throws BytesError for bytes that end too early, bytes after the end, a wrong mask, and more than 4,096 bytes */
export function decodeTransactionV1(bytes: Uint8Array, texts: KeyTexts): Transaction {
  assertV1Size(bytes);
  const reader = new ByteReader(bytes, 1);
  const message = readV1(reader, texts, assertMask);
  const signatures = readSignatures(reader, message.header.numRequiredSignatures, texts);
  assertEnd(reader);
  return { version: 1, signatures, message };
}

/** @throws BytesError above 4,096 bytes @throws RangeError for a count that does not fit its byte */
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
  const error = configMaskError(mask);
  if (error !== undefined) throw new BytesError(error, MASK_OFFSET);
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
