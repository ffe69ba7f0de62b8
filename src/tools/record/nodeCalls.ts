import { isJsonArray, isJsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { isAddressText, isSignatureText, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../solana/address.ts';
import { listOf, memberAt, objectOf, slotOf } from '../jsonValues.ts';
import { type Question, questions } from './exchange.ts';
import type { RecordedAccounts } from './recordAccounts.ts';
import { isFactMethod } from './recordedLedgerJson.ts';
import { type RecordedHistory, reasonOf } from './recordHistory.ts';
import type { Form, Recording } from './recording.ts';

/**
 * Calls of a list, as they will be asked of the recording: what a node over it needs to answer them, in the form that all others can be made from.
 * @module
 */

export interface RecordedParts {
  readonly recording: Recording;
  readonly accounts: RecordedAccounts;
  readonly history: RecordedHistory;
  readonly lists: RecordedLists;
}

/** undefined: the parameters name nothing that could be recorded */
type RecordCall = (parts: RecordedParts, params: readonly JsonValue[]) => Promise<void> | undefined;

const DEFAULT_SIGNATURES = 1000;

const recordAccount: RecordCall = ({ accounts }, [first]) => {
  const address = addressOf(first);
  return wanted(accounts, address === undefined ? undefined : [address]);
};
const recordSlot: RecordCall = ({ history }, [first]) => {
  const slot = slotOf(first);
  return slot === undefined || slot < 0n ? undefined : history.slot(slot, true);
};
const recordTokenAccounts =
  (by: 'Owner' | 'Delegate'): RecordCall =>
  ({ lists }, [first, filter]) => {
    const address = addressOf(first);
    if (address === undefined || !isJsonObject(filter)) return undefined;
    return lists.list(questions.tokenAccounts(by, address, filter), `the token accounts of ${address}`);
  };

const CALLS: ReadonlyMap<string, RecordCall> = new Map<string, RecordCall>([
  ['getAccountInfo', recordAccount],
  ['getBalance', recordAccount],
  ['getTokenAccountBalance', recordAccount],
  ['getTokenSupply', recordAccount],
  ['getMultipleAccounts', ({ accounts }, [list]) => wanted(accounts, allOf(list, addressOf))],
  [
    'getTransaction',
    ({ history }, [first]) => {
      const signature = signatureOf(first);
      return signature === undefined ? undefined : history.transaction(signature, true);
    },
  ],
  [
    'getSignatureStatuses',
    ({ history, recording }, [list]) => {
      const signatures = allOf(list, signatureOf);
      return signatures && recording.each(signatures, (signature) => history.transaction(signature, true));
    },
  ],
  ['getBlock', recordSlot],
  ['getBlockTime', recordSlot],
  ['getSignaturesForAddress', recordSignatures],
  [
    'getProgramAccounts',
    ({ lists }, [first, config]) => {
      const program = addressOf(first);
      return program === undefined ? undefined : lists.program(program, listOf(objectOf(config)?.filters));
    },
  ],
  ['getTokenAccountsByOwner', recordTokenAccounts('Owner')],
  ['getTokenAccountsByDelegate', recordTokenAccounts('Delegate')],
  ['getTokenLargestAccounts', recordLargestAccounts],
]);

function recordSignatures(
  { accounts, history }: RecordedParts,
  [first, config]: readonly JsonValue[],
): Promise<void> | undefined {
  const address = addressOf(first);
  if (address === undefined) return undefined;
  accounts.want([address]);
  const { limit } = objectOf(config) ?? {};
  return history.address(address, typeof limit === 'number' ? limit : DEFAULT_SIGNATURES);
}

function recordLargestAccounts(
  { accounts, recording }: RecordedParts,
  [first]: readonly JsonValue[],
): Promise<void> | undefined {
  const mint = addressOf(first);
  if (mint === undefined) return undefined;
  accounts.want([mint]);
  return recording.ask({ method: 'getTokenLargestAccounts', params: JSON.stringify([mint]) }).then((answer) => {
    if (answer.kind === 'error') return;
    const rows = listOf(memberAt(parseJson(answer.text), 'value'));
    accounts.want(rows.map((row) => memberAt(row, 'address')).filter((address) => typeof address === 'string'));
  });
}

function wanted(accounts: RecordedAccounts, addresses: readonly string[] | undefined): Promise<void> | undefined {
  if (addresses === undefined) return undefined;
  accounts.want(addresses);
  return Promise.resolve();
}

function addressOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && isAddressText(value) ? value : undefined;
}

function signatureOf(value: JsonValue | undefined): string | undefined {
  return typeof value === 'string' && isSignatureText(value) ? value : undefined;
}

/** undefined: not a list, or not all of it can be read */
function allOf(
  value: JsonValue | undefined,
  read: (item: JsonValue) => string | undefined,
): readonly string[] | undefined {
  if (!isJsonArray(value)) return undefined;
  const items = value.map(read).filter((item) => item !== undefined);
  return items.length === value.length ? items : undefined;
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

/**
 * A call whose answer cannot be made from others is kept as it is, which `--upstream` can answer from; one whose parameters name nothing is asked
 * as it is too, so that the node says what is wrong with them.
 */
export async function recordCall(parts: RecordedParts, method: string, params: string): Promise<void> {
  const recorded = CALLS.get(method)?.(parts, listOf(parseJson(params)));
  if (recorded !== undefined) return recorded;
  if (isFactMethod(method) || DERIVED.has(method)) return;
  const answer = await parts.recording.exchange({ method, params }, { name: 'a result', matches: () => true });
  if (answer.kind === 'error') parts.recording.lack(`refuses ${method}${reasonOf(answer)}`);
}

/** Lists of accounts of a recording, `{context, value: [{pubkey, account}]}`. */
export class RecordedLists {
  readonly #recording: Recording;
  readonly #accounts: RecordedAccounts;

  constructor(recording: Recording, accounts: RecordedAccounts) {
    this.#recording = recording;
    this.#accounts = accounts;
  }

  /** The accounts of a program, and the program. */
  async program(program: string, filters: readonly JsonValue[]): Promise<void> {
    this.#accounts.want([program]);
    await this.list(questions.program(program, filters), `the accounts of ${program}`);
  }

  /** The token accounts of an owner, and its own. */
  async tokenOwner(owner: string): Promise<void> {
    this.#accounts.want([owner]);
    await this.#recording.each([TOKEN_PROGRAM, TOKEN_2022_PROGRAM], (programId) =>
      this.list(questions.tokenAccounts('Owner', owner, { programId }), `the token accounts of ${owner}`),
    );
  }

  /** @param what for the line that is written if the node refuses */
  async list(question: Question, what: string): Promise<void> {
    const answer = await this.#recording.exchange(question, LIST);
    if (answer.kind === 'error') {
      this.#recording.lack(`refuses ${what}${reasonOf(answer)}`);
      return;
    }
    const result = parseJson(answer.text);
    this.#recording.saw(slotOf(memberAt(result, 'context', 'slot')) ?? 0n);
    for (const row of listOf(memberAt(result, 'value'))) {
      const { account, pubkey } = objectOf(row) ?? {};
      if (typeof pubkey === 'string') this.#accounts.has(pubkey, account);
    }
  }
}

const LIST: Form = {
  name: 'a list of accounts with its context',
  matches: (result) =>
    slotOf(memberAt(result, 'context', 'slot')) !== undefined && isJsonArray(memberAt(result, 'value')),
};
