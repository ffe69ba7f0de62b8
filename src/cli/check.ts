import { FixtureError, type FixtureProblem } from '../fixtures/problem.ts';
import { createNode } from '../node.ts';

/** `stillnode check`: 0 with a summary on stdout, or 1 with every error on stderr. */
export async function runCheck(paths: readonly string[]): Promise<number> {
  try {
    const { counts, warnings } = await createNode({ ledger: paths });
    printProblems('warning', warnings);
    process.stdout.write(
      `ok: ${counts.files} files, ${counts.blocks} blocks, ${counts.transactions} transactions, ${counts.accounts} accounts, ${warnings.length} warnings\n`,
    );
    return 0;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    printProblems('error', error.problems);
    process.stderr.write(`${error.problems.length} errors: nothing was loaded\n`);
    return 1;
  }
}

export function printProblems(kind: 'error' | 'warning', problems: readonly FixtureProblem[], most = Infinity): void {
  for (const problem of problems.slice(0, most)) process.stderr.write(`${kind}: ${problem}\n`);
}
