import { type JsonObject, stringifyJson } from '../../codec/jsonText.ts';
import { counted } from '../../codec/text.ts';
import { FixtureError, type FixtureProblem } from '../../files/fixtureError.ts';
import type { LoadedLedger } from '../../fixtures/loadLedger.ts';
import { command, pathsOf } from '../command.ts';
import { JSON_FLAG, LOAD_FLAGS } from '../flags.ts';
import { countsText, slotsText, summaryOf } from '../ledgerSummary.ts';
import { type LoadingOptions, loadFixtures } from '../loadFixtures.ts';
import { type Output, printErrors, printWarnings, usageError } from '../output.ts';
import { ProgressLine } from '../progressLine.ts';
import { readLoading } from '../serveOptions.ts';

export interface CheckOptions extends LoadingOptions {
  readonly json: boolean;
}

export const check = command({
  usage: 'check PATH…',
  summary: 'load fixtures and report problems, without serving',
  details: 'Exits with 0 and a summary, or with 1 and every error.',
  flags: [...LOAD_FLAGS, JSON_FLAG],
  read(line): CheckOptions {
    const paths = pathsOf(line.positionals, line.env);
    if (paths.length === 0) throw usageError('check needs a file or a folder: stillnode check PATH…');
    return { paths, json: line.values.json === true, ...readLoading(line) };
  },
  run: (options, output) => runCheck(options, output),
});

/**
 * `stillnode check`: exit code 0 with a summary on stdout, or 1 with every error on stderr. With `--json` the report is one line of JSON on
 * stdout, and nothing else is printed.
 *
 * @param progress shown on a terminal if loading takes long
 */
export async function runCheck(
  { json, ...loading }: CheckOptions,
  output: Output,
  progress: ProgressLine = new ProgressLine(output.messages),
): Promise<number> {
  try {
    const loaded = await loadFixtures(loading, json ? undefined : progress);
    if (json) printJson(reportOf(loaded), output);
    else printSummary(loaded, output);
    return 0;
  } catch (error) {
    if (!(error instanceof FixtureError)) throw error;
    if (json) printJson(reportOfError(error), output);
    else output.messages.write(`${printErrors(error, output.messages)}: nothing was loaded\n`);
    return 1;
  }
}

function printSummary(loaded: LoadedLedger, output: Output): void {
  printWarnings(loaded, output.messages);
  const warnings = loaded.warnings.length + (loaded.omittedWarnings ?? 0);
  output.write(
    `ok: ${counted(loaded.counts.files, 'file')}, ${countsText(loaded.counts)}, ${counted(warnings, 'warning')}\n${slotsText(summaryOf(loaded))}\n`,
  );
}

/** The report of `--json`, see docs/fixtures.md. */
function reportOf(loaded: LoadedLedger): JsonObject {
  const { omittedWarnings = 0, warnings } = loaded;
  return {
    ok: true,
    errors: 0,
    warnings: warnings.length + omittedWarnings,
    problems: warnings.map((problem) => problemOf(problem, 'warning')),
    ledger: { ...summaryOf(loaded) },
  };
}

function reportOfError({ omitted, problems, warnings }: FixtureError): JsonObject {
  return {
    ok: false,
    errors: problems.length + omitted,
    warnings: warnings.length,
    problems: [
      ...problems.map((problem) => problemOf(problem, 'error')),
      ...warnings.map((problem) => problemOf(problem, 'warning')),
    ],
    ledger: null,
  };
}

/** Every member is always present; null where the problem has no such value. */
function problemOf(problem: FixtureProblem, severity: 'error' | 'warning'): JsonObject {
  return {
    severity,
    file: problem.file,
    line: problem.line ?? null,
    column: problem.column ?? null,
    pointer: problem.pointer ?? null,
    message: problem.message,
    hint: problem.hint ?? null,
    other: problem.other === undefined ? null : { ...problem.other },
  };
}

function printJson(report: JsonObject, output: Output): void {
  output.write(`${stringifyJson(report)}\n`);
}
