import { expect, it } from 'vitest';
import { userPlace } from '../../../src/script/building/callSites.ts';

/** The first line outside the builder, in the stacks of different systems. */

const stackOf = (...frames: readonly string[]) =>
  Object.assign(new Error(), { stack: ['Error', ...frames.map((frame) => `    at ${frame}`)].join('\n') });

it.each<[system: string, isWindows: boolean, frames: readonly string[], file: string]>([
  [
    'modules',
    false,
    ['recordCall (file:///home/a%20b/dist/callSites.js:3:5)', 'file:///home/a%20b/test%231/pay.test.ts:7:9'],
    '/home/a b/test#1/pay.test.ts',
  ],
  [
    'CommonJS',
    false,
    ['recordCall (/p/dist/a.cjs:3:5)', 'wallet (/p/dist/b.cjs:4:5)', 'Object.<anonymous> (/p/t/pay.js:7:9)'],
    '/p/t/pay.js',
  ],
  [
    'modules of Windows',
    true,
    [
      'recordCall (file:///C:/a%20b/dist/callSites.js:3:5)',
      'LedgerBuilder.wallet (file:///C:/a%20b/dist/builder.js:4:5)',
      'file:///C:/a%20b/t%C3%A9st/pay.test.ts:7:9',
    ],
    'C:\\a b\\tést\\pay.test.ts',
  ],
  [
    'CommonJS of Windows',
    true,
    [
      'recordCall (C:\\p (x86)\\dist\\a.cjs:3:5)',
      'LedgerBuilder.wallet (C:\\p (x86)\\dist\\b.cjs:4:5)',
      'node:internal/modules/cjs/loader:1:1',
      'async Object.<anonymous> (C:\\p (x86)\\t\\pay.js:7:9)',
    ],
    'C:\\p (x86)\\t\\pay.js',
  ],
])('%s', (_system, isWindows, frames, file) => {
  expect(userPlace(stackOf(...frames), isWindows)).toEqual({ file, line: 7, column: 9 });
});

it('is unknown without one', () => {
  expect(userPlace(stackOf('recordCall (/p/dist/a.js:3:5)', '/p/dist/b.js:7:9'), false)).toBeUndefined();
});
