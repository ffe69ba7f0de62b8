import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { JsonText } from '../../codec/jsonText.ts';

/** The most characters of a name: file systems take 255 bytes. */
const MAX_NAME = 150;

/** Writes a trace into a folder, and returns the path of the file: `NAME.stillnode.json`, with a number if this file exists. */
export function writeTrace(folder: string, testName: string, text: JsonText): string {
  mkdirSync(folder, { recursive: true });
  const name = testName.replaceAll(/[^\w.-]/g, '-').slice(0, MAX_NAME) || 'test';
  for (let number = 1; ; number++) {
    const file = path.join(folder, `${name}${number === 1 ? '' : `-${number}`}.stillnode.json`);
    if (writeNew(file, text)) return file;
  }
}

/** @returns false: the file exists */
function writeNew(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
