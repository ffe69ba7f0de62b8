import { existsSync } from 'node:fs';
import type { DialectName } from '../dialect.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import { CliError } from './output.ts';
import type { ServeOptions } from './serveOptions.ts';
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

export interface ShowOptions extends LoadingOptions {
  readonly paths: readonly string[];
  /** the one thing to show; undefined: the whole ledger */
  readonly word: string | undefined;
  /** print its address, and nothing else */
  readonly address: boolean;
  readonly json: boolean;
  /** cut nothing */
  readonly all: boolean;
  /** whole signatures and addresses on a terminal too */
  readonly wide: boolean;
}

/**
 * What is a file or a folder is a path, and so is what looks like one; any other word is what to show.
 *
 * @param pathsOf the paths of the command, or of the environment where it has none
 */
export function showOptions(
  args: readonly string[],
  values: FlagValues,
  pathsOf: (paths: readonly string[]) => readonly string[],
): Omit<ShowOptions, keyof LoadingOptions> {
  const of = readWord(values.of);
  const words = of === undefined ? args.filter((arg) => !isPath(arg)) : [];
  if (words.length > 1)
    throw new CliError(`show takes one thing at a time, not ${words.map((word) => `\`${word}\``).join(' and ')}`, true);
  const word = of ?? words[0];
  const isOn = (name: string) => values[name] === true;
  if (isOn('address') && word === undefined)
    throw new CliError("--address needs the thing to show: stillnode show PATH… '$name' --address", true);
  if (isOn('address') && isOn('json'))
    throw new CliError('--address and --json contradict each other: use one of them', true);
  return {
    paths: pathsOf(args.filter((arg) => !words.includes(arg))),
    word,
    address: isOn('address'),
    json: isOn('json'),
    all: isOn('all'),
    wide: isOn('wide'),
  };
}

function readWord(flag: FlagValues[string]): string | undefined {
  if (flag === '') throw new CliError('--of must not be empty', true);
  return typeof flag === 'string' ? flag : undefined;
}

/** A path that is not there is reported as that where it cannot be anything else. */
function isPath(arg: string): boolean {
  return existsSync(arg) || (!arg.startsWith('$') && /[/\\.]/.test(arg));
}
