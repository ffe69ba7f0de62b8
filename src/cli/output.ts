/**
 * A node continues when its output cannot be written; a command that is run for its output fails.
 * @module
 */
import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { reasonOf } from '../loading/input/reason.ts';
import { CliError } from './cliError.ts';

/** Limit for output that waits in memory for a slow reader. */
const MAX_WAITING_BYTES = 2 ** 20;

/** Ignores write errors, such as a closed pipe (`| head -1`) or a full disk: the output is lost, but the command continues. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/**
 * Writes what a command is run for. A reader that has gone, as of `| head -1`, is no error.
 *
 * @throws CliError if it cannot be written
 */
export function writeOutput(text: string): void {
  const stdout: Writable = process.stdout;
  if (stdout instanceof Socket) {
    stdout.write(text);
    return;
  }
  try {
    // `stdout.write` loses the rest, without an error, where there is space for a part only
    writeFileSync(process.stdout.fd, text);
  } catch (error) {
    throw new CliError(`cannot write the output: ${reasonOf(error)}`);
  }
}

/** Writes a line of the log, or drops it if too much output is waiting. */
export function writeLog(
  line: string,
  stream: Pick<NodeJS.WriteStream, 'write' | 'writableLength'> = process.stderr,
): void {
  if (stream.writableLength < MAX_WAITING_BYTES) stream.write(line);
}
