import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { BytesError } from '../../codec/bytes.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  isTokenProgram,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  TOKEN_2022_PROGRAM,
} from '../../solana/address.ts';
import { kindOf, readTokenAccount } from '../../solana/programs/splToken/layout.ts';
import { fullAccountKeys, type Transaction } from '../../solana/transaction.ts';
import { decodeTransaction } from '../../solana/wire.ts';
import { listOf, memberAt, objectOf } from '../jsonValues.ts';

/**
 * Which accounts an answer needs besides those that it contains, so that a node over the recording can answer in every encoding.
 * @module
 */

/** Undefined where a node answered with something else; the loader says what is wrong with it. */
export function transactionIn(value: JsonValue | undefined): Transaction | undefined {
  const [text] = listOf(memberAt(value, 'transaction'));
  const bytes = typeof text === 'string' ? bytesOf(text) : undefined;
  try {
    return bytes && decodeTransaction(bytes);
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
    return undefined;
  }
}

/**
 * Lookup tables, programs, and the mints of balances.
 *
 * @param value `{transaction, meta}`, in base64
 * @param withTokenAccounts the token accounts of balances too
 */
export function needsOfTransaction(value: JsonValue, withTokenAccounts: boolean): string[] {
  const transaction = transactionIn(value);
  if (transaction === undefined) return [];
  const meta = objectOf(memberAt(value, 'meta'));
  const keys = keysOf(transaction, meta?.loadedAddresses);
  const { addressTableLookups = [], instructions } = transaction.message;
  const inner = listOf(meta?.innerInstructions).flatMap((set) => listOf(memberAt(set, 'instructions')));
  const programs = [...instructions, ...inner.map((call) => objectOf(call) ?? {})].map(({ programIdIndex }) =>
    keyAt(keys, programIdIndex),
  );
  const balances = [...listOf(meta?.preTokenBalances), ...listOf(meta?.postTokenBalances)].map(objectOf);
  const mints = balances.map((balance) => balance?.mint);
  const tokenAccounts = withTokenAccounts ? balances.map((balance) => keyAt(keys, balance?.accountIndex)) : [];
  return addressesAmong([
    ...addressTableLookups.map(({ accountKey }) => accountKey),
    ...programs,
    ...mints,
    ...tokenAccounts,
  ]);
}

function keysOf({ message }: Transaction, loadedAddresses: JsonValue | undefined): readonly string[] {
  const loaded = objectOf(loadedAddresses);
  const [writable, readonly] = [loaded?.writable, loaded?.readonly].map((list) => addressesAmong(listOf(list)));
  return [...fullAccountKeys(message, undefined), ...writable!, ...readonly!];
}

function keyAt(keys: readonly string[], index: JsonValue | undefined): string | undefined {
  return typeof index === 'number' ? keys[index] : undefined;
}

/** Owners that every cluster has, and that no answer asks for. */
const PLAIN_OWNERS: ReadonlySet<string> = new Set([SYSTEM_PROGRAM, SYSVAR_OWNER]);

/** The program that owns an account, the mint of a token account, and the time, for amounts that grow with it. */
export function needsOfAccount(value: JsonValue | undefined): string[] {
  const account = objectOf(value);
  const owner = account?.owner as Address | undefined;
  const [text] = listOf(account?.data);
  if (typeof owner !== 'string' || account?.executable === true || PLAIN_OWNERS.has(owner)) return [];
  const data = isTokenProgram(owner) && typeof text === 'string' ? bytesOf(text) : undefined;
  const mint = data && mintOf(data);
  return [owner, ...(mint === undefined ? [] : [mint]), ...(owner === TOKEN_2022_PROGRAM ? [CLOCK_SYSVAR] : [])];
}

function mintOf(data: Uint8Array): string | undefined {
  if (kindOf(data) !== 'account') return undefined;
  try {
    return readTokenAccount(data).mint;
  } catch (error) {
    if (!(error instanceof BytesError)) throw error;
    return undefined;
  }
}

function bytesOf(text: string): Uint8Array | undefined {
  try {
    return decodeBase64(text);
  } catch (error) {
    if (!(error instanceof Base64Error)) throw error;
    return undefined;
  }
}

function addressesAmong(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
