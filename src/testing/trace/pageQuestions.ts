import { memberAt } from '../../codec/foreignJson.ts';
import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { isAddressText, isSignatureText, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';
import { WELL_KNOWN } from '../../solana/wellKnown.ts';

/**
 * The questions that the page of the inspector asks: test/inspector/trace.test.ts opens each screen, and fails for a question that is
 * not here.
 * @module
 */

export interface PageQuestion {
  readonly method: string;
  readonly params: JsonValue & readonly JsonValue[];
  /** other parameters, whose answer is taken for this question */
  readonly askedWith?: JsonValue & readonly JsonValue[];
}

/** An item of a list in the page, such as a slot. The answers of an item are in the trace together, or not at all. */
export interface PageItem {
  readonly kind: 'call' | 'transaction' | 'slot' | 'account';
  readonly questions: readonly PageQuestion[];
}

function question(method: string, ...params: readonly JsonValue[]): PageQuestion {
  return { method, params };
}

/** The question for an item of the ledger, with summaries of its transactions. */
function showQuestion(subject: JsonValue): PageQuestion {
  return question('stillnode_show', subject, { summaries: true });
}

/** Items of each list of the ledger: more take too long at the end of a test. */
const LISTED = 200;

/** Transactions and states of each account: a wallet that pays in each transaction has as many of them. */
const LISTED_OF_ACCOUNT = 50;

/** The ledger with lists of its slots, transactions and accounts: the page asks for longer ones. */
export const LEDGER: PageQuestion = {
  ...showQuestion(null),
  askedWith: [null, { summaries: true, items: LISTED }],
};
export const VERSION: PageQuestion = question('getVersion');
export const TIMELINE: PageQuestion = question('stillnode_timeline');
export const CALLS: PageQuestion = question('stillnode_calls', { since: 0 });

/** Questions of all screens. */
export const COMMON: readonly PageQuestion[] = [
  question('stillnode_names'),
  question('stillnode_listForks'),
  question('stillnode_listFaults'),
  question('stillnode_listSendRules'),
  question('stillnode_subscriptions'),
  question('stillnode_moves'),
];

export const SENT: PageQuestion = question('stillnode_sent');

/** The answers to the first questions, and what the test did. */
export interface TestedLedger {
  readonly ledger: JsonValue;
  readonly calls: JsonValue;
  readonly sent: JsonValue;
  readonly names: JsonValue;
  readonly moves: readonly { readonly params: JsonValue }[];
}

/** The items of the page, in each list the most important ones first. */
export interface PageItems {
  /** calls, and what the test asked about or sent; calls with errors come first */
  readonly askedItems: readonly PageItem[];
  readonly otherItems: readonly PageItem[];
}

export function pageItems(tested: TestedLedger): PageItems {
  const { calls, ledger, sent } = tested;
  const [failedCalls, otherCalls] = split(listIn(calls, 'calls').toReversed(), ({ outcome }) => outcome !== 'result');
  const sends = listOf(sent).toReversed();
  const askedKeys = new AskedKeys(tested);
  const transactions = [
    ...sends.flatMap(({ signature }) => signature ?? []),
    ...listIn(ledger, 'unlanded').flatMap(({ signature }) => signature ?? []),
    ...askedKeys.signatures(),
    ...listIn(ledger, 'transactions')
      .toReversed()
      .map(({ signature }) => signature as JsonValue),
  ];
  const sentSignatures = new Set(sends.map(({ signature }) => signature));
  const isAskedTransaction = (signature: JsonValue) => sentSignatures.has(signature) || askedKeys.has(signature);
  const [askedTransactions, otherTransactions] = split([...new Set(transactions)], isAskedTransaction);
  const [askedAccounts, otherAccounts] = split(accountsIn(ledger, askedKeys), ({ address }) => askedKeys.has(address!));
  const slots = [...new Set([...askedKeys.slotsOf(ledger), ...slotsIn(ledger)])];
  const landed = new Set(sends.map(({ slot }) => String(slot)));
  const isAskedSlot = (slot: JsonValue) => landed.has(String(slot)) || askedKeys.hasSlot(slot);
  const [askedSlots, otherSlots] = split(slots, isAskedSlot);
  return {
    askedItems: [
      ...failedCalls.map(callItem),
      ...inTurns([
        askedTransactions.map(transactionItem),
        askedAccounts.map(accountItem),
        askedSlots.map(slotItem),
        otherCalls.map(callItem),
      ]),
    ],
    otherItems: inTurns([
      otherTransactions.map(transactionItem),
      otherSlots.map(slotItem),
      otherAccounts.map(accountItem),
    ]),
  };
}

function split<T>(items: readonly T[], isFirst: (item: T) => boolean): readonly [readonly T[], readonly T[]] {
  return [items.filter(isFirst), items.filter((item) => !isFirst(item))];
}

/** The first items of all lists, then the second ones, and so on. */
function inTurns<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const longest = Math.max(0, ...lists.map(({ length }) => length));
  return Array.from({ length: longest }, (_, i) => lists.flatMap((list) => list.slice(i, i + 1))).flat();
}

/** The newest slots first; of slots in a row that are one entry the first one. */
function slotsIn(ledger: JsonValue): readonly JsonValue[] {
  return listIn(ledger, 'slots')
    .toReversed()
    .map(({ slot }) => slot as JsonValue);
}

/** The accounts of the ledger, those with a name first, then small ones: there is room for more of them. */
function accountsIn(ledger: JsonValue, askedKeys: AskedKeys): readonly JsonObject[] {
  const listed = listIn(ledger, 'accounts');
  const addresses = new Set(listed.map(({ address }) => address));
  const unlisted = askedKeys.addresses().filter((address) => !addresses.has(address));
  const isPlain = ({ kind, name }: JsonObject) => name !== null && kind !== 'program' && kind !== 'sysvar';
  const [named, others] = split(listed, isPlain);
  return [
    ...unlisted.map((address) => ({ address, kind: 'wallet' })),
    ...named,
    ...others.toSorted((a, b) => Number(a.space) - Number(b.space)),
  ];
}

/** The addresses, signatures and slots that calls and moves of the test name, and the accounts of its sends. */
class AskedKeys {
  readonly #texts: ReadonlySet<string>;
  readonly #slots: ReadonlySet<JsonValue>;

  constructor({ calls, moves, names, sent }: TestedLedger) {
    const params = [...listIn(calls, 'calls').toReversed(), ...moves].map((call) => call.params ?? null);
    const values = params.flatMap(valuesIn);
    const addressByName = isJsonObject(names) && isJsonObject(names.accounts) ? names.accounts : {};
    const addressOf = (text: string) => addressByName[text] ?? addressByName[`$${text}`] ?? text;
    const texts = values.filter((value) => typeof value === 'string').map((text) => String(addressOf(text)));
    const keys = listOf(sent).flatMap(({ transaction }) => accountsOfMessage(transaction));
    this.#texts = new Set([...texts, ...keys]);
    this.#slots = new Set(values.filter((value) => typeof value === 'number' || typeof value === 'bigint'));
  }

  has(key: JsonValue): boolean {
    return this.#texts.has(String(key));
  }

  hasSlot(slot: JsonValue): boolean {
    return this.#slots.has(slot);
  }

  /** The slots that the ledger has: other numbers are limits, or amounts. */
  slotsOf(ledger: JsonValue): readonly JsonValue[] {
    const [first, last] = ['firstSlot', 'lastSlot'].map((name) => memberAt(ledger, 'summary', name) ?? null);
    if (first === null || last === null) return [];
    return [...this.#slots].filter((slot) => Number(slot) >= Number(first) && Number(slot) <= Number(last));
  }

  signatures(): readonly string[] {
    return [...this.#texts].filter(isSignatureText);
  }

  addresses(): readonly string[] {
    return [...this.#texts].filter(isAddressText);
  }
}

/** The accounts of a sent transaction without its programs and sysvars, which come with every ledger. */
function accountsOfMessage(transaction: JsonValue | undefined): readonly string[] {
  const keys = listAt(transaction, 'message', 'accountKeys').map((key) => String(isJsonObject(key) ? key.pubkey : key));
  return keys.filter((key) => !IN_EVERY_LEDGER.has(key));
}

const IN_EVERY_LEDGER: ReadonlySet<string> = new Set(Object.values(WELL_KNOWN));

function listAt(value: JsonValue | undefined, ...path: readonly string[]): readonly JsonValue[] {
  const list = memberAt(value, ...path);
  return list !== undefined && isJsonArray(list) ? list : [];
}

/** All texts and numbers in a value, at every depth. */
function valuesIn(value: JsonValue | undefined): readonly JsonValue[] {
  if (isJsonObject(value)) return Object.values(value).flatMap(valuesIn);
  if (value !== undefined && isJsonArray(value)) return value.flatMap(valuesIn);
  return value === undefined ? [] : [value];
}

function listIn(value: JsonValue, name: string): readonly JsonObject[] {
  return listOf(isJsonObject(value) ? (value[name] ?? null) : null);
}

function listOf(value: JsonValue): readonly JsonObject[] {
  return isJsonArray(value) ? (value as readonly JsonObject[]) : [];
}

function callItem({ id = null }: JsonObject): PageItem {
  return { kind: 'call', questions: [question('stillnode_calls', { id })] };
}

function transactionItem(signature: JsonValue): PageItem {
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' };
  const questions = [
    showQuestion(signature),
    question('getTransaction', signature, config),
    question('stillnode_show', signature, { script: true }),
  ];
  return { kind: 'transaction', questions };
}

function slotItem(slot: JsonValue): PageItem {
  const questions = [
    showQuestion(`${slot}`),
    question('getBlock', slot, { maxSupportedTransactionVersion: 1, rewards: false }),
    question('stillnode_show', `${slot}`, { script: true }),
  ];
  return { kind: 'slot', questions };
}

function accountItem({ address = null, kind }: JsonObject): PageItem {
  const config = { encoding: 'jsonParsed', commitment: 'processed' };
  const questions = [
    { ...showQuestion(address), askedWith: [address, { summaries: true, items: LISTED_OF_ACCOUNT }] },
    ...['processed', 'confirmed', 'finalized'].map((commitment) =>
      question('getAccountInfo', address, { encoding: 'jsonParsed', commitment }),
    ),
    question('getAccountInfo', address, { encoding: 'base64', commitment: 'processed' }),
    ...(kind === 'wallet'
      ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
          question('getTokenAccountsByOwner', address, { programId }, config),
        )
      : []),
  ];
  return { kind: 'account', questions };
}
