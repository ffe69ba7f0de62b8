import { decodeBase64, encodeBase64 } from '../../../codec/base64.ts';
import { BytesError } from '../../../codec/bytes.ts';
import { base64, type FixedCodec, fixedOption, type Struct, struct, u8, u64 } from '../../../codec/struct.ts';
import { ADDRESS_BYTES, type Address } from '../../address.ts';
import { readItems } from '../../messageWire.ts';
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

/** States of token accounts by number. */
export const ACCOUNT_STATES: readonly string[] = ['uninitialized', 'initialized', 'frozen'];
/** Two of these states by number. */
export const INITIALIZED = 1;
export const FROZEN = 2;

const initializedState: FixedCodec<string> = {
  size: 1,
  read(data) {
    const state = data.u8();
    const name = ACCOUNT_STATES[state];
    if (state === 0 || name === undefined)
      throw new BytesError(`${state} is not the state of an initialized account`, data.offset - 1);
    return name;
  },
  write: (to, state) => to.u8(ACCOUNT_STATES.indexOf(state)),
};

const initialized: FixedCodec<true> = {
  size: 1,
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
  /** a name of `ACCOUNT_STATES`, but not the first one */
  readonly state: string;
  /** lamports that stay in a wrapped SOL account; null = not one */
  readonly nativeReserve: bigint | null;
  readonly delegatedAmount: bigint;
  readonly closeAuthority: Address | null;
}

export const TOKEN_ACCOUNT: Struct<TokenAccount> = struct({
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

export const MINT: Struct<Mint> = struct({
  mintAuthority: fixedOption(pubkey),
  supply: u64,
  decimals: u8,
  isInitialized: initialized,
  freezeAuthority: fixedOption(pubkey),
});

export const MAX_MULTISIG_SIGNERS = 11;

/** The signers of a multisig: eleven addresses, of which any may be empty. Signers after the eleventh are not written. */
const multisigSigners: FixedCodec<readonly Address[]> = {
  size: MAX_MULTISIG_SIGNERS * ADDRESS_BYTES,
  read: (data) => readItems(data, MAX_MULTISIG_SIGNERS, keyOrNull.read).filter((place) => place !== null),
  write(to, signers) {
    for (let i = 0; i < MAX_MULTISIG_SIGNERS; i++) keyOrNull.write(to, signers[i] ?? null);
  },
};

export interface Multisig {
  readonly numRequiredSigners: number;
  readonly numValidSigners: number;
  readonly isInitialized: true;
  readonly signers: readonly Address[];
}

export const MULTISIG: Struct<Multisig> = struct({
  numRequiredSigners: u8,
  numValidSigners: u8,
  isInitialized: initialized,
  signers: multisigSigners,
});

export const MINT_BYTES: number = MINT.size;
export const TOKEN_ACCOUNT_BYTES: number = TOKEN_ACCOUNT.size;
export const MULTISIG_BYTES: number = MULTISIG.size;
/** offset of the byte with the kind of an account with extensions; it is after the longest layout */
export const KIND_OFFSET: number = TOKEN_ACCOUNT.size;
export const EXTENSIONS_OFFSET: number = KIND_OFFSET + 1;

/** The kinds of account that can carry extensions; index = the byte at `KIND_OFFSET`. */
export type ExtensibleKind = 'mint' | 'account';
const EXTENSIBLE_KINDS: readonly (ExtensibleKind | undefined)[] = [undefined, 'mint', 'account'];

/** The byte at `KIND_OFFSET`. */
export function kindByte(kind: ExtensibleKind): number {
  return EXTENSIBLE_KINDS.indexOf(kind);
}

/** The kind of an account of the token programs; undefined: the length fits none. */
export function tokenKindOf(data: Uint8Array): ExtensibleKind | 'multisig' | undefined {
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

/** The bytes of a token account; members that are left out are those of a new account. */
export function tokenAccountBytes(account: Partial<TokenAccount> & Pick<TokenAccount, 'mint' | 'owner'>): Uint8Array {
  return TOKEN_ACCOUNT.encode({ ...NEW_ACCOUNT, ...account });
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

/** The bytes of a mint; members that are left out are those of a new mint without authorities. */
export function mintBytes(mint: Partial<Mint> & Pick<Mint, 'decimals'>): Uint8Array {
  return MINT.encode({ ...NEW_MINT, ...mint });
}

/** @param data of kind `multisig`; throws BytesError where it is not initialized */
export const readMultisig: (data: Uint8Array) => Multisig = MULTISIG.decode;

/** @param signers those behind the eleventh are only counted */
export function multisigBytes(required: number, signers: readonly Address[]): Uint8Array {
  const { length } = signers;
  return MULTISIG.encode({ numRequiredSigners: required, numValidSigners: length, isInitialized: true, signers });
}

/** The place of a signer in a multisig. */
export function signerOffset(index: number): number {
  return SIGNERS_OFFSET + index * ADDRESS_BYTES;
}

const SIGNERS_OFFSET = MULTISIG.offsetOf('signers');

/** Adds the byte with the kind of an account with extensions, after zeros. */
export function withKind(bytes: Uint8Array, kind: ExtensibleKind): Uint8Array {
  const extended = new Uint8Array(EXTENSIONS_OFFSET);
  extended.set(bytes);
  extended[KIND_OFFSET] = kindByte(kind);
  return extended;
}

/** One byte; anything but zero is true. */
export const podBool: FixedCodec<boolean> = {
  size: 1,
  read: (data) => data.u8() !== 0,
  write: (to, value) => to.u8(value ? 1 : 0),
};

/** Keys and ciphertexts of confidential transfers, as base64. */
export const elgamalPubkey: FixedCodec<string> = base64(32);
export const elgamalCiphertext: FixedCodec<string> = base64(64);
/** an AES ciphertext, which its holder can decrypt */
export const aeCiphertext: FixedCodec<string> = base64(36);

/** All zero = null. */
export const optionalElgamalPubkey: FixedCodec<string | null> = {
  size: 32,
  read(data) {
    const bytes = data.take(32);
    return isZero(bytes) ? null : encodeBase64(bytes);
  },
  write: (to, key) => to.append(key === null ? new Uint8Array(32) : decodeBase64(key)),
};
