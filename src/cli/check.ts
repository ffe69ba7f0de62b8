import { FixtureError, type FixtureProblem } from '../fixtures/problem.ts';
import { createNode } from '../node.ts';

/** `stillnode check`: 0 with a summary on stdout, or 1 with every error on stderr. */
export async function runCheck(paths: readonly string[]): Promise<number> {
  try {
    const { counts, warnings } = await createNode({ ledger: paths });
    printWarnings(warnings);
    const { accounts, blocks, files, transactions } = counts;
    process.stdout.write(
      `ok: ${files} files, ${blocks} blocks, ${transactions} transactions, ${accounts} accounts, ${warnings.length} warnings\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    process.stderr.write(`${printErrors(error)}: nothing was loaded\n`);
    return 1;
  }
}

/** Prints all that is wrong with the fixtures and gives the number of it, in words. */
export function printErrors({ omitted, problems }: FixtureError): string {
  printProblems('error', problems);
  if (omitted > 0) process.stderr.write(`error: and ${omitted} more\n`);
  const count = problems.length + omitted;
  return `${count} error${count === 1 ? '' : 's'} in the fixtures`;
}

/** @param most beyond these only the number is told */
export function printWarnings(warnings: readonly FixtureProblem[], most = Number.POSITIVE_INFINITY): void {
  printProblems('warning', warnings.slice(0, most));
  if (warnings.length > most)
    process.stderr.write(`warning: and ${warnings.length - most} more: stillnode check shows them all\n`);
}

function printProblems(kind: 'error' | 'warning', problems: readonly FixtureProblem[]): void {
  for (const problem of problems) process.stderr.write(`${kind}: ${problem}\n`);
}
