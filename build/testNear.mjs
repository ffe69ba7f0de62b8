// Runs the tests nearest to what was changed since main: those that changed, those that mirror a changed file (of its name, or else all of
// its folder), those that import it, and those of the names of sources that import it; of a changed helper of tests, all that need it. It
// takes seconds; `npm test` runs all.
//
// usage: node build/testNear.mjs [--list] [FILE…]
//        --list  prints the test files and runs none
//        FILE…   in place of what Git says was changed
import { execFileSync, spawnSync } from 'node:child_process';
import path from 'node:path';
import { nearTests } from './nearTests.mjs';

const args = process.argv.slice(2);
const isList = args.includes('--list');
const named = args.filter((arg) => arg !== '--list');
const near = nearTests(named.length > 0 ? named.map((file) => path.normalize(file)) : changedFiles());
for (const file of near) console.log(file);
if (near.length === 0) console.log('no test is near to what was changed');
else if (!isList) run();

/** Everything that differs from the commit at which this branch left main, new files too. */
function changedFiles() {
  const git = (...words) => execFileSync('git', words, { encoding: 'utf8' });
  const base = git('merge-base', 'HEAD', 'main').trim();
  const lists = [git('diff', '--name-only', base), git('ls-files', '--others', '--exclude-standard')];
  return lists.flatMap((list) => list.split('\n')).filter((file) => file !== '');
}

function run() {
  const commands = [
    ['build/build.mjs', '--if-changed'],
    ['node_modules/vitest/vitest.mjs', 'run', ...near],
  ];
  process.exitCode =
    commands.map((command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status).find(Boolean) ?? 0;
}
