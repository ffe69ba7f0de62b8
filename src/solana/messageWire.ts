import { ByteReader } from '../codec/bytes.ts';
import { ADDRESS_BYTES, type Address, SIGNATURE_BYTES } from './address.ts';
import type {
  AddressTableLookup,
  CompiledInstruction,
  Message,
  MessageHeader,
  TransactionConfig,
  TransactionVersion,
} from './transaction.ts';
import { readAddress, readBlockhash, readHeader, readList } from './wire.ts';

/**
 * Messages as a client sends them to be checked, without signatures or in a transaction: read as the node reads them, with
 * its error texts. Bytes after the message do not matter, and rules are checked by a second step.
 *
 * Source   solana message 4.1, wincode 0.5.1
 * @module
 */

/** Bytes that are no message, with the text of the node's decoder. */
export class MessageError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'MessageError';
  }
}

const VERSION_BIT = 0x80;
const HEADER_BYTES = 3;
/** the part of a v1 message before its addresses: header, config mask, lifetime specifier, two counts */
const V1_FIXED_BYTES = 41;
const V1_INSTRUCTION_HEADER_BYTES = 4;

/** The node refuses counts whose list would take more than 4 MiB: of table lookups it can be more, at 80 bytes each. */
const LIST_LIMIT_BYTES = 4 << 20;
const LOOKUP_BYTES = 80;

const PRIORITY_FEE = 0b11;
const COMPUTE_UNIT_LIMIT = 0b100;
const LOADED_ACCOUNTS_DATA_SIZE_LIMIT = 0b1000;
const HEAP_SIZE = 0b10000;

/** @throws MessageError */
export function decodeMessage(bytes: Uint8Array): Message {
  return readMessage(new MessageReader(bytes));
}

export function readMessage(reader: MessageReader): Message {
  const first = reader.u8();
  if ((first & VERSION_BIT) === 0) {
    const [signed, unsigned] = reader.take(HEADER_BYTES - 1);
    return readStatic(reader, {
      numRequiredSignatures: first,
      numReadonlySignedAccounts: signed!,
      numReadonlyUnsignedAccounts: unsigned!,
    });
  }
  const version = first & ~VERSION_BIT;
  if (version === 1) return readV1(reader);
  if (version !== 0) throw new MessageError(`Invalid tag encoding: ${version}`);
  const message = readStatic(reader, readHeader(new ByteReader(reader.take(HEADER_BYTES))));
  return { ...message, addressTableLookups: readLookups(reader) };
}

/** Reads piece by piece; a piece that is not there is named by its size. */
export class MessageReader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** how many bytes were read */
  get offset(): number {
    return this.#at;
  }

  take(length: number): Uint8Array {
    if (length > this.#bytes.length - this.#at) throw new MessageError(`Attempting to read ${length} bytes`);
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }

  u8(): number {
    if (this.#at === this.#bytes.length) throw new MessageError('Attempting to read 1 bytes');
    return this.#bytes[this.#at++]!;
  }

  /** A length in 7-bit groups, at most 65535. */
  count(): number {
    let value = 0;
    for (let i = 0; i < 3; i++) {
      const byte = this.u8();
      if (i > 0 && byte === 0) throw new MessageError('Invalid value: short u16: non-canonical encoding');
      if (i === 2 && byte > 3)
        throw new MessageError('Sequence length would overflow length encoding scheme: u16::MAX');
      value += (byte & 0x7f) << (7 * i);
      if ((byte & 0x80) === 0) break;
    }
    return value;
  }

  addresses(count: number): Address[] {
    return readList(new ByteReader(this.take(count * ADDRESS_BYTES)), count, readAddress);
  }
}

/** What legacy and v0 have in common. */
function readStatic(reader: MessageReader, header: MessageHeader): Message {
  return {
    header,
    accountKeys: reader.addresses(reader.count()),
    recentBlockhash: readBlockhash(new ByteReader(reader.take(ADDRESS_BYTES))),
    instructions: times(reader.count(), () => readInstruction(reader)),
  };
}

function readInstruction(reader: MessageReader): CompiledInstruction {
  const programIdIndex = reader.u8();
  const accounts = reader.take(reader.count());
  return { programIdIndex, accounts, data: reader.take(reader.count()) };
}

function readLookups(reader: MessageReader): AddressTableLookup[] {
  const count = reader.count();
  if (count * LOOKUP_BYTES > LIST_LIMIT_BYTES)
    throw new MessageError(
      `Encoded sequence length exceeded preallocation limit of ${LIST_LIMIT_BYTES} bytes (needed ${count * LOOKUP_BYTES} bytes)`,
    );
  return times(count, () => {
    const [accountKey] = reader.addresses(1);
    const writableIndexes = reader.take(reader.count());
    return { accountKey: accountKey!, writableIndexes, readonlyIndexes: reader.take(reader.count()) };
  });
}

/** Unknown bits of the mask, and half of the two for the priority fee, mean nothing. */
function readV1(reader: MessageReader): Message {
  const fixed = new ByteReader(reader.take(V1_FIXED_BYTES));
  const header = readHeader(fixed);
  const mask = fixed.u32();
  const recentBlockhash = readBlockhash(fixed);
  const numInstructions = fixed.u8();
  const accountKeys = reader.addresses(fixed.u8());
  const transactionConfig = readConfig(reader, mask);
  const headers = new ByteReader(reader.take(numInstructions * V1_INSTRUCTION_HEADER_BYTES));
  const instructions = times(numInstructions, () => {
    const programIdIndex = headers.u8();
    const accounts = reader.take(headers.u8());
    return { programIdIndex, accounts, data: reader.take(headers.u16()) };
  });
  return { header, accountKeys, recentBlockhash, instructions, transactionConfig };
}

function readConfig(reader: MessageReader, mask: number): TransactionConfig {
  const u32 = (bit: number) => ((mask & bit) === 0 ? null : new ByteReader(reader.take(4)).u32());
  return {
    priorityFee: (mask & PRIORITY_FEE) === PRIORITY_FEE ? new ByteReader(reader.take(8)).u64() : null,
    computeUnitLimit: u32(COMPUTE_UNIT_LIMIT),
    loadedAccountsDataSizeLimit: u32(LOADED_ACCOUNTS_DATA_SIZE_LIMIT),
    heapSize: u32(HEAP_SIZE),
  };
}

function times<T>(count: number, read: () => T): T[] {
  return Array.from({ length: count }, read);
}

/** What the signers of a transaction have signed. Signatures come last in v1, and behind their number, which is one byte, in the others. */
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
