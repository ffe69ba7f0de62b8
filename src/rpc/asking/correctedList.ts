import { ascending } from '../../codec/bigints.ts';
import { isJsonObject, type JsonText } from '../../codec/jsonText.ts';
import { type JsonTree, readJsonTree } from '../../codec/jsonTree.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type Address, compareAddresses } from '../../solana/address.ts';

/** An account of a list, with the text of its item. */
interface ListedAccount {
  readonly address: Address;
  readonly text: JsonText;
}

/** The form of a list of accounts. */
interface ListForm {
  /** the member with the address of an account */
  readonly key: string;
  readonly compare: (one: ListedAccount, other: ListedAccount) => number;
  /** undefined: all are listed */
  readonly maxItems?: number;
}

const BY_ADDRESS: ListForm = { key: 'pubkey', compare: (one, other) => compareAddresses(one.address, other.address) };

/** Methods that list accounts, each of which the ledger or upstream may have. Source agave 4.1 rpc.rs NUM_LARGEST_ACCOUNTS */
const FORMS: ReadonlyMap<string, ListForm> = new Map([
  ['getProgramAccounts', BY_ADDRESS],
  ['getTokenAccountsByDelegate', BY_ADDRESS],
  ['getTokenAccountsByOwner', BY_ADDRESS],
  ['getTokenLargestAccounts', { key: 'address', compare: byAmount, maxItems: 20 }],
]);

/**
 * A list of upstream, with the accounts of the ledger in place of those that the ledger knows. Answers that are not such a list do not change.
 *
 * @param text answer of upstream
 * @param ownText answer of the ledger; undefined: it has none
 */
export function correctedList(
  method: string,
  text: JsonText,
  ownText: JsonText | undefined,
  { accounts }: Pick<LedgerState, 'accounts'>,
): JsonText {
  const form = FORMS.get(method);
  const list = form && listIn(readJsonTree(text));
  if (form === undefined || list === undefined) return text;
  const upstream = accountsIn(list, form);
  const own = ownText === undefined ? [] : accountsIn(listIn(readJsonTree(ownText)), form);
  const unknown = upstream.filter(({ address }) => !accounts.knows(address));
  if (own.length === 0 && unknown.length === upstream.length) return text;
  const items = [...own, ...unknown].sort(form.compare).slice(0, form.maxItems);
  return `${text.slice(0, list.start)}[${items.map((item) => item.text).join(',')}]${text.slice(list.end)}`;
}

/** The list of an answer, which may have a context. */
function listIn(tree: JsonTree): JsonTree | undefined {
  const list = tree.members?.find(([name]) => name === 'value')?.[1] ?? tree;
  return list.items === undefined ? undefined : list;
}

function accountsIn(list: JsonTree | undefined, { key }: ListForm): readonly ListedAccount[] {
  return (list?.items ?? []).map((item) => {
    const address = item.members?.find(([name]) => name === key)?.[1];
    return { address: (address?.text.slice(1, -1) ?? '') as Address, text: item.text };
  });
}

/** Descending by amount, then by the bytes of the address. */
function byAmount(one: ListedAccount, other: ListedAccount): number {
  return ascending(amountOf(other), amountOf(one)) || compareAddresses(other.address, one.address);
}

function amountOf({ text }: ListedAccount): bigint {
  const value = parseJson(text);
  return isJsonObject(value) && typeof value.amount === 'string' && /^\d+$/.test(value.amount)
    ? BigInt(value.amount)
    : 0n;
}
