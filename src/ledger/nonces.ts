import { ByteReader } from '../codec/byteReader.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../model/address.ts';
import { readBlockhash } from '../model/wireParts.ts';
import type { LedgerView } from './view.ts';

const NONCE_BYTES = 80;
const NONCE_OFFSET = 40;
/** 0 is the legacy one, whose nonces are no longer taken */
const CURRENT_VERSION = 1;
const INITIALIZED = 1;

/**
 * Whether an account is a nonce account that holds `hash` as its nonce.
 *
 * | offset | field | type |
 * |---|---|---|
 * | 0 | version | u32 |
 * | 4 | state | u32 |
 * | 8 | authority | 32 |
 * | 40 | durable nonce | 32 |
 * | 72 | lamports per signature | u64 |
 *
 * Source   solana nonce-account 4.1 verify_nonce_account; nonce 3.2
 */
export function holdsNonce(view: LedgerView, address: Address, hash: Blockhash): boolean {
  const account = view.account(address);
  if (account === undefined || account.owner !== SYSTEM_PROGRAM || account.data.length < NONCE_BYTES) return false;
  const reader = new ByteReader(account.data);
  if (reader.u32() !== CURRENT_VERSION || reader.u32() !== INITIALIZED) return false;
  return readBlockhash(new ByteReader(account.data, NONCE_OFFSET)) === hash;
}
