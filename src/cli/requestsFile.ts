import { readFileSync } from 'node:fs';
import { type ListedCall, readCallList } from '../document/callList.ts';
import { FixtureError } from '../document/problem.ts';
import { reasonOf } from '../loading/input/reason.ts';
import { CliError } from './cliError.ts';

/**
 * The calls of the file that `--requests` names. Every line that is no call is printed.
 *
 * @throws CliError of usage
 */
export function readRequestsFile(file: string): readonly ListedCall[] {
  const text = readText(file);
  try {
    return readCallList(file, text);
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    for (const problem of error.problems) process.stderr.write(`error: ${problem}\n`);
    if (error.omitted > 0) process.stderr.write(`error: and ${error.omitted} more\n`);
    throw new CliError(`${file} is not a list of calls: nothing was asked`, true);
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new CliError(`cannot read ${file}: ${reasonOf(error)}`, true);
  }
}
