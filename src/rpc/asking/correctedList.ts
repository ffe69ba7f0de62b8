import { ascending } from '../../codec/bigints.ts';
import { isJsonObject, type JsonText } from '../../codec/jsonText.ts';
import { type JsonTree, readJsonTree } from '../../codec/jsonTree.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { LedgerState } from '../../ledger/state.ts';
import { type Address, compareAddresses } from '../../solana/address.ts';

/** An account of a list, with the text of its element. */
interface Listed {
  readonly address: Address;
  readonly text: JsonText;
}

/** The form of a list of accounts. */
interface ListForm {
  /** the member with the address of an account */
  readonly key: string;
  readonly compare: (one: Listed, other: Listed) => number;
  /** undefined: all are listed */
  readonly maxItems?: number;
}

const KEYED: ListForm = { key: 'pubkey', compare: (one, other) => compareAddresses(one.address, other.address) };

/** Methods that list accounts, each of which the ledger or upstream may have. Source agave 4.1 rpc.rs NUM_LARGEST_ACCOUNTS */
const FORMS: ReadonlyMap<string, ListForm> = new Map([
  ['getProgramAccounts', KEYED],
  ['getTokenAccountsByDelegate', KEYED],
  ['getTokenAccountsByOwner', KEYED],
  ['getTokenLargestAccounts', { key: 'address', compare: byAmount, maxItems: 20 }],
]);

/**
 * The list of upstream, in which accounts that the ledger knows are those of the ledger. Other answers do not change.
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
  const upstream = listedIn(list, form);
  const own = ownText === undefined ? [] : listedIn(listIn(readJsonTree(ownText)), form);
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

function listedIn(list: JsonTree | undefined, { key }: ListForm): readonly Listed[] {
  return (list?.items ?? []).map((item) => {
    const address = item.members?.find(([name]) => name === key)?.[1];
    return { address: (address?.text.slice(1, -1) ?? '') as Address, text: item.text };
  });
}

/** Descending by amount, then by the bytes of the address. */
function byAmount(one: Listed, other: Listed): number {
  return ascending(amountOf(other), amountOf(one)) || compareAddresses(other.address, one.address);
}

function amountOf({ text }: Listed): bigint {
  const value = parseJson(text);
  return isJsonObject(value) && typeof value.amount === 'string' && /^\d+$/.test(value.amount)
    ? BigInt(value.amount)
    : 0n;
}
