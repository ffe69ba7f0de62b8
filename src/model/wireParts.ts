import { encodeBase58 } from '../codec/base58.ts';
import type { ByteReader } from '../codec/byteReader.ts';
import type { ByteWriter } from '../codec/byteWriter.ts';
import { ADDRESS_BYTES, type Address, addressOf, type Blockhash, SIGNATURE_BYTES, type Signature } from './address.ts';
import type { MessageHeader } from './transaction.ts';

export function readList<T>(reader: ByteReader, count: number, readItem: (reader: ByteReader) => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(readItem(reader));
  return items;
}

export function readAddress(reader: ByteReader): Address {
  return addressOf(reader.take(ADDRESS_BYTES));
}

export function readBlockhash(reader: ByteReader): Blockhash {
  return encodeBase58(reader.take(ADDRESS_BYTES)) as Blockhash;
}

export function readSignature(reader: ByteReader): Signature {
  return encodeBase58(reader.take(SIGNATURE_BYTES)) as Signature;
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
