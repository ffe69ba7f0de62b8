import { ByteWriter } from '../../codec/bytes.ts';
import type { ExtensionEntry } from '../../solana/programs/splToken/extensions.ts';
import { EXTENSION_ROWS } from '../../solana/programs/splToken/extensionTable.ts';
import { type ExtensibleKind, MULTISIG_BYTES, withKind } from '../../solana/programs/splToken/layout.ts';

/**
 * The bytes of mints and token accounts with extensions.
 *
 * Source   spl-token-2022-interface 2.1
 * @module
 */

/** A token account with extensions in their initial state. @param types numbers of the extensions */
export function withNewExtensions(base: Uint8Array, types: readonly number[]): Uint8Array {
  return withExtensions(base, 'account', types.map(newExtension));
}

/** An extension of a fixed size that is zero throughout, as most are when they are new. */
export function newExtension(type: number): ExtensionEntry {
  return { type, value: new Uint8Array(EXTENSION_ROWS[type]?.size ?? 0) };
}

/** Two bytes more where an account would otherwise be as long as a multisig. Source `adjust_len_for_multisig` */
export function avoidMultisigLength(bytes: number): number {
  return bytes === MULTISIG_BYTES ? bytes + 2 : bytes;
}

/** A mint or a token account with extensions. Extensions of mints begin where those of accounts do. */
export function withExtensions(base: Uint8Array, kind: ExtensibleKind, entries: readonly ExtensionEntry[]): Uint8Array {
  if (entries.length === 0) return base;
  const writer = new ByteWriter(512).append(withKind(base, kind));
  for (const { type, value } of entries) writer.u16(type).u16(value.length).append(value);
  const { length } = writer.bytes();
  return writer.append(new Uint8Array(avoidMultisigLength(length) - length)).bytes();
}
