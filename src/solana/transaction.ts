import type { Address, Blockhash, Signature } from './address.ts';

/** `'legacy'` has no version byte; 0 and 1 are what the wire knows today. */
export type TransactionVersion = 'legacy' | 0 | 1;

export interface MessageHeader {
  readonly numRequiredSignatures: number;
  readonly numReadonlySignedAccounts: number;
  readonly numReadonlyUnsignedAccounts: number;
}

/** An instruction whose program and accounts are indexes into the full account list. */
export interface InstructionForm {
  readonly programIdIndex: number;
  readonly accounts: Uint8Array | readonly number[];
  /** bytes, or the base58 text of them */
  readonly data: Uint8Array | string;
}

/** An instruction in its form on the wire: one account index a byte. */
export interface CompiledInstruction extends InstructionForm {
  readonly accounts: Uint8Array;
  readonly data: Uint8Array;
}

export interface AddressTableLookup {
  readonly accountKey: Address;
  readonly writableIndexes: Uint8Array;
  readonly readonlyIndexes: Uint8Array;
}

/** Budget settings that a v1 message carries itself. */
export interface TransactionConfig {
  /** lamports, u64 */
  readonly priorityFee: bigint | null;
  readonly computeUnitLimit: number | null;
  /** bytes */
  readonly loadedAccountsDataSizeLimit: number | null;
  /** bytes, a multiple of 1024 */
  readonly heapSize: number | null;
}

export interface Message {
  readonly header: MessageHeader;
  /** static keys: writable signers, readonly signers, writable others, readonly others */
  readonly accountKeys: readonly Address[];
  /** v1 calls it the lifetime specifier */
  readonly recentBlockhash: Blockhash;
  readonly instructions: readonly CompiledInstruction[];
  /** v0 only, possibly empty */
  readonly addressTableLookups?: readonly AddressTableLookup[];
  /** v1 only */
  readonly transactionConfig?: TransactionConfig;
}

export interface Transaction {
  readonly version: TransactionVersion;
  readonly signatures: readonly Signature[];
  readonly message: Message;
}

/** Addresses that lookup tables brought into a transaction, in index order. */
export interface LoadedAddresses {
  readonly writable: readonly Address[];
  readonly readonly: readonly Address[];
}

export const NONE_LOADED: LoadedAddresses = { writable: [], readonly: [] };

/** The number of addresses that the lookups of a message load. */
export function countLoadedAddresses({
  addressTableLookups = [],
}: Message): Readonly<Record<keyof LoadedAddresses, number>> {
  let writable = 0;
  let readonly = 0;
  for (const { writableIndexes, readonlyIndexes } of addressTableLookups) {
    writable += writableIndexes.length;
    readonly += readonlyIndexes.length;
  }
  return { writable, readonly };
}

/** Every account an index may point at: static keys, then loaded writable, then loaded readonly ones. */
export function fullAccountKeys(
  { accountKeys }: { readonly accountKeys: readonly Address[] },
  loaded: LoadedAddresses | undefined,
): readonly Address[] {
  if (loaded === undefined || loaded.writable.length + loaded.readonly.length === 0) return accountKeys;
  return [...accountKeys, ...loaded.writable, ...loaded.readonly];
}
