import { describe, expect, it } from 'vitest';
import { readCallList } from '../../src/document/callList.ts';
import { FixtureError } from '../../src/document/problem.ts';

function refusal(text: string): string[] {
  try {
    readCallList('calls.jsonl', text);
  } catch (error) {
    if (error instanceof FixtureError) return error.problems.map(String);
    throw error;
  }
  throw new Error('it was read');
}

describe('a list of calls', () => {
  it('has one a line, as a call or as a request; parameters stay as they are written', () => {
    const text = [
      '{"method":"getSlot"}',
      '',
      '  {"jsonrpc":"2.0","id":"x","method":"getBlock","params": [18446744073709551615, {"b":1.0,"a":"\\u00e9"}] }\r',
      '{"params":[],"method":"getHealth"}',
      '',
    ];
    expect(readCallList('calls.jsonl', `\ufeff${text.join('\n')}`)).toEqual([
      { method: 'getSlot', params: '[]' },
      { method: 'getBlock', params: '[18446744073709551615, {"b":1.0,"a":"\\u00e9"}]' },
      { method: 'getHealth', params: '[]' },
    ]);
  });

  it('may be empty', () => expect(readCallList('calls.jsonl', '\n')).toEqual([]));

  it.each([
    ['{"method":}', ':1:11: expected a value'],
    ['[]', ':1:1: expected a call: {"method": …, "params": […]}'],
    ['"getSlot"', ':1:1: expected a call: {"method": …, "params": […]}'],
    ['{"params":[]}', ':1:1: /method: expected the name of a method'],
    ['{"method":5}', ':1:11: /method: expected the name of a method'],
    ['{"method":"getSlot","params":{}}', ':1:30: /params: expected a list of parameters'],
    ['{"method":"getSlot","params":null}', ':1:30: /params: expected a list of parameters'],
  ])('%s is refused', (text, problem) => {
    expect(refusal(text)).toEqual([`calls.jsonl${problem}`]);
  });

  it.each(['sendTransaction', 'requestAirdrop', 'stillnode_reset', 'slotSubscribe', 'slotUnsubscribe'])(
    '%s is no read',
    (method) => {
      expect(refusal(`\n{"method":"${method}","params":[]}`)).toEqual([
        `calls.jsonl:2:11: /method: ${method} is not asked of a real node (a list has calls that read only)`,
      ]);
    },
  );

  it('every line that is none is named', () => {
    expect(refusal('[]\n{"method":"getSlot"}\n{')).toEqual([
      'calls.jsonl:1:1: expected a call: {"method": …, "params": […]}',
      'calls.jsonl:3:2: expected a key in double quotes',
    ]);
  });
});
