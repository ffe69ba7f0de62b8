import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';

/**
 * The questions that the page of the inspector asks: test/inspector/trace.test.ts opens each screen, and fails for a question that is
 * not here.
 * @module
 */

export interface Question {
  readonly method: string;
  readonly params: JsonValue & readonly JsonValue[];
}

/** The items of a list in the page, such as slots. The answers of an item are in the trace together, or not at all. */
export interface QuestionGroup {
  /** noun for one item */
  readonly singular: string;
  /** the questions of each item; the most important items first */
  readonly items: readonly (readonly Question[])[];
}

function question(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params };
}

/** The question for an item of the ledger, with summaries of its transactions. */
function showQuestion(subject: JsonValue): Question {
  return question('stillnode_show', subject, { summaries: true });
}

/** The ledger with lists of its slots, transactions and accounts. */
export const LEDGER: Question = showQuestion(null);
export const VERSION: Question = question('getVersion');
export const TIMELINE: Question = question('stillnode_timeline');
export const CALLS: Question = question('stillnode_calls', { since: 0 });

/** Questions of all screens. */
export const COMMON: readonly Question[] = [
  question('stillnode_names'),
  question('stillnode_listForks'),
  question('stillnode_listFaults'),
  question('stillnode_listSendRules'),
  question('stillnode_subscriptions'),
];

export const SENT: Question = question('stillnode_sent');

/** The questions about items that answers to the first questions list. */
export function questionGroups(ledger: JsonValue, calls: JsonValue, sent: JsonValue): readonly QuestionGroup[] {
  const slots = listIn(ledger, 'slots').map((entry) => entry.slot as JsonValue);
  const transactions = listIn(ledger, 'transactions').map(({ signature }) => signature as JsonValue);
  const signatures = isJsonArray(sent) ? sent.map((entry) => (entry as JsonObject).signature as JsonValue) : [];
  const newestTransactions = new Set([...signatures.toReversed(), ...transactions.toReversed()]);
  return [
    {
      singular: 'call',
      items: byImportance(listIn(calls, 'calls')).map(({ id }) => [question('stillnode_calls', { id: id! })]),
    },
    {
      singular: 'transaction',
      items: [...newestTransactions].filter((signature) => signature !== null).map(transactionQuestions),
    },
    { singular: 'slot', items: slots.toReversed().map((slot) => slotQuestions(slot as number | bigint)) },
    { singular: 'account', items: bySize(listIn(ledger, 'accounts')).map(accountQuestions) },
  ];
}

function listIn(value: JsonValue, name: string): readonly JsonObject[] {
  const list = isJsonObject(value) ? value[name] : undefined;
  return list !== undefined && isJsonArray(list) ? (list as readonly JsonObject[]) : [];
}

/** Calls with errors first, then the newest. */
function byImportance(calls: readonly JsonObject[]): readonly JsonObject[] {
  const newest = calls.toReversed();
  const isResult = ({ outcome }: JsonObject) => outcome === 'result';
  return [...newest.filter((call) => !isResult(call)), ...newest.filter(isResult)];
}

/** Small accounts first: there is room for more of them. */
function bySize(accounts: readonly JsonObject[]): readonly JsonObject[] {
  return accounts.toSorted((a, b) => Number(a.space) - Number(b.space));
}

function transactionQuestions(signature: JsonValue): readonly Question[] {
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' };
  return [
    showQuestion(signature),
    question('getTransaction', signature, config),
    question('stillnode_show', signature, { script: true }),
  ];
}

function slotQuestions(slot: number | bigint): readonly Question[] {
  return [
    showQuestion(`${slot}`),
    question('getBlock', slot, { maxSupportedTransactionVersion: 1, rewards: false }),
    question('stillnode_show', `${slot}`, { script: true }),
  ];
}

function accountQuestions({ address = null, kind }: JsonObject): readonly Question[] {
  const config = { encoding: 'jsonParsed', commitment: 'processed' };
  return [
    showQuestion(address),
    ...['processed', 'confirmed', 'finalized'].map((commitment) =>
      question('getAccountInfo', address, { encoding: 'jsonParsed', commitment }),
    ),
    question('getAccountInfo', address, { encoding: 'base64' }),
    ...(kind === 'wallet'
      ? [TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map((programId) =>
          question('getTokenAccountsByOwner', address, { programId }, config),
        )
      : []),
  ];
}
