import { decodeBase58 } from '../../../codec/base58.ts';
import { decodeBase64, encodeBase64 } from '../../../codec/base64.ts';
import { ByteReader, BytesError } from '../../../codec/bytes.ts';
import { type Codec, fixedOption, type Struct, struct, u8, u64 } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address } from '../../address.ts';
import { readList } from '../../messageWire.ts';
import { isZero, keyOrNull, pubkey } from '../../pubkey.ts';

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
 * Source   spl-token-2022-interface 2.1 `state.rs`, `extension/mod.rs`, spl-pod 0.7
 * @module
 */

/** By number. */
export const ACCOUNT_STATES: readonly string[] = ['uninitialized', 'initialized', 'frozen'];

const initializedState: Codec<string> = {
  bytes: 1,
  read(data) {
    const state = data.u8();
    const name = ACCOUNT_STATES[state];
    if (state === 0 || name === undefined)
      throw new BytesError(`${state} is not the state of an initialized account`, data.offset - 1);
    return name;
  },
  write: (to, state) => to.u8(ACCOUNT_STATES.indexOf(state)),
};

const initialized: Codec<true> = {
  bytes: 1,
  read(data) {
    const flag = data.u8();
    if (flag !== 1) throw new BytesError(`an initialized flag of ${flag}`, data.offset - 1);
    return true;
  },
  write: (to) => to.u8(1),
};

/** Amounts are u64 in the smallest units of the mint. */
export interface TokenAccount {
  readonly mint: Address;
  readonly owner: Address;
  readonly amount: bigint;
  readonly delegate: Address | null;
  /** that of `ACCOUNT_STATES`, but not the first one */
  readonly state: string;
  /** lamports that stay in a wrapped SOL account; null = not one */
  readonly nativeReserve: bigint | null;
  readonly delegatedAmount: bigint;
  readonly closeAuthority: Address | null;
}

export const TOKEN_ACCOUNT: Struct<TokenAccount> = struct<TokenAccount>({
  mint: pubkey,
  owner: pubkey,
  amount: u64,
  delegate: fixedOption(pubkey),
  state: initializedState,
  nativeReserve: fixedOption(u64),
  delegatedAmount: u64,
  closeAuthority: fixedOption(pubkey),
});

export interface Mint {
  readonly mintAuthority: Address | null;
  /** u64 */
  readonly supply: bigint;
  readonly decimals: number;
  readonly isInitialized: true;
  readonly freezeAuthority: Address | null;
}

export const MINT: Struct<Mint> = struct<Mint>({
  mintAuthority: fixedOption(pubkey),
  supply: u64,
  decimals: u8,
  isInitialized: initialized,
  freezeAuthority: fixedOption(pubkey),
});

export interface Multisig {
  readonly numRequiredSigners: number;
  readonly numValidSigners: number;
  readonly isInitialized: true;
  /** without the empty places, of which there may be some in between */
  readonly signers: readonly Address[];
}

/** What comes before the places for signers. */
export const MULTISIG_HEAD: Struct<Omit<Multisig, 'signers'>> = struct<Omit<Multisig, 'signers'>>({
  numRequiredSigners: u8,
  numValidSigners: u8,
  isInitialized: initialized,
});

export const MAX_MULTISIG_SIGNERS = 11;
export const MINT_BYTES: number = MINT.bytes;
export const TOKEN_ACCOUNT_BYTES: number = TOKEN_ACCOUNT.bytes;
export const MULTISIG_BYTES: number = MULTISIG_HEAD.bytes + MAX_MULTISIG_SIGNERS * ADDRESS_BYTES;
/** of the byte that says what carries extensions: they follow the longest layout */
export const KIND_OFFSET: number = TOKEN_ACCOUNT.bytes;
export const EXTENSIONS_OFFSET: number = KIND_OFFSET + 1;

/** What can carry extensions; index = the byte at `KIND_OFFSET`. */
export type ExtensibleKind = 'mint' | 'account';
export const EXTENSIBLE_KINDS: readonly (ExtensibleKind | undefined)[] = [undefined, 'mint', 'account'];

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
      return EXTENSIBLE_KINDS[data[KIND_OFFSET] ?? 0];
  }
}

/** @param data of kind `account`; throws BytesError where it is not initialized */
export const readTokenAccount: (data: Uint8Array) => TokenAccount = TOKEN_ACCOUNT.decode;

const NEW_ACCOUNT: Omit<TokenAccount, 'mint' | 'owner'> = {
  amount: 0n,
  delegate: null,
  state: 'initialized',
  nativeReserve: null,
  delegatedAmount: 0n,
  closeAuthority: null,
};

/** What is not given is as it is in a new account. */
export function tokenAccountBytes(given: Partial<TokenAccount> & Pick<TokenAccount, 'mint' | 'owner'>): Uint8Array {
  return TOKEN_ACCOUNT.encode({ ...NEW_ACCOUNT, ...given });
}

/** @param data of kind `mint`; throws BytesError where it is not initialized */
export function readMint(data: Uint8Array): Mint {
  if (!isZero(data.subarray(MINT_BYTES, KIND_OFFSET)))
    throw new BytesError('the padding of the mint is not zero', MINT_BYTES);
  return MINT.decode(data);
}

const NEW_MINT: Omit<Mint, 'decimals'> = {
  mintAuthority: null,
  supply: 0n,
  isInitialized: true,
  freezeAuthority: null,
};

/** What is not given is as it is in a new mint without authorities. */
export function mintBytes(given: Partial<Mint> & Pick<Mint, 'decimals'>): Uint8Array {
  return MINT.encode({ ...NEW_MINT, ...given });
}

/** @param data of kind `multisig`; throws BytesError where it is not initialized */
export function readMultisig(data: Uint8Array): Multisig {
  const places = readList(new ByteReader(data, MULTISIG_HEAD.bytes), MAX_MULTISIG_SIGNERS, keyOrNull.read);
  return { ...MULTISIG_HEAD.decode(data), signers: places.filter((place) => place !== null) };
}

/** @param signers those behind the eleventh are only counted */
export function multisigBytes(required: number, signers: readonly Address[]): Uint8Array {
  const head = { numRequiredSigners: required, numValidSigners: signers.length, isInitialized: true } as const;
  const bytes = new Uint8Array(MULTISIG_BYTES);
  bytes.set(MULTISIG_HEAD.encode(head));
  for (const [i, signer] of signers.slice(0, MAX_MULTISIG_SIGNERS).entries())
    bytes.set(decodeBase58(signer), signerOffset(i));
  return bytes;
}

/** Where a multisig has the place of a signer. */
export function signerOffset(index: number): number {
  return MULTISIG_HEAD.bytes + index * ADDRESS_BYTES;
}

/** The entries of a mint's or an account's extensions; empty where it has none. */
export function extensionBytes(data: Uint8Array): Uint8Array {
  return data.subarray(EXTENSIONS_OFFSET);
}

/** One byte; anything but zero is true. */
export const podBool: Codec<boolean> = {
  bytes: 1,
  read: (data) => data.u8() !== 0,
  write: (to, value) => to.u8(value ? 1 : 0),
};

/** Keys and ciphertexts of confidential transfers, as base64. */
export const elgamalPubkey: Codec<string> = base64(32);
export const elgamalCiphertext: Codec<string> = base64(64);
/** of an AES ciphertext, which its holder can decrypt */
export const aeCiphertext: Codec<string> = base64(36);

/** All zero = null. */
export const optionalElgamalPubkey: Codec<string | null> = {
  bytes: 32,
  read(data) {
    const bytes = data.take(32);
    return isZero(bytes) ? null : encodeBase64(bytes);
  },
  write: (to, key) => to.append(key === null ? new Uint8Array(32) : decodeBase64(key)),
};

function base64(bytes: number): Codec<string> {
  return {
    bytes,
    read: (data) => encodeBase64(data.take(bytes)),
    write: (to, value) => to.append(decodeBase64(value)),
  };
}
