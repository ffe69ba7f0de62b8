import { listOf } from '../../codec/foreignJson.ts';
import { isJsonObject } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import type { AnswerComparison, JudgedDifference, Verdict } from './compare.ts';
import type { Question } from './questions.ts';

export interface Counts {
  readonly asked: number;
  /** number of answers that are equal to the byte */
  readonly equal: number;
  readonly explained: number;
  readonly later: number;
  readonly unexplained: number;
  /** number of calls without a recorded answer; not part of `asked` */
  readonly notRecorded: number;
}

/** The calls of one method with one encoding. */
export interface MethodCounts extends Counts {
  readonly method: string;
  /** encoding, details and the like; empty if a call names none */
  readonly variant: string;
}

export interface ReasonCounts {
  readonly reason: string;
  readonly verdict: Verdict;
  readonly answers: number;
  /** places in these answers */
  readonly members: number;
}

export interface Unexplained {
  readonly question: Question;
  readonly first: JudgedDifference | undefined;
}

/** Number of unexplained answers that are kept: enough to see what is wrong. */
const MAX_UNEXPLAINED = 100;
const NONE: Counts = { asked: 0, equal: 0, explained: 0, later: 0, unexplained: 0, notRecorded: 0 };

/** Counts answers while they are compared, and keeps a few of those that nothing explains. */
export class Tally {
  readonly #methods = new Map<string, MethodCounts>();
  readonly #reasons = new Map<string, ReasonCounts>();
  readonly #unexplained: Unexplained[] = [];
  #counts = NONE;

  add({ question, reasons, visible, verdict }: AnswerComparison): void {
    const { method } = question;
    const variant = variantOf(question);
    const key = `${method} ${variant}`;
    this.#counts = addToCounts(this.#counts, verdict);
    this.#methods.set(key, addToCounts(this.#methods.get(key) ?? { method, variant, ...NONE }, verdict));
    for (const [reason, { members, verdict }] of reasons) {
      const earlier = this.#reasons.get(reason) ?? { reason, verdict, answers: 0, members: 0 };
      this.#reasons.set(reason, { ...earlier, answers: earlier.answers + 1, members: earlier.members + members });
    }
    if (verdict === 'unexplained' && this.#unexplained.length < MAX_UNEXPLAINED)
      this.#unexplained.push({ question, first: visible.find((judged) => judged.verdict === 'unexplained') });
  }

  get counts(): Counts {
    return this.#counts;
  }

  get methods(): readonly MethodCounts[] {
    return [...this.#methods.values()];
  }

  /** The reasons, the most frequent one first. */
  get reasons(): readonly ReasonCounts[] {
    return [...this.#reasons.values()].sort((a, b) => b.answers - a.answers || (a.reason < b.reason ? -1 : 1));
  }

  /** The first unexplained answers. */
  get unexplained(): readonly Unexplained[] {
    return this.#unexplained;
  }
}

function addToCounts<T extends Counts>(counts: T, verdict: AnswerComparison['verdict']): T {
  const asked = counts.asked + (verdict === 'notRecorded' ? 0 : 1);
  return { ...counts, asked, [verdict]: counts[verdict] + 1 };
}

/** The form of the answer that a call asks for: `jsonParsed, full`. */
function variantOf({ params }: Question): string {
  const config = listOf(parseJson(params)).findLast(isJsonObject) ?? {};
  const { dataSlice, encoding, rewards, transactionDetails } = config;
  const forms = [
    encoding,
    transactionDetails,
    dataSlice === undefined ? undefined : 'dataSlice',
    rewards === false ? 'no rewards' : undefined,
  ];
  return forms.filter((form) => typeof form === 'string').join(', ');
}
