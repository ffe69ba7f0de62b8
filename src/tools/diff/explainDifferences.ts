import { isJsonArray, isJsonObject, type JsonObject, type JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { listOf, memberAt, slotOf } from '../jsonValues.ts';
import { reasonOf } from './allowances.ts';
import type { Answer, Difference } from './differences.ts';
import type { Question } from './questions.ts';
import type { Witness } from './witness.ts';

/** From the best to the worst: `later` is what the node has changed or dropped since the ledger was recorded. */
export type Verdict = 'explained' | 'later' | 'unexplained';

export interface Judged extends Difference {
  readonly verdict: Verdict;
  /** undefined: unexplained */
  readonly reason: string | undefined;
}

/** A question with what both have answered. */
export interface Asked {
  readonly question: Question;
  readonly ledger: Answer;
  readonly node: Answer;
}

export const CHANGED_ACCOUNT = 'account: changed since the slot of the ledger';
export const FORGOTTEN_BLOCK = 'history: older than the first block that the node keeps';

/** Gives the differences of one pair of answers their reasons. The values of the answers are read when one asks for them. */
export class Explainer {
  readonly #asked: Asked;
  readonly #witness: Witness;
  readonly #params: readonly JsonValue[];
  #results: { readonly ledger: JsonValue; readonly node: JsonValue } | undefined;

  constructor(asked: Asked, witness: Witness) {
    this.#asked = asked;
    this.#witness = witness;
    this.#params = listOf(parseJson(asked.question.params));
  }

  async judge(difference: Difference): Promise<Judged> {
    const allowed = reasonOf(difference);
    if (allowed !== undefined) return { ...difference, verdict: 'explained', reason: allowed };
    const reason = (await this.#isAccountChanged(difference))
      ? CHANGED_ACCOUNT
      : (await this.#isForgotten(difference))
        ? FORGOTTEN_BLOCK
        : undefined;
    return { ...difference, verdict: reason === undefined ? 'unexplained' : 'later', reason };
  }

  async #isAccountChanged(difference: Difference): Promise<boolean> {
    const address = this.#accountAt(difference);
    if (typeof address !== 'string') return false;
    const config = this.#params.findLast(isJsonObject) as JsonObject | undefined;
    return this.#witness.hasChanged(address, config?.commitment);
  }

  /** The account that a place in an answer is about, where the answer shows how accounts are now. */
  #accountAt({ path }: Difference): JsonValue | undefined {
    const [first] = this.#params;
    switch (this.#asked.question.method) {
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
    const { ledger, node } = this.#values();
    const ours = memberAt(entriesOf(ledger)[index], 'pubkey');
    return ours === memberAt(entriesOf(node)[index], 'pubkey') ? ours : undefined;
  }

  /** Only what the node has nothing of can be forgotten; what it shows otherwise is not. */
  async #isForgotten({ kind, node, path }: Difference): Promise<boolean> {
    const hasNothing = kind === 'outcome' ? this.#asked.node.kind === 'error' : kind === 'changed' && node === 'null';
    const slot = hasNothing ? slotOf(this.#slotAt(path)) : undefined;
    return slot !== undefined && this.#witness.hasForgotten(slot);
  }

  #slotAt(path: string): JsonValue | undefined {
    switch (this.#asked.question.method) {
      case 'getBlock':
      case 'getBlockTime':
        return path === '' ? this.#params[0] : undefined;
      case 'getTransaction':
        return path === '' ? memberAt(this.#values().ledger, 'slot') : undefined;
      case 'getSignatureStatuses':
        return memberAt(entriesOf(this.#values().ledger)[indexIn(path, /^\.value\[(\d+)\]$/)], 'slot');
      default:
        return undefined;
    }
  }

  #values(): { readonly ledger: JsonValue; readonly node: JsonValue } {
    const { ledger, node } = this.#asked;
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
