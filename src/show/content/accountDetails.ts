import type { JsonObject, JsonValue } from '../../codec/json.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { encodeAccount } from '../../encoding/account.ts';
import type { AccountTable, Row } from '../../ledger/accounts/accountTable.ts';
import type { Account } from '../../model/account.ts';
import type { Address } from '../../model/address.ts';
import { type AccountEntry, accountEntry } from './accounts.ts';
import { type Cut, cut } from './cut.ts';
import { type Scene, type SlotStatus, statusOf } from './scene.ts';
import { type TransactionEntry, transactionEntry } from './transactions.ts';

/** An account from a slot on, until the next one. */
export interface AccountState {
  /** null: from the beginning */
  readonly slot: bigint | null;
  readonly status: SlotStatus | null;
  /** null: there is no account */
  readonly entry: AccountEntry | null;
  readonly account: JsonValue;
}

/** All that there is to say of an address. */
export interface AccountDetails {
  readonly address: Address;
  readonly name: string | null;
  /** at the processed tip; null: there is no account */
  readonly entry: AccountEntry | null;
  /** as getAccountInfo shows it with jsonParsed; null: there is none */
  readonly account: JsonValue;
  readonly states: readonly AccountState[];
  /** that name it, oldest first */
  readonly transactions: Cut<TransactionEntry>;
}

/** @param limit of transactions */
export function accountDetails(address: Address, scene: Scene, limit: number): AccountDetails {
  const { state, view, words } = scene;
  const ordinals = [...state.history.ordinalsDown(address, state.history.transactionCount)].reverse();
  return {
    address,
    name: words.of(address),
    ...shownAccount(view.account(address), scene),
    states: statesOf(address, scene),
    transactions: cut(ordinals, limit, (ordinal) => transactionEntry(state.history.transactionAt(ordinal)!, scene)),
  };
}

function shownAccount(account: Account | undefined, scene: Scene): Pick<AccountState, 'entry' | 'account'> {
  if (account === undefined) return { entry: null, account: null };
  return { entry: accountEntry(account, scene), account: parseJson(encodeAccount(account, scene.accountOptions)) };
}

function statesOf(address: Address, scene: Scene): readonly AccountState[] {
  const table = scene.state.accounts.toTable();
  const base = table.baseOf(address);
  const states = table.writesOf(address).map((row) => {
    const slot = table.slotOf(row);
    return { slot, status: statusOf(slot, scene), ...shownAccount(accountOf(row, table), scene) };
  });
  if (base === undefined) return states;
  return [{ slot: null, status: null, ...shownAccount(accountOf(base, table), scene) }, ...states];
}

/** Undefined: it was closed. */
function accountOf(row: Row, table: AccountTable): Account | undefined {
  return table.exists(row) ? table.account(row) : undefined;
}

/** In the form of docs/show.md. */
export function accountJson({ account, address, entry, name, states, transactions }: AccountDetails): JsonObject {
  return {
    address,
    name,
    kind: entry?.kind ?? null,
    facts: entry?.facts ?? null,
    account,
    states: states.map(({ account, slot, status }) => ({ slot, status, account })),
    transactions: transactions.items,
  };
}
