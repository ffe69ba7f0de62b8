import { encodeBase58 } from '../codec/base58.ts';
import { ByteReader, BytesError, sha256 } from '../codec/bytes.ts';
import { type Struct, struct, u32, u64 } from '../codec/struct.ts';
import type { Account } from './account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from './address.ts';
import { blockhash, pubkey } from './pubkey.ts';
import type { Message } from './transaction.ts';

/**
 * Durable nonces: what is in their accounts, which transactions use them, and which value comes next.
 *
 * Source   solana nonce 3.2, nonce-account 4.1
 * @module
 */

export interface Nonce {
  /** 0 is of a time when a nonce could also be a blockhash: no transaction can use it */
  readonly version: number;
  readonly state: number;
  /** who may advance it */
  readonly authority: Address;
  /** what transactions name in place of a blockhash */
  readonly value: Blockhash;
  readonly lamportsPerSignature: bigint;
}

const NONCE: Struct<Nonce> = struct<Nonce>({
  version: u32,
  state: u32,
  authority: pubkey,
  value: blockhash,
  lamportsPerSignature: u64,
});

export const NONCE_BYTES: number = NONCE.bytes;
const CURRENT = 1;
const UNINITIALIZED = 0;
const INITIALIZED = 1;
const LAMPORTS_PER_SIGNATURE = 5000n;

/** What a new nonce account begins with, and one that was emptied. */
export const UNINITIALIZED_NONCE: Uint8Array = Uint8Array.of(CURRENT, 0, 0, 0, UNINITIALIZED, 0, 0, 0);

export const writeNonce: (nonce: Nonce) => Uint8Array = NONCE.encode;

/** @param value 32 bytes */
export function newNonce(authority: Address, value: Uint8Array): Nonce {
  return {
    version: CURRENT,
    state: INITIALIZED,
    authority,
    value: encodeBase58(value) as Blockhash,
    lamportsPerSignature: LAMPORTS_PER_SIGNATURE,
  };
}

/** Null: not initialized; undefined: the data are of something else. Bytes behind the nonce do not matter. */
export function decodeNonce(data: Uint8Array): Nonce | null | undefined {
  try {
    const reader = new ByteReader(data);
    const [version, state] = [reader.u32(), reader.u32()];
    if (version > CURRENT || state > INITIALIZED) return undefined;
    return state === UNINITIALIZED ? null : NONCE.decode(data);
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

/** The nonce of an account that a transaction can use; undefined where there is none. */
export function readNonce(account: Account | undefined): Nonce | undefined {
  const nonce = account?.owner === SYSTEM_PROGRAM ? decodeNonce(account.data) : undefined;
  return nonce?.version === CURRENT ? nonce : undefined;
}

/**
 * Whether an account of the system program holds a nonce, of whatever version, and nothing else.
 *
 * Source   agave 4.1 nonce-account get_system_account_kind
 */
export function isNonceData(data: Uint8Array): boolean {
  return data.length === NONCE_BYTES && Boolean(decodeNonce(data));
}

const ADVANCE_NONCE_ACCOUNT = [4, 0, 0, 0];

/**
 * The index of the account whose nonce a message may name in place of a recent blockhash: what its first instruction
 * advances. It must be a static key; that it must be writable too is up to the caller.
 *
 * Source   agave 4.1 svm-transaction get_durable_nonce
 */
export function durableNonceIndex({ accountKeys, instructions }: Message): number | undefined {
  const [first] = instructions;
  if (first === undefined || accountKeys[first.programIdIndex] !== SYSTEM_PROGRAM) return undefined;
  if (ADVANCE_NONCE_ACCOUNT.some((byte, i) => first.data[i] !== byte)) return undefined;
  const [index] = first.accounts;
  return index !== undefined && index < accountKeys.length ? index : undefined;
}

/** The 32 bytes that nonces are set to in the block behind the one with this hash. */
export function nextNonce(hash: Uint8Array): Uint8Array {
  return sha256('DURABLE_NONCE', hash);
}
