// Which tests are nearest to files: see testNear.mjs.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

const IMPORT = /(?:\bfrom|\bimport|\bimport\()\s*'(\.[^']+)'/g;

/** What `test/` has the folders of. */
const MIRRORED = /^(?:src|inspector|docs)(?=\/)/;

/** @returns test files, those that `npm test` leaves out among them only if they changed */
export function nearTests(changed) {
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
