import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';

/** Which tests `npm run test:near` finds. */

// a script, which has no types
const { nearTests } = (await import('../../build/nearTests.mjs' as string)) as {
  nearTests(files: readonly string[]): string[];
};
const nearTo = (...files: readonly string[]) => nearTests(files);

/** What the command prints. */
function listed(...files: readonly string[]): string[] {
  const printed = execFileSync(process.execPath, ['build/testNear.mjs', '--list', ...files], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return printed.trimEnd().split('\n');
}

it('a source: the test of its name', () => {
  expect(listed('./src/cli/exec.ts')).toEqual(['test/cli/exec.test.ts']);
});

it('and those of the names of sources that import it', () => {
  expect(nearTo('src/rpc/encoding/account.ts')).toEqual(
    expect.arrayContaining(['test/rpc/encoding/account.test.ts', 'test/rpc/methods/getAccountInfo.test.ts']),
  );
});

it('a source without a test of its name: the tests of its folder', () => {
  const folder = readdirSync(join(ROOT, 'test/live')).filter((name) => name.endsWith('.test.ts'));
  expect(nearTo('src/live/new.ts')).toEqual(folder.map((name) => `test/live/${name}`).sort());
});

it('tests that import a source', () => {
  expect(nearTo('src/live/liveLedger.ts')).toContain('test/rpc/sending/steps.test.ts');
});

it('a helper of tests: all that need it, by whatever way', () => {
  const near = nearTo('test/support/everyCall.ts');
  expect(near).toContain('test/dialectTexts.test.ts');
  // by test/fixtures/dump/roundTrip.ts
  expect(near).toContain('test/fixtures/dump/properties.test.ts');
});

it('what `npm test` leaves out: only if it was changed itself', () => {
  expect(nearTo('src/package/nothing.ts').filter((file) => file.startsWith('test/package'))).toEqual([]);
  expect(nearTo('test/cli/killedState.long.test.ts')).toEqual(['test/cli/killedState.long.test.ts']);
});

it('what no test is near to is said', () => {
  expect(listed('LICENSE')).toEqual(['no test is near to what was changed']);
});
