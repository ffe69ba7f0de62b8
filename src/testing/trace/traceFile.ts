import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonText } from '../../codec/jsonText.ts';

/**
 * The file of the trace of a test: one for each test, which its next run replaces or removes.
 * @module
 */

/** A test by its name and its file. */
export interface TracedTest {
  /** the names of the describes around it, then its own */
  readonly test: string;
  /** path of its file, relative to the folder that the tests run in; empty: it is not known */
  readonly testFile: string;
}

/** The most characters of a name: file systems take 255 bytes. */
const MAX_NAME = 150;

/** Writes a trace into a folder, in place of that of the last run. @returns the path of the file */
export function writeTrace(folder: string, test: TracedTest, text: JsonText): string {
  mkdirSync(folder, { recursive: true });
  const file = fileOf(folder, test);
  writeFileSync(file, text);
  return file;
}

/** Removes the trace of the last run, if there is one. */
export function removeTrace(folder: string, test: TracedTest): void {
  rmSync(fileOf(folder, test), { force: true });
}

/** The file `NAME.stillnode.json`; with a number if that is the trace of another test, whose name is written in the same way. */
function fileOf(folder: string, { test, testFile }: TracedTest): string {
  const name = test.replaceAll(/[^\w.-]/g, '-').slice(0, MAX_NAME) || 'test';
  for (let number = 1; ; number++) {
    const file = path.join(folder, `${name}${number === 1 ? '' : `-${number}`}.stillnode.json`);
    const beginning = beginningOf(file);
    const members = [member('test', test), member('testFile', testFile)];
    if (beginning === undefined || members.every((line) => beginning.includes(line))) return file;
  }
}

/** A member as `makeTrace` writes it, on one line. */
function member(name: string, value: string): string {
  return `\n ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`;
}

/** The members before the answers; undefined: the file does not exist. */
function beginningOf(file: string): string | undefined {
  try {
    const [beginning] = readFileSync(file, 'utf8').split('\n "answers": ', 1);
    return beginning;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
