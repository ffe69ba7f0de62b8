import { writeFileSync } from 'node:fs';
import { Socket } from 'node:net';
import type { Writable } from 'node:stream';
import { counted } from '../codec/text.ts';
import type { FixtureError, FixtureProblem } from '../files/fixtureError.ts';
import { fileErrorReason } from '../fixtures/input/fileErrors.ts';
import type { LoadedLedger } from '../fixtures/loadLedger.ts';

/** An error that the user can correct; printed without a stack trace. */
export class CliError extends Error {
  readonly isUsage: boolean;
  constructor(message: string, isUsage = false) {
    super(message);
    this.isUsage = isUsage;
  }
}

export function usageError(message: string): CliError {
  return new CliError(message, true);
}

/** The signals that end a process. */
export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Calls a listener at the first signal of each kind that would end the process.
 *
 * @returns removes the listener
 */
export function onSignals(listener: () => void): () => void {
  for (const signal of SIGNALS) process.once(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

// A node continues when its output cannot be written; a command that is run for its output fails.

/** Limit for output that waits in memory for a slow reader. */
const MAX_WAITING_BYTES = 2 ** 20;

/** The output of a command. */
export interface Output {
  /** Writes what the command is run for. @throws CliError if it cannot be written */
  write(text: string): void;
  /** errors, warnings and progress */
  readonly messages: LogStream;
}

export type Messages = Pick<NodeJS.WriteStream, 'isTTY' | 'write'>;

/** The stream that a log is written to; `writableLength` are the bytes that wait for a slow reader. */
export type LogStream = Messages & Pick<NodeJS.WriteStream, 'writableLength'>;

/** The output of this process. */
export const PROCESS_OUTPUT: Output = {
  write: writeOutput,
  messages: process.stderr,
};

/** Ignores write errors, such as a closed pipe (`| head -1`) or a full disk: the output is lost, the command continues. */
export function ignoreOutputErrors(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}

/** Writes to stdout. A reader that has gone, as of `| head -1`, is not an error. @throws CliError if it cannot be written */
function writeOutput(text: string): void {
  const stdout: Writable = process.stdout;
  if (stdout instanceof Socket) {
    stdout.write(text);
    return;
  }
  try {
    // `stdout.write` loses the rest, without an error, where there is space for a part only
    writeFileSync(process.stdout.fd, text);
  } catch (error) {
    throw new CliError(`cannot write the output: ${fileErrorReason(error)}`);
  }
}

/** Writes a line of the log, or drops it if too much output is waiting. */
export function writeLog(line: string, stream: Pick<LogStream, 'write' | 'writableLength'> = process.stderr): void {
  if (stream.writableLength < MAX_WAITING_BYTES) stream.write(line);
}

/** Whether colors are wanted, decided as Node does for its own output: FORCE_COLOR comes first, and `0` turns them off. */
export function wantsColor(
  { isTTY }: Pick<NodeJS.WriteStream, 'isTTY'>,
  { FORCE_COLOR, NO_COLOR }: NodeJS.ProcessEnv,
): boolean {
  if (FORCE_COLOR !== undefined) return !['0', 'false'].includes(FORCE_COLOR);
  return isTTY && (NO_COLOR ?? '') === '';
}

/** Largest number of warnings that commands show whose main output is something else. */
const MAX_SOME_WARNINGS = 5;

type Warned = Pick<LoadedLedger, 'warnings' | 'omittedWarnings'>;

/** Prints all warnings, then all errors, and returns a text with their number. */
export function printErrors({ omitted, problems, warnings }: FixtureError, messages: Messages): string {
  printProblems('warning', warnings, messages);
  printProblems('error', problems, messages);
  if (omitted > 0) messages.write(`error: and ${omitted} more\n`);
  const warningText = warnings.length === 0 ? '' : ` and ${counted(warnings.length, 'warning')}`;
  return `${counted(problems.length + omitted, 'error')}${warningText} in the fixtures`;
}

/** Prints all warnings, and the number of those that were omitted. */
export function printWarnings({ omittedWarnings = 0, warnings }: Warned, messages: Messages): void {
  printProblems('warning', warnings, messages);
  if (omittedWarnings > 0) messages.write(`warning: and ${omittedWarnings} more\n`);
}

/** Prints a few warnings, for commands whose main output is something else. */
export function printSomeWarnings({ omittedWarnings = 0, warnings }: Warned, messages: Messages): void {
  printProblems('warning', warnings.slice(0, MAX_SOME_WARNINGS), messages);
  const more = warnings.length + omittedWarnings - MAX_SOME_WARNINGS;
  if (more > 0) messages.write(`warning: and ${more} more: stillnode check shows them all\n`);
}

function printProblems(severity: 'error' | 'warning', problems: readonly FixtureProblem[], messages: Messages): void {
  for (const problem of problems) messages.write(`${severity}: ${problem}\n`);
}
