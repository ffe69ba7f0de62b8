import { encodeBase58 } from '../codec/base58.ts';
import { sha256 } from '../codec/bytes.ts';
import { struct, type TypeOf, u32, u64 } from '../codec/struct.ts';
import type { Account } from './account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from './address.ts';
import { LAMPORTS_PER_SIGNATURE } from './fees.ts';
import { blockhash, pubkey } from './pubkey.ts';
import type { Message } from './transaction.ts';

/**
 * Durable nonces: the content of their accounts, the transactions that use them, and their next value.
 *
 * Source   solana nonce 3.2, nonce-account 4.1
 * @module
 */

const NONCE_HEAD = struct({ version: u32, state: u32 });

/** The content of a nonce account. The value of version 0 could equal a blockhash, so no transaction may use it. */
const NONCE = struct({
  ...NONCE_HEAD.members,
  /** the address that may advance the nonce */
  authority: pubkey,
  /** the value that transactions name in place of a blockhash */
  value: blockhash,
  lamportsPerSignature: u64,
});
export type Nonce = TypeOf<typeof NONCE>;

export const NONCE_BYTES: number = NONCE.size;
const CURRENT = 1;
const UNINITIALIZED = 0;
const INITIALIZED = 1;

/** The data of a nonce account that is new, or was emptied. */
export const UNINITIALIZED_NONCE: Uint8Array = NONCE_HEAD.encode({ version: CURRENT, state: UNINITIALIZED });

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

/** The nonce in the data of an account; null: not initialized; undefined: other data. Bytes after the nonce are ignored. */
export function decodeNonce(data: Uint8Array): Nonce | null | undefined {
  const head = NONCE_HEAD.tryDecode(data);
  if (head === undefined || head.version > CURRENT || head.state > INITIALIZED) return undefined;
  return head.state === UNINITIALIZED ? null : NONCE.tryDecode(data);
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
 * The index of the nonce account that a message may use: the one that its first instruction advances. It must be a static key;
 * the caller checks that it is writable.
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

/** The value of nonces that are advanced in the block after the one with this hash; 32 bytes. */
export function nextNonce(hash: Uint8Array): Uint8Array {
  return sha256('DURABLE_NONCE', hash);
}
