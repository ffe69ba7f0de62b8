import { decodeBase58 } from '../codec/base58.ts';
import { U64_MAX } from '../codec/bigints.ts';
import { ByteReader, BytesError } from '../codec/bytes.ts';
import { type FixedCodec, fixedOption, padding, struct, u8, u32, u64 } from '../codec/struct.ts';
import { ADDRESS_BYTES, type Address, address, addressOf } from './address.ts';
import { pubkey } from './pubkey.ts';

export const LOOKUP_TABLE_PROGRAM: Address = address('AddressLookupTab1e1111111111111111111111111');

export interface LookupTable {
  /** undefined: the table is active */
  readonly deactivationSlot: bigint | undefined;
  readonly lastExtendedSlot: bigint;
  /** the number of addresses before the slot of the last extension */
  readonly lastExtendedStartIndex: number;
  /** null: the table is frozen */
  readonly authority: Address | null;
  /** end to end */
  readonly addresses: Uint8Array;
}

const LOOKUP_TABLE = 1;

const slotOrMax: FixedCodec<bigint | undefined> = {
  size: u64.size,
  read(data) {
    const slot = data.u64();
    return slot === U64_MAX ? undefined : slot;
  },
  write: (to, slot) => to.u64(slot ?? U64_MAX),
};

/** The part before the addresses. It has its full size even without an authority. */
const TABLE_HEADER = struct({
  tag: u32,
  deactivationSlot: slotOrMax,
  lastExtendedSlot: u64,
  lastExtendedStartIndex: u8,
  authority: fixedOption(pubkey, u8),
  _padding: padding(2),
});

/**
 * Reads the data of a lookup table account.
 *
 * Source   solana address-lookup-table-interface 3.1
 * @throws BytesError
 */
export function decodeLookupTable(data: Uint8Array): LookupTable {
  const { tag, ...table } = TABLE_HEADER.decode(data);
  if (tag !== LOOKUP_TABLE) throw new BytesError('not a lookup table', 0);
  const addresses = new ByteReader(data, TABLE_HEADER.size).takeRemaining();
  if (addresses.length % ADDRESS_BYTES !== 0)
    throw new BytesError(`${addresses.length} bytes are not a whole number of addresses`, TABLE_HEADER.size);
  return { ...table, addresses };
}

/** The data of a table as one that was extended before a slot; the same data if it was, or is not that of a table. */
export function extendedBefore(slot: bigint, data: Uint8Array): Uint8Array {
  const header = TABLE_HEADER.tryDecode(data);
  if (header === undefined || header.tag !== LOOKUP_TABLE || header.lastExtendedSlot < slot) return data;
  const earlier = Uint8Array.from(data);
  TABLE_HEADER.change(earlier, { lastExtendedSlot: 0n });
  return earlier;
}

/** The data of a lookup table. A program extends it to 256 addresses at most; this is not checked here. */
export function encodeLookupTable({ addresses, ...table }: LookupTable): Uint8Array {
  return Buffer.concat([TABLE_HEADER.encode({ ...table, tag: LOOKUP_TABLE }), addresses]);
}

type TableTimes = Pick<LookupTable, 'deactivationSlot' | 'lastExtendedSlot' | 'lastExtendedStartIndex'>;

const NEW_TABLE: TableTimes = { deactivationSlot: undefined, lastExtendedSlot: 0n, lastExtendedStartIndex: 0 };

export function lookupTableBytes(
  authority: Address | null,
  addresses: readonly Address[],
  times: TableTimes = NEW_TABLE,
): Uint8Array {
  return encodeLookupTable({ ...times, authority, addresses: Buffer.concat(addresses.map(decodeBase58)) });
}

export function countAddresses({ addresses }: LookupTable): number {
  return addresses.length / ADDRESS_BYTES;
}

export function tableAddressAt({ addresses }: LookupTable, index: number): Address {
  return addressOf(addresses.subarray(index * ADDRESS_BYTES, (index + 1) * ADDRESS_BYTES));
}

/** The addresses of a table, in their order. */
export function addressesOf(table: LookupTable): readonly Address[] {
  return Array.from({ length: countAddresses(table) }, (_, index) => tableAddressAt(table, index));
}
