// What a user feels: the whole time of a test file, from the start of Vitest to its end.
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { rounds, summary } from './support/measure.mjs';

const FOLDER = fileURLToPath(new URL('./testFiles', import.meta.url));
const VITEST = fileURLToPath(new URL('../node_modules/vitest/vitest.mjs', import.meta.url));

/** Milliseconds. */
function timeOf(file) {
  const args = [VITEST, 'run', '--root', FOLDER, '--config', 'vitest.config.mjs', `${file}.test.mjs`];
  const start = performance.now();
  const { status, stdout } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stdout);
  return performance.now() - start;
}

/** Whole times in turn, after one that counts for nothing. */
async function timeOver(other) {
  for (const file of ['forks', other]) timeOf(file);
  return summary(
    await rounds(
      9,
      () => timeOf('forks'),
      () => timeOf(other),
    ),
  );
}

const TESTS = '20 tests that pay over RPC, each on a fork of its own: whole time of the file over that';

export const TEST_CASES = [
  {
    name: 'tests-mock',
    what: `${TESTS} with a mock of fetch that answers what was written for it`,
    bar: '<= 1.5',
    run: () => timeOver('fetchMock'),
  },
  {
    name: 'tests-litesvm',
    what: `${TESTS} with the client of LiteSVM and no RPC`,
    bar: '<= 1.5',
    run: () => timeOver('liteSvm'),
  },
];
