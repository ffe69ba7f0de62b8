import { type ByteReader, BytesError } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import type { Address } from '../../../model/address.ts';
import type { InstructionRow } from '../../instructionRow.ts';

/**
 * One instruction of the common shape: named accounts, then the authority.
 *
 * Example  { type: 'revoke', accounts: ['source'], signer: 'owner' }
 */
export interface TokenRow {
  readonly type: string;
  /** keys of the leading accounts, all required */
  readonly accounts: readonly string[];
  /** what the data adds; none is read where this is absent */
  readonly args?: (data: ByteReader) => JsonObject;
  /** key of the authority, which comes after the named accounts */
  readonly signer?: string;
}

export function tokenRow({ type, accounts: names, args, signer }: TokenRow): InstructionRow {
  return {
    type,
    minAccounts: names.length + (signer === undefined ? 0 : 1),
    info: (accounts, data) => ({
      ...nameAccounts(accounts, names),
      ...args?.(data),
      ...(signer === undefined ? {} : signedBy(accounts, names.length, signer)),
    }),
  };
}

export function nameAccounts(accounts: readonly Address[], names: readonly string[]): JsonObject {
  return Object.fromEntries(names.map((name, i) => [name, accounts[i]]));
}

/**
 * The authority at `index`. Accounts behind it make it a multisig and are taken for its signers, whatever they are:
 * the node goes by position alone and never asks who signed.
 */
export function signedBy(
  accounts: readonly Address[],
  index: number,
  key: string,
  multisigKey: string = `multisig${key[0]!.toUpperCase()}${key.slice(1)}`,
): JsonObject {
  if (accounts.length <= index + 1) return { [key]: accounts[index] };
  return { [multisigKey]: accounts[index], signers: accounts.slice(index + 1) };
}

/**
 * Cuts the `count` source accounts off the end.
 *
 * @throws BytesError at `offset` where fewer than `minAccounts` would be left
 */
export function splitSources(
  accounts: readonly Address[],
  count: number,
  minAccounts: number,
  offset: number,
): [leading: readonly Address[], sources: readonly Address[]] {
  const end = accounts.length - count;
  if (end < minAccounts)
    throw new BytesError(`${count} sources behind ${minAccounts} of ${accounts.length} accounts`, offset);
  return [accounts.slice(0, end), accounts.slice(end)];
}

/** A row that gives all accounts behind the mint as sources. */
export function harvestRow(type: string): InstructionRow {
  return { type, minAccounts: 1, info: ([mint, ...sourceAccounts]) => ({ mint, sourceAccounts }) };
}
