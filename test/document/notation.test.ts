import { describe, expect, it } from 'vitest';
import { JSON_NOTATION } from '../../src/document/notation.ts';

/** `offset: message` of what is wrong. */
function faultsOf(text: string): string[] {
  const parsed = JSON_NOTATION.parse(text, new Map());
  return 'faults' in parsed ? parsed.faults.map(({ message, offset }) => `${offset}: ${message}`) : [];
}

describe('habits of other notations are named', () => {
  it.each([
    ['{\n  // the wallet\n  "a": 1}', '4: comments are not allowed'],
    ['{"a": 1 /* lamports */}', '8: comments are not allowed'],
    ['[1, // one\n 2]', '4: comments are not allowed'],
    ['# a file\n{}', '0: comments are not allowed'],
    ['{} // the end', '3: comments are not allowed'],
    ['{"a": 1,\n}', '7: a comma before "}" is not allowed'],
    ['[1, 2 , ]', '6: a comma before "]" is not allowed'],
    ['{"sol": 1,5}', '10: decimals come after a point, as in 1.5'],
  ])('%j', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it.each([
    ['{"a": /x}', '6: expected a value'],
    ['{,}', '1: expected a key in double quotes'],
    ['[,]', '1: expected a value'],
    ['{"a": 1, 5}', '9: expected a key in double quotes'],
    ["{'a': 1}", '1: expected a key in double quotes'],
  ])('anything else is what the parser says: %j', (text, fault) => {
    expect(faultsOf(text)).toEqual([fault]);
  });

  it.each(['{"a": "// no comment, }"}', '[1,5]'])('%j is right', (text) => {
    expect(faultsOf(text)).toEqual([]);
  });
});
