import { sha256 } from '../codec/bytes.ts';
import { SYSTEM_PROGRAM } from './address.ts';
import type { Message } from './transaction.ts';

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

/**
 * The 32 bytes that nonces are set to in the block behind the one with this hash.
 *
 * Source   solana nonce 3.2 DurableNonce
 */
export function nextNonce(blockhash: Uint8Array): Uint8Array {
  return sha256('DURABLE_NONCE', blockhash);
}
