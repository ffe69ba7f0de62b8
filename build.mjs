// Makes dist: beside it first, then in its place at once, so that whatever ends the build leaves no half of it.
//
// usage: node build.mjs                 code and types
//        node build.mjs --if-changed    code alone, where a source is newer than dist: for a start
//        node build.mjs --image         the command alone, dependencies inside: for the image
import { existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const SOURCES = ['src', 'build', 'build.mjs', 'package.json', 'package-lock.json'];
const isImage = process.argv.includes('--image');
const isForStart = process.argv.includes('--if-changed');
const START = new Date();
const NEW = `dist-${process.pid}-new`;
const OLD = `dist-${process.pid}-old`;

if (!isForStart || !existsSync('dist') || SOURCES.some(isChanged)) await build();

async function build() {
  // the bundler writes on threads of its own, so a signal waits until it is done; a second one does not
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  process.once('exit', () => [NEW, OLD].forEach(remove));
  const { writeCode } = await import('./build/code.mjs');
  await writeCode(NEW, isImage);
  if (isStopped) process.exit(1);
  if (!isImage && !isForStart) (await import('./build/types.mjs')).writeTypes(NEW);
  // what is edited while this runs is newer
  utimesSync(NEW, START, START);
  if (existsSync('dist')) renameSync('dist', OLD);
  renameSync(NEW, 'dist');
}

function remove(folder) {
  rmSync(folder, { recursive: true, force: true });
}

/** Folders count too: they change with the files that are taken away. */
function isChanged(file) {
  const stat = statSync(file);
  if (stat.mtimeMs > statSync('dist').mtimeMs) return true;
  return stat.isDirectory() && readdirSync(file).some((name) => isChanged(path.join(file, name)));
}
