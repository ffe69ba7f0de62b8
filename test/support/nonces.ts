import { createHash } from 'node:crypto';
import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import { type Address, SYSTEM_PROGRAM } from '../../src/solana/address.ts';
import { type Nonce, newNonce, writeNonce } from '../../src/solana/nonce.ts';
import { expectSame, metas } from './bothRuntimes.ts';
import { key, PARENT_HASH, type Result } from './liteSvmSystem.ts';

/** Accounts of nonces in all their states, and the bytes of the instructions on them. */

/** @param hash 32 bytes */
function valueFrom(hash: Uint8Array): Uint8Array {
  return createHash('sha256').update('DURABLE_NONCE').update(hash).digest();
}

/** Lamports of a nonce account that is rent-exempt; those here have more, if nothing else is said. */
export const RENT = 1_447_680n;
export const HELD: bigint = RENT + 1_000n;

export const alice: Address = key(1);
/** a wallet */
export const bob: Address = key(2);
export const nonce: Address = key(3);
/** advanced in this block */
export const spent: Address = key(4);
/** not initialized */
export const empty: Address = key(5);
export const legacy: Address = key(6);
/** owned by a program */
export const foreign: Address = key(7);
/** not initialized, with too few lamports */
export const poor: Address = key(8);

/** The value of those that were not advanced in this block. */
const OLD_VALUE: Uint8Array = new Uint8Array(32).fill(7);
export const OLD: Nonce = newNonce(alice, OLD_VALUE);
/** What this block gives. */
export const NOW: Nonce = newNonce(alice, valueFrom(PARENT_HASH));

function account(address: Address, data: Uint8Array, lamports = HELD): Account {
  return { ...emptyAccount(address), lamports, data };
}

export const NONCE_ACCOUNTS: readonly Account[] = [
  account(nonce, writeNonce(OLD)),
  account(spent, writeNonce(NOW)),
  account(empty, new Uint8Array(80)),
  account(legacy, writeNonce({ ...OLD, version: 0 })),
  { ...account(foreign, writeNonce(OLD)), owner: key(40) },
  account(poor, new Uint8Array(80), RENT - 1n),
  account(bob, new Uint8Array(), 890_880n),
];

const tag = (number: number) => new ByteWriter().u32(number);
export const advance: Uint8Array = tag(4).bytes();
export const withdraw = (lamports: bigint): Uint8Array => tag(5).u64(lamports).bytes();
/** alice becomes the authority */
export const initialize: Uint8Array = tag(6).append(decodeBase58(alice)).bytes();
/** bob becomes the authority */
export const authorize: Uint8Array = tag(7).append(decodeBase58(bob)).bytes();

export function runOnNonces(data: Uint8Array, accounts: readonly string[]): Result {
  return expectSame(NONCE_ACCOUNTS, [{ program: SYSTEM_PROGRAM, accounts: metas(...accounts), data }]);
}
