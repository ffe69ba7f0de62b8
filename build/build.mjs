// Makes dist: beside it first, then in its place at once, so that an interrupted build leaves the old one.
//
// usage: node build/build.mjs                 code and types
//        node build/build.mjs --if-changed    code alone, if a source is newer than dist: for npm start
//        node build/build.mjs --image         the command alone, with all dependencies inside: for the image
import { chmodSync, copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs';
import path from 'node:path';

const SOURCES = ['src', 'inspector', 'build', 'rolldown.config.mjs', 'package.json', 'package-lock.json'];
const isImage = process.argv.includes('--image');
const isForStart = process.argv.includes('--if-changed');
const NEW = `dist-${process.pid}-new`;
const OLD = `dist-${process.pid}-old`;

if (!isForStart || !existsSync('dist') || SOURCES.some(isChanged)) await makeDist();

async function makeDist() {
  const start = new Date();
  // the bundler writes on its own threads, so a signal waits until they are done
  let isStopped = false;
  const stop = () => {
    isStopped = true;
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, stop);
  process.once('exit', () => {
    for (const folder of [NEW, OLD]) rmSync(folder, { recursive: true, force: true });
  });
  const { build } = await import('rolldown');
  const { default: config } = await import('../rolldown.config.mjs');
  await build(config(NEW, isImage));
  if (isStopped) process.exit(1);
  copyFileSync('build/cli.js', path.join(NEW, 'cli.js'));
  chmodSync(path.join(NEW, 'cli.js'), 0o755);
  if (!isImage && !isForStart) await (await import('./types.mjs')).writeTypes(NEW);
  // files edited during the build are newer
  utimesSync(NEW, start, start);
  if (existsSync('dist')) renameSync('dist', OLD);
  renameSync(NEW, 'dist');
}

/** Folders count too: they change when a file is removed. */
function isChanged(file) {
  const stat = statSync(file);
  if (stat.mtimeMs > statSync('dist').mtimeMs) return true;
  return stat.isDirectory() && readdirSync(file).some((name) => isChanged(path.join(file, name)));
}
