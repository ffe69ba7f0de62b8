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

/** Questions that are answered together: the things of a screen, or of a part of it. */
export interface QuestionGroup {
  /** plural noun for what is left out */
  readonly noun: string;
  /** the most important ones first; each has the questions of one thing */
  readonly items: readonly (readonly Question[])[];
}

function question(method: string, ...params: readonly JsonValue[]): Question {
  return { method, params };
}

/** A thing in the ledger, with summaries of its transactions. */
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

/** The questions about the things in answers to the first ones. */
export function groupsOf(ledger: JsonValue, calls: JsonValue, sent: JsonValue): readonly QuestionGroup[] {
  const slots = listIn(ledger, 'slots').map((entry) => entry.slot as JsonValue);
  const transactions = listIn(ledger, 'transactions').map(({ signature }) => signature as JsonValue);
  const signatures = isJsonArray(sent) ? sent.map((entry) => (entry as JsonObject).signature as JsonValue) : [];
  const newestTransactions = new Set([...signatures.toReversed(), ...transactions.toReversed()]);
  return [
    {
      noun: 'calls',
      items: byImportance(listIn(calls, 'calls')).map(({ id }) => [question('stillnode_calls', { id: id! })]),
    },
    {
      noun: 'transactions',
      items: [...newestTransactions].filter((signature) => signature !== null).map(ofTransaction),
    },
    { noun: 'slots', items: slots.toReversed().map((slot) => ofSlot(slot as number | bigint)) },
    { noun: 'accounts', items: bySize(listIn(ledger, 'accounts')).map(ofAccount) },
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

function ofTransaction(signature: JsonValue): readonly Question[] {
  const config = { encoding: 'base64', maxSupportedTransactionVersion: 1, commitment: 'confirmed' };
  return [
    showQuestion(signature),
    question('getTransaction', signature, config),
    question('stillnode_show', signature, { script: true }),
  ];
}

function ofSlot(slot: number | bigint): readonly Question[] {
  return [
    showQuestion(`${slot}`),
    question('getBlock', slot, { maxSupportedTransactionVersion: 1, rewards: false }),
    question('stillnode_show', `${slot}`, { script: true }),
  ];
}

function ofAccount({ address = null, kind }: JsonObject): readonly Question[] {
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
