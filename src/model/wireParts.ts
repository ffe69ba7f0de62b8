import { encodeBase58 } from '../codec/base58.ts';
import type { ByteReader } from '../codec/byteReader.ts';
import type { ByteWriter } from '../codec/byteWriter.ts';
import { ADDRESS_BYTES, type Address, addressOf, type Blockhash, SIGNATURE_BYTES, type Signature } from './address.ts';
import type { MessageHeader } from './transaction.ts';

export function readList<T>(
  reader: ByteReader,
  count: number,
  readItem: (reader: ByteReader, index: number) => T,
): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(readItem(reader, i));
  return items;
}

export function readAddress(reader: ByteReader): Address {
  return addressOf(reader.take(ADDRESS_BYTES));
}

/** How the keys in a transaction become text; an implementation may reuse the text of keys that it knows. */
export interface KeyNames {
  /** of the 32 bytes from `start` */
  addressAt(bytes: Uint8Array, start: number): Address;
  /** of the 32 bytes from `start` */
  blockhashAt(bytes: Uint8Array, start: number): Blockhash;
  /** of the transaction at hand, if they are known */
  readonly accountKeys?: readonly Address[];
  /** of the transaction at hand, if it is known */
  readonly signature?: Signature;
}

export const PLAIN_NAMES: KeyNames = {
  addressAt: (bytes, start) => addressOf(bytes.subarray(start, start + ADDRESS_BYTES)),
  blockhashAt: (bytes, start) => encodeBase58(bytes.subarray(start, start + ADDRESS_BYTES)) as Blockhash,
};

/** The names of a transaction that was decoded before. */
export class RecordedNames implements KeyNames {
  readonly accountKeys: readonly Address[];
  readonly signature: Signature;
  readonly #recentBlockhash: Blockhash;

  constructor(accountKeys: readonly Address[], signature: Signature, recentBlockhash: Blockhash) {
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

export function readBlockhash(reader: ByteReader): Blockhash {
  return encodeBase58(reader.take(ADDRESS_BYTES)) as Blockhash;
}

export function readNamedAddress(reader: ByteReader, names: KeyNames): Address {
  return names.addressAt(reader.bytes, reader.skip(ADDRESS_BYTES));
}

export function readNamedBlockhash(reader: ByteReader, names: KeyNames): Blockhash {
  return names.blockhashAt(reader.bytes, reader.skip(ADDRESS_BYTES));
}

export function readAccountKeys(reader: ByteReader, count: number, names: KeyNames): readonly Address[] {
  let at = reader.skip(count * ADDRESS_BYTES);
  if (names.accountKeys !== undefined) return names.accountKeys;
  const keys: Address[] = [];
  for (let i = 0; i < count; i++, at += ADDRESS_BYTES) keys.push(names.addressAt(reader.bytes, at));
  return keys;
}

export function readSignatures(reader: ByteReader, count: number, { signature }: KeyNames): Signature[] {
  return readList(reader, count, (_reader, index) => {
    const start = reader.skip(SIGNATURE_BYTES);
    if (index === 0 && signature !== undefined) return signature;
    return encodeBase58(reader.bytes.subarray(start, reader.offset)) as Signature;
  });
}

export function readHeader(reader: ByteReader): MessageHeader {
  return {
    numRequiredSignatures: reader.u8(),
    numReadonlySignedAccounts: reader.u8(),
    numReadonlyUnsignedAccounts: reader.u8(),
  };
}

export function writeHeader(writer: ByteWriter, header: MessageHeader): void {
  writer.u8(header.numRequiredSignatures).u8(header.numReadonlySignedAccounts).u8(header.numReadonlyUnsignedAccounts);
}
