import type { JsonValue } from '../../codec/jsonText.ts';
import { parseJson } from '../../codec/parseJson.ts';
import { loadUnzstd } from '../../codec/unzstd.ts';
import type { IdlProgram } from '../../solana/idl/idl.ts';
import type { Answer, Ask } from './ask.ts';
import { isNatural } from './byNature.ts';
import { type Difference, differencesOf } from './differences.ts';
import { type FieldDifference, fieldDifferences } from './fieldDifferences.ts';
import type { Question } from './questions.ts';

/**
 * - `equal`: to the byte
 * - `alike`: but for members that differ by nature
 * - `notRecorded`: the recording does not hold what the answer needs, and the node was not asked
 */
export type Verdict = 'equal' | 'alike' | 'different' | 'notRecorded';

/** The answers to a question, compared. */
export interface AnswerComparison {
  readonly question: Question;
  readonly verdict: Verdict;
  /** the first differences that are not by nature */
  readonly visible: readonly VisibleDifference[];
  /** number of differences that are not in `visible` */
  readonly omitted: number;
}

export interface VisibleDifference extends Difference {
  /** different fields, for account data that an IDL describes */
  readonly fields?: readonly FieldDifference[];
}

/** Largest number of differences shown of an answer; one wrong block has thousands. */
const MAX_SHOWN = 20;
/** Number of questions that are asked at the same time: their answers are in memory together. */
const MAX_PENDING = 8;
const NOT_RECORDED = ',"data":{"reason":"notRecorded"}}';

/** Both sides of a comparison, and how their answers are shown. */
interface Sides {
  readonly ledger: Ask;
  readonly node: Ask;
  /** a text of the node as it may be shown */
  readonly withoutSecrets: (text: string) => string;
  /** programs with an IDL; default: none */
  readonly programs?: readonly IdlProgram[];
}

/** Asks a ledger and a node the same questions; the answers are compared in the order of the questions. @throws what `node` throws */
export async function* compareAll(questions: Iterable<Question>, sides: Sides): AsyncIterable<AnswerComparison> {
  await loadUnzstd();
  const pending: Promise<AnswerComparison | undefined>[] = [];
  for (const question of questions) {
    const comparison = compareAnswers(question, sides);
    // an error is thrown below, when its turn has come
    comparison.catch(() => {});
    pending.push(comparison);
    if (pending.length >= MAX_PENDING) yield* oneOrNone(await pending.shift());
  }
  for (const comparison of pending) yield* oneOrNone(await comparison);
}

function oneOrNone<T>(value: T | undefined): readonly T[] {
  return value === undefined ? [] : [value];
}

/** Undefined: the question does not fit the ledger. */
async function compareAnswers(question: Question, sides: Sides): Promise<AnswerComparison | undefined> {
  const { isTentative, method, params } = question;
  const noDifference = { question, visible: [], omitted: 0 };
  const ledger = await sides.ledger(method, params);
  if (isTentative === true && ledger.kind === 'error') return undefined;
  if (ledger.kind === 'error' && ledger.text.endsWith(NOT_RECORDED)) return { ...noDifference, verdict: 'notRecorded' };
  const node = await sides.node(method, params);
  if (ledger.kind === node.kind && ledger.text === node.text) return { ...noDifference, verdict: 'equal' };
  const visible: VisibleDifference[] = [];
  const values = parsedOnce({ ledger, node });
  let count = 0;
  for (const difference of differencesOf(ledger, node))
    if (!isNatural(difference, method) && ++count <= MAX_SHOWN)
      visible.push(shownDifference(difference, values, sides));
  return { question, verdict: count === 0 ? 'alike' : 'different', visible, omitted: count - visible.length };
}

type Pair<T> = { readonly ledger: T; readonly node: T };

/** The values of both answers, which are parsed at the first use: most differences do not need them. */
function parsedOnce({ ledger, node }: Pair<Answer>): () => Pair<JsonValue> {
  let values: Pair<JsonValue> | undefined;
  return () => (values ??= { ledger: parseJson(ledger.text), node: parseJson(node.text) });
}

function shownDifference(
  difference: Difference,
  values: () => Pair<JsonValue>,
  { programs = [], withoutSecrets }: Sides,
): VisibleDifference {
  const safe = <T extends FieldDifference>(entry: T): T => ({ ...entry, node: withoutSecrets(entry.node) });
  const fields = fieldDifferences(difference, values, programs);
  return { ...safe(difference), ...(fields.length > 0 && { fields: fields.map(safe) }) };
}
