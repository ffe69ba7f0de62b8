import { JsonFragment, type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import type { AnswerComparison, Verdict, VisibleDifference } from './compare.ts';
import { cutText, shownValues } from './cutText.ts';
import type { Difference } from './differences.ts';
import type { FieldDifference } from './fieldDifferences.ts';

/** Largest number of characters of a value in a line. */
const VALUE_LIMIT = 60;
const PARAMS_LIMIT = 200;

/** The text about an answer: empty if it is not different; else its call and the differences, a line each. */
export function comparisonText({ omitted, question, verdict, visible }: AnswerComparison): string {
  if (verdict !== 'different') return '';
  const more = omitted > 0 ? [`  and ${omitted} more`] : [];
  return lines([callText(question.method, question.params), ...visible.flatMap(memberLines), ...more]);
}

/** A call in one line: `getSlot []`. */
function callText(method: string, params: string): string {
  return onOneLine(`${method} ${cutText(params, 0, PARAMS_LIMIT)}`);
}

/** Largest number of fields shown for an account. */
const MAX_FIELDS = 20;

function memberLines(difference: VisibleDifference): readonly string[] {
  const { fields = [] } = difference;
  const more = fields.length - MAX_FIELDS;
  return [
    `  ${differenceText(difference)}`,
    ...fields.slice(0, MAX_FIELDS).map((field) => `    ${differenceText(field)}`),
    ...(more > 0 ? [`    and ${more} more fields`] : []),
  ];
}

/** A difference in one line: `.fee: 5000 → 5001`, of the ledger and of the node. */
export function differenceText(difference: Difference): string {
  const path = difference.path === '' ? 'the whole answer' : difference.path;
  const subject = difference.kind === 'order' ? `${path}: order of members` : path;
  const { ledger, node } = shownValues(difference, VALUE_LIMIT);
  return onOneLine(`${subject}: ${ledger || NOT_THERE} → ${node || NOT_THERE}`);
}

/** A member that only one of both has; every value of JSON has a text. */
const NOT_THERE = 'not there';

/** Number of calls: `asked` are those that the node was asked, so `notRecorded` is not part of it. */
export type Counts = Readonly<Record<Verdict | 'asked', number>>;

export const NO_COUNTS: Counts = { asked: 0, equal: 0, alike: 0, different: 0, notRecorded: 0 };

export function addToCounts(counts: Counts, verdict: Verdict): Counts {
  const asked = counts.asked + (verdict === 'notRecorded' ? 0 : 1);
  return { ...counts, asked, [verdict]: counts[verdict] + 1 };
}

/** The text at the end. @param node its host and version */
export function summaryText({ alike, asked, different, equal, notRecorded }: Counts, node: string): string {
  return lines([
    `calls to ${node}: ${asked}`,
    `  equal to the byte: ${equal}`,
    `  equal but for what differs by nature: ${alike}`,
    `  different: ${different}`,
    ...(notRecorded > 0 ? [`not asked, because the ledger has not recorded enough: ${notRecorded}`] : []),
  ]);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** Largest number of characters of a value in JSON: an account may have megabytes. */
const JSON_VALUE_LIMIT = 2000;

/** A different answer, for programs; undefined: it is not different. */
export function comparisonJson({ omitted, question, verdict, visible }: AnswerComparison): string | undefined {
  if (verdict !== 'different') return undefined;
  return stringifyJson({
    method: question.method,
    params: new JsonFragment(question.params),
    omitted,
    differences: visible.map(({ fields, ...difference }) => ({
      ...differenceJson(difference),
      ...(fields && { fields: fields.map(differenceJson) }),
    })),
  });
}

function differenceJson(difference: FieldDifference): JsonObject {
  return { path: difference.path, kind: difference.kind, ...shownValues(difference, JSON_VALUE_LIMIT) };
}
