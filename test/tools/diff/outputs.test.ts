import { describe, expect, it } from 'vitest';
import type { AnswerComparison, JudgedDifference, Verdict } from '../../../src/tools/diff/compare.ts';
import type { DifferenceKind } from '../../../src/tools/diff/differences.ts';
import { CHANGED_ACCOUNT } from '../../../src/tools/diff/laterDifferences.ts';
import {
  comparisonJson,
  comparisonText,
  differenceText,
  reportText,
  summaryJson,
  summaryText,
} from '../../../src/tools/diff/outputs.ts';
import { Tally } from '../../../src/tools/diff/tally.ts';

const INDEX = 'transactionIndex: not before late 2025';

function judged(path: string, kind: DifferenceKind, ledger: string, node: string, reason?: string): JudgedDifference {
  const verdict: Verdict = reason === undefined ? 'unexplained' : reason === INDEX ? 'explained' : 'later';
  return { path, kind, ledger, node, verdict, reason };
}

function compared(
  call: string,
  verdict: AnswerComparison['verdict'],
  shown: readonly JudgedDifference[] = [],
  omitted = 0,
): AnswerComparison {
  const [method = '', params = ''] = call.split(/ (.*)/s);
  const reasons = new Map(
    shown.flatMap(({ reason, verdict: of }) => (reason === undefined ? [] : [[reason, { verdict: of, members: 3 }]])),
  );
  return { question: { method, params }, verdict, visible: shown, omitted, reasons };
}

const EXPLAINED = compared('getTransaction ["S",{"encoding":"json"}]', 'explained', [
  judged('.transactionIndex', 'onlyLedger', '1', '', INDEX),
]);
const LATER = compared('getBalance ["A",{"commitment":"confirmed"}]', 'later', [
  judged('.value', 'changed', '1', '2', CHANGED_ACCOUNT),
]);
const UNEXPLAINED = compared(
  'getBlock [5,{"encoding":"base64","transactionDetails":"full"}]',
  'unexplained',
  [
    judged('.blockTime', 'changed', '5', '6'),
    judged('.transactions[0].transactionIndex', 'onlyLedger', '1', '', INDEX),
    judged('.rewards', 'onlyNode', '', '[]'),
  ],
  7,
);

describe('a line for people', () => {
  it('nothing of what is equal, not recorded or known', () => {
    expect(comparisonText(compared('getSlot []', 'equal'))).toBe('');
    expect(comparisonText(compared('getBlock [5]', 'notRecorded'))).toBe('');
    expect(comparisonText(EXPLAINED)).toBe('');
  });

  it('the call, its members from the ledger to the node, and how many more there are', () => {
    expect(comparisonText(UNEXPLAINED)).toBe(
      `unexplained: getBlock [5,{"encoding":"base64","transactionDetails":"full"}]
  .blockTime: 5 → 6
  .rewards: not there → []
  and 7 more
`,
    );
  });

  it('of what the node has changed since, with the reason', () => {
    expect(comparisonText(LATER)).toBe(
      `later on the node: getBalance ["A",{"commitment":"confirmed"}]
  .value: 1 → 2 (account: changed since the slot of the ledger)
`,
    );
  });

  it('long parameters are cut', () => {
    const text = comparisonText(compared(`getSignatureStatuses [["${'x'.repeat(300)}"]]`, 'unexplained'));
    expect(text).toBe(`unexplained: getSignatureStatuses [["${'x'.repeat(197)}…\n`);
  });

  it.each<[kind: DifferenceKind, ledger: string, node: string, text: string]>([
    ['changed', '1', '2', '.a: 1 → 2'],
    ['onlyLedger', '1', '', '.a: 1 → not there'],
    ['onlyNode', '', '1', '.a: not there → 1'],
    ['order', 'a, b', 'b, a', '.a: order of members: a, b → b, a'],
    ['spacing', 'none', 'white space', '.a: none → white space'],
    [
      'changed',
      `"${'A'.repeat(100)}B${'C'.repeat(100)}"`,
      `"${'A'.repeat(100)}D"`,
      `.a: …${'A'.repeat(20)}B${'C'.repeat(39)}… → …${'A'.repeat(20)}D"`,
    ],
    ['changed', `"${'A'.repeat(100)}"`, 'null', `.a: "${'A'.repeat(59)}… → null`],
    ['changed', '"\u001b[2J"', '"\u2028"', '.a: "\\u001b[2J" → "\\u2028"'],
  ])('%s %s %s', (kind, ledger, node, text) => {
    expect(differenceText({ path: '.a', kind, ledger, node })).toBe(text);
  });

  it('the whole answer is called so', () => {
    expect(differenceText({ path: '', kind: 'changed', ledger: 'null', node: '5' })).toBe('the whole answer: null → 5');
  });
});

function tallyOf(...list: readonly AnswerComparison[]): Tally {
  const tally = new Tally();
  for (const each of list) tally.add(each);
  return tally;
}

const ALL = tallyOf(
  compared('getSlot []', 'equal'),
  EXPLAINED,
  EXPLAINED,
  LATER,
  UNEXPLAINED,
  compared('getBlock [6,{"encoding":"base64","transactionDetails":"full"}]', 'notRecorded'),
  compared('getBlock [6,{"dataSlice":{},"rewards":false}]', 'equal'),
);
const NONE = tallyOf(compared('getSlot []', 'equal'));

describe('the summary', () => {
  it('counts what is equal, explained, later, unexplained and not recorded, with reasons', () => {
    expect(summaryText(ALL, 'http://node:1 (solana-core 2.3.6)')).toBe(
      `questions to http://node:1 (solana-core 2.3.6): 6
  equal to the byte: 2
  known differences: 2
  later on the node: 1
  unexplained: 1
not asked, because the ledger has not recorded enough: 1
answers that differ, by reason:
  transactionIndex: not before late 2025: 3
  account: changed since the slot of the ledger: 1
`,
    );
  });

  it('is short where all is equal', () => {
    expect(summaryText(NONE, 'http://node:1 (solana-core 4.1.0)')).toBe(
      `questions to http://node:1 (solana-core 4.1.0): 1
  equal to the byte: 1
  known differences: 0
  later on the node: 0
  unexplained: 0
`,
    );
  });
});

describe('the report', () => {
  const subject = {
    nodeVersion: 'solana-core 2.3.6',
    ledger: '3 blocks, 2 transactions, 1 account',
    version: '0.4.0',
    dialect: 'agave',
  };

  it('has methods by encoding, reasons, and what nothing explains', () => {
    expect(reportText(ALL, subject)).toBe(
      `# A ledger compared with a real node

- node: solana-core 2.3.6
- ledger: 3 blocks, 2 transactions, 1 account
- stillnode 0.4.0, agave dialect
- answers: 6, equal to the byte: 2 (33.3 %), unexplained: 1

## Methods and encodings

| method | encoding | answers | equal to the byte | known differences | later on the node | unexplained | not recorded |
|---|---|--:|--:|--:|--:|--:|--:|
| \`getSlot\` | - | 1 | 1 | 0 | 0 | 0 | 0 |
| \`getTransaction\` | json | 2 | 0 | 2 | 0 | 0 | 0 |
| \`getBalance\` | - | 1 | 0 | 0 | 1 | 0 | 0 |
| \`getBlock\` | base64, full | 1 | 0 | 0 | 0 | 1 | 1 |
| \`getBlock\` | dataSlice, no rewards | 1 | 1 | 0 | 0 | 0 | 0 |

## What differs, and why

| reason | answers | members |
|---|--:|--:|
| transactionIndex: not before late 2025 | 3 | 9 |
| account: changed since the slot of the ledger | 1 | 3 |

## What nothing explains

| call | first difference: ledger → node |
|---|---|
| \`getBlock [5,{"encoding":"base64","transactionDetails":"full"}]\` | \`.blockTime: 5 → 6\` |
`,
    );
  });

  it('says that nothing differs', () => {
    const report = reportText(NONE, subject);
    expect(report).toContain('\n- answers: 1, equal to the byte: 1 (100.0 %), unexplained: 0\n');
    expect(report.split('## What differs, and why')[1]).toBe(
      '\n\nNothing differs for a known reason.\n\n## What nothing explains\n\nNothing.\n',
    );
  });

  it('100 % is all: fewer are rounded down', () => {
    const equal = Array.from({ length: 9999 }, () => compared('getSlot []', 'equal'));
    expect(reportText(tallyOf(...equal, UNEXPLAINED), subject)).toContain('equal to the byte: 9999 (99.9 %)');
  });

  it('a hundred unexplained answers are listed, the others are counted', () => {
    const report = reportText(tallyOf(...Array.from({ length: 102 }, () => UNEXPLAINED)), subject);
    expect(report.match(/^\| `getBlock \[5,/gm)).toHaveLength(100);
    expect(report).toMatch(/\n\nAnd 2 more\.\n$/);
  });

  it('what strangers write ends no cell', () => {
    const wild = compared('x ["`|`"]', 'unexplained', [judged('.a', 'changed', '"|"', '"`` <b>"')]);
    expect(reportText(tallyOf(wild), subject)).toContain('\n| `` x ["`\\|`"] `` | ``` .a: "\\|" → "`` <b>" ``` |\n');
  });
});

describe('JSON', () => {
  it('has nothing of what is equal or not recorded', () => {
    expect(comparisonJson(compared('getSlot []', 'equal'))).toBeUndefined();
    expect(comparisonJson(compared('getBlock [5]', 'notRecorded'))).toBeUndefined();
  });

  it('has the call as it was, and every difference that is shown', () => {
    expect(comparisonJson(EXPLAINED)).toBe(
      '{"differences":[{"kind":"onlyLedger","ledger":"1","node":"","path":".transactionIndex","reason":"transactionIndex: not before late 2025","verdict":"explained"}],"method":"getTransaction","omitted":0,"params":["S",{"encoding":"json"}],"verdict":"explained"}',
    );
  });

  it('long values begin shortly before what differs', () => {
    const long = 'A'.repeat(3000);
    const text = comparisonJson(compared('x []', 'unexplained', [judged('.a', 'changed', `${long}B`, `${long}C`)]));
    expect(text).toContain(`"ledger":"…${'A'.repeat(20)}B","node":"…${'A'.repeat(20)}C"`);
  });

  it('sums up', () => {
    const counts = { asked: 1, equal: 0, explained: 0, later: 1, notRecorded: 0, unexplained: 0 };
    expect(summaryJson(tallyOf(LATER))).toEqual({
      counts,
      methods: [{ method: 'getBalance', variant: '', ...counts }],
      reasons: [{ reason: CHANGED_ACCOUNT, verdict: 'later', answers: 1, members: 3 }],
    });
  });
});
