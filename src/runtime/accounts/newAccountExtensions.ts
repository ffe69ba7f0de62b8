import { tryDecode } from '../../codec/struct.ts';
import type { Account } from '../../solana/account.ts';
import { type Address, TOKEN_2022_PROGRAM } from '../../solana/address.ts';
import { type ExtensionEntry, readWhole, wholeEntriesOf } from '../../solana/programs/splToken/extensions.ts';
import { ALL_EXTENSION_ROWS, EXTENSION, requiredExtensions } from '../../solana/programs/splToken/extensionTable.ts';
import { MINT_BYTES } from '../../solana/programs/splToken/layout.ts';
import { ProgramError } from '../programError.ts';
import type { Changes } from './changes.ts';
import { requireMint } from './tokens.ts';

/**
 * The extensions that token accounts are made with.
 *
 * Source   spl-token-2022-interface 2.1 `extension/mod.rs`
 * @module
 */

/** The extensions that a mint requires of its accounts; undefined: it has one that is not known, or that does not read. */
export function extensionsRequiredBy({ data, owner }: Account): readonly number[] | undefined {
  if (owner !== TOKEN_2022_PROGRAM || data.length === MINT_BYTES) return [];
  const entries = tryDecode(() => [...wholeEntriesOf(data)]);
  const types = [...new Set(entries?.map(({ type }) => type))];
  const isReadable = types.length === entries?.length && entries.every(isKnown);
  return isReadable ? [...new Set(requiredExtensions(types))] : undefined;
}

/** Whether an extension is known, and its value is one; values of varying size are not read. */
function isKnown({ type, value }: ExtensionEntry): boolean {
  const row = ALL_EXTENSION_ROWS[type];
  if (row?.value === undefined || row.size === undefined) return row !== undefined;
  const { value: values } = row;
  return tryDecode(() => readWhole(value, values)) !== undefined;
}

/**
 * The extensions that a mint requires of its accounts.
 *
 * @throws ProgramError for a missing mint, or one with unknown extensions
 */
export function requireExtensionsBy(accounts: Changes, mint: Address): readonly number[] {
  const required = extensionsRequiredBy(requireMint(accounts, mint).account);
  if (required !== undefined) return required;
  throw new ProgramError(
    'InvalidAccountData',
    `${accounts.names.show(mint)} has extensions that are not known`,
    'record such a transaction, or write it with `raw`, which changes no account',
  );
}

/**
 * The extensions of a new account. Token-2022 marks associated accounts first: their owner cannot change.
 *
 * @param required those that its mint requires
 */
export function newAccountExtensions(
  required: readonly number[],
  program: Address,
  isAssociated: boolean,
): readonly number[] {
  const first = isAssociated && program === TOKEN_2022_PROGRAM ? [EXTENSION.immutableOwner] : [];
  return [...new Set([...first, ...required])];
}
