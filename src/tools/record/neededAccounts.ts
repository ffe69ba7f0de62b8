import { Base64Error, decodeBase64 } from '../../codec/base64.ts';
import { BytesError } from '../../codec/bytes.ts';
import { listOf, memberAt, objectOf } from '../../codec/foreignJson.ts';
import type { JsonValue } from '../../codec/jsonText.ts';
import { unlessThrown } from '../../codec/unlessThrown.ts';
import {
  type Address,
  CLOCK_SYSVAR,
  isTokenProgram,
  SYSTEM_PROGRAM,
  SYSVAR_OWNER,
  TOKEN_2022_PROGRAM,
} from '../../solana/address.ts';
import { readTokenAccount, tokenKindOf } from '../../solana/programs/splToken/layout.ts';
import { fullAccountKeys, type Transaction } from '../../solana/transaction.ts';
import { decodeTransaction } from '../../solana/wire.ts';

/**
 * The accounts that an answer needs besides those that it contains, so that a node that serves the recording can answer in every encoding.
 * @module
 */

const UNREADABLE = [BytesError, Base64Error];

/** The transaction in an answer; undefined: the node answered with something else, and the loader says what is wrong with it. */
export function transactionIn(value: JsonValue | undefined): Transaction | undefined {
  const [text] = listOf(memberAt(value, 'transaction'));
  return typeof text === 'string' ? unlessThrown(UNREADABLE, () => decodeTransaction(decodeBase64(text))) : undefined;
}

/**
 * The accounts that a transaction needs: lookup tables, programs, and the mints of balances.
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

/** The accounts that an account needs: the program that owns it, the mint of a token account, and the clock, for amounts that grow with time. */
export function needsOfAccount(value: JsonValue | undefined): string[] {
  const account = objectOf(value);
  const owner = account?.owner as Address | undefined;
  const [text] = listOf(account?.data);
  if (typeof owner !== 'string' || account?.executable === true || PLAIN_OWNERS.has(owner)) return [];
  const mint = isTokenProgram(owner) && typeof text === 'string' ? mintIn(text) : undefined;
  return [owner, ...(mint === undefined ? [] : [mint]), ...(owner === TOKEN_2022_PROGRAM ? [CLOCK_SYSVAR] : [])];
}

/** @param text bytes as base64 */
function mintIn(text: string): string | undefined {
  return unlessThrown(UNREADABLE, () => {
    const data = decodeBase64(text);
    return tokenKindOf(data) === 'account' ? readTokenAccount(data).mint : undefined;
  });
}

function addressesAmong(values: readonly (JsonValue | undefined)[]): string[] {
  return values.filter((value) => typeof value === 'string');
}
