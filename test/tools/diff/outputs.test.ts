import { describe, expect, it } from 'vitest';
import type { AnswerComparison, Verdict, VisibleDifference } from '../../../src/tools/diff/compare.ts';
import type { DifferenceKind } from '../../../src/tools/diff/differences.ts';
import {
  addToCounts,
  comparisonJson,
  comparisonText,
  differenceText,
  NO_COUNTS,
  summaryText,
} from '../../../src/tools/diff/outputs.ts';

function difference(path: string, kind: DifferenceKind, ledger: string, node: string): VisibleDifference {
  return { path, kind, ledger, node };
}

function compared(
  call: string,
  verdict: Verdict,
  visible: readonly VisibleDifference[] = [],
  omitted = 0,
): AnswerComparison {
  const [method = '', params = ''] = call.split(/ (.*)/s);
  return { question: { method, params }, verdict, visible, omitted };
}

const DIFFERENT = compared(
  'getBlock [5,{"encoding":"base64","transactionDetails":"full"}]',
  'different',
  [difference('.blockTime', 'changed', '5', '6'), difference('.rewards', 'onlyNode', '', '[]')],
  7,
);

describe('a line for people', () => {
  it('nothing of what is equal, alike or not recorded', () => {
    expect(comparisonText(compared('getSlot []', 'equal'))).toBe('');
    expect(comparisonText(compared('getSlot []', 'alike'))).toBe('');
    expect(comparisonText(compared('getBlock [5]', 'notRecorded'))).toBe('');
  });

  it('the call, its members from the ledger to the node, and how many more there are', () => {
    expect(comparisonText(DIFFERENT)).toBe(
      `getBlock [5,{"encoding":"base64","transactionDetails":"full"}]
  .blockTime: 5 → 6
  .rewards: not there → []
  and 7 more
`,
    );
  });

  it('long parameters are cut', () => {
    const text = comparisonText(compared(`getSignatureStatuses [["${'x'.repeat(300)}"]]`, 'different'));
    expect(text).toBe(`getSignatureStatuses [["${'x'.repeat(197)}…\n`);
  });

  it('twenty fields of an account are printed, and the others counted', () => {
    const fields = Array.from({ length: 22 }, (_, i) => difference(`fields.f${i}`, 'changed', '1', '2'));
    const text = comparisonText(
      compared('x []', 'different', [{ ...difference('.value.data[0]', 'changed', '"a"', '"b"'), fields }]),
    );
    expect(text.split('\n').slice(0, 3)).toEqual(['x []', '  .value.data[0]: "a" → "b"', '    fields.f0: 1 → 2']);
    expect(text.split('\n').slice(-3)).toEqual(['    fields.f19: 1 → 2', '    and 2 more fields', '']);
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

describe('the summary', () => {
  const countsOf = (...verdicts: readonly Verdict[]) => verdicts.reduce(addToCounts, NO_COUNTS);

  it('counts what is equal, alike, different and not recorded', () => {
    const counts = countsOf('equal', 'alike', 'alike', 'different', 'notRecorded', 'equal');
    expect(counts).toEqual({ asked: 5, equal: 2, alike: 2, different: 1, notRecorded: 1 });
    expect(summaryText(counts, 'http://node:1 (solana-core 2.3.6)')).toBe(
      `calls to http://node:1 (solana-core 2.3.6): 5
  equal to the byte: 2
  equal but for what differs by nature: 2
  different: 1
not asked, because the ledger has not recorded enough: 1
`,
    );
  });

  it('is short where all is recorded', () => {
    expect(summaryText(countsOf('equal'), 'http://node:1 (solana-core 4.1.0)')).toBe(
      `calls to http://node:1 (solana-core 4.1.0): 1
  equal to the byte: 1
  equal but for what differs by nature: 0
  different: 0
`,
    );
  });
});

describe('JSON', () => {
  it('has nothing of what is equal, alike or not recorded', () => {
    expect(comparisonJson(compared('getSlot []', 'equal'))).toBeUndefined();
    expect(comparisonJson(compared('getSlot []', 'alike'))).toBeUndefined();
    expect(comparisonJson(compared('getBlock [5]', 'notRecorded'))).toBeUndefined();
  });

  it('has the call as it was, and every difference that is shown', () => {
    expect(comparisonJson(DIFFERENT)).toBe(
      '{"differences":[{"kind":"changed","ledger":"5","node":"6","path":".blockTime"},{"kind":"onlyNode","ledger":"","node":"[]","path":".rewards"}],"method":"getBlock","omitted":7,"params":[5,{"encoding":"base64","transactionDetails":"full"}]}',
    );
  });

  it('has the fields of accounts', () => {
    const fields = [difference('fields.price', 'changed', '10', '12')];
    const text = comparisonJson(
      compared('x []', 'different', [{ ...difference('.value.data[0]', 'changed', '"a"', '"b"'), fields }]),
    );
    expect(text).toContain(
      '"fields":[{"kind":"changed","ledger":"10","node":"12","path":"fields.price"}],"kind":"changed"',
    );
  });

  it('long values begin shortly before what differs', () => {
    const long = 'A'.repeat(3000);
    const text = comparisonJson(compared('x []', 'different', [difference('.a', 'changed', `${long}B`, `${long}C`)]));
    expect(text).toContain(`"ledger":"…${'A'.repeat(20)}B","node":"…${'A'.repeat(20)}C"`);
  });
});
