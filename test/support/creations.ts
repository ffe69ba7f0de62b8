import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { seedAddress } from '../../src/runtime/derive.ts';
import { type Account, emptyAccount } from '../../src/solana/account.ts';
import { type Address, SYSTEM_PROGRAM, TOKEN_PROGRAM } from '../../src/solana/address.ts';
import { expectSame, metas } from './bothRuntimes.ts';
import { key, type Result } from './liteSvmSystem.ts';

/** Accounts and the bytes of the instructions that make accounts. */

export const alice: Address = key(1);
export const fresh: Address = key(2);
export const taken: Address = key(3);
/** by a program */
export const owned: Address = key(4);
/** with alice as its base */
export const seeded: Address = seedAddress(alice, 'vault', TOKEN_PROGRAM);
const rich = { ...emptyAccount(alice), lamports: 10_000_000n };
export const CREATION_ACCOUNTS: readonly Account[] = [
  rich,
  emptyAccount(fresh),
  { ...rich, address: taken },
  { ...rich, address: owned, owner: TOKEN_PROGRAM },
  emptyAccount(seeded),
];

const tag = (number: number) => new ByteWriter().u32(number);
const own = (writer: ByteWriter, owner: Address) => writer.append(decodeBase58(owner)).bytes();
const text = (writer: ByteWriter, seed: string) => writer.u64(BigInt(seed.length)).append(Buffer.from(seed));
const based = (number: number, seed: string) => text(tag(number).append(decodeBase58(alice)), seed);

export const create = (space: bigint, lamports = 2_000_000n): Uint8Array =>
  own(tag(0).u64(lamports).u64(space), TOKEN_PROGRAM);
export const createWithSeed = (seed = 'vault'): Uint8Array =>
  own(based(3, seed).u64(2_000_000n).u64(2n), TOKEN_PROGRAM);
export const assign = (owner = TOKEN_PROGRAM): Uint8Array => own(tag(1), owner);
export const allocate = (space: bigint): Uint8Array => tag(8).u64(space).bytes();
export const allocateWithSeed: Uint8Array = own(based(9, 'vault').u64(2n), TOKEN_PROGRAM);
export const assignWithSeed: Uint8Array = own(based(10, 'vault'), TOKEN_PROGRAM);

export function runCreation(data: Uint8Array, accounts: readonly string[]): Result {
  return expectSame(CREATION_ACCOUNTS, [{ program: SYSTEM_PROGRAM, accounts: metas(...accounts), data }]);
}
