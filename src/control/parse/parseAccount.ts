import { U64_MAX } from '../../codec/bigints.ts';
import { isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { isBareAccount } from '../../fixtures/formats/accountFormats.ts';
import { readAccount } from '../../fixtures/formats/readAccount.ts';
import { minimumBalancesOf } from '../../ledger/rent.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { wholeView } from '../../ledger/view.ts';
import { unixTimestampOf } from '../../rpc/encoding/tokenMint.ts';
import { BankAccounts } from '../../runtime/accounts/bankAccounts.ts';
import { namedLedger, namesOf } from '../../runtime/names/ledgerNames.ts';
import { mintsAmong } from '../../script/compiling/newMints.ts';
import { setScriptedAccounts } from '../../script/compiling/scriptedAccounts.ts';
import { account, accounts as readAccounts } from '../../script/format/accounts.ts';
import type { Account } from '../../solana/account.ts';
import type { Address } from '../../solana/address.ts';
import type { Cursor } from '../../syntax/cursor.ts';
import { anyOf, boolean, count, json, named, object, optional, plainAddress, text, u64 } from '../../syntax/syntax.ts';
import { readDocument } from '../arguments.ts';

/**
 * Accounts in the format of scripts, or in the form of the RPC.
 * @module
 */

const u64OrText = anyOf<unknown>(json(), u64, text);

/** An account as getAccountInfo answers it with the encoding base64; integers may be text. `readAccount` of fixtures reads it. */
const rpcAccount = named(
  'rpcAccount',
  object({
    lamports: u64OrText,
    owner: plainAddress,
    data: json({
      anyOf: [
        { type: 'array', items: [{ type: 'string' }, { enum: ['base64', 'base58', 'base64+zstd'] }] },
        { type: 'string' },
      ],
    }),
    executable: boolean,
    rentEpoch: u64OrText,
    space: optional(count),
  }),
);

/** The forms of an account that a test sets. */
export const newAccount = anyOf<unknown>(json(), account, rpcAccount);

/**
 * An account, and accounts that belong to it, such as the metadata of a mint. Null: an account without lamports, which does not exist.
 */
type AccountWithOthers = readonly [Account | null, ...Account[]];

/**
 * Makes an account from its description. Mints have their state at the processed tip.
 *
 * @param key the address as it was sent
 * @throws RpcError invalidArgument
 */
export function accountOf(key: string, address: Address, account: JsonValue, state: LedgerState): AccountWithOthers {
  const isRpcForm = isBareAccount(account);
  // scripts have accounts by their addresses
  return readDocument(
    { [key]: withIntegers(account) },
    (at) => (isRpcForm ? withoutOthers(readAccount(at.member(key), address)) : compileAccount(at, address, state)),
    () => 'account',
  );
}

function withoutOthers(account: Account | undefined): AccountWithOthers | undefined {
  return account && [account];
}

/** Members that are u64, which languages without such integers send as text. */
const U64_MEMBERS: ReadonlySet<string> = new Set(['lamports', 'rentEpoch']);

/** the digits of a u64 */
const DIGITS = /^\d{1,20}$/;

function withIntegers(account: JsonValue): JsonValue {
  if (!isJsonObject(account)) return account;
  const entries = Object.entries(account).map(([name, member = null]) => [name, memberWithIntegers(name, member)]);
  return Object.fromEntries(entries);
}

function memberWithIntegers(name: string, member: JsonValue): JsonValue {
  if (name === 'raw') return withIntegers(member);
  if (!U64_MEMBERS.has(name) || typeof member !== 'string' || !DIGITS.test(member)) return member;
  const integer = BigInt(member);
  return integer <= U64_MAX ? integer : member;
}

/** Makes an account of a script; undefined: it is wrong, which was reported. */
function compileAccount(at: Cursor, address: Address, state: LedgerState): AccountWithOthers | undefined {
  const nodes = readAccounts(at);
  if (nodes === undefined || !at.reading.errors.isEmpty) return undefined;
  const names = namesOf(namedLedger(state)).with([...mintsAmong(nodes)]);
  const view = wholeView(state);
  const accounts = new BankAccounts(view.accounts);
  const minimumBalance = minimumBalancesOf(view);
  const steps = setScriptedAccounts(nodes, {
    names,
    accounts,
    minimumBalance,
    unixTimestamp: unixTimestampOf(view) ?? 0n,
  });
  // all steps at once: one account has few
  for (const _ of steps);
  const companions = Array.from(accounts.takeWritten()).filter((account) => account.address !== address);
  return [accounts.get(address) ?? null, ...companions];
}
