import { isJsonArray, isJsonObject, type JsonObject, type JsonText, type JsonValue } from '../codec/jsonText.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { Address } from './address.ts';
import type { LedgerTransaction } from './block.ts';
import { META_MEMBERS } from './metadata/metaMembers.ts';
import { metaMemberText, type SplitMeta, splitMeta } from './metadata/metaText.ts';

/** The owners of the token accounts in the metadata of a transaction. @module */

export interface TokenOwner {
  readonly owner: Address;
  /** whether the transaction changed the amount, or created or closed the account */
  readonly isChanged: boolean;
}

/** The owner of each token account; balances without an owner, as in old recordings, are left out. */
export function tokenOwnersOf(transaction: LedgerTransaction): readonly TokenOwner[] {
  const { post, pre } = balancesOf(transaction);
  const indexes = new Set([...pre.keys(), ...post.keys()]);
  return [...indexes].flatMap((index) => {
    const before = pre.get(index);
    const after = post.get(index);
    const owner = after?.owner ?? before?.owner;
    // metadata has an address as the owner
    return typeof owner === 'string'
      ? [{ owner: owner as Address, isChanged: amountIn(before) !== amountIn(after) }]
      : [];
  });
}

/** The token balances by the index of their account. */
type Balances = ReadonlyMap<JsonValue, JsonObject>;

function balancesOf(transaction: LedgerTransaction): { readonly pre: Balances; readonly post: Balances } {
  const { kind, meta } = transaction;
  if (kind === 'wire') {
    const split = meta === null ? undefined : splitMeta(transaction.meta!);
    return { pre: byIndex(recordedIn(split, PRE)), post: byIndex(recordedIn(split, POST)) };
  }
  const json = isJsonObject(meta) ? meta : {};
  return { pre: byIndex(json.preTokenBalances), post: byIndex(json.postTokenBalances) };
}

const positionOf = (memberName: string) => META_MEMBERS.findIndex(({ name }) => name === memberName);
const PRE = positionOf('preTokenBalances');
const POST = positionOf('postTokenBalances');

function recordedIn(split: SplitMeta | undefined, position: number): JsonValue | undefined {
  const text: JsonText | undefined = split && metaMemberText(split, position);
  return text === undefined || text === '[]' ? undefined : parseJson(text);
}

function byIndex(balances: JsonValue | undefined): Balances {
  const listed = isJsonArray(balances) ? balances.filter(isJsonObject) : [];
  return new Map(listed.map((balance) => [balance.accountIndex ?? null, balance]));
}

function amountIn(balance: JsonObject | undefined): JsonValue | undefined {
  const amount = balance?.uiTokenAmount;
  return isJsonObject(amount) ? amount.amount : undefined;
}
