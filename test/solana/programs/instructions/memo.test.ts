import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NODE_VERSIONS } from '../../../../src/nodeVersion.ts';
import { address } from '../../../../src/solana/address.ts';
import { parseMemoInstruction } from '../../../../src/solana/programs/memo.ts';
import { accountNames, describeVectors, u8 } from './parserCases.ts';

const V1 = 'Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo';
const V3 = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';

function parse(data: Uint8Array, accounts = 0) {
  return parseMemoInstruction({ programId: address(V3), accounts: accountNames(accounts), data }, NODE_VERSIONS['4.1']);
}

describe('spl-memo', () => {
  test.each(['', 'good memo', ' spaced ', 'a"\n\u0000\\', '\ufeffkept', '🦖 señal'])(
    'the whole data as text: %j',
    (memo) => {
      expect(parse(Buffer.from(memo))).toEqual({ program: 'spl-memo', parsed: memo });
      expect(parse(Buffer.from(memo), 3)).toEqual({ program: 'spl-memo', parsed: memo });
    },
  );

  test('a view into a larger buffer', () => {
    expect(parse(Buffer.from('xxmemoxx').subarray(2, 6))).toEqual({ program: 'spl-memo', parsed: 'memo' });
  });

  test.each([
    ['a lone continuation byte', u8(0x80)],
    ['a cut sequence', u8(0x61, 0xf0, 0x9f, 0xa6)],
    ['an overlong slash', u8(0xc0, 0xaf)],
    ['an encoded surrogate', u8(0xed, 0xa0, 0x80)],
    ['above U+10FFFF', u8(0xf4, 0x90, 0x80, 0x80)],
  ])('not UTF-8: %s', (_, data) => {
    expect(parse(data)).toBeUndefined();
  });

  test('any bytes: their text exactly, or nothing', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (data) => {
        const parsed = parse(data)?.parsed;
        const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
        if (parsed === undefined) expect(() => strict.decode(data)).toThrow();
        else expect(parsed).toBe(strict.decode(data));
      }),
      { numRuns: 500 },
    );
  });

  test('any text comes back', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (memo) => {
        expect(parse(Buffer.from(memo))?.parsed).toBe(memo);
      }),
    );
  });
});

describeVectors({ program: 'spl-memo', programIds: [V1, V3], parse: parseMemoInstruction });
