import { CliError } from './cliError.ts';
import type { ServeOptions } from './serveOptions.ts';
import type { FlagValues } from './settings.ts';

/** Any port that nobody listens on. */
export const FREE_PORT = '0';

export interface ExecOptions {
  /** of the node that runs meanwhile: on a free port unless one is given, and without a log */
  readonly serving: ServeOptions;
  /** the program and its arguments */
  readonly command: readonly [program: string, ...args: string[]];
}

/** Its standard output is the command's alone, and the log of the node is seen only by who asks for it. */
export function execOptions(
  serving: ServeOptions,
  { log }: FlagValues,
  [program, ...args]: readonly string[],
): ExecOptions {
  if (program === undefined || program === '')
    throw new CliError('exec needs a command to run: stillnode exec [PATH…] -- COMMAND…', true);
  return { serving: { ...serving, log: log === undefined ? 'off' : serving.log }, command: [program, ...args] };
}
