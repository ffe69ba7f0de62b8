/**
 * Calls of a list, as they will be asked of the recording: what a node over it needs to answer them, in the form that all others can be made from.
 * @module
 */
import { isJsonArray, isJsonObject, type JsonValue } from '../codec/json.ts';
import { parseJson } from '../codec/parseJson.ts';
import type { RecordedAccounts } from './accounts.ts';
import { isFactMethod } from './facts.ts';
import type { RecordedHistory } from './history.ts';
import { reasonOf } from './history.ts';
import type { RecordedLists } from './lists.ts';
import { questionOf, questions } from './questions.ts';
import { listOf, objectOf, type Recording, slotOf } from './recording.ts';

export interface RecordedParts {
  readonly recording: Recording;
  readonly accounts: RecordedAccounts;
  readonly history: RecordedHistory;
  readonly lists: RecordedLists;
}

type RecordCall = (parts: RecordedParts, params: readonly JsonValue[]) => Promise<void> | void;

const DEFAULT_SIGNATURES = 1000;

const wantAddresses: RecordCall = ({ accounts }, [first]) => accounts.want(textsOf(first));
const recordSignatures: RecordCall = ({ history, recording }, [first]) =>
  recording.each(textsOf(first), (signature) => history.transaction(signature, true));

const CALLS: Readonly<Record<string, RecordCall>> = {
  getAccountInfo: wantAddresses,
  getBalance: wantAddresses,
  getMultipleAccounts: wantAddresses,
  getTokenAccountBalance: wantAddresses,
  getTokenSupply: wantAddresses,
  getTransaction: recordSignatures,
  getSignatureStatuses: recordSignatures,
  getBlock: recordSlot,
  getBlockTime: recordSlot,
  getSignaturesForAddress: ({ accounts, history }, [address, config]) => {
    if (typeof address !== 'string') return;
    accounts.want([address]);
    const { limit } = objectOf(config) ?? {};
    return history.address(address, typeof limit === 'number' ? limit : DEFAULT_SIGNATURES);
  },
  getProgramAccounts: ({ lists }, [program, config]) => {
    if (typeof program === 'string') return lists.program(program, listOf(objectOf(config)?.filters));
  },
  getTokenAccountsByOwner: recordTokenAccounts('Owner'),
  getTokenAccountsByDelegate: recordTokenAccounts('Delegate'),
  getTokenLargestAccounts: async ({ accounts, recording }, [mint]) => {
    if (typeof mint !== 'string') return;
    accounts.want([mint]);
    const answer = await recording.ask(questionOf('getTokenLargestAccounts', JSON.stringify([mint])));
    if (answer.kind === 'error') return;
    const rows = listOf(objectOf(parseJson(answer.text))?.value);
    accounts.want(rows.flatMap((row) => textsOf(objectOf(row)?.address)));
  },
};

function recordSlot({ history }: RecordedParts, [first]: readonly JsonValue[]): Promise<void> | undefined {
  const slot = slotOf(first);
  return slot === undefined ? undefined : history.slot(slot, true);
}

function recordTokenAccounts(by: 'Owner' | 'Delegate'): RecordCall {
  return ({ lists }, [address, filter]) => {
    if (typeof address !== 'string' || !isJsonObject(filter)) return;
    return lists.list(questions.tokenAccounts(by, address, filter), `the token accounts of ${address}`);
  };
}

function textsOf(value: JsonValue | undefined): string[] {
  const values = isJsonArray(value) ? value : [value];
  return values.filter((text) => typeof text === 'string');
}

/** Methods whose answers follow from the tips and the facts of `ledger.json`. */
const DERIVED: ReadonlySet<string> = new Set([
  'getBlockHeight',
  'getEpochInfo',
  'getFirstAvailableBlock',
  'getHealth',
  'getInflationRate',
  'getLatestBlockhash',
  'getMinimumBalanceForRentExemption',
  'getSlot',
]);

/** A call whose answer cannot be made from others is kept as it is, which `--upstream` can answer from. */
export async function recordCall(parts: RecordedParts, method: string, params: string): Promise<void> {
  const record = CALLS[method];
  if (record !== undefined) return record(parts, listOf(parseJson(params)));
  if (isFactMethod(method) || DERIVED.has(method)) return;
  const answer = await parts.recording.exchange(questionOf(method, params), { name: 'a result', matches: () => true });
  if (answer.kind === 'error') parts.recording.lack(`refuses ${method}${reasonOf(answer)}`);
}
