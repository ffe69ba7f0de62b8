import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { JsonSyntaxError, parseJson } from '../../src/codec/parseJson.ts';

const SAMPLE =
  '{"jsonrpc":"2.0","id":1,"params":["4vJ9JU1bJJE96FWSJKvHsmmFADCg4gpZQff4P3bkLKi",{"a\\n\\ud83e\\udd96é":[-1.5e-3,' +
  '18446744073709551615,-0,true,false,null,"",[],{}]}]}';

describe('a text cut off', () => {
  test('is refused at every prefix of an object, whatever was cut', () => {
    expect(parseJson(SAMPLE)).toBeTypeOf('object');
    for (let length = 0; length < SAMPLE.length; length++)
      expect(() => parseJson(SAMPLE.slice(0, length))).toThrow(JsonSyntaxError);
  });

  test('is refused at every prefix of any composite', () => {
    const composite = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(composite, fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const length = cut % text.length;
        expect(() => parseJson(text.slice(0, length))).toThrow(JsonSyntaxError);
      }),
      { numRuns: 1000 },
    );
  });

  test('is an error within the text, never behind it', () => {
    for (let length = 0; length < SAMPLE.length; length++) {
      try {
        parseJson(SAMPLE.slice(0, length));
        expect.fail(`accepted the first ${length}`);
      } catch (error) {
        expect(error).toBeInstanceOf(JsonSyntaxError);
        expect((error as JsonSyntaxError).offset).toBeLessThanOrEqual(length);
      }
    }
  });
});

test('every raw control character in a string or a key is refused, and outside of them all but four', () => {
  for (let code = 0; code < 0x20; code++) {
    const character = String.fromCharCode(code);
    expect(() => parseJson(`["a${character}"]`)).toThrow('a string with a bad escape or a raw control character');
    expect(() => parseJson(`{"a${character}":1}`)).toThrow('a string with a bad escape or a raw control character');
    const spaced = `${character}[${character}1${character},2${character}]${character}`;
    if ('\t\n\r'.includes(character)) expect(parseJson(spaced)).toEqual([1, 2]);
    else expect(() => parseJson(spaced)).toThrow(JsonSyntaxError);
  }
});
