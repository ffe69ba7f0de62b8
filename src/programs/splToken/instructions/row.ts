import { type ByteReader, BytesError } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import type { Address } from '../../../model/address.ts';
import { type InstructionRow, nameAccounts, row } from '../../instructionRow.ts';
import { whole } from '../instructionLayout.ts';

/** A row whose data must hold nothing more than what is read. */
export function exactRow(
  type: string,
  names: readonly string[],
  readArgs: (data: ByteReader) => JsonObject = () => ({}),
): InstructionRow {
  return row(type, names, whole(readArgs));
}

/** The row of an instruction whose authority, shown as `signer`, comes after the named accounts. */
export function signedRow(
  type: string,
  names: readonly string[],
  signer: string,
  readArgs?: (data: ByteReader) => JsonObject,
): InstructionRow {
  return {
    type,
    minAccounts: names.length + 1,
    info: (accounts, data) => ({
      ...nameAccounts(accounts, names),
      ...readArgs?.(data),
      ...signedBy(accounts, names.length, signer),
    }),
  };
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
