import { describe, expect, test } from 'vitest';
import { quoteDebug } from '../../src/codec/text.ts';

describe('a string as Rust prints it', () => {
  test.each([
    ['', '""'],
    ['a b', '"a b"'],
    [`it's`, `"it's"`],
    ['"\\\n\r\t\0', String.raw`"\"\\\n\r\t\0"`],
    ['\u0001\u007f\u0085', String.raw`"\u{1}\u{7f}\u{85}"`],
    ['é日本😀', '"é日本😀"'],
    // white space, what has no form, what is private, what is not assigned
    ['\u00a0\u2028\u3000', String.raw`"\u{a0}\u{2028}\u{3000}"`],
    ['\u00ad\u200b\ufeff', String.raw`"\u{ad}\u{200b}\u{feff}"`],
    ['\ue000\u{10ffff}\u0378', String.raw`"\u{e000}\u{10ffff}\u{378}"`],
    // what extends the character before it, most of it marks
    ['e\u0301\u20dd', String.raw`"e\u{301}\u{20dd}"`],
    ['\u09be\u302e\uff9e\u{1d165}', String.raw`"\u{9be}\u{302e}\u{ff9e}\u{1d165}"`],
    // a mark that takes a place of its own
    ['\u0903', '"\u0903"'],
  ])('%j', (text, quoted) => {
    expect(quoteDebug(text)).toBe(quoted);
  });
});
