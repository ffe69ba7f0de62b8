import type { Counts, MethodCounts, Tally } from './tally.ts';
import { callText, differenceText, lines } from './texts.ts';

/** What was compared; nothing of a URL. */
export interface ReportSubject {
  /** of the node, as getVersion gives it */
  readonly nodeVersion: string;
  /** counts of the ledger, in words */
  readonly ledger: string;
  /** of stillnode, and the dialect that the ledger answered in */
  readonly version: string;
  readonly dialect: string;
}

/** A report in Markdown that has no date, so that the same answers give the same text. */
export function reportText(tally: Tally, { dialect, ledger, nodeVersion, version }: ReportSubject): string {
  const { counts } = tally;
  return lines([
    '# A ledger compared with a real node',
    '',
    `- node: ${nodeVersion}`,
    `- ledger: ${ledger}`,
    `- stillnode ${version}, ${dialect} dialect`,
    `- answers: ${counts.asked}, equal to the byte: ${counts.equal} (${shareText(counts)}), unexplained: ${counts.unexplained}`,
    '',
    '## Methods and encodings',
    '',
    '| method | encoding | answers | equal to the byte | known differences | later on the node | unexplained | not recorded |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...tally.methods.map(methodRow),
    '',
    '## What differs, and why',
    '',
    ...reasonRows(tally),
    '',
    '## What nothing explains',
    '',
    ...unexplainedRows(tally),
  ]);
}

function methodRow({ method, variant, ...counts }: MethodCounts): string {
  const { asked, equal, explained, later, notRecorded, unexplained } = counts;
  return row([
    cellCode(method),
    variant === '' ? '-' : cellText(variant),
    asked,
    equal,
    explained,
    later,
    unexplained,
    notRecorded,
  ]);
}

function reasonRows({ reasons }: Tally): string[] {
  if (reasons.length === 0) return ['Nothing differs for a known reason.'];
  return [
    '| reason | answers | members |',
    '|---|--:|--:|',
    ...reasons.map(({ answers, members, reason }) => row([cellText(reason), answers, members])),
  ];
}

function unexplainedRows({ counts, unexplained }: Tally): string[] {
  if (unexplained.length === 0) return ['Nothing.'];
  const more = counts.unexplained - unexplained.length;
  return [
    '| call | first difference: ledger → node |',
    '|---|---|',
    ...unexplained.map(({ first, question }) =>
      row([
        cellCode(callText(question.method, question.params)),
        first === undefined ? '-' : cellCode(differenceText(first)),
      ]),
    ),
    ...(more > 0 ? ['', `And ${more} more.`] : []),
  ];
}

/** Rounded down, so that 100 % is all of them. */
function shareText({ asked, equal }: Counts): string {
  const thousandths = asked === 0 ? 1000 : Math.floor((equal * 1000) / asked);
  return `${Math.floor(thousandths / 10)}.${thousandths % 10} %`;
}

function row(cells: readonly (string | number)[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Answers are written by strangers: no cell ends its row, or its code. */
function cellCode(text: string): string {
  const fence = '`'.repeat(Math.max(0, ...Array.from(text.matchAll(/`+/g), ([ticks]) => ticks.length)) + 1);
  const space = fence.length > 1 ? ' ' : '';
  return `${fence}${space}${text.replaceAll('|', '\\|')}${space}${fence}`;
}

function cellText(text: string): string {
  return text.replaceAll('|', '\\|').replaceAll('<', '&lt;');
}
