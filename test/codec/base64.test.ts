import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Base64Error, type Base64Reason, decodeBase64, encodeBase64 } from '../../src/codec/base64.ts';

const PADDING = 0x3d;
const SYMBOLS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

function faultOf(text: string): Base64Reason | undefined {
  try {
    decodeBase64(text);
    return undefined;
  } catch (error) {
    if (error instanceof Base64Error) return error.reason;
    throw error;
  }
}

const invalidByte = (index: number, byte: number): Base64Reason => ({ kind: 'InvalidByte', index, byte });
const invalidLength = (length: number): Base64Reason => ({ kind: 'InvalidLength', length });
const invalidLastSymbol = (index: number, byte: number): Base64Reason => ({ kind: 'InvalidLastSymbol', index, byte });
const INVALID_PADDING: Base64Reason = { kind: 'InvalidPadding' };

/**
 * The reference decoder step by step, for a padding that must be canonical.
 *
 * Source   base64 0.22.1 general_purpose decode.rs complete_quads_len, decode_helper; decode_suffix.rs
 */
function referenceFault(text: string): Base64Reason | undefined {
  const input = Buffer.from(text);
  const symbolValue = (byte: number) => (byte < 128 ? SYMBOLS.indexOf(String.fromCharCode(byte)) : -1);
  const last = input.at(-1);
  if (last === undefined) return undefined;
  if (input.length % 4 === 1 && last !== PADDING && symbolValue(last) < 0) return invalidByte(input.length - 1, last);
  const suffix = input.length - (input.length % 4 || 4);
  for (let i = 0; i < suffix; i++) if (symbolValue(input[i]!) < 0) return invalidByte(i, input[i]!);
  const morsels: number[] = [];
  let firstPadding: number | undefined;
  for (let i = suffix; i < input.length; i++) {
    const byte = input[i]!;
    if (byte === PADDING) {
      if (i - suffix < 2) return invalidByte(i, byte);
      firstPadding ??= i;
      continue;
    }
    if (firstPadding !== undefined) return invalidByte(firstPadding, PADDING);
    if (symbolValue(byte) < 0) return invalidByte(i, byte);
    morsels.push(symbolValue(byte));
  }
  if (morsels.length < 2) return invalidLength(suffix + morsels.length);
  if (input.length % 4 !== 0) return INVALID_PADDING;
  const spareBits = (morsels.length * 6) % 8;
  if (morsels.at(-1)! % 2 ** spareBits === 0) return undefined;
  const index = suffix + morsels.length - 1;
  return invalidLastSymbol(index, input[index]!);
}

describe('valid text', () => {
  test.each([
    ['', ''],
    ['00', 'AA=='],
    ['0000', 'AAA='],
    ['000000', 'AAAA'],
    ['ff', '/w=='],
    ['ffff', '//8='],
    ['fbefbe', '++++'],
    ['02000000e803000000000000', 'AgAAAOgDAAAAAAAA'],
  ])('%s is %s', (hex, text) => {
    expect(encodeBase64(Buffer.from(hex, 'hex'))).toBe(text);
    expect(Buffer.from(decodeBase64(text)).toString('hex')).toBe(hex);
  });

  test('any bytes, as Buffer writes and reads them', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const text = Buffer.from(bytes).toString('base64');
        expect(encodeBase64(bytes)).toBe(text);
        expect(Buffer.from(decodeBase64(text))).toEqual(Buffer.from(bytes));
      }),
      { numRuns: 500 },
    );
  });

  test('a view into a larger buffer', () => {
    expect(encodeBase64(Uint8Array.of(1, 0, 0, 0, 1).subarray(1, 4))).toBe('AAAA');
  });

  test('the largest account, 10 MiB', () => {
    const bytes = Buffer.alloc(10 * 1024 * 1024, 0xa5);
    expect(Buffer.compare(decodeBase64(encodeBase64(bytes)), bytes)).toBe(0);
    expect(faultOf(`${encodeBase64(bytes)}!`)).toEqual(invalidByte(13_981_016, 0x21));
  });
});

describe('faults', () => {
  test.each<[string, Base64Reason, string]>([
    ['!AAA', invalidByte(0, 0x21), 'a byte outside the alphabet'],
    ['AAAAA!AA', invalidByte(5, 0x21), 'in a later quad'],
    ['AA-_', invalidByte(2, 0x2d), 'the URL alphabet'],
    [' AAAA', invalidByte(0, 0x20), 'a space before'],
    ['AAAA\n', invalidByte(4, 0x0a), 'a newline behind'],
    ['AA==\n', invalidByte(4, 0x0a), 'a newline behind the padding'],
    ['!AAA\n', invalidByte(4, 0x0a), 'a lone last byte is looked at first'],
    ['!AAAA', invalidByte(0, 0x21), 'but only for its own fault'],
    ['AA\0A', invalidByte(2, 0), 'a NUL'],
    ['é', invalidByte(0, 0xc3), 'bytes count, not characters'],
    ['AAAé', invalidByte(4, 0xa9), 'the lone last byte of a character'],
    ['🦖AAAA', invalidByte(0, 0xf0), 'four bytes of one character'],
    ['=', invalidByte(0, PADDING), 'padding alone'],
    ['====', invalidByte(0, PADDING), 'a quad of padding'],
    ['AAAA=', invalidByte(4, PADDING), 'padding behind a whole quad'],
    ['AAAA====', invalidByte(4, PADDING), 'a quad of padding behind a whole quad'],
    ['A=', invalidByte(1, PADDING), 'padding after one symbol'],
    ['A===', invalidByte(1, PADDING), 'three bytes of padding'],
    ['AAA==', invalidByte(3, PADDING), 'too much padding: the first quad is not the last'],
    ['AA====', invalidByte(2, PADDING), 'twice too much padding'],
    ['AA==AAAA', invalidByte(2, PADDING), 'padding in the middle'],
    ['AA=A', invalidByte(2, PADDING), 'a symbol after the padding'],
    ['AA=!', invalidByte(2, PADDING), 'a bad byte after the padding: the padding is at fault'],
    ['A', invalidLength(1), 'one symbol'],
    ['AAAAA', invalidLength(5), 'one symbol in the last quad'],
    ['AA', INVALID_PADDING, 'no padding for one byte'],
    ['AAA', INVALID_PADDING, 'no padding for two bytes'],
    ['AA=', INVALID_PADDING, 'half of the padding'],
    ['AAAAAA', INVALID_PADDING, 'no padding in a later quad'],
    ['AB', INVALID_PADDING, 'missing padding comes before spare bits'],
    ['AB=', INVALID_PADDING, 'half of the padding comes before spare bits'],
    ['AB==', invalidLastSymbol(1, 0x42), 'spare bits behind one byte'],
    ['AAB=', invalidLastSymbol(2, 0x42), 'spare bits behind two bytes'],
    ['AAAAAP==', invalidLastSymbol(5, 0x50), 'spare bits in a later quad'],
  ])('%j: %o (%s)', (text, fault) => {
    expect(faultOf(text)).toEqual(fault);
  });

  test('every last symbol with spare bits, and no other', () => {
    for (let value = 0; value < 64; value++) {
      const symbol = SYMBOLS[value]!;
      const byte = symbol.charCodeAt(0);
      expect(faultOf(`A${symbol}==`)).toEqual(value % 16 === 0 ? undefined : invalidLastSymbol(1, byte));
      expect(faultOf(`AA${symbol}=`)).toEqual(value % 4 === 0 ? undefined : invalidLastSymbol(2, byte));
    }
  });

  test('every ASCII byte outside the alphabet', () => {
    for (let byte = 0; byte < 128; byte++) {
      const character = String.fromCharCode(byte);
      if (SYMBOLS.includes(character) || byte === PADDING) continue;
      expect(faultOf(`A${character}AA`)).toEqual(invalidByte(1, byte));
    }
  });

  test('any text has the fault that the reference decoder finds', () => {
    const text = fc.string({ unit: fc.constantFrom('A', 'B', 'Q', '/', '=', '!', '\n', 'é'), maxLength: 14 });
    fc.assert(
      fc.property(text, (candidate) => {
        expect(faultOf(candidate)).toEqual(referenceFault(candidate));
      }),
      { numRuns: 5000 },
    );
  });
});
