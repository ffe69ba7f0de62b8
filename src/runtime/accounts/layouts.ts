/**
 * The bytes of the accounts that a script makes; programs/ and model/ have the tables of the layouts and read them.
 *
 * Source   spl-token-2022-interface 2.1; solana address-lookup-table-interface 3.1
 * @module
 */
import { decodeBase58 } from '../../codec/base58.ts';
import { ByteWriter } from '../../codec/byteWriter.ts';
import { U64_MAX } from '../../codec/u64.ts';
import { ADDRESS_BYTES, type Address } from '../../model/address.ts';
import { EXTENSION } from './extensions.ts';

const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);
export const MAX_MULTISIG_SIGNERS = 11;

export const MINT_BYTES = 82;

export interface MintFields {
  readonly decimals: number;
  readonly supply: bigint;
  readonly authority?: Address | null | undefined;
  readonly freezeAuthority?: Address | null | undefined;
}

export function mintBytes({ authority, supply, decimals, freezeAuthority }: MintFields): Uint8Array {
  const writer = new ByteWriter(MINT_BYTES);
  writeOptionalAddress(writer, authority).u64(supply).u8(decimals).u8(1);
  return writeOptionalAddress(writer, freezeAuthority).bytes();
}

export interface TokenAccountFields {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: { readonly to: Address; readonly amount: bigint } | undefined;
  readonly closeAuthority?: Address | undefined;
  readonly isFrozen: boolean;
  /** lamports that are not tokens, in an account of wrapped SOL */
  readonly nativeReserve: bigint | undefined;
  /** numbers of Token-2022's extensions, which are as they are when they are new */
  readonly extensions: readonly number[];
}

export const TOKEN_ACCOUNT_BYTES = 165;

export function tokenAccountBytes(fields: TokenAccountFields): Uint8Array {
  const writer = new ByteWriter(TOKEN_ACCOUNT_BYTES + 40);
  writer.append(decodeBase58(fields.mint)).append(decodeBase58(fields.owner)).u64(fields.amount);
  writeOptionalAddress(writer, fields.delegate?.to).u8(fields.isFrozen ? 2 : 1);
  writer.u32(fields.nativeReserve === undefined ? 0 : 1).u64(fields.nativeReserve ?? 0n);
  writer.u64(fields.delegate?.amount ?? 0n);
  writeOptionalAddress(writer, fields.closeAuthority);
  if (fields.extensions.length > 0) writer.u8(KIND_ACCOUNT);
  for (const type of fields.extensions) {
    const bytes = EXTENSION_BYTES[type] ?? 0;
    writer.u16(type).u16(bytes).append(new Uint8Array(bytes));
  }
  return writer.bytes();
}

const KIND_ACCOUNT = 2;

/** Other extensions that accounts are made with are mere marks. */
const EXTENSION_BYTES: { readonly [type: number]: number } = {
  [EXTENSION.transferFeeAmount]: 8,
  [EXTENSION.transferHookAccount]: 1,
};

export function multisigBytes(required: number, signers: readonly Address[]): Uint8Array {
  const writer = new ByteWriter(355).u8(required).u8(signers.length).u8(1);
  for (let i = 0; i < MAX_MULTISIG_SIGNERS; i++) writer.append(bytesOf(signers[i]));
  return writer.bytes();
}

export interface LookupTableTimes {
  /** the greatest u64: the table is active */
  readonly deactivationSlot: bigint;
  readonly lastExtendedSlot: bigint;
  readonly lastExtendedStartIndex: number;
}

const NEW_TABLE: LookupTableTimes = { deactivationSlot: U64_MAX, lastExtendedSlot: 0n, lastExtendedStartIndex: 0 };

export function lookupTableBytes(
  authority: Address | null,
  addresses: readonly Address[],
  { deactivationSlot, lastExtendedSlot, lastExtendedStartIndex }: LookupTableTimes = NEW_TABLE,
): Uint8Array {
  const writer = new ByteWriter(56 + ADDRESS_BYTES * addresses.length).u32(1).u64(deactivationSlot);
  writer.u64(lastExtendedSlot).u8(lastExtendedStartIndex);
  writer
    .u8(authority === null ? 0 : 1)
    .append(bytesOf(authority))
    .u16(0);
  for (const address of addresses) writer.append(decodeBase58(address));
  return writer.bytes();
}

function writeOptionalAddress(writer: ByteWriter, address: Address | null | undefined): ByteWriter {
  return writer.u32(address ? 1 : 0).append(bytesOf(address));
}

function bytesOf(address: Address | null | undefined): Uint8Array {
  return address ? decodeBase58(address) : NO_ADDRESS;
}
