import { decodeBase64 } from '../../codec/base64.ts';
import { isJsonArray, isJsonObject, type JsonValue, stringifyJson } from '../../codec/jsonText.ts';
import { listOf, memberAt, slotOf } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { decompressZstd } from '../../codec/unzstd.ts';
import { followsFromConsensus, OTHER_CONSENSUS } from './consensus.ts';
import type { Answer, Ask, Difference } from './differences.ts';
import type { FieldDifference } from './fieldDifferences.ts';
import type { Question } from './questions.ts';

/** Verdicts from the best to the worst. `later`: the node has changed or dropped it since the ledger was recorded. */
export type Verdict = 'explained' | 'later' | 'unexplained';

export interface JudgedDifference extends Difference {
  readonly verdict: Verdict;
  /** undefined: unexplained */
  readonly reason: string | undefined;
  /** different fields, for account data that an IDL describes */
  readonly fields?: readonly FieldDifference[];
}

export interface AnswerPair {
  readonly question: Question;
  readonly ledger: Answer;
  readonly node: Answer;
}

export const CHANGED_ACCOUNT = 'account: changed since the slot of the ledger';
export const FORGOTTEN_BLOCK = 'history: older than the first block that the node keeps';

/** Finds the reasons of the differences between two answers. The answers are parsed only if that is needed. */
export class Explainer {
  readonly #answers: AnswerPair;
  readonly #witness: Witness;
  readonly #differsInConsensus: boolean;
  readonly #params: readonly JsonValue[];
  #results: { readonly ledger: JsonValue; readonly node: JsonValue } | undefined;

  /** @param differsInConsensus whether the node has another consensus than the ledger */
  constructor(answers: AnswerPair, witness: Witness, differsInConsensus = false) {
    this.#answers = answers;
    this.#witness = witness;
    this.#differsInConsensus = differsInConsensus;
    this.#params = listOf(parseJson(answers.question.params));
  }

  async judge(difference: Difference): Promise<JudgedDifference> {
    const allowed = reasonOf(difference) ?? this.#reasonOfConsensus(difference);
    if (allowed !== undefined) return { ...difference, verdict: 'explained', reason: allowed };
    const reason = await this.#reasonOfTime(difference);
    return { ...difference, verdict: reason === undefined ? 'unexplained' : 'later', reason };
  }

  /** The reason of a difference that came later, after the ledger was recorded. */
  async #reasonOfTime(difference: Difference): Promise<string | undefined> {
    if (await this.#isAccountChanged(difference)) return CHANGED_ACCOUNT;
    return (await this.#isForgotten(difference)) ? FORGOTTEN_BLOCK : undefined;
  }

  #reasonOfConsensus(difference: Difference): string | undefined {
    if (!this.#differsInConsensus) return undefined;
    const { method } = this.#answers.question;
    return followsFromConsensus(method, difference, this.#commitment) ? OTHER_CONSENSUS : undefined;
  }

  /** The commitment that the call names. */
  get #commitment(): JsonValue | undefined {
    return memberAt(this.#params.findLast(isJsonObject), 'commitment');
  }

  async #isAccountChanged(difference: Difference): Promise<boolean> {
    const address = this.#accountAt(difference);
    if (typeof address !== 'string') return false;
    return this.#witness.hasChanged(address, this.#commitment);
  }

  /** The address of the account that a difference is in; undefined: it is not in the present state of an account. */
  #accountAt({ path }: Difference): JsonValue | undefined {
    const [first] = this.#params;
    switch (this.#answers.question.method) {
      case 'getAccountInfo':
      case 'getBalance':
      case 'getTokenAccountBalance':
      case 'getTokenSupply':
        return /^(\.value|error|$)/.test(path) ? first : undefined;
      case 'getMultipleAccounts':
        return isJsonArray(first) ? first[indexIn(path, /^\.value\[(\d+)\]/)] : undefined;
      case 'getProgramAccounts':
      case 'getTokenAccountsByOwner':
      case 'getTokenAccountsByDelegate':
        return this.#listedAt(indexIn(path, /^(?:\.value)?\[(\d+)\]\.account(?:[.[]|$)/));
      default:
        return undefined;
    }
  }

  /** The address of an entry of a list, if both lists have it there. */
  #listedAt(index: number): JsonValue | undefined {
    const { ledger, node } = this.values();
    const ours = memberAt(entriesOf(ledger)[index], 'pubkey');
    return ours === memberAt(entriesOf(node)[index], 'pubkey') ? ours : undefined;
  }

  /** Whether the node can have forgotten the value: it has none. A value that differs is not forgotten. */
  async #isForgotten({ kind, node, path }: Difference): Promise<boolean> {
    const hasNothing = kind === 'outcome' ? this.#answers.node.kind === 'error' : kind === 'changed' && node === 'null';
    const slot = hasNothing ? slotOf(this.#slotAt(path)) : undefined;
    return slot !== undefined && this.#witness.hasForgotten(slot);
  }

  #slotAt(path: string): JsonValue | undefined {
    switch (this.#answers.question.method) {
      case 'getBlock':
      case 'getBlockTime':
        return path === '' ? this.#params[0] : undefined;
      case 'getTransaction':
        return path === '' ? memberAt(this.values().ledger, 'slot') : undefined;
      case 'getSignatureStatuses':
        return memberAt(entriesOf(this.values().ledger)[indexIn(path, /^\.value\[(\d+)\]$/)], 'slot');
      default:
        return undefined;
    }
  }

  /** The values of both answers, parsed at the first use. */
  values(): { readonly ledger: JsonValue; readonly node: JsonValue } {
    const { ledger, node } = this.#answers;
    this.#results ??= { ledger: parseJson(ledger.text), node: parseJson(node.text) };
    return this.#results;
  }
}

/** -1: there is none */
function indexIn(path: string, pattern: RegExp): number {
  return Number(pattern.exec(path)?.[1] ?? -1);
}

/** The entries of a list, with its context or without. */
function entriesOf(value: JsonValue): readonly JsonValue[] {
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
export class Witness {
  readonly #ledger: Ask;
  readonly #node: Ask;
  readonly #changed = new Map<string, Promise<boolean>>();
  #firstBlock: Promise<bigint | undefined> | undefined;

  constructor(ledger: Ask, node: Ask) {
    this.#ledger = ledger;
    this.#node = node;
  }

  hasChanged(address: string, commitment: JsonValue | undefined): Promise<boolean> {
    const params = stringifyJson([address, { commitment, encoding: 'base64' }]);
    const earlier = this.#changed.get(params) ?? this.#compare(params);
    this.#changed.set(params, earlier);
    return earlier;
  }

  /** Whether the node's history begins after a slot. */
  async hasForgotten(slot: bigint): Promise<boolean> {
    this.#firstBlock ??= this.#node('getFirstAvailableBlock', '[]').then(({ kind, text }) =>
      kind === 'result' ? slotOf(parseJson(text)) : undefined,
    );
    const firstBlock = await this.#firstBlock;
    return firstBlock !== undefined && slot < firstBlock;
  }

  async #compare(params: string): Promise<boolean> {
    const ledger = accountIn(await this.#ledger('getAccountInfo', params));
    const node = accountIn(await this.#node('getAccountInfo', params));
    return ledger !== undefined && node !== undefined && node.slot > ledger.slot && node.state !== ledger.state;
  }
}

function accountIn({ kind, text }: Answer): AccountAtSlot | undefined {
  const result = kind === 'result' ? parseJson(text) : undefined;
  if (!isJsonObject(result) || !isJsonObject(result.context)) return undefined;
  const slot = slotOf(result.context.slot);
  const { value } = result;
  // old versions leave it out, and it follows from the data
  const state = isJsonObject(value) ? { ...value, space: undefined } : value;
  return slot === undefined || state === undefined ? undefined : { slot, state: stringifyJson(state) };
}

/** A difference that is not a mistake, and why. */
export interface Allowance {
  readonly reason: string;
  /** members joined with dots, `*` for every index */
  readonly path: RegExp;
  readonly kind: Difference['kind'];
  readonly ledger?: RegExp;
  readonly node?: RegExp;
  /** whether two values are the same in another form; default: the patterns say all */
  readonly isSame?: (ledger: string, node: string) => boolean;
}

const INSTRUCTION_HEIGHT = /\.message\.instructions\.\*\.stackHeight$/;
const OLD_META = /\.meta\.(preTokenBalances|postTokenBalances|rewards)$/;
const ZERO_IS_NULL = 'uiAmount of 0: null where a node reads from long-term storage';
const ZERO_AMOUNT = /TokenBalances\.\*\.uiTokenAmount\.uiAmount$/;
/** enough for the largest account */
const MAX_DATA_BYTES = 10 * 2 ** 20;

/**
 * Differences between nodes that are not mistakes: answers of other versions than Agave 4.1, and facts that each node has
 * for itself.
 *
 * Source   answers of real nodes, recorded from 2020 to 2025; agave 4.1 RpcResponseContext
 */
export const ALLOWANCES: readonly Allowance[] = [
  allow('context.slot: every node has its own tip', 'changed', /^\.context\.slot$/),
  allow('apiVersion: every node has its own', 'changed', /^\.context\.apiVersion$/),
  allow('apiVersion: not in old versions', 'onlyLedger', /^\.context\.apiVersion$/),
  allow('transactionIndex: not before late 2025', 'onlyLedger', /^(\.\*)?\.transactionIndex$/),
  allow('stackHeight: absent to early 2023', 'onlyLedger', /\.stackHeight$/, { ledger: /^(1|null)$/ }),
  allow('stackHeight: null to 2025', 'changed', INSTRUCTION_HEIGHT, { node: /^null$/, ledger: /^1$/ }),
  allow('costUnits: not before late 2025', 'onlyLedger', /\.meta\.costUnits$/),
  allow('loadedAddresses: absent before v0', 'onlyLedger', /\.loadedAddresses$/, {
    ledger: /^\{"readonly":\[\],"writable":\[\]\}$/,
  }),
  allow('loadedAddresses: in jsonParsed in 2022', 'onlyNode', /\.loadedAddresses$/),
  allow('commission: a member of every reward since 2021', 'onlyLedger', /\.rewards\.\*\.commission$/, {
    ledger: /^null$/,
  }),
  allow('source: no member of account keys before v0', 'onlyLedger', /\.accountKeys\.\*\.source$/, {
    ledger: /^"transaction"$/,
  }),
  allow('rentSysvar: no argument of associated accounts since 2022', 'onlyNode', /\.parsed\.info\.rentSysvar$/),
  allow('token balances and rewards: not recorded in 2020', 'onlyLedger', OLD_META, { ledger: /^null$/ }),
  allow('returnData: null where there is none in 2022', 'onlyNode', /\.meta\.returnData$/, { node: /^null$/ }),
  allow('rewards: false hides those of transactions since 2022', 'changed', /\.transactions\.\*\.meta\.rewards$/, {
    node: /^\[\]$/,
    ledger: /^null$/,
  }),
  allow(ZERO_IS_NULL, 'changed', ZERO_AMOUNT, { node: /^null$/, ledger: /^0\.0$/ }),
  allow(ZERO_IS_NULL, 'changed', ZERO_AMOUNT, { node: /^0\.0$/, ledger: /^null$/ }),
  allow('BorshIoError: {"BorshIoError":"Unknown"} in old versions', 'changed', /\.InstructionError\.\*$/, {
    node: /^\{"BorshIoError":"Unknown"\}$/,
    ledger: /^"BorshIoError"$/,
  }),
  allow('space: absent in old versions', 'onlyLedger', /^(\.value(\.\*)?(\.account)?|\.\*\.account)\.space$/, {
    ledger: /^\d+$/,
  }),
  allow('confirmations: further on the node', 'changed', /(^|\.)confirmationStatus$/, {
    ledger: /^"(processed|confirmed)"$/,
    node: /^"(confirmed|finalized)"$/,
  }),
  allow('confirmations: further on the node', 'changed', /^\.value\.\*\.confirmations$/, {
    ledger: /^\d+$/,
    node: /^(\d+|null)$/,
  }),
  allow('base64+zstd: the same bytes, compressed by another version', 'changed', /\.data\.\*$/, {
    ledger: /^"KLUv/,
    node: /^"KLUv/,
    isSame: hasSameContent,
  }),
];

function allow(
  reason: string,
  kind: Difference['kind'],
  path: RegExp,
  values: Pick<Allowance, 'ledger' | 'node' | 'isSame'> = {},
): Allowance {
  return { reason, kind, path, ...values };
}

/** The reason of the first allowance that explains a difference. */
export function reasonOf(difference: Difference, allowances: readonly Allowance[] = ALLOWANCES): string | undefined {
  const path = difference.path.replaceAll(/\[\d+\]/g, '.*');
  return allowances.find((allowance) => explains(allowance, { ...difference, path }))?.reason;
}

function explains(allowance: Allowance, { kind, ledger, node, path }: Difference): boolean {
  return (
    allowance.kind === kind &&
    allowance.path.test(path) &&
    (allowance.ledger?.test(ledger) ?? true) &&
    (allowance.node?.test(node) ?? true) &&
    (allowance.isSame?.(ledger, node) ?? true)
  );
}

function hasSameContent(ledger: string, node: string): boolean {
  try {
    return Buffer.compare(contentOf(ledger), contentOf(node)) === 0;
  } catch {
    // what cannot be unpacked is a difference
    return false;
  }
}

function contentOf(text: string): Uint8Array {
  return decompressZstd(decodeBase64(String(parseJson(text))), MAX_DATA_BYTES);
}
