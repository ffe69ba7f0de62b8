/**
 * Prints the problems of fixtures to stderr, one per line.
 * @module
 */

import { counted } from '../codec/counted.ts';
import type { FixtureError, FixtureProblem } from '../document/problem.ts';
import type { LoadedLedger } from '../loading/loadLedger.ts';

const SOME = 5;

type Warned = Pick<LoadedLedger, 'warnings' | 'omittedWarnings'>;

/** Prints all warnings, then all errors, and returns a text with their number. */
export function printErrors({ omitted, problems, warnings }: FixtureError): string {
  printProblems('warning', warnings);
  printProblems('error', problems);
  if (omitted > 0) process.stderr.write(`error: and ${omitted} more\n`);
  const warningText = warnings.length === 0 ? '' : ` and ${counted(warnings.length, 'warning')}`;
  return `${counted(problems.length + omitted, 'error')}${warningText} in the fixtures`;
}

/** Prints all warnings, and the number of those that were omitted. */
export function printWarnings({ omittedWarnings = 0, warnings }: Warned): void {
  printProblems('warning', warnings);
  if (omittedWarnings > 0) process.stderr.write(`warning: and ${omittedWarnings} more\n`);
}

/** Prints a few warnings, for commands whose main output is something else. */
export function printSomeWarnings({ omittedWarnings = 0, warnings }: Warned): void {
  printProblems('warning', warnings.slice(0, SOME));
  const more = warnings.length + omittedWarnings - SOME;
  if (more > 0) process.stderr.write(`warning: and ${more} more: stillnode check shows them all\n`);
}

function printProblems(severity: 'error' | 'warning', problems: readonly FixtureProblem[]): void {
  for (const problem of problems) process.stderr.write(`${severity}: ${problem}\n`);
}
