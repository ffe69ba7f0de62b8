import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type JsonObject, stringifyJson } from '../../../../src/codec/jsonText.ts';
import { TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from '../../../../src/solana/address.ts';
import { parseTokenInstruction } from '../../../../src/solana/programs/splToken/parseTokenInstruction.ts';
import { accountNames, bytes, filled, parseOrDecline, u8 } from './parserCases.ts';

/** What every instruction of the token programs is held to, and bytes of any kind with them. */

export interface TokenCase {
  readonly type: string;
  /** named a0, a1, … */
  readonly accounts: number;
  /** the fewest accounts that parse; `accounts` where absent */
  readonly minAccounts?: number;
  readonly data: Uint8Array;
  readonly info: JsonObject;
  /** bytes behind the data; `taken`: the data has no end of its own, so it can be cut as well */
  readonly trailing: 'ignored' | 'refused' | 'taken';
}

export const U64_MAX = 18446744073709551615n;

/** a key of 32 zero bytes, as text */
export const ZERO_KEY = '11111111111111111111111111111111';

/** What the parser gives for accounts a0, a1, …, as text; undefined where it declines. */
export function parsedText(accounts: number, data: Uint8Array, programId: string = TOKEN_2022_PROGRAM) {
  const parsed = parseOrDecline(parseTokenInstruction, programId, accountNames(accounts), data);
  return parsed && stringifyJson({ ...parsed });
}

export function expectedText(type: string, info: JsonObject): string {
  return stringifyJson({ program: 'spl-token', parsed: { type, info } });
}

/** Accounts of a multisig: itself at `at`, everything up to `count` its signers. */
export function multisig(key: string, at: number, count: number): JsonObject {
  return { [key]: `a${at}`, signers: accountNames(count).slice(at + 1) };
}

export function describeTokenCases(title: string, cases: readonly TokenCase[]): void {
  const titled = cases.map((row, i) => ({ ...row, title: `${i}: ${row.type}, ${row.accounts} accounts` }));

  describe(title, () => {
    test.each(titled)('$title', ({ type, accounts, data, info }) => {
      expect(parsedText(accounts, data)).toBe(expectedText(type, info));
      expect(parsedText(accounts, data, TOKEN_PROGRAM)).toBe(expectedText(type, info));
    });

    test.each(titled)('$title: one account too few', ({ accounts, minAccounts = accounts, data }) => {
      expect(parsedText(minAccounts, data)).toBeDefined();
      expect(parsedText(minAccounts - 1, data)).toBeUndefined();
      expect(parsedText(0, data)).toBeUndefined();
    });

    test.each(titled.filter(({ trailing }) => trailing !== 'taken'))('$title: data cut short', ({ accounts, data }) => {
      for (let length = 0; length < data.length; length++) {
        expect(parsedText(accounts, data.subarray(0, length)), `${length} bytes`).toBeUndefined();
      }
    });

    test.each(titled.filter(({ trailing }) => trailing !== 'taken'))(
      '$title: trailing bytes $trailing',
      ({ accounts, data, trailing }) => {
        const expected = trailing === 'ignored' ? parsedText(accounts, data) : undefined;
        expect(parsedText(accounts, bytes(data, u8(0)))).toBe(expected);
        expect(parsedText(accounts, bytes(data, filled(0xff, 40)))).toBe(expected);
      },
    );

    describeHostile(cases.map(({ data }) => data));
  });
}

/** Whatever the bytes: an answer that can be written, or none; any other error than BytesError fails the test. */
function describeHostile(samples: readonly Uint8Array[]): void {
  const accounts = fc.integer({ min: 0, max: 12 });
  const survive = (count: number, data: Uint8Array): boolean => {
    const before = Buffer.from(data);
    parsedText(count, data);
    return before.equals(data);
  };
  const sample = fc.constantFrom(...samples);

  test('any bytes behind a known tag', () => {
    const data = fc
      .tuple(sample, fc.integer({ min: 1, max: 8 }), fc.uint8Array({ maxLength: 300 }))
      .map(([known, kept, rest]) => bytes(known.subarray(0, kept), rest));
    fc.assert(fc.property(accounts, data, survive), { numRuns: 500 });
  });

  test('changed and cut instructions', () => {
    const change = fc.record({ at: fc.nat(), to: fc.integer({ min: 0, max: 255 }) });
    const data = fc
      .tuple(sample, fc.array(change, { maxLength: 4 }), fc.nat())
      .map(([good, changes, cut]) => mutated(good, changes, cut));
    fc.assert(fc.property(accounts, data, survive), { numRuns: 500 });
  });
}

function mutated(good: Uint8Array, changes: readonly { at: number; to: number }[], cut: number): Uint8Array {
  const changed = good.slice();
  for (const { at, to } of changes) changed[at % changed.length] = to;
  return changed.subarray(0, changed.length - (cut % 4 === 0 ? cut % changed.length : 0));
}
