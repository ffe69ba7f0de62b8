import { isJsonObject } from '../../codec/jsonText.ts';
import { listOf, memberAt, objectOf } from '../../codec/jsonValues.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { onOneLine } from '../../codec/text.ts';
import { loadUnzstd } from '../../codec/unzstd.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import { type Answer, type Ask, type Difference, differencesOf } from './differences.ts';
import { type AnswerPair, Explainer, type JudgedDifference, type Verdict, Witness } from './explainDifferences.ts';
import { fieldDifferences } from './fieldDifferences.ts';
import type { Question } from './questions.ts';

/** The answers to a question, compared. */
export interface AnswerComparison {
  readonly question: Question;
  /** the worst of its differences; `notRecorded`: the recording does not hold what the answer needs, and the node was not asked */
  readonly verdict: 'equal' | 'notRecorded' | Verdict;
  /** the first ones of each verdict */
  readonly visible: readonly JudgedDifference[];
  /** number of differences that are not in `visible` */
  readonly omitted: number;
  readonly reasons: ReadonlyMap<string, Reason>;
}

/** The reason why some differences of an answer are not mistakes. */
interface Reason {
  readonly verdict: Verdict;
  /** number of such differences */
  readonly members: number;
}

/** Largest number of differences shown for a verdict; one wrong block has thousands. */
const MAX_SHOWN = 20;
/** Number of questions that are asked at the same time: their answers are in memory together. */
const MAX_PENDING = 8;
const NOT_RECORDED = ',"data":{"reason":"notRecorded"}}';
const VERDICT_ORDER: readonly Verdict[] = ['explained', 'later', 'unexplained'];

interface Sides {
  readonly ledger: Ask;
  readonly node: Ask;
  /** a text of the node as it may be shown */
  readonly withoutSecrets: (text: string) => string;
  /** programs with an IDL; default: none */
  readonly programs?: readonly IdlProgram[];
  /** default: false */
  readonly differsInConsensus?: boolean;
}

/** Asks a ledger and a node the same questions; the answers are compared in the order of the questions. @throws what `node` throws */
export async function* compareAll(questions: Iterable<Question>, sides: Sides): AsyncIterable<AnswerComparison> {
  const { ledger, node } = sides;
  const witness = new Witness(ledger, node);
  const waiting: Promise<AnswerPair | Question | undefined>[] = [];
  for (const question of questions) {
    const answers = askBoth(question, ledger, node);
    // its error is thrown when its turn has come
    answers.catch(() => {});
    waiting.push(answers);
    if (waiting.length >= MAX_PENDING) yield* compareAnswers(await waiting.shift(), witness, sides);
  }
  for (const answers of waiting) yield* compareAnswers(await answers, witness, sides);
}

/** The answers of both; the question alone if the node was not asked; undefined: the question does not fit. */
async function askBoth(question: Question, ledger: Ask, node: Ask): Promise<AnswerPair | Question | undefined> {
  const { isTentative, method, params } = question;
  const ours = await ledger(method, params);
  if (isTentative === true && ours.kind === 'error') return undefined;
  if (isNotRecorded(ours)) return question;
  return { question, ledger: ours, node: await node(method, params) };
}

function isNotRecorded({ kind, text }: Answer): boolean {
  return kind === 'error' && text.endsWith(NOT_RECORDED);
}

async function* compareAnswers(
  answers: AnswerPair | Question | undefined,
  witness: Witness,
  sides: Sides,
): AsyncIterable<AnswerComparison> {
  if (answers === undefined) return;
  const noDifference = { visible: [], omitted: 0, reasons: new Map() };
  if (!('question' in answers)) yield { question: answers, verdict: 'notRecorded', ...noDifference };
  else if (isEqual(answers)) yield { question: answers.question, verdict: 'equal', ...noDifference };
  else yield judge(answers, new Explainer(answers, witness, sides.differsInConsensus), sides);
}

function isEqual({ ledger, node }: AnswerPair): boolean {
  return ledger.kind === node.kind && ledger.text === node.text;
}

async function judge(answers: AnswerPair, explainer: Explainer, sides: Sides): Promise<AnswerComparison> {
  const counts = { explained: 0, later: 0, unexplained: 0 };
  const reasons = new Map<string, Reason>();
  const visible: JudgedDifference[] = [];
  await loadUnzstd();
  for (const difference of differencesOf(answers.ledger, answers.node)) {
    const judged = await explainer.judge(difference);
    if (++counts[judged.verdict] <= MAX_SHOWN) visible.push(shownDifference(judged, explainer, sides));
    const { reason, verdict } = judged;
    if (reason !== undefined) reasons.set(reason, { verdict, members: (reasons.get(reason)?.members ?? 0) + 1 });
  }
  const omitted = counts.explained + counts.later + counts.unexplained - visible.length;
  const verdict = VERDICT_ORDER.findLast((candidate) => counts[candidate] > 0) ?? 'unexplained';
  return { question: answers.question, verdict, visible, omitted, reasons };
}

function shownDifference(
  judged: JudgedDifference,
  explainer: Explainer,
  { programs = [], withoutSecrets }: Sides,
): JudgedDifference {
  const node = withoutSecrets(judged.node);
  const fields = fieldDifferences(judged, () => explainer.values(), programs);
  return {
    ...judged,
    node,
    ...(fields.length > 0 && { fields: fields.map((field) => ({ ...field, node: withoutSecrets(field.node) })) }),
  };
}

/** Number of equal characters that are shown before the first different one. */
const CONTEXT_LENGTH = 20;

/** The two values of a difference: whole if they are short, else from shortly before the first different character. */
export function shownValues({ ledger, node }: Difference, limit: number): { ledger: string; node: string } {
  const start = Math.max(0, firstDifference(ledger, node) - CONTEXT_LENGTH);
  const isLong = ledger.length > limit || node.length > limit;
  const cut = (text: string) => (isLong ? cutText(text, start, limit) : text);
  return { ledger: cut(ledger), node: cut(node) };
}

/** Cuts a text to at most `limit` characters, and marks the cuts. */
export function cutText(text: string, start: number, limit: number): string {
  const part = text.slice(start, start + limit);
  return `${start > 0 ? '…' : ''}${part}${start + limit < text.length ? '…' : ''}`;
}

function firstDifference(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}

const MAX_VERSION_LENGTH = 40;

export const UNKNOWN_VERSION = 'of unknown version';

/** `solana-core 4.1.0`, or that the node does not say. */
export async function nodeVersion(ask: Ask): Promise<string> {
  const { kind, text } = await ask('getVersion', '[]');
  const core = kind === 'result' ? memberAt(parseJson(text), 'solana-core') : undefined;
  return typeof core === 'string' ? `solana-core ${onOneLine(cutText(core, 0, MAX_VERSION_LENGTH))}` : UNKNOWN_VERSION;
}

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
  const config = objectOf(listOf(parseJson(params)).findLast(isJsonObject)) ?? {};
  const { dataSlice, encoding, rewards, transactionDetails } = config;
  const forms = [
    encoding,
    transactionDetails,
    dataSlice === undefined ? undefined : 'dataSlice',
    rewards === false ? 'no rewards' : undefined,
  ];
  return forms.filter((form) => typeof form === 'string').join(', ');
}
