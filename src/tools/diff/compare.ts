import { loadUnzstd } from '../../codec/unzstd.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { Ask } from './ask.ts';
import { type Difference, differencesOf } from './differences.ts';
import { type FieldDifference, fieldDifferences } from './fieldDifferences.ts';
import { ALLOWANCES, ALLOWANCES_OF_CONSENSUS, knownReasonOf } from './knownDifferences.ts';
import { AnswerPair, LaterReasons } from './laterDifferences.ts';
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

/** `later`: the node has changed or dropped it since the ledger was recorded. */
export type Verdict = 'explained' | 'later' | 'unexplained';

export interface JudgedDifference extends Difference {
  readonly verdict: Verdict;
  /** undefined: unexplained */
  readonly reason: string | undefined;
  /** different fields, for account data that an IDL describes */
  readonly fields?: readonly FieldDifference[];
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
const WORST_FIRST: readonly Verdict[] = ['unexplained', 'later', 'explained'];

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
  const laterReasons = new LaterReasons(sides.ledger, sides.node);
  for await (const answers of askAll(questions, sides)) {
    if (answers instanceof AnswerPair) yield compareAnswers(answers, laterReasons, sides);
    else if (answers !== undefined) yield answers;
  }
}

type Answers = AnswerPair | AnswerComparison | undefined;

async function* askAll(questions: Iterable<Question>, sides: Sides): AsyncIterable<Answers> {
  const pending: Promise<Answers>[] = [];
  for (const question of questions) {
    const answers = askBoth(question, sides);
    // an error is thrown below, when its turn has come
    answers.catch(() => {});
    pending.push(answers);
    if (pending.length >= MAX_PENDING) yield await pending.shift();
  }
  for (const answers of pending) yield await answers;
}

/** The answers of both if they differ, else the result of the comparison; undefined: the question does not fit. */
async function askBoth(question: Question, sides: Sides): Promise<Answers> {
  const { isTentative, method, params } = question;
  const noDifference = { question, visible: [], omitted: 0, reasons: new Map() };
  const ledger = await sides.ledger(method, params);
  if (isTentative === true && ledger.kind === 'error') return undefined;
  if (ledger.kind === 'error' && ledger.text.endsWith(NOT_RECORDED)) return { ...noDifference, verdict: 'notRecorded' };
  const node = await sides.node(method, params);
  const isEqual = ledger.kind === node.kind && ledger.text === node.text;
  return isEqual ? { ...noDifference, verdict: 'equal' } : new AnswerPair(question, ledger, node);
}

async function compareAnswers(
  answers: AnswerPair,
  laterReasons: LaterReasons,
  sides: Sides,
): Promise<AnswerComparison> {
  const counts = { explained: 0, later: 0, unexplained: 0 };
  const reasons = new Map<string, Reason>();
  const visible: JudgedDifference[] = [];
  await loadUnzstd();
  for (const difference of differencesOf(answers.ledger, answers.node)) {
    const judged = await judge(difference, answers, laterReasons, sides);
    const { reason, verdict } = judged;
    if (++counts[verdict] <= MAX_SHOWN) visible.push(shownDifference(judged, answers, sides));
    if (reason !== undefined) reasons.set(reason, { verdict, members: (reasons.get(reason)?.members ?? 0) + 1 });
  }
  const omitted = counts.explained + counts.later + counts.unexplained - visible.length;
  const verdict = WORST_FIRST.find((candidate) => counts[candidate] > 0) ?? 'unexplained';
  return { question: answers.question, verdict, visible, omitted, reasons };
}

async function judge(
  difference: Difference,
  answers: AnswerPair,
  laterReasons: LaterReasons,
  { differsInConsensus = false }: Sides,
): Promise<JudgedDifference> {
  const { commitment, question } = answers;
  const allowances = differsInConsensus ? ALLOWANCES_OF_CONSENSUS : ALLOWANCES;
  const knownReason = knownReasonOf(difference, allowances, { method: question.method, commitment });
  if (knownReason !== undefined) return { ...difference, verdict: 'explained', reason: knownReason };
  const laterReason = await laterReasons.find(difference, answers);
  return { ...difference, verdict: laterReason === undefined ? 'unexplained' : 'later', reason: laterReason };
}

function shownDifference(
  judged: JudgedDifference,
  answers: AnswerPair,
  { programs = [], withoutSecrets }: Sides,
): JudgedDifference {
  const safe = <T extends Difference>(difference: T): T => ({ ...difference, node: withoutSecrets(difference.node) });
  const fields = fieldDifferences(judged, () => answers.values, programs);
  return { ...safe(judged), ...(fields.length > 0 && { fields: fields.map(safe) }) };
}
