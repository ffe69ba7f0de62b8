import { U64_MAX } from '../codec/bigints.ts';
import { type JsonValue, stringifyJson } from '../codec/jsonText.ts';
import { type Address, SYSTEM_PROGRAM } from './address.ts';

/** What jsonParsed shows of an account's data. */
export interface ParsedData {
  /** the node's name of the program, e.g. `spl-token` */
  readonly program: string;
  readonly parsed: JsonValue;
  /** bytes that the data have */
  readonly space: number;
  /** the first bytes of the data, as far as they follow from what was recorded */
  readonly known: Uint8Array;
}

function knowsAllBytes({ known, space }: ParsedData): boolean {
  return known.length === space;
}

/** Something needs bytes of an account that was recorded without them. */
export class UnknownBytesError extends Error {
  readonly address: Address;
  constructor(address: Address) {
    super(`account ${address} was recorded as jsonParsed, so its bytes are not known`);
    this.name = 'UnknownBytesError';
    this.address = address;
  }
}

/** Bytes `offset` to `offset + length` of an account's data, as far as there are any. */
export interface DataSlice {
  readonly offset: bigint;
  readonly length: bigint;
}

/** An account as the ledger holds it. `data` may be a view of shared memory: it is never written to. */
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
  /** of an account that was recorded as jsonParsed; it may be older than the data */
  readonly parsed?: ParsedData;
}

/** An account that is not there. */
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

/** An account that is not there, as a node tells it: unlike `emptyAccount` it pays rent from epoch 0. */
export function closedAccount(address: Address): Account {
  return { ...emptyAccount(address), rentEpoch: 0n };
}

/** Whether two states of an account are the same; undefined: it is not there. */
export function sameAccount(a: Account | undefined, b: Account | undefined): boolean {
  if (a === undefined || b === undefined) return a === b;
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
  const [form, other] = [opaqueForm(a), opaqueForm(b)];
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

function startsWith(data: Uint8Array, { known, space }: ParsedData): boolean {
  return data.length === space && Buffer.compare(data.subarray(0, known.length), known) === 0;
}

/** What was recorded of an account whose bytes are not known. */
export function opaqueForm({ parsed }: Account): ParsedData | undefined {
  return parsed === undefined || knowsAllBytes(parsed) ? undefined : parsed;
}

/** What an account must look like to be selected; always about its whole data. */
export type AccountFilter =
  | { readonly kind: 'dataSize'; readonly size: bigint }
  | { readonly kind: 'memcmp'; readonly offset: bigint; readonly bytes: Uint8Array }
  | { readonly kind: 'tokenAccountState' };

export const TOKEN_ACCOUNT_STATE: AccountFilter = { kind: 'tokenAccountState' };

const TOKEN_ACCOUNT_BYTES = 165;
const MULTISIG_BYTES = 355;
const ACCOUNT_TYPE_ACCOUNT = 2;
const STATE_OFFSET = 108;

/**
 * Whether account data passes a filter. A position outside the data is no match, never an error.
 *
 * @param bytes holds the data from `start` on, `length` bytes of it
 */
export function matchesFilter(bytes: Uint8Array, start: number, length: number, filter: AccountFilter): boolean {
  switch (filter.kind) {
    case 'dataSize':
      return BigInt(length) === filter.size;
    case 'memcmp':
      return matchesBytes(bytes, start, length, filter.offset, filter.bytes);
    case 'tokenAccountState':
      return isInitializedTokenAccount(bytes, start, length);
  }
}

/** Up to where a filter reads data of `length` bytes; 0: their length decides. */
function readsUpTo(filter: AccountFilter, length: number): number {
  switch (filter.kind) {
    case 'dataSize':
      return 0;
    case 'memcmp': {
      const end = filter.offset + BigInt(filter.bytes.length);
      return end > length ? 0 : Number(end);
    }
    case 'tokenAccountState':
      if (length < TOKEN_ACCOUNT_BYTES || length === MULTISIG_BYTES) return 0;
      return length === TOKEN_ACCOUNT_BYTES ? STATE_OFFSET + 1 : TOKEN_ACCOUNT_BYTES + 1;
  }
}

function matchesBytes(bytes: Uint8Array, start: number, length: number, offset: bigint, wanted: Uint8Array): boolean {
  if (offset + BigInt(wanted.length) > length) return false;
  const from = start + Number(offset);
  for (let i = 0; i < wanted.length; i++) {
    if (bytes[from + i] !== wanted[i]) return false;
  }
  return true;
}

/** Source   spl-generic-token: an account by its length or its type byte, and initialized */
function isInitializedTokenAccount(bytes: Uint8Array, start: number, length: number): boolean {
  const isExtended =
    length > TOKEN_ACCOUNT_BYTES &&
    length !== MULTISIG_BYTES &&
    bytes[start + TOKEN_ACCOUNT_BYTES] === ACCOUNT_TYPE_ACCOUNT;
  return (length === TOKEN_ACCOUNT_BYTES || isExtended) && bytes[start + STATE_OFFSET] !== 0;
}

/**
 * Accounts that were recorded as jsonParsed. Their bytes are known as far as they follow from that.
 * @module
 */

/** An account as it was recorded: to read its data throws UnknownBytesError, unless all of them are known. */
export function accountOfParsed(account: Omit<Account, 'data' | 'parsed'>, parsed: ParsedData): Account {
  const { address, lamports, owner, executable, rentEpoch } = account;
  const fields = { address, lamports, owner, executable, rentEpoch, parsed };
  if (knowsAllBytes(parsed)) return { ...fields, data: parsed.known };
  return {
    ...fields,
    get data(): Uint8Array {
      throw new UnknownBytesError(address);
    },
  };
}

/** The recorded form of an account, unless its data have changed since. */
export function recordedForm(account: Account): ParsedData | undefined {
  const { parsed } = account;
  if (parsed === undefined || opaqueForm(account) !== undefined) return parsed;
  return Buffer.compare(parsed.known, account.data) === 0 ? parsed : undefined;
}

/** Bytes that the data have, known or not. */
export function dataLength(account: Account): number {
  return opaqueForm(account)?.space ?? account.data.length;
}

/** Whether the data of an account pass every filter. Throws UnknownBytesError where that depends on bytes that are not known. */
export function passesFilters(account: Account, filters: readonly AccountFilter[]): boolean {
  const form = opaqueForm(account);
  if (form === undefined) {
    const { data } = account;
    return filters.every((filter) => matchesFilter(data, 0, data.length, filter));
  }
  const { known, space } = form;
  return filters.every((filter) => {
    if (readsUpTo(filter, space) > known.length) throw new UnknownBytesError(account.address);
    return matchesFilter(known, 0, space, filter);
  });
}
