import type { DialectName } from '../dialect.ts';
import { CliError } from './cliError.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import { type FlagValues, readDialect } from './settings.ts';

export interface DiffOptions extends LoadingOptions {
  /** of the real node; may contain a key */
  readonly url: string;
  readonly paths: readonly string[];
  readonly dialect: DialectName;
  /** file with the calls; undefined: all that the ledger can answer */
  readonly requests: string | undefined;
  /** print JSON for programs */
  readonly json: boolean;
  /** file to write a report to */
  readonly report: string | undefined;
}

/** @throws CliError for wrong arguments */
export function readDiffOptions(
  url: string | undefined,
  paths: readonly string[],
  { dialect, json, report, requests }: FlagValues,
): Omit<DiffOptions, keyof LoadingOptions> {
  if (url === undefined) throw new CliError('diff needs the URL of a real node: stillnode diff URL [PATH…]', true);
  return {
    url,
    paths,
    // the variable is for serving: a real node has one dialect
    dialect: readDialect({ text: typeof dialect === 'string' ? dialect : 'agave', source: '--dialect' }),
    requests: readFile('requests', requests),
    json: json === true,
    report: readFile('report', report),
  };
}

function readFile(flag: string, file: FlagValues[string]): string | undefined {
  if (file === '') throw new CliError(`--${flag} must not be empty`, true);
  return typeof file === 'string' ? file : undefined;
}
