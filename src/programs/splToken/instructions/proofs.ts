/**
 * Accounts of zero-knowledge proofs. An instruction names for each proof where it is: so many instructions away (i8), or,
 * with 0, in a context state account. Which accounts then follow is guessed by position, and the guess is part of the
 * node's answer: of a multisig behind such an offset, the first accounts come out as `...RecordAccount`.
 *
 * Source   agave 4.1 `extension/confidential_transfer.rs`, `confidential_transfer_fee.rs`, `confidential_mint_burn.rs`
 * @module
 */
import type { ByteReader } from '../../../codec/byteReader.ts';
import type { JsonObject } from '../../../codec/json.ts';
import type { Address } from '../../../model/address.ts';
import { type InstructionRow, nameAccounts } from '../../instructionRow.ts';
import { readI8, whole } from '../instructionLayout.ts';
import { readAeCiphertext, readElgamalCiphertext } from '../pod.ts';
import { signedBy } from './row.ts';

/** What the data of an instruction with a single proof holds. */
export type ProofArgs = JsonObject & { readonly proofInstructionOffset: number };

export interface ProofRow {
  readonly type: string;
  readonly accounts: readonly string[];
  readonly args: (data: ByteReader) => ProofArgs;
  readonly signer: string;
}

/** An instruction with one proof, whose account is between the named ones and the authority. */
export function proofRow({ type, accounts: names, args: readArgs, signer }: ProofRow): InstructionRow {
  const readWhole = whole(readArgs);
  return {
    type,
    minAccounts: names.length + 2,
    info: (accounts, data) => {
      const args = readWhole(data);
      const named = nameAccounts(accounts, names);
      return { ...named, ...args, ...provenBy(accounts, names.length, args, 'recordAccount', signer) };
    },
  };
}

/** The account of the one proof at `index`, a record account where there is one too many, and the authority. */
export function provenBy(
  accounts: readonly Address[],
  index: number,
  { proofInstructionOffset }: ProofArgs,
  recordKey: string,
  signer: string,
): JsonObject {
  const proof = accounts[index];
  const next = index + 1;
  if (proofInstructionOffset === 0) return { proofContextStateAccount: proof, ...signedBy(accounts, next, signer) };
  const instructionsSysvar = proof;
  if (accounts.length <= next + 1) return { instructionsSysvar, ...signedBy(accounts, next, signer) };
  return { instructionsSysvar, [recordKey]: accounts[next], ...signedBy(accounts, next + 1, signer) };
}

export interface ProofsRow {
  readonly type: string;
  readonly accounts: readonly string[];
  /** absent: the named ones and the owner */
  readonly minAccounts?: number;
  /** what precedes the offsets */
  readonly args: (data: ByteReader) => JsonObject;
  /** in the order of their offsets in the data */
  readonly proofs: readonly string[];
  /** absent: their accounts have the same order */
  readonly proofAccounts?: readonly string[];
}

/** An instruction of an owner with several proofs. */
export function proofsRow({
  type,
  accounts: names,
  minAccounts = names.length + 1,
  args: readArgs,
  proofs,
  proofAccounts = proofs,
}: ProofsRow): InstructionRow {
  const readWhole = whole((data) => ({ args: readArgs(data), offsets: readOffsets(data, proofs) }));
  return {
    type,
    minAccounts,
    info: (accounts, data) => {
      const { args, offsets } = readWhole(data);
      const keys = [...names, ...proofAccountKeys(proofAccounts, offsets)];
      // the last account is the owner's, however few there are
      const ownerIndex = Math.min(keys.length, accounts.length - 1);
      const named = nameAccounts(accounts, keys.slice(0, ownerIndex));
      return { ...named, ...args, ...offsetMembers(offsets), ...signedBy(accounts, ownerIndex, 'owner') };
    },
  };
}

/** The new balance or supply, shown under `key`, and two ciphertexts of the amount for the auditor, which are not shown. */
export function readMovedBalance(data: ByteReader, key: string): JsonObject {
  const balance = readAeCiphertext(data);
  readElgamalCiphertext(data);
  readElgamalCiphertext(data);
  return { [key]: balance };
}

function readOffsets(data: ByteReader, proofs: readonly string[]): ReadonlyMap<string, number> {
  return new Map(proofs.map((proof) => [proof, readI8(data)]));
}

function offsetMembers(offsets: ReadonlyMap<string, number>): JsonObject {
  return Object.fromEntries([...offsets].map(([proof, offset]) => [`${proof}InstructionOffset`, offset]));
}

/** Keys of the accounts behind the named ones, in order: the sysvar if any proof is in an instruction, then one a proof. */
function proofAccountKeys(proofs: readonly string[], offsets: ReadonlyMap<string, number>): readonly string[] {
  const isInAccount = (proof: string): boolean => offsets.get(proof) === 0;
  const keys = proofs.map((proof) => `${proof}${isInAccount(proof) ? 'ContextStateAccount' : 'RecordAccount'}`);
  return proofs.every(isInAccount) ? keys : ['instructionsSysvar', ...keys];
}
