import { describe, expect, test } from 'vitest';
import { type Address, COMPUTE_BUDGET_PROGRAM, MEMO_PROGRAM, MEMO_V1_PROGRAM } from '../../../src/solana/address.ts';
import { expectSame, metas } from '../../support/bothRuntimes.ts';
import { byLiteSvm, byRuntime, key } from '../../support/liteSvmSystem.ts';

const [alice, bob, carol] = [key(1), key(2), key(3)];

function memo(data: string | Uint8Array, accounts: readonly string[] = [], program: Address = MEMO_PROGRAM) {
  return [{ program, accounts: metas(...accounts), data: Buffer.from(data) }];
}

/** What the program logs itself, as it is after `Program log: `. */
function loggedBy(data: string | Uint8Array, accounts?: readonly string[]): readonly string[] {
  const { logs } = byRuntime([], memo(data, accounts));
  return logs.filter((line) => line.startsWith('Program log: ')).map((line) => line.slice(13));
}

describe('the memo program', () => {
  test.each([
    ['ping', 'Memo (len 4): "ping"'],
    ['', 'Memo (len 0): ""'],
    ['"Sending tx from 1"', 'Memo (len 19): "\\"Sending tx from 1\\""'],
    ['a\n\t\\é😀', 'Memo (len 10): "a\\n\\t\\\\é😀"'],
    ['\u0001\u200b\u0301', 'Memo (len 6): "\\u{1}\\u{200b}\\u{301}"'],
  ])('logs %j as recorded transactions have it', (text, line) => {
    expect(loggedBy(text)).toEqual([line]);
  });

  test('logs who signs before the text', () => {
    expect(loggedBy('hi', [`${alice} s`, `${bob} s`])).toEqual([
      `Signed by ${alice}`,
      `Signed by ${bob}`,
      'Memo (len 2): "hi"',
    ]);
  });

  test('takes only accounts that sign, and logs those that do', () => {
    const sent = memo('hi', [`${alice} s`, bob, `${carol} s`]);
    expect(byRuntime([], sent)).toEqual({
      err: '0 "MissingRequiredSignature"',
      logs: [
        `Program ${MEMO_PROGRAM} invoke [1]`,
        `Program log: Signed by ${alice}`,
        `Program log: Signed by ${carol}`,
        `Program ${MEMO_PROGRAM} failed: missing required signature for instruction`,
      ],
      called: [],
      accounts: [],
    });
    expect(byLiteSvm([], sent).err).toBe('0 "MissingRequiredSignature"');
  });

  test('takes only UTF-8, and says where it ends', () => {
    const sent = memo(Buffer.from('6869ff', 'hex'), [`${alice} s`]);
    expect(byRuntime([], sent)).toMatchObject({
      err: '0 "InvalidInstructionData"',
      logs: [
        `Program ${MEMO_PROGRAM} invoke [1]`,
        `Program log: Signed by ${alice}`,
        'Program log: Invalid UTF-8, from byte 2',
        `Program ${MEMO_PROGRAM} failed: invalid instruction data`,
      ],
    });
  });
});

describe('the first memo program', () => {
  test('logs nothing, and asks nobody to sign', () => {
    expect(expectSame([], memo('hi', [alice], MEMO_V1_PROGRAM))).toMatchObject({
      err: 'null',
      logs: [`Program ${MEMO_V1_PROGRAM} invoke [1]`, `Program ${MEMO_V1_PROGRAM} success`],
    });
  });

  test('takes only UTF-8', () => {
    expect(expectSame([], memo(Uint8Array.of(0xff), [], MEMO_V1_PROGRAM)).err).toBe('0 "InvalidInstructionData"');
  });
});

test('the compute budget program does nothing', () => {
  const limit = Uint8Array.of(2, 0xa0, 0x86, 1, 0);
  const sent = [{ program: COMPUTE_BUDGET_PROGRAM, accounts: [], data: limit }];
  expect(expectSame([], sent)).toMatchObject({
    err: 'null',
    logs: [`Program ${COMPUTE_BUDGET_PROGRAM} invoke [1]`, `Program ${COMPUTE_BUDGET_PROGRAM} success`],
  });
});
