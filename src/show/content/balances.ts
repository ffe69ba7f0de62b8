import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/json.ts';
import type { Address } from '../../model/address.ts';
import type { Scene } from './scene.ts';

/** An account of a transaction, with its lamports before and after. Null: it was not recorded. */
export type BalanceEntry = {
  readonly address: string;
  readonly name: string | null;
  readonly signer: boolean | null;
  readonly writable: boolean | null;
  readonly before: JsonValue;
  readonly after: JsonValue;
};

/** What a token account holds before and after a transaction, in the smallest units of its mint; null: there was no such account. */
export type TokenBalanceEntry = {
  readonly account: string | null;
  readonly mint: JsonValue;
  readonly owner: JsonValue;
  readonly decimals: JsonValue;
  readonly before: string | null;
  readonly after: string | null;
};

/** @param keys of the message: addresses, or with their rights */
export function balancesOf(keys: readonly JsonValue[], meta: JsonValue, { words }: Scene): readonly BalanceEntry[] {
  const [before, after] = [listOf(meta, 'preBalances'), listOf(meta, 'postBalances')];
  return keys.map((key, i) => {
    const address = addressOf(key);
    return {
      address,
      name: words.of(address as Address),
      signer: isJsonObject(key) ? key.signer === true : null,
      writable: isJsonObject(key) ? key.writable === true : null,
      before: before[i] ?? null,
      after: after[i] ?? null,
    };
  });
}

export function tokenBalancesOf(keys: readonly JsonValue[], meta: JsonValue): readonly TokenBalanceEntry[] {
  const [before, after] = [listOf(meta, 'preTokenBalances'), listOf(meta, 'postTokenBalances')].map(byIndex);
  const indexes = [...new Set([...before!.keys(), ...after!.keys()])].sort((a, b) => a - b);
  return indexes.map((index) => {
    const balance = (after!.get(index) ?? before!.get(index))!;
    const key = keys[index];
    return {
      account: key === undefined ? null : addressOf(key),
      mint: balance.mint ?? null,
      owner: balance.owner ?? null,
      decimals: isJsonObject(balance.uiTokenAmount) ? (balance.uiTokenAmount.decimals ?? null) : null,
      before: amountOf(before!.get(index)),
      after: amountOf(after!.get(index)),
    };
  });
}

function listOf(meta: JsonValue, name: string): readonly JsonValue[] {
  const list = isJsonObject(meta) ? meta[name] : undefined;
  return isJsonArray(list) ? list : [];
}

function byIndex(balances: readonly JsonValue[]): ReadonlyMap<number, JsonObject> {
  return new Map(balances.filter(isJsonObject).map((balance) => [Number(balance.accountIndex), balance]));
}

function amountOf(balance: JsonObject | undefined): string | null {
  const amount = balance?.uiTokenAmount;
  return isJsonObject(amount) && typeof amount.amount === 'string' ? amount.amount : null;
}

function addressOf(key: JsonValue): string {
  return isJsonObject(key) ? `${key.pubkey}` : `${key}`;
}
