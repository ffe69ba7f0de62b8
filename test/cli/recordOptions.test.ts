import { describe, expect, it } from 'vitest';
import { folder, recordOptionsOf } from './command.ts';

const A = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';
const B = 'CktRuQ2mttgRGkXJtyksdKHjUdc2C4TgDzyB98oEzy8';
const SIGNATURE = '1'.repeat(64);
const TO = ['--from', 'https://node.example/secret', '--out', 'fixtures'];

const subjectsOf = (...args: string[]) => recordOptionsOf([...TO, ...args]).subjects;

describe('what is to be recorded', () => {
  it.each([
    [['--slot', '5'], [{ kind: 'slots', first: 5n, last: 5n }]],
    [['--slot=5..18446744073709551615'.replace('18446744073709551615', '9')], [{ kind: 'slots', first: 5n, last: 9n }]],
    [['--signature', SIGNATURE], [{ kind: 'signature', signature: SIGNATURE }]],
    [
      ['--account', A, '--account', B],
      [
        { kind: 'account', address: A },
        { kind: 'account', address: B },
      ],
    ],
    [['--token-owner', A], [{ kind: 'tokenOwner', owner: A }]],
    [['--address', A], [{ kind: 'address', address: A, limit: 100 }]],
  ])('%j', (args, subjects) => {
    expect(subjectsOf(...args)).toEqual(subjects);
  });

  it('a limit belongs to the address before it, filters to the program before them', () => {
    const args = ['--address', A, '--address', B, '--limit', '7', '--program', A, '--data-size', '165'];
    const more = ['--memcmp', `32:${B}`, '--account', A, '--program', B, '--memcmp', '0:', '--limit', '8'];
    expect(subjectsOf(...args, ...more)).toEqual([
      { kind: 'address', address: A, limit: 100 },
      { kind: 'address', address: B, limit: 8 },
      {
        kind: 'program',
        program: A,
        filters: [{ dataSize: 165n }, { memcmp: { offset: 32n, bytes: B, encoding: 'base58' } }],
      },
      { kind: 'account', address: A },
      { kind: 'program', program: B, filters: [{ memcmp: { offset: 0n, bytes: '', encoding: 'base58' } }] },
    ]);
  });

  it('calls of a file, with all digits of their numbers', () => {
    const path = folder({
      'calls.jsonl': `{"method":"getBlock","params":[18446744073709551615,{"b":1,"a":2}]}\n\n{"id":1,"jsonrpc":"2.0","method":"getSlot"}\r\n`,
    });
    expect(subjectsOf('--requests', `${path}/calls.jsonl`)).toEqual([
      { kind: 'call', method: 'getBlock', params: '[18446744073709551615,{"b":1,"a":2}]' },
      { kind: 'call', method: 'getSlot', params: '[]' },
    ]);
  });
});

describe('what cannot be understood', () => {
  it.each([
    [['--out', 'x', '--slot', '5'], 'record needs a node to ask: --from URL'],
    [['--from', 'http://x/secret', '--slot', '5'], 'record needs a folder to write to: --out FOLDER'],
    [TO, 'record needs something to record, such as --address ADDRESS'],
    [[...TO, 'https://x/secret'], 'record takes flags only: there is a word without one; see stillnode record --help'],
    [[...TO, '--frm=https://x/secret'], "Unknown option '--frm' (did you mean --from?); see stillnode record --help"],
    [[...TO, '--slot'], "Option '--slot <value>' argument missing; see stillnode record --help"],
    [[...TO, '--slot', '9..5'], '--slot needs a slot, or the first and the last one as A..B, not "9..5"'],
    [[...TO, '--slot', '5..'], '--slot needs a slot, or the first and the last one as A..B, not "5.."'],
    [
      [...TO, '--slot', '18446744073709551616'],
      '--slot needs a slot, or the first and the last one as A..B, not "18446744073709551616"',
    ],
    [[...TO, '--slot', '1..100001'], '--slot takes at most 100000 slots at a time'],
    [[...TO, '--signature', A], `--signature needs a signature, not "${A}"`],
    [[...TO, '--signature', '1.'], '--signature needs a signature, not "1."'],
    [[...TO, '--account', 'x'], '--account needs an address, not "x"'],
    [[...TO, '--account', '1.x'], '--account needs an address, not "1.x"'],
    [[...TO, '--address', `${A.slice(1)}é`], `--address needs an address, not "${A.slice(1)}é"`],
    [[...TO, '--limit', '5'], '--limit belongs to the --address before it, and there is none'],
    [[...TO, '--data-size', '5'], '--data-size belongs to the --program before it, and there is none'],
    [[...TO, '--address', A, '--limit', 'x'], '--limit must be a whole number from 0 to 1000000, not "x"'],
    [[...TO, '--program', A, '--memcmp', 'abc'], '--memcmp needs an offset and bytes, OFFSET:BASE58, not "abc"'],
    [[...TO, '--program', A, '--memcmp', `0:${'1'.repeat(129)}`], '--memcmp compares at most 128 bytes'],
    [
      [...TO, '--program', A, ...Array.from({ length: 5 }, () => ['--data-size', '1']).flat()],
      'a --program has at most 4 filters',
    ],
    [[...TO, '--requests', 'no/such'], 'cannot read no/such: there is no such file or folder'],
  ])('%j', (args, message) => {
    expect(() => recordOptionsOf(args)).toThrow(expect.objectContaining({ message, isUsage: true }));
  });

  it('a list of calls: every line that is no call', () => {
    const lines = [
      '{"method":"getSlot"}',
      '{"method":"getSlot","params":null}',
      '{"method"',
      '{"method":"slotSubscribe"}',
    ];
    const file = `${folder({ 'calls.jsonl': lines.join('\n') })}/calls.jsonl`;
    const printed = { stdout: '', stderr: '' };
    expect(() => recordOptionsOf([...TO, '--requests', file], printed)).toThrow(
      expect.objectContaining({ message: `${file} is not a list of calls: nothing was asked`, isUsage: true }),
    );
    expect(printed).toEqual({
      stdout: '',
      stderr: [
        `error: ${file}:2:30: /params: expected a list of parameters\n`,
        `error: ${file}:3:10: expected ":"\n`,
        `error: ${file}:4:11: /method: slotSubscribe is not asked of a real node (a list has calls that read only)\n`,
      ].join(''),
    });
  });
});
