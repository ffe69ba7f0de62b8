import { encodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError, type ByteWriter } from '../codec/bytes.ts';
import { ADDRESS_BYTES, type Address, addressOf, type Blockhash, SIGNATURE_BYTES, type Signature } from './address.ts';
import type {
  AddressTableLookup,
  CompiledInstruction,
  Message,
  MessageHeader,
  TransactionConfig,
  TransactionVersion,
} from './transaction.ts';

/**
 * Parts of messages, read and written: the strict reader of transactions and that of sent ones share them.
 *
 * Source   solana message 4.1, wincode 0.5.1; SIMD-0385
 * @module
 */

/** Reads this many items, one after the other. */
export function readItems<T>(
  reader: ByteReader,
  count: number,
  readItem: (reader: ByteReader, index: number) => T,
): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(readItem(reader, i));
  return items;
}

/** Gives the texts of the keys in a transaction; those of known keys may be reused. */
export interface KeyTexts {
  /** reads the 32 bytes from `start` */
  addressAt(bytes: Uint8Array, start: number): Address;
  /** reads the 32 bytes from `start` */
  blockhashAt(bytes: Uint8Array, start: number): Blockhash;
  /** the keys and the first signature of the transaction, if they are known */
  readonly accountKeys?: readonly Address[];
  readonly signature?: Signature;
}

export const PLAIN_TEXTS: KeyTexts = {
  addressAt: (bytes, start) => addressOf(bytes.subarray(start, start + ADDRESS_BYTES)),
  blockhashAt: (bytes, start) => encodeBase58(bytes.subarray(start, start + ADDRESS_BYTES)) as Blockhash,
};

export const HEADER_BYTES = 3;
/** The bit of the first byte that marks a version; a legacy message has its header there. */
export const VERSION_BIT = 0x80;

export function headerOf(bytes: ArrayLike<number>): MessageHeader {
  return {
    numRequiredSignatures: bytes[0]!,
    numReadonlySignedAccounts: bytes[1]!,
    numReadonlyUnsignedAccounts: bytes[2]!,
  };
}

export function writeHeader(writer: ByteWriter, header: MessageHeader): void {
  writer.u8(header.numRequiredSignatures).u8(header.numReadonlySignedAccounts).u8(header.numReadonlyUnsignedAccounts);
}

export function readSignatures(reader: ByteReader, count: number, texts: KeyTexts): Signature[] {
  return readItems(reader, count, (_reader, index) => {
    const start = reader.skip(SIGNATURE_BYTES);
    if (index === 0 && texts.signature !== undefined) return texts.signature;
    return encodeBase58(reader.bytes.subarray(start, reader.offset)) as Signature;
  });
}

export function assertEnd({ offset, remaining }: ByteReader): void {
  if (remaining > 0) throw new BytesError(`${remaining} bytes after the transaction`, offset);
}

function readKeys(reader: ByteReader, count: number, texts: KeyTexts): readonly Address[] {
  let at = reader.skip(count * ADDRESS_BYTES);
  if (texts.accountKeys !== undefined) return texts.accountKeys;
  const keys: Address[] = [];
  for (let i = 0; i < count; i++, at += ADDRESS_BYTES) keys.push(texts.addressAt(reader.bytes, at));
  return keys;
}

/** Reads the part behind the header that legacy and v0 messages share. */
export function readStatic(reader: ByteReader, header: MessageHeader, texts: KeyTexts): Message {
  return {
    header,
    accountKeys: readKeys(reader, reader.shortVec(), texts),
    recentBlockhash: texts.blockhashAt(reader.bytes, reader.skip(ADDRESS_BYTES)),
    instructions: readItems(reader, reader.shortVec(), readInstruction),
  };
}

function readInstruction(reader: ByteReader): CompiledInstruction {
  const programIdIndex = reader.u8();
  const accounts = reader.take(reader.shortVec());
  return { programIdIndex, accounts, data: reader.take(reader.shortVec()) };
}

export function readLookups(reader: ByteReader, count: number, texts: KeyTexts): AddressTableLookup[] {
  return readItems(reader, count, () => {
    const accountKey = texts.addressAt(reader.bytes, reader.skip(ADDRESS_BYTES));
    const writableIndexes = reader.take(reader.shortVec());
    return { accountKey, writableIndexes, readonlyIndexes: reader.take(reader.shortVec()) };
  });
}

/** Bits of the config mask of v1; both of the first must be set for a fee. */
export const V1_CONFIG = {
  priorityFee: 0b11,
  computeUnitLimit: 0b100,
  dataSizeLimit: 0b1000,
  heapSize: 0b10000,
} as const;
const KNOWN_BITS = Object.values(V1_CONFIG).reduce((mask, bits) => mask | bits, 0);

/** Describes the error of a v1 config mask; undefined: it has none. Source solana message 4.2 v1 */
export function configMaskError(mask: number): string | undefined {
  if ((mask & ~KNOWN_BITS) !== 0) return `unknown bits in the v1 config mask ${mask}`;
  const fee = mask & V1_CONFIG.priorityFee;
  if (fee !== 0 && fee !== V1_CONFIG.priorityFee) return 'half of the priority fee bits are set in the v1 config mask';
  return undefined;
}

/** the part of a v1 message before its addresses: header, config mask, lifetime specifier, two counts */
const V1_FIXED_BYTES = 41;
const V1_INSTRUCTION_HEADER_BYTES = 4;

/**
 * Reads a v1 message from behind its prefix; the layout is that of `encodeTransactionV1`. Unknown bits of the mask mean nothing.
 */
export function readV1(reader: ByteReader, texts: KeyTexts, checkMask?: (mask: number) => void): Message {
  const fixed = new ByteReader(reader.take(V1_FIXED_BYTES));
  const header = headerOf(fixed.take(HEADER_BYTES));
  const mask = fixed.u32();
  checkMask?.(mask);
  const recentBlockhash = texts.blockhashAt(fixed.bytes, fixed.skip(ADDRESS_BYTES));
  const numInstructions = fixed.u8();
  const accountKeys = readKeys(reader, fixed.u8(), texts);
  const transactionConfig = readConfig(reader, mask);
  const headers = new ByteReader(reader.take(numInstructions * V1_INSTRUCTION_HEADER_BYTES));
  const instructions = readItems(reader, numInstructions, () => {
    const programIdIndex = headers.u8();
    const accounts = reader.take(headers.u8());
    return { programIdIndex, accounts, data: reader.take(headers.u16()) };
  });
  return { header, accountKeys, recentBlockhash, instructions, transactionConfig };
}

function readConfig(reader: ByteReader, mask: number): TransactionConfig {
  const u32 = (bit: number) => ((mask & bit) === 0 ? null : reader.u32());
  return {
    priorityFee: (mask & V1_CONFIG.priorityFee) === V1_CONFIG.priorityFee ? reader.u64() : null,
    computeUnitLimit: u32(V1_CONFIG.computeUnitLimit),
    loadedAccountsDataSizeLimit: u32(V1_CONFIG.dataSizeLimit),
    heapSize: u32(V1_CONFIG.heapSize),
  };
}

/** The bytes that the signers signed. Signatures come last in v1; elsewhere they follow their number, which is one byte. */
export function messageBytesOf({
  version,
  wire,
}: {
  readonly version: TransactionVersion;
  readonly wire: Uint8Array;
}): Uint8Array {
  if (version !== 1) return wire.subarray(1 + wire[0]! * SIGNATURE_BYTES);
  const numSignatures = wire[1]!;
  return wire.subarray(0, wire.length - numSignatures * SIGNATURE_BYTES);
}
