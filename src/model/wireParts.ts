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

/** How bytes become text: whoever has seen them before need not encode them again. */
export interface KeyNames {
  readonly address: (bytes: Uint8Array) => Address;
  readonly blockhash: (bytes: Uint8Array) => Blockhash;
  /** of the transaction at hand, if they are known */
  readonly accountKeys?: readonly Address[];
  /** of the transaction at hand, if it is known */
  readonly firstSignature?: Signature;
}

export const PLAIN_NAMES: KeyNames = {
  address: addressOf,
  blockhash: (bytes) => encodeBase58(bytes) as Blockhash,
};

export function readBlockhash(reader: ByteReader): Blockhash {
  return encodeBase58(reader.take(ADDRESS_BYTES)) as Blockhash;
}

export function readAccountKeys(
  reader: ByteReader,
  count: number,
  { accountKeys, address }: KeyNames,
): readonly Address[] {
  if (accountKeys === undefined) return readList(reader, count, () => address(reader.take(ADDRESS_BYTES)));
  reader.take(count * ADDRESS_BYTES);
  return accountKeys;
}

export function readSignatures(reader: ByteReader, count: number, { firstSignature }: KeyNames): Signature[] {
  return readList(reader, count, (_reader, index) => {
    const bytes = reader.take(SIGNATURE_BYTES);
    return index === 0 && firstSignature !== undefined ? firstSignature : (encodeBase58(bytes) as Signature);
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
