import { decodeBase58 } from '../../src/codec/base58.ts';
import { ByteWriter } from '../../src/codec/bytes.ts';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { mintBytes, tokenAccountBytes } from '../../src/solana/programs/splToken/layout.ts';
import type { AccountSpec } from './scripts.ts';

/** Bytes of Token-2022 mints and accounts with extensions, as recordings have them. */

/** Number and value. */
export type ExtensionSpec = readonly [type: number, value: Uint8Array];

const KIND_OFFSET = 165;
const MINT = 1;
const ACCOUNT = 2;

const addressOf = (name: string) => namedKeyPair(name).address;
const NOBODY = new Uint8Array(32);
const keyBytes = (name: string): Uint8Array => decodeBase58(addressOf(name));

/** 6 decimals, minted and frozen by `issuer`. */
export function extendedMint(extensions: readonly ExtensionSpec[], supply = 0n): AccountSpec {
  const authority = addressOf('issuer');
  return raw(
    mintBytes({ decimals: 6, supply, mintAuthority: authority, freezeAuthority: authority }),
    MINT,
    extensions,
  );
}

export function extendedAccount(
  { mint, owner, amount }: { readonly mint: string; readonly owner: string; readonly amount: bigint },
  extensions: readonly ExtensionSpec[],
): AccountSpec {
  return raw(tokenAccountBytes({ mint: addressOf(mint), owner: addressOf(owner), amount }), ACCOUNT, extensions);
}

function raw(base: Uint8Array, kind: number, extensions: readonly ExtensionSpec[]): AccountSpec {
  const writer = new ByteWriter(500)
    .append(base)
    .append(new Uint8Array(KIND_OFFSET - base.length))
    .u8(kind);
  for (const [type, value] of extensions) writer.u16(type).u16(value.length).append(value);
  return { raw: { owner: '$token2022', data: writer.bytes() } };
}

/** Basis points with a maximum from each of two epochs on. */
export function transferFees(
  ...[older, newer]: readonly (readonly [epoch: bigint, maximum: bigint, points: number])[]
) {
  const writer = new ByteWriter(108).append(NOBODY).append(NOBODY).u64(0n);
  for (const [epoch, maximum, points] of [older!, newer ?? older!]) writer.u64(epoch).u64(maximum).u16(points);
  return [1, writer.bytes()] as const;
}

/** The value of an extension that is one or two addresses, each a name or nobody, and a flag. */
export function addresses(type: number, names: readonly (string | null)[], ...rest: readonly number[]): ExtensionSpec {
  return [type, Uint8Array.from([...names.flatMap((name) => [...(name === null ? NOBODY : keyBytes(name))]), ...rest])];
}

export function zeros(type: number, length: number): ExtensionSpec {
  return [type, new Uint8Array(length)];
}
