// Compiled code of the chunks of the command, kept from one start to the next: V8 takes it instead of compiling again.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createRequire, Module } from 'node:module';
import { homedir } from 'node:os';
import { basename, dirname, isAbsolute, join, resolve } from 'node:path';
import { Script } from 'node:vm';

/** The variable with a folder for compiled code; 0: none is kept. */
const VARIABLE = 'STILLNODE_COMPILE_CACHE';
/** The number of versions of a chunk that are kept: the newest ones. */
const MAX_VERSIONS = 4;
/**
 * The chunk that is loaded when a process begins to serve. Processes that do not serve run too little of the code to keep it.
 */
const SERVER_CHUNK = 'listen.cjs';
const DIGEST_BYTES = 32;
/**
 * The function around the code of a chunk. Its first line has the number 0, so that the lines of the code keep their numbers.
 */
const HEAD = '(function (exports, require, module, __filename, __dirname) {\n';
const TAIL = '\n})';

type Variables = Readonly<Record<string, string | undefined>>;

/** The part of Node's loader that compiles a module. All tools that hook into CommonJS use it, so that it stays. */
interface Loader {
  _compile(this: NodeModule, source: string, filename: string, ...options: unknown[]): unknown;
}

/**
 * Loads the chunks of this folder from now on with compiled code that was kept. If the process has served, it keeps the code that was missing
 * when it ends.
 */
export function keepCompiledCode(chunks: string, variables: Variables): void {
  const cache = openFolder(variables);
  if (cache === undefined) return;
  const loader = Module.prototype as unknown as Loader;
  const compile = loader._compile;
  const missing = new Map<string, Script>();
  let hasServed = false;
  loader._compile = function (source, filename, ...options) {
    if (dirname(filename) !== chunks) return compile.call(this, source, filename, ...options);
    hasServed ||= basename(filename) === SERVER_CHUNK;
    const file = join(cache, entryName(source, filename));
    const script = compileWith(readEntry(file), source, filename);
    // undefined without an entry; true: V8 does not accept the entry
    if (script.cachedDataRejected !== false) missing.set(file, script);
    const run = script.runInThisContext() as (this: unknown, ...values: unknown[]) => unknown;
    return run.call(this.exports, this.exports, createRequire(filename), this, filename, chunks);
  };
  process.once('exit', () => {
    if (hasServed) for (const [file, script] of missing) writeEntry(file, script);
  });
}

/** The folder for this Node, if there may be code in it that this user can trust. */
function openFolder(variables: Variables): string | undefined {
  const chosen = variables[VARIABLE] ?? '';
  if (chosen === '0') return undefined;
  try {
    const cache = chosen === '' ? join(userCache(variables), 'stillnode') : resolve(chosen);
    const folder = join(cache, `${process.version}-${process.platform}-${process.arch}`);
    if (!isAbsolute(folder)) return undefined;
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    return isTrusted(folder) ? folder : undefined;
  } catch {
    return undefined;
  }
}

/** The folder of this user for what programs can make again. */
function userCache({ LOCALAPPDATA = '', XDG_CACHE_HOME = '' }: Variables): string {
  if (process.platform === 'win32') return LOCALAPPDATA || join(homedir(), 'AppData', 'Local');
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  return isAbsolute(XDG_CACHE_HOME) ? XDG_CACHE_HOME : join(homedir(), '.cache');
}

/** Whether only this user, or the administrator, can have written here. */
function isTrusted(folder: string): boolean {
  const { mode, uid } = statSync(folder);
  return process.getuid === undefined || ((uid === process.getuid() || uid === 0) && (mode & 0o022) === 0);
}

/** A name by content and path: Node 20 keeps the path with the code, for the stack of an error. */
function entryName(source: string, filename: string): string {
  const hash = createHash('sha256').update(filename).update('\0').update(source).digest('hex');
  return `${basename(filename)}-${hash}`;
}

function compileWith(cachedData: Buffer | undefined, source: string, filename: string): Script {
  return new Script(HEAD + source + TAIL, { filename, lineOffset: -1, ...(cachedData && { cachedData }) });
}

/** The code of an entry. V8 does not look whether it is damaged, and ends the process if it is. */
function readEntry(file: string): Buffer | undefined {
  try {
    const entry = readFileSync(file);
    const data = entry.subarray(DIGEST_BYTES);
    return digestOf(data).equals(entry.subarray(0, DIGEST_BYTES)) ? data : undefined;
  } catch {
    return undefined;
  }
}

/** Writes an entry beside its place and moves it there, so that no process reads half of it. */
function writeEntry(file: string, script: Script): void {
  const temporary = `${file}.${process.pid}`;
  try {
    const data = script.createCachedData();
    writeFileSync(temporary, Buffer.concat([digestOf(data), data]), { mode: 0o644 });
    renameSync(temporary, file);
    removeOldVersions(file);
  } catch {
    rmSync(temporary, { force: true });
  }
}

/** Removes the oldest files of a chunk, also those that a killed process did not finish. */
function removeOldVersions(file: string): void {
  const folder = dirname(file);
  const [chunk] = basename(file).split('-');
  const versions = readdirSync(folder)
    .filter((name) => name.startsWith(`${chunk}-`))
    .map((name) => join(folder, name))
    .map((name) => ({ name, time: statSync(name).mtimeMs }))
    .sort((a, b) => b.time - a.time);
  for (const { name } of versions.slice(MAX_VERSIONS)) rmSync(name, { force: true });
}

function digestOf(data: Uint8Array): Buffer {
  return createHash('sha256').update(data).digest();
}
