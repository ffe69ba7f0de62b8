import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import type { Address } from '../../../../src/solana/address.ts';
import type { AccountParser, MintInfo } from '../../../../src/solana/programs/parserTypes.ts';
import { key, u8, u16, u32, u64 } from './layoutBytes.ts';

/** Token accounts put together by hand, from the layout and independent of the parser. */

const PLAIN_MINT: MintInfo = { decimals: 2, unixTimestamp: 0n };

/** tag and 32 bytes, the bytes there with either tag */
export const optionalKey = (byte: number, tag = 1): Buffer => Buffer.concat([u32(tag), key(byte)]);

interface AccountParts {
  readonly amount?: bigint;
  readonly delegate?: Buffer;
  readonly state?: number;
  readonly native?: Buffer;
  readonly delegatedAmount?: bigint;
  readonly closeAuthority?: Buffer;
}

/** 165 bytes: mint 1, owner 2; the options are off but hold bytes */
export function tokenAccount(parts: AccountParts = {}): Buffer {
  return Buffer.concat([
    key(1),
    key(2),
    u64(parts.amount ?? 0n),
    parts.delegate ?? optionalKey(3, 0),
    u8(parts.state ?? 1),
    parts.native ?? Buffer.concat([u32(0), u64(7n)]),
    u64(parts.delegatedAmount ?? 0n),
    parts.closeAuthority ?? optionalKey(4, 0),
  ]);
}

interface MintParts {
  readonly mintAuthority?: Buffer;
  readonly supply?: bigint;
  readonly decimals?: number;
  readonly isInitialized?: number;
  readonly freezeAuthority?: Buffer;
}

/** 82 bytes */
export function mint(parts: MintParts = {}): Buffer {
  return Buffer.concat([
    parts.mintAuthority ?? optionalKey(5, 0),
    u64(parts.supply ?? 0n),
    u8(parts.decimals ?? 0),
    u8(parts.isInitialized ?? 1),
    parts.freezeAuthority ?? optionalKey(6, 0),
  ]);
}

/** 355 bytes */
export function multisig(required: number, valid: number, signers: readonly Buffer[], isInitialized = 1): Buffer {
  const places = Buffer.alloc(11 * 32);
  Buffer.concat(signers).copy(places);
  return Buffer.concat([u8(required), u8(valid), u8(isInitialized), places]);
}

/** type, length, value */
export const entry = (type: number, value: Uint8Array = Buffer.alloc(0)): Buffer =>
  Buffer.concat([u16(type), u16(value.length), value]);

export const accountWith = (...entries: readonly Buffer[]): Buffer =>
  Buffer.concat([tokenAccount(), u8(2), ...entries]);

/** The same for a mint, whose base is shorter and padded. */
export const mintWith = (...entries: readonly Buffer[]): Buffer =>
  Buffer.concat([mint(), Buffer.alloc(83), u8(1), ...entries]);

/** The parser as it is where every mint is known. */
export function withMint(parse: AccountParser, info: MintInfo = PLAIN_MINT): AccountParser {
  return (data, address: Address) => parse(data, address, { version: NODE_VERSIONS['4.1'], mintOf: () => info });
}
