import { decodeBase58 } from '../../../codec/base58.ts';
import { encodeBase64 } from '../../../codec/base64.ts';
import { ByteReader, BytesError, ByteWriter } from '../../../codec/bytes.ts';
import { ADDRESS_BYTES, type Address, addressOf } from '../../address.ts';
import { readAddress, readList } from '../../wire.ts';
import { ACCOUNT_STATES } from './tokenInstructionRow.ts';

/**
 * Words of the token programs' byte layouts, little-endian.
 *
 * Source   spl-token-2022-interface 2.1, spl-pod 0.7
 * @module
 */

/** 32 bytes; all zero = null. */
export function readOptionalAddress(reader: ByteReader): Address | null {
  const bytes = reader.take(ADDRESS_BYTES);
  return isZero(bytes) ? null : addressOf(bytes);
}

/**
 * The fixed-width option of token accounts: a u32 tag 0 or 1, then the value, whose bytes are there either way.
 *
 * @throws BytesError for any other tag
 */
function readCOption<T>(reader: ByteReader, readValue: (reader: ByteReader) => T): T | null {
  const start = reader.offset;
  const tag = reader.u32();
  if (tag > 1) throw new BytesError(`${tag} is no option tag`, start);
  const value = readValue(reader);
  return tag === 1 ? value : null;
}

function writeOptionalAddress(writer: ByteWriter, address: Address | null): ByteWriter {
  return writer.u32(address === null ? 0 : 1).append(address === null ? NO_ADDRESS : decodeBase58(address));
}

const NO_ADDRESS = new Uint8Array(ADDRESS_BYTES);

/** One byte; anything but zero is true. */
export function readPodBool(reader: ByteReader): boolean {
  return reader.u8() !== 0;
}

const ELGAMAL_PUBKEY_BYTES = 32;
const ELGAMAL_CIPHERTEXT_BYTES = 64;
/** of an AES ciphertext, which its holder can decrypt */
const AE_CIPHERTEXT_BYTES = 36;

/** As base64, even of all zero bytes. */
export function readElgamalPubkey(reader: ByteReader): string {
  return encodeBase64(reader.take(ELGAMAL_PUBKEY_BYTES));
}

/** As base64. */
export function readElgamalCiphertext(reader: ByteReader): string {
  return encodeBase64(reader.take(ELGAMAL_CIPHERTEXT_BYTES));
}

/** As base64. */
export function readAeCiphertext(reader: ByteReader): string {
  return encodeBase64(reader.take(AE_CIPHERTEXT_BYTES));
}

/** An ElGamal public key as base64; all zero = null. */
export function readOptionalElgamalPubkey(reader: ByteReader): string | null {
  const bytes = reader.take(ELGAMAL_PUBKEY_BYTES);
  return isZero(bytes) ? null : encodeBase64(bytes);
}

export function isZero(bytes: Uint8Array): boolean {
  return bytes.every((byte) => byte === 0);
}

/**
 * The three kinds of account that the token programs own; both programs use the layouts of the newer one.
 *
 * | kind | bytes |
 * |---|---|
 * | mint | 82 |
 * | account | 165 |
 * | multisig | 355, and nothing else may have this length |
 * | mint or account with extensions | 166 or more; byte 165 is the account type, entries start at byte 166 |
 *
 * Source   spl-token-2022-interface 2.1 `state.rs`, `extension/mod.rs`
 * @module
 */

export const MINT_BYTES = 82;
export const TOKEN_ACCOUNT_BYTES = 165;
export const MULTISIG_BYTES = 355;
const KIND_OFFSET = TOKEN_ACCOUNT_BYTES;
const EXTENSIONS_OFFSET = KIND_OFFSET + 1;
export const MAX_MULTISIG_SIGNERS = 11;

/** What can carry extensions; index = the byte at 165. */
export type ExtensibleKind = 'mint' | 'account';
const KINDS: readonly (ExtensibleKind | undefined)[] = [undefined, 'mint', 'account'];

/** undefined: the length fits nothing that the token programs write. */
export function kindOf(data: Uint8Array): ExtensibleKind | 'multisig' | undefined {
  switch (data.length) {
    case MINT_BYTES:
      return 'mint';
    case TOKEN_ACCOUNT_BYTES:
      return 'account';
    case MULTISIG_BYTES:
      return 'multisig';
    default:
      return KINDS[data[KIND_OFFSET] ?? 0];
  }
}

/** Whether a mint or an account has no room for extensions. */
export function isBase({ length }: Uint8Array): boolean {
  return length <= TOKEN_ACCOUNT_BYTES;
}

/** Amounts are u64 in the smallest units of the mint. */
export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: Address | null;
  readonly state: string;
  /** lamports that stay in a wrapped SOL account; null = not one */
  readonly nativeReserve: bigint | null;
  readonly delegatedAmount: bigint;
  readonly closeAuthority: Address | null;
}

/**
 * | offset | field | type |
 * |---|---|---|
 * | 0 | mint | 32 |
 * | 32 | owner | 32 |
 * | 64 | amount | u64 |
 * | 72 | delegate | COption 32 |
 * | 108 | state, not 0 | u8 |
 * | 109 | native reserve | COption u64 |
 * | 121 | delegated amount | u64 |
 * | 129 | close authority | COption 32 |
 *
 * @param data of kind `account`
 */
export function readTokenAccount(data: Uint8Array): TokenAccount {
  const reader = new ByteReader(data);
  return {
    mint: readAddress(reader),
    owner: readAddress(reader),
    amount: reader.u64(),
    delegate: readCOption(reader, readAddress),
    state: readInitializedState(reader),
    nativeReserve: readCOption(reader, (value) => value.u64()),
    delegatedAmount: reader.u64(),
    closeAuthority: readCOption(reader, readAddress),
  };
}

/** What is not given is as it is in a new account. */
export function tokenAccountBytes(given: Partial<TokenAccount> & Pick<TokenAccount, 'mint' | 'owner'>): Uint8Array {
  const { mint, owner, amount = 0n, delegate = null, state = 'initialized' } = given;
  const { nativeReserve = null, delegatedAmount = 0n, closeAuthority = null } = given;
  const writer = new ByteWriter(TOKEN_ACCOUNT_BYTES);
  writer.append(decodeBase58(mint)).append(decodeBase58(owner)).u64(amount);
  writeOptionalAddress(writer, delegate).u8(ACCOUNT_STATES.indexOf(state));
  writer.u32(nativeReserve === null ? 0 : 1).u64(nativeReserve ?? 0n);
  return writeOptionalAddress(writer.u64(delegatedAmount), closeAuthority).bytes();
}

function readInitializedState(reader: ByteReader): string {
  const state = reader.u8();
  const name = ACCOUNT_STATES[state];
  if (state === 0 || name === undefined)
    throw new BytesError(`${state} is no state of an initialized account`, reader.offset - 1);
  return name;
}

export interface Mint {
  readonly mintAuthority: Address | null;
  /** u64 */
  readonly supply: bigint;
  readonly decimals: number;
  readonly freezeAuthority: Address | null;
}

/**
 * | offset | field | type |
 * |---|---|---|
 * | 0 | mint authority | COption 32 |
 * | 36 | supply | u64 |
 * | 44 | decimals | u8 |
 * | 45 | initialized | u8, 1 |
 * | 46 | freeze authority | COption 32 |
 * | 82 | zeros, where extensions follow | 83 |
 *
 * @param data of kind `mint`
 */
export function readMint(data: Uint8Array): Mint {
  if (!isZero(data.subarray(MINT_BYTES, KIND_OFFSET)))
    throw new BytesError('the padding of the mint is not zero', MINT_BYTES);
  const reader = new ByteReader(data);
  const mintAuthority = readCOption(reader, readAddress);
  const supply = reader.u64();
  const decimals = reader.u8();
  readInitialized(reader);
  return { mintAuthority, supply, decimals, freezeAuthority: readCOption(reader, readAddress) };
}

/** What is not given is as it is in a new mint of nobody. */
export function mintBytes(given: Partial<Mint> & Pick<Mint, 'decimals'>): Uint8Array {
  const { mintAuthority = null, supply = 0n, decimals, freezeAuthority = null } = given;
  const writer = new ByteWriter(MINT_BYTES);
  writeOptionalAddress(writer, mintAuthority).u64(supply).u8(decimals).u8(1);
  return writeOptionalAddress(writer, freezeAuthority).bytes();
}

export interface Multisig {
  readonly numRequiredSigners: number;
  readonly numValidSigners: number;
  /** without the empty places, of which there may be some in between */
  readonly signers: readonly Address[];
}

/** Two counts (u8), the initialized flag, eleven places for signers. `data` is of kind `multisig`. */
export function readMultisig(data: Uint8Array): Multisig {
  const reader = new ByteReader(data);
  const numRequiredSigners = reader.u8();
  const numValidSigners = reader.u8();
  readInitialized(reader);
  const places = readList(reader, MAX_MULTISIG_SIGNERS, readOptionalAddress);
  return { numRequiredSigners, numValidSigners, signers: places.filter((place) => place !== null) };
}

/** @param signers those behind the eleventh are only counted */
export function multisigBytes(required: number, signers: readonly Address[]): Uint8Array {
  const bytes = new Uint8Array(MULTISIG_BYTES);
  bytes.set([required, signers.length, 1]);
  for (const [i, signer] of signers.slice(0, MAX_MULTISIG_SIGNERS).entries())
    bytes.set(decodeBase58(signer), 3 + i * ADDRESS_BYTES);
  return bytes;
}

function readInitialized(reader: ByteReader): void {
  const flag = reader.u8();
  if (flag !== 1) throw new BytesError(`an initialized flag of ${flag}`, reader.offset - 1);
}

/** The entries of a mint's or an account's extensions; empty where it has none. */
export function extensionBytes(data: Uint8Array): Uint8Array {
  return data.subarray(EXTENSIONS_OFFSET);
}
