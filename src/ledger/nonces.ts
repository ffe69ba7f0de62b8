import { ByteReader } from '../codec/bytes.ts';
import type { Account } from '../solana/account.ts';
import { type Address, type Blockhash, SYSTEM_PROGRAM } from '../solana/address.ts';
import { readAddress, readBlockhash } from '../solana/wire.ts';
import type { LedgerView } from './view.ts';

export const NONCE_BYTES = 80;
/** 0 is the legacy one, whose nonces are no longer taken */
const CURRENT_VERSION = 1;
const INITIALIZED = 1;

export interface Nonce {
  /** who may advance it */
  readonly authority: Address;
  /** what transactions name in place of a blockhash */
  readonly value: Blockhash;
}

/**
 * The nonce of an account; undefined where there is none.
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
export function readNonce(account: Account | undefined): Nonce | undefined {
  if (account === undefined || account.owner !== SYSTEM_PROGRAM || account.data.length < NONCE_BYTES) return undefined;
  const reader = new ByteReader(account.data);
  if (reader.u32() !== CURRENT_VERSION || reader.u32() !== INITIALIZED) return undefined;
  return { authority: readAddress(reader), value: readBlockhash(reader) };
}

/** Whether an account is a nonce account that holds `hash` as its nonce. */
export function holdsNonce(view: LedgerView, address: Address, hash: Blockhash): boolean {
  return readNonce(view.account(address))?.value === hash;
}

/**
 * Whether an account of the system program holds a nonce, of whatever version, and nothing else.
 *
 * Source   agave 4.1 nonce-account get_system_account_kind
 */
export function isNonceData(data: Uint8Array): boolean {
  if (data.length !== NONCE_BYTES) return false;
  const reader = new ByteReader(data);
  return reader.u32() <= CURRENT_VERSION && reader.u32() === INITIALIZED;
}
