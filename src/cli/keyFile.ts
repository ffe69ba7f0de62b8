import { lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { KeyPair } from '../runtime/names/namedKeys.ts';
import { CliError } from './output.ts';

/** readable by the owner only */
const PRIVATE = 0o600;

/**
 * Writes a key pair as the Solana CLI keeps it: a JSON array of 64 numbers.
 *
 * @param isForced true: a file that has other content is replaced
 * @throws CliError if something else is at the path, or the file cannot be written
 */
export function writeKeyFile(path: string, pair: KeyPair, isForced: boolean): void {
  const text = keyFileText(pair);
  try {
    const existing = lstatSync(path, { throwIfNoEntry: false });
    if (existing?.isFile() && readFileSync(path, 'utf8') === text) return;
    if (existing !== undefined && !(isForced && existing.isFile()))
      throw new CliError(
        `${path} exists and is not this key file: choose another name${existing.isFile() ? ', or replace it with --force' : ''}`,
      );
    if (existing !== undefined) rmSync(path);
    writeFileSync(path, text, { flag: 'wx', mode: PRIVATE });
  } catch (error) {
    if (error instanceof CliError) throw error;
    throw new CliError(`cannot write ${path}: ${fileErrorReason(error)}`);
  }
}

/** A key pair as the Solana CLI keeps it: a JSON array of 64 numbers, and a line end. */
export function keyFileText({ secretKey }: KeyPair): string {
  return `${JSON.stringify([...secretKey])}\n`;
}
