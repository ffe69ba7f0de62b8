import { JsonFragment, type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { onOneLine } from '../../codec/text.ts';
import type { AnswerComparison, JudgedDifference } from './compare.ts';
import { cutText, shownValues } from './cutText.ts';
import type { Difference } from './differences.ts';
import type { FieldDifference } from './fieldDifferences.ts';
import { type ConsensusPair, consensusText } from './nodeFacts.ts';
import type { Counts, Tally } from './tally.ts';

/** Largest number of characters of a value in a line. */
const VALUE_LIMIT = 60;
const PARAMS_LIMIT = 200;

/**
 * The text about an answer: empty if it is equal or every difference is known; else its call and the differences, a line each.
 */
export function comparisonText({ omitted, question, visible, verdict }: AnswerComparison): string {
  if (verdict !== 'later' && verdict !== 'unexplained') return '';
  const differences = visible.filter((judged) => judged.verdict !== 'explained');
  const more = omitted > 0 ? [`  and ${omitted} more`] : [];
  const call = callText(question.method, question.params);
  return [`${LABELS[verdict]}: ${call}`, ...differences.flatMap(memberLines), ...more, ''].join('\n');
}

/** A call in one line: `getSlot []`. */
function callText(method: string, params: string): string {
  return onOneLine(`${method} ${cutText(params, 0, PARAMS_LIMIT)}`);
}

/** Largest number of fields shown for an account. */
const MAX_FIELDS = 20;

function memberLines(judged: JudgedDifference): readonly string[] {
  const reason = judged.reason === undefined ? '' : ` (${judged.reason})`;
  const { fields = [] } = judged;
  const more = fields.length - MAX_FIELDS;
  return [
    `  ${differenceText(judged)}${reason}`,
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

type LabeledVerdict = keyof typeof LABELS;
/** The words for each verdict, from the best to the worst. */
const LABELS = {
  equal: 'equal to the byte',
  explained: 'known differences',
  later: 'later on the node',
  unexplained: 'unexplained',
} as const;
const VERDICTS = Object.keys(LABELS) as readonly LabeledVerdict[];

/**
 * A line for each method, in the order of the questions: `getBlock  20/24`. Known differences, and what is later on the node, count as
 * equal.
 */
export function methodLines({ methods }: Tally): string {
  const sums = new Map<string, { readonly questions: number; readonly equal: number }>();
  for (const { asked: questions, method, unexplained } of methods) {
    const sum = sums.get(method) ?? { questions: 0, equal: 0 };
    sums.set(method, { questions: sum.questions + questions, equal: sum.equal + questions - unexplained });
  }
  return lines(Array.from(sums, ([method, { equal, questions }]) => `${method}  ${equal}/${questions}`));
}

/** The text at the end. @param node its host and version @param consensus the consensus of both, if they differ */
export function summaryText(tally: Tally, node: string, consensus?: ConsensusPair): string {
  const { asked, notRecorded } = tally.counts;
  const reasons = tally.reasons.map(({ answers, reason }) => `  ${reason}: ${answers}`);
  return lines([
    ...(consensus === undefined ? [] : [consensusText(consensus)]),
    `questions to ${node}: ${asked}`,
    ...VERDICTS.map((verdict) => `  ${LABELS[verdict]}: ${tally.counts[verdict]}`),
    ...(notRecorded > 0 ? [`not asked, because the ledger has not recorded enough: ${notRecorded}`] : []),
    ...(reasons.length > 0 ? ['answers that differ, by reason:', ...reasons] : []),
  ]);
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\n`).join('');
}

/** Largest number of characters of a value in JSON: an account may have megabytes. */
const JSON_VALUE_LIMIT = 2000;

/** An answer that is not equal, for programs; undefined: it is. */
export function comparisonJson({ omitted, question, visible, verdict }: AnswerComparison): string | undefined {
  if (verdict === 'equal' || verdict === 'notRecorded') return undefined;
  return stringifyJson({
    method: question.method,
    params: new JsonFragment(question.params),
    verdict,
    omitted,
    differences: visible.map((judged) => ({
      path: judged.path,
      kind: judged.kind,
      verdict: judged.verdict,
      reason: judged.reason ?? null,
      ...shownValues(judged, JSON_VALUE_LIMIT),
      ...(judged.fields && { fields: judged.fields.map(fieldJson) }),
    })),
  });
}

function fieldJson(field: FieldDifference): JsonObject {
  return { path: field.path, kind: field.kind, ...shownValues(field, JSON_VALUE_LIMIT) };
}

/** The last part of the document of `--json`, after the answers. */
export function summaryJson(tally: Tally): JsonObject {
  return {
    counts: { ...tally.counts },
    methods: tally.methods.map((counts) => ({ ...counts })),
    reasons: tally.reasons.map((counts) => ({ ...counts })),
  };
}

/** The two sides of the comparison, without any part of a URL. */
export interface ReportSubject {
  /** version of the node, from getVersion */
  readonly nodeVersion: string;
  /** undefined: it is the same, or the node does not say */
  readonly consensus?: ConsensusPair | undefined;
  /** counts of the ledger, in words */
  readonly ledger: string;
  /** version of stillnode */
  readonly version: string;
  readonly dialect: string;
}

/** A report in Markdown that has no date, so that the same answers give the same text. */
export function reportText(tally: Tally, { consensus, dialect, ledger, nodeVersion, version }: ReportSubject): string {
  const { counts } = tally;
  return lines([
    '# A ledger compared with a real node',
    '',
    `- node: ${nodeVersion}`,
    `- ledger: ${ledger}`,
    ...(consensus === undefined ? [] : [`- ${consensusText(consensus)}`]),
    `- stillnode ${version}, ${dialect} dialect`,
    `- answers: ${counts.asked}, equal to the byte: ${counts.equal} (${shareText(counts)}), unexplained: ${counts.unexplained}`,
    '',
    '## Methods and encodings',
    '',
    ...methodTable(tally),
    '',
    '## What differs, and why',
    '',
    ...reasonTable(tally),
    '',
    '## What nothing explains',
    '',
    ...unexplainedTable(tally),
  ]);
}

function methodTable({ methods }: Tally): string[] {
  const numbers = ['asked', ...VERDICTS, 'notRecorded'] as const;
  return tableLines(
    ['method', 'encoding'],
    ['answers', ...VERDICTS.map((verdict) => LABELS[verdict]), 'not recorded'],
    methods.map(({ method, variant, ...counts }) => [
      cellCode(method),
      cellText(variant) || '-',
      ...numbers.map((name) => counts[name]),
    ]),
  );
}

function reasonTable({ reasons }: Tally): string[] {
  if (reasons.length === 0) return ['Nothing differs for a known reason.'];
  const rows = reasons.map(({ answers, members, reason }) => [cellText(reason), answers, members]);
  return tableLines(['reason'], ['answers', 'members'], rows);
}

function unexplainedTable({ counts, unexplained }: Tally): string[] {
  if (unexplained.length === 0) return ['Nothing.'];
  const more = counts.unexplained - unexplained.length;
  const rows = unexplained.map(({ first, question }) => [
    cellCode(callText(question.method, question.params)),
    first === undefined ? '-' : cellCode(differenceText(first)),
  ]);
  return [
    ...tableLines(['call', 'first difference: ledger → node'], [], rows),
    ...(more > 0 ? ['', `And ${more} more.`] : []),
  ];
}

type Cells = readonly (string | number)[];

/** A table with columns of texts, and columns of numbers to the right of them. */
function tableLines(texts: readonly string[], numbers: readonly string[], rows: readonly Cells[]): string[] {
  const row = (cells: Cells) => `| ${cells.join(' | ')} |`;
  const rule = [...texts.map(() => '---'), ...numbers.map(() => '--:')].join('|');
  return [row([...texts, ...numbers]), `|${rule}|`, ...rows.map(row)];
}

/** The share of equal answers, rounded down: 100 % means all. */
function shareText({ asked, equal }: Counts): string {
  const thousandths = asked === 0 ? 1000 : Math.floor((equal * 1000) / asked);
  return `${Math.floor(thousandths / 10)}.${thousandths % 10} %`;
}

/** Code in a cell. The text may come from the answer of a node: nothing in it ends the row or the code. */
function cellCode(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length)) + 1);
  const space = fence.length > 1 ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
