// Runs the tests nearest to what was changed since main: those that changed, those that mirror a changed file (of its name, or else all of
// its folder), those that import it, and those of the names of sources that import it; of a changed helper of tests, all that need it. It
// takes seconds; `npm test` runs all.
//
// usage: node build/testNear.mjs [--list] [FILE…]
//        --list  prints the test files and runs none
//        FILE…   in place of what Git says was changed
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

/** What `test/` has the folders of. */
const MIRRORED = /^(?:src|inspector|docs)(?=\/)/;

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

/** @returns test files, those that `npm test` leaves out among them only if they changed */
function nearTests(changed) {
  const files = readdirSync('test', { recursive: true }).map((name) => path.join('test', name));
  const modules = files.filter((file) => file.endsWith('.ts'));
  const imports = new Map(modules.map((file) => [file, importsOf(file)]));
  const near = new Set(changed);
  // helpers of tests, and what imports them
  for (let size = 0; size < near.size; ) {
    size = near.size;
    const isHelper = (file) => file.startsWith('test/') && near.has(file);
    for (const [file, imported] of imports) if (imported.some(isHelper)) near.add(file);
  }
  for (const file of changed.flatMap((each) => mirrorsOf(each, modules))) near.add(file);
  for (const file of usersOf(changed).flatMap((each) => namesakesOf(each, modules))) near.add(file);
  for (const [file, imported] of imports) if (imported.some((each) => changed.includes(each))) near.add(file);
  const isLeftOut = (file) => file.startsWith('test/package/') || file.endsWith('.long.test.ts');
  const isNear = (file) => near.has(file) && (changed.includes(file) || !isLeftOut(file));
  return modules.filter((file) => file.endsWith('.test.ts') && isNear(file)).sort();
}

/** The files that a module imports. */
function importsOf(file) {
  return Array.from(readFileSync(file, 'utf8').matchAll(IMPORT), ([, name]) => path.join(path.dirname(file), name));
}

/** The sources that import one of these files. */
function usersOf(files) {
  const sources = readdirSync('src', { recursive: true }).map((name) => path.join('src', name));
  return sources.filter((source) => source.endsWith('.ts') && importsOf(source).some((each) => files.includes(each)));
}

/** The tests for a file: its namesakes, or else all of the folder with the same path, or of the nearest above it. */
function mirrorsOf(file, modules) {
  const namesakes = namesakesOf(file, modules);
  if (namesakes.length > 0 || !MIRRORED.test(file)) return namesakes;
  let folder = mirroredFolder(file);
  while (!existsSync(folder)) folder = path.dirname(folder);
  return modules.filter((each) => path.dirname(each) === folder);
}

/** Tests with the name and the path of a file. */
function namesakesOf(file, modules) {
  const test = path.join(mirroredFolder(file), `${path.parse(file).name}.test.ts`);
  return modules.includes(test) ? [test] : [];
}

function mirroredFolder(file) {
  return path.dirname(file).replace(MIRRORED, (room) => (room === 'src' ? 'test' : `test/${room}`));
}

function run() {
  const commands = [
    ['build/build.mjs', '--if-changed'],
    ['node_modules/vitest/vitest.mjs', 'run', ...near],
  ];
  process.exitCode =
    commands.map((command) => spawnSync(process.execPath, command, { stdio: 'inherit' }).status).find(Boolean) ?? 0;
}
