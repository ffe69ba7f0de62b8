import { U64_MAX } from '../codec/bigints.ts';
import { type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { type Address, SYSTEM_PROGRAM } from './address.ts';

/** Source   solana system-interface 2.0 MAX_PERMITTED_DATA_LENGTH */
export const MAX_ACCOUNT_BYTES: number = 10 * 1024 * 1024;

/** The form of an account's data in jsonParsed. */
export interface ParsedData {
  /** the node's name of the program, e.g. `spl-token` */
  readonly program: string;
  readonly parsed: JsonValue;
  /** number of bytes of the data */
  readonly space: number;
  /** the first bytes of the data, as far as they follow from what was recorded */
  readonly knownBytes: Uint8Array;
}

function knowsAllBytes({ knownBytes, space }: ParsedData): boolean {
  return knownBytes.length === space;
}

/** The error where bytes are needed of an account that was recorded without them. */
export class UnknownBytesError extends Error {
  readonly address: Address;
  /** whether another node was asked for them, and no longer has the account as it was recorded */
  readonly isOutdated: boolean;
  constructor(address: Address, isOutdated = false) {
    const cause = isOutdated ? ', and upstream no longer has it as it was recorded' : '';
    super(`account ${address} was recorded as jsonParsed${cause}, so its bytes are not known`);
    this.name = 'UnknownBytesError';
    this.address = address;
    this.isOutdated = isOutdated;
  }
}

/** Bytes `offset` to `offset + length` of an account's data, as far as there are any. */
export interface DataSlice {
  readonly offset: bigint;
  readonly length: bigint;
}

/** An account as the ledger holds it. `data` is never written to: all states of a ledger share it, and it may be a view of larger memory. */
export interface Account {
  readonly address: Address;
  /** u64 */
  readonly lamports: bigint;
  readonly owner: Address;
  /** throws UnknownBytesError where the account was recorded without its bytes */
  readonly data: Uint8Array;
  readonly executable: boolean;
  /** u64; 18446744073709551615 for rent-exempt accounts */
  readonly rentEpoch: bigint;
  /** the recorded form of an account that was recorded as jsonParsed; it may be older than the data */
  readonly parsed?: ParsedData;
}

/** The content of an account that does not exist. */
export function emptyAccount(address: Address): Account {
  return {
    address,
    lamports: 0n,
    owner: SYSTEM_PROGRAM,
    data: new Uint8Array(),
    executable: false,
    rentEpoch: U64_MAX,
  };
}

/** The content of an account that does not exist, as a node shows it: unlike in `emptyAccount`, the rent epoch is 0. */
export function closedAccount(address: Address): Account {
  return { ...emptyAccount(address), rentEpoch: 0n };
}

/** Whether two states of an account are the same; undefined: the account does not exist. */
export function sameAccount(a: Account | undefined, b: Account | undefined): boolean {
  if (a === b || a === undefined || b === undefined) return a === b;
  return (
    a.address === b.address &&
    a.lamports === b.lamports &&
    a.owner === b.owner &&
    a.executable === b.executable &&
    a.rentEpoch === b.rentEpoch &&
    sameData(a, b)
  );
}

/** Whether two states have the same data, as far as both are known. */
function sameData(a: Account, b: Account): boolean {
  const [form, other] = [formWithoutBytes(a), formWithoutBytes(b)];
  if (form !== undefined && other !== undefined)
    return (
      form.space === other.space &&
      form.program === other.program &&
      stringifyJson(form.parsed) === stringifyJson(other.parsed)
    );
  if (form !== undefined) return startsWith(b.data, form);
  if (other !== undefined) return startsWith(a.data, other);
  return a.data === b.data || Buffer.compare(a.data, b.data) === 0;
}

function startsWith(data: Uint8Array, { knownBytes, space }: ParsedData): boolean {
  return data.length === space && Buffer.compare(data.subarray(0, knownBytes.length), knownBytes) === 0;
}

/** The form of an account that was recorded as jsonParsed, without all of its bytes; undefined: all bytes are known. */
export function formWithoutBytes({ parsed }: Account): ParsedData | undefined {
  return parsed === undefined || knowsAllBytes(parsed) ? undefined : parsed;
}

/**
 * An account as it was recorded. Reading its data throws UnknownBytesError, unless all bytes are known.
 *
 * @param isOutdated whether another node was asked for the bytes, and no longer has the account as it was recorded
 */
export function accountOfParsed(
  account: Omit<Account, 'data' | 'parsed'>,
  parsed: ParsedData,
  isOutdated = false,
): Account {
  const { address, lamports, owner, executable, rentEpoch } = account;
  const fields = { address, lamports, owner, executable, rentEpoch, parsed };
  if (knowsAllBytes(parsed)) return { ...fields, data: parsed.knownBytes };
  return {
    ...fields,
    get data(): Uint8Array {
      throw new UnknownBytesError(address, isOutdated);
    },
  };
}

/** The form that an account was recorded in; undefined: it was recorded otherwise, or its data have changed since. */
export function formIfUnchanged(account: Account): ParsedData | undefined {
  const { parsed } = account;
  if (parsed === undefined || formWithoutBytes(account) !== undefined) return parsed;
  return Buffer.compare(parsed.knownBytes, account.data) === 0 ? parsed : undefined;
}

/** The number of bytes of the data, whether known or not. */
export function dataLength(account: Account): number {
  return formWithoutBytes(account)?.space ?? account.data.length;
}
