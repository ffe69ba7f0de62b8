/**
 * Durable nonces: what is in their accounts, and which value comes next.
 *
 * Source   solana nonce 3.2
 * @module
 */

import { decodeBase58 } from '../../../codec/base58.ts';
import { ByteReader, BytesError } from '../../../codec/byteReader.ts';
import { ByteWriter } from '../../../codec/byteWriter.ts';
import { ADDRESS_BYTES, type Address, SYSTEM_PROGRAM } from '../../../model/address.ts';
import { nextNonce } from '../../../model/durableNonce.ts';
import { readAddress } from '../../../model/wireParts.ts';
import type { Changes } from '../../accounts/accounts.ts';
import { inFile } from '../../hints.ts';
import { ProgramError } from '../../programError.ts';

/** Legacy nonces are of a time when a nonce could also be a blockhash: no transaction can use them. */
type NonceVersion = 'legacy' | 'current';

export interface Nonce {
  readonly version: NonceVersion;
  readonly authority: Address;
  /** 32 bytes, which transactions use in place of a blockhash */
  readonly value: Uint8Array;
  readonly lamportsPerSignature: bigint;
}

const VERSIONS: readonly NonceVersion[] = ['legacy', 'current'];
const UNINITIALIZED = 0;
const INITIALIZED = 1;
const LAMPORTS_PER_SIGNATURE = 5000n;
const NONCE_BYTES = 80;

/** What a new nonce account begins with, and one that was emptied. */
export const UNINITIALIZED_NONCE: Uint8Array = new ByteWriter(8)
  .u32(VERSIONS.indexOf('current'))
  .u32(UNINITIALIZED)
  .bytes();

/** Null: not initialized; undefined: the data are of something else. Bytes behind the nonce do not matter. */
export function readNonce(data: Uint8Array): Nonce | null | undefined {
  try {
    const reader = new ByteReader(data);
    const version = VERSIONS[reader.u32()];
    const state = reader.u32();
    if (version === undefined || state > INITIALIZED) return undefined;
    if (state === UNINITIALIZED) return null;
    const authority = readAddress(reader);
    return { version, authority, value: reader.take(ADDRESS_BYTES), lamportsPerSignature: reader.u64() };
  } catch (error) {
    if (error instanceof BytesError) return undefined;
    throw error;
  }
}

export function writeNonce({ version, authority, value, lamportsPerSignature }: Nonce): Uint8Array {
  const writer = new ByteWriter(NONCE_BYTES).u32(VERSIONS.indexOf(version)).u32(INITIALIZED);
  return writer.append(decodeBase58(authority)).append(value).u64(lamportsPerSignature).bytes();
}

/** The nonce that the present block gives: there is one a block, as it follows from the blockhash of the block before. */
export function currentNonce({ moment }: Changes, authority: Address): Nonce {
  return newNonce(authority, nextNonce(moment.parentHash));
}

/** @param value 32 bytes */
export function newNonce(authority: Address, value: Uint8Array): Nonce {
  return { version: 'current', authority, value, lamportsPerSignature: LAMPORTS_PER_SIGNATURE };
}

export function isSameNonce(a: Nonce, b: Nonce): boolean {
  return Buffer.compare(a.value, b.value) === 0;
}

/** @throws ProgramError where there is no nonce account that was initialized */
export function nonceOf(accounts: Changes, address: Address): Nonce {
  const account = accounts.get(address);
  const nonce = account?.owner === SYSTEM_PROGRAM ? readNonce(account.data) : undefined;
  if (!nonce) throw missingNonce(accounts, address);
  return nonce;
}

export function missingNonce({ names, moment }: Changes, address: Address): ProgramError {
  return new ProgramError(
    'InvalidAccountData',
    `there is no nonce account ${names.show(address)} at slot ${moment.slot}`,
    `add it ${inFile('nonce')}`,
  );
}
