import { isJsonObject } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { listOf, objectOf } from '../jsonValues.ts';
import type { Compared } from './compare.ts';
import type { Judged, Verdict } from './explainDifferences.ts';
import type { Question } from './questions.ts';

/** Numbers of answers. */
export interface Counts {
  readonly asked: number;
  /** to the byte */
  readonly equal: number;
  readonly explained: number;
  readonly later: number;
  readonly unexplained: number;
  /** not among those that were asked */
  readonly notRecorded: number;
}

/** The calls of one method with one encoding. */
export interface MethodCounts extends Counts {
  readonly method: string;
  /** encoding, details and the like; empty where a call names none */
  readonly variant: string;
}

export interface ReasonCounts {
  readonly reason: string;
  readonly verdict: Verdict;
  readonly answers: number;
  /** places in these answers */
  readonly members: number;
}

/** An answer with differences that nothing explains. */
export interface Unexplained {
  readonly question: Question;
  readonly first: Judged | undefined;
}

/** enough to see what is wrong */
const MAX_KEPT = 100;
const NONE: Counts = { asked: 0, equal: 0, explained: 0, later: 0, unexplained: 0, notRecorded: 0 };

/** Counts answers while they are compared, and keeps a few of those that nothing explains. */
export class Tally {
  readonly #methods = new Map<string, MethodCounts>();
  readonly #reasons = new Map<string, ReasonCounts>();
  readonly #unexplained: Unexplained[] = [];
  #counts = NONE;

  add({ question, reasons, shown, verdict: worst }: Compared): void {
    const { method } = question;
    const variant = variantOf(question);
    const key = `${method} ${variant}`;
    this.#counts = counted(this.#counts, worst);
    this.#methods.set(key, counted(this.#methods.get(key) ?? { method, variant, ...NONE }, worst));
    for (const [reason, { members, verdict }] of reasons) {
      const known = this.#reasons.get(reason) ?? { reason, verdict, answers: 0, members: 0 };
      this.#reasons.set(reason, { ...known, answers: known.answers + 1, members: known.members + members });
    }
    if (worst === 'unexplained' && this.#unexplained.length < MAX_KEPT)
      this.#unexplained.push({ question, first: shown.find((judged) => judged.verdict === 'unexplained') });
  }

  get counts(): Counts {
    return this.#counts;
  }

  get methods(): readonly MethodCounts[] {
    return [...this.#methods.values()];
  }

  /** The most frequent one first. */
  get reasons(): readonly ReasonCounts[] {
    return [...this.#reasons.values()].sort((a, b) => b.answers - a.answers || (a.reason < b.reason ? -1 : 1));
  }

  /** The first ones. */
  get unexplained(): readonly Unexplained[] {
    return this.#unexplained;
  }
}

function counted<T extends Counts>(counts: T, verdict: Compared['verdict']): T {
  const asked = counts.asked + (verdict === 'notRecorded' ? 0 : 1);
  return { ...counts, asked, [verdict]: counts[verdict] + 1 };
}

/** What a call says about the form of its answer: `jsonParsed, full`. */
function variantOf({ params }: Question): string {
  const config = objectOf(listOf(parseJson(params)).findLast(isJsonObject)) ?? {};
  const { dataSlice, encoding, rewards, transactionDetails } = config;
  const words = [
    encoding,
    transactionDetails,
    dataSlice === undefined ? undefined : 'dataSlice',
    rewards === false ? 'no rewards' : undefined,
  ];
  return words.filter((word) => typeof word === 'string').join(', ');
}
