import { ByteWriter } from '../codec/bytes.ts';
import { borshText, type Codec } from '../codec/struct.ts';
import { type Address, address } from './address.ts';
import { pubkey } from './pubkey.ts';

/**
 * The account in which the Token Metadata program of Metaplex keeps the metadata of a mint.
 *
 * Source   mpl-token-metadata, program 1.14 `state/metadata.rs`, `state/fee.rs`, `utils/metadata.rs`
 *          process_create_metadata_accounts_logic
 * @module
 */

export const METAPLEX_METADATA_PROGRAM: Address = address('metaqbxxUerdq28cj1RbAWkYQm3ybzjb6a8bt518x1s');

/** largest sizes in UTF-8 */
export const MAX_NAME_BYTES = 32;
export const MAX_SYMBOL_BYTES = 10;
export const MAX_URI_BYTES = 200;
export const MAX_CREATORS = 5;

/** Token standards by number; the first one and those after the third belong to mints with an edition. */
export const TOKEN_STANDARDS = ['NonFungible', 'FungibleAsset', 'Fungible'] as const;
type TokenStandard = (typeof TOKEN_STANDARDS)[number];

export interface MetaplexCreator {
  readonly address: Address;
  readonly verified: boolean;
  /** percent */
  readonly share: number;
}

export interface MetaplexMetadata {
  readonly updateAuthority: Address;
  readonly mint: Address;
  readonly name: string;
  readonly symbol: string;
  readonly uri: string;
  readonly sellerFeeBasisPoints: number;
  readonly creators: readonly MetaplexCreator[] | null;
  readonly primarySaleHappened: boolean;
  readonly isMutable: boolean;
  /** the last seed of the address of the edition */
  readonly editionNonce: number;
  /** null: none, as in accounts of releases that had no standards */
  readonly tokenStandard: TokenStandard | null;
  readonly collection: { readonly key: Address; readonly verified: boolean } | null;
}

/** Accounts made by releases before 2024 have 679 bytes. */
const METADATA_BYTES = 607;
/** the first byte */
const METADATA_V1 = 4;
/** the last byte: the fee for creating the account is still in it */
const FEE_FLAG_SET = 1;

/** The data of the account after its creation. */
export function metaplexMetadataBytes(metadata: MetaplexMetadata): Uint8Array {
  const { collection, creators, tokenStandard } = metadata;
  const writer = new ByteWriter(METADATA_BYTES).u8(METADATA_V1);
  pubkey.write(writer, metadata.updateAuthority);
  pubkey.write(writer, metadata.mint);
  padded(MAX_NAME_BYTES).write(writer, metadata.name);
  padded(MAX_SYMBOL_BYTES).write(writer, metadata.symbol);
  padded(MAX_URI_BYTES).write(writer, metadata.uri);
  writer.u16(metadata.sellerFeeBasisPoints).u8(creators === null ? 0 : 1);
  if (creators !== null) writer.u32(creators.length);
  for (const creator of creators ?? []) {
    pubkey.write(writer, creator.address);
    writer.u8(flag(creator.verified)).u8(creator.share);
  }
  writer.u8(flag(metadata.primarySaleHappened)).u8(flag(metadata.isMutable));
  writer.u8(1).u8(metadata.editionNonce);
  if (tokenStandard === null) writer.u8(0);
  else writer.u8(1).u8(TOKEN_STANDARDS.indexOf(tokenStandard));
  writer.u8(collection === null ? 0 : 1);
  if (collection !== null) pubkey.write(writer.u8(flag(collection.verified)), collection.key);
  // uses, collection details and programmable config: none, as the rest of the account is zero
  const bytes = new Uint8Array(METADATA_BYTES);
  bytes.set(writer.bytes());
  bytes[METADATA_BYTES - 1] = FEE_FLAG_SET;
  return bytes;
}

/** A text with zeros up to its largest size. */
function padded(bytes: number): Pick<Codec<string>, 'write'> {
  return {
    write: (to, value) => borshText.write(to, value + '\0'.repeat(bytes - Buffer.byteLength(value))),
  };
}

function flag(isSet: boolean): number {
  return isSet ? 1 : 0;
}

/** The fee is the rent of an account with this many bytes, and `FEE_OFFSET` lamports. */
const FEE_BYTES = 1308;
const FEE_OFFSET = 5440n;

/**
 * The lamports of a new account: its rent exemption, and the fee of Metaplex, which is 0.01 SOL at 6960 lamports a byte.
 *
 * @param minimumBalance of an account of this many bytes
 */
export function metaplexMetadataLamports(minimumBalance: (bytes: number) => bigint): bigint {
  return minimumBalance(METADATA_BYTES) + minimumBalance(FEE_BYTES) + FEE_OFFSET;
}
