import { listOf, memberAt, slotOf } from '../../codec/foreignJson.ts';
import { isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { Answer, Ask } from './ask.ts';
import type { Difference } from './differences.ts';
import type { Question } from './questions.ts';

/** Differences because the node has advanced since the ledger was recorded. @module */

export const CHANGED_ACCOUNT = 'account: changed since the slot of the ledger';
export const FORGOTTEN_BLOCK = 'history: older than the first block that the node keeps';

/** The answers of both to a question. Their values are parsed at the first use. */
export class AnswerPair {
  readonly question: Question;
  readonly ledger: Answer;
  readonly node: Answer;
  readonly params: readonly JsonValue[];
  #values: { readonly ledger: JsonValue; readonly node: JsonValue } | undefined;

  constructor(question: Question, ledger: Answer, node: Answer) {
    this.question = question;
    this.ledger = ledger;
    this.node = node;
    this.params = listOf(parseJson(question.params));
  }

  /** Undefined: the call names none. */
  get commitment(): JsonValue | undefined {
    return memberAt(this.params.findLast(isJsonObject), 'commitment');
  }

  get values(): { readonly ledger: JsonValue; readonly node: JsonValue } {
    this.#values ??= { ledger: parseJson(this.ledger.text), node: parseJson(this.node.text) };
    return this.#values;
  }
}

/** A place in the answers to some methods, and what it shows: an account by its address, or history by its slot. */
interface AnswerPlace {
  readonly methods: readonly string[];
  readonly path: RegExp;
  /** @param index the first index in the path */
  readonly subject: (answers: AnswerPair, index: number) => JsonValue | undefined;
}

/** Places that show how accounts are now. */
const ACCOUNT_PLACES: readonly AnswerPlace[] = [
  {
    methods: ['getAccountInfo', 'getBalance', 'getTokenAccountBalance', 'getTokenSupply'],
    path: /^(?:\.value|error|$)/,
    subject: ({ params }) => params[0],
  },
  {
    methods: ['getMultipleAccounts'],
    path: /^\.value\[(\d+)\]/,
    subject: ({ params }, index) => listOf(params[0])[index],
  },
  {
    methods: ['getProgramAccounts', 'getTokenAccountsByOwner', 'getTokenAccountsByDelegate'],
    path: /^(?:\.value)?\[(\d+)\]\.account(?:[.[]|$)/,
    subject: listedAddress,
  },
];

/** Places that are empty once the node has forgotten a slot. */
const HISTORY_PLACES: readonly AnswerPlace[] = [
  { methods: ['getBlock', 'getBlockTime'], path: /^$/, subject: ({ params }) => params[0] },
  { methods: ['getTransaction'], path: /^$/, subject: ({ values }) => memberAt(values.ledger, 'slot') },
  {
    methods: ['getSignatureStatuses'],
    path: /^\.value\[(\d+)\]$/,
    subject: ({ values }, index) => memberAt(answerItems(values.ledger)[index], 'slot'),
  },
];

function subjectAt(places: readonly AnswerPlace[], path: string, answers: AnswerPair): JsonValue | undefined {
  const place = places.find(({ methods }) => methods.includes(answers.question.method));
  const match = place?.path.exec(path);
  return match ? place!.subject(answers, Number(match[1])) : undefined;
}

/** The address of an entry of a list, if both lists have it there. */
function listedAddress({ values }: AnswerPair, index: number): JsonValue | undefined {
  const [ours, theirs] = [values.ledger, values.node].map((list) => memberAt(answerItems(list)[index], 'pubkey'));
  return ours === theirs ? ours : undefined;
}

/** The entries of a list, with its context or without. */
function answerItems(value: JsonValue): readonly JsonValue[] {
  return listOf(isJsonObject(value) ? value.value : value);
}

/** An account as the node shows it in a slot. */
interface AccountAtSlot {
  readonly slot: bigint;
  /** the whole account, as text */
  readonly state: string;
}

/**
 * Finds out whether the node has advanced, so that its answer differs without being wrong. An account counts as changed only if the
 * node, asked for its bytes, is beyond the slot of the ledger and shows other bytes; a wrong encoding of the same bytes stays unexplained.
 */
export class LaterReasons {
  readonly #ledger: Ask;
  readonly #node: Ask;
  readonly #changed = new Map<string, Promise<boolean>>();
  #firstBlock: Promise<bigint | undefined> | undefined;

  constructor(ledger: Ask, node: Ask) {
    this.#ledger = ledger;
    this.#node = node;
  }

  async find({ kind, node, path }: Difference, answers: AnswerPair): Promise<string | undefined> {
    const address = subjectAt(ACCOUNT_PLACES, path, answers);
    if (typeof address === 'string' && (await this.#hasChanged(address, answers.commitment))) return CHANGED_ACCOUNT;
    // gone: an error, or null, in place of a value; a value that differs is not gone
    const isGone = kind === 'outcome' ? answers.node.kind === 'error' : kind === 'changed' && node === 'null';
    const slot = isGone ? slotOf(subjectAt(HISTORY_PLACES, path, answers)) : undefined;
    return slot !== undefined && (await this.#hasForgotten(slot)) ? FORGOTTEN_BLOCK : undefined;
  }

  #hasChanged(address: string, commitment: JsonValue | undefined): Promise<boolean> {
    const params = stringifyJson([address, { commitment, encoding: 'base64' }]);
    const earlier = this.#changed.get(params) ?? this.#compare(params);
    this.#changed.set(params, earlier);
    return earlier;
  }

  async #compare(params: string): Promise<boolean> {
    const ledger = accountIn(await this.#ledger('getAccountInfo', params));
    const node = accountIn(await this.#node('getAccountInfo', params));
    return ledger !== undefined && node !== undefined && node.slot > ledger.slot && node.state !== ledger.state;
  }

  /** Whether the node's history begins after a slot. */
  async #hasForgotten(slot: bigint): Promise<boolean> {
    this.#firstBlock ??= this.#node('getFirstAvailableBlock', '[]').then((answer) => slotOf(resultOf(answer)));
    const firstBlock = await this.#firstBlock;
    return firstBlock !== undefined && slot < firstBlock;
  }
}

function accountIn(answer: Answer): AccountAtSlot | undefined {
  const result = resultOf(answer);
  const slot = slotOf(memberAt(result, 'context', 'slot'));
  const value = memberAt(result, 'value');
  // old versions leave out the space, and it follows from the data
  const state = isJsonObject(value) ? { ...value, space: undefined } : value;
  return slot === undefined || state === undefined ? undefined : { slot, state: stringifyJson(state) };
}

function resultOf({ kind, text }: Answer): JsonValue | undefined {
  return kind === 'result' ? parseJson(text) : undefined;
}
