import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { didYouMean, nearest } from '../codec/suggest.ts';
import { type DialectName, isDialectName } from '../dialect.ts';
import { dialect, port as portKind } from '../node/settingKinds.ts';
import { COMMAND_NAMES, type CommandName, flagsOf, LEDGER_VARIABLE } from './flags.ts';
import type { InspectOptions } from './inspect.ts';
import type { KeysOptions } from './keys.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import { usageError } from './output.ts';
import { type RawSettings, readLoading, readServeOptions, type ServeOptions } from './serveOptions.ts';

/** The command line: which command, and its options. @module */

export interface CheckOptions extends LoadingOptions {
  readonly json: boolean;
}

export interface DumpOptions extends LoadingOptions {
  readonly out: string;
  /** write even among files that no dump wrote */
  readonly force: boolean;
}

export interface ShowOptions extends LoadingOptions {
  /** the one thing to show; undefined: the whole ledger */
  readonly subject: string | undefined;
  readonly address: boolean;
  readonly json: boolean;
  readonly all: boolean;
}

export interface ExecOptions {
  readonly serving: ServeOptions;
  readonly command: readonly [program: string, ...args: string[]];
}

export interface DiffOptions extends LoadingOptions {
  /** URL of the real node; may contain a key */
  readonly url: string;
  readonly dialect: DialectName;
  /** file with the calls; undefined: all that the ledger can answer */
  readonly requests: string | undefined;
  readonly json: boolean;
}

export type Command =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly command: CommandName }
  | { readonly kind: 'serve' | 'dev'; readonly options: ServeOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'dump'; readonly options: DumpOptions }
  | { readonly kind: 'show'; readonly options: ShowOptions }
  | { readonly kind: 'keys'; readonly options: KeysOptions }
  | { readonly kind: 'exec'; readonly options: ExecOptions }
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  | { readonly kind: 'inspect'; readonly options: InspectOptions }
  /** its flags are read by the code of the command, which is loaded only if it is needed */
  | { readonly kind: 'record'; readonly flags: readonly GivenFlag[] };

export interface GivenFlag {
  readonly name: string;
  /** undefined: it is a switch */
  readonly value: string | undefined;
}

/** @throws CliError for wrong arguments */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const [first, second] = args;
  if (first === 'help') return { kind: 'help', command: isCommand(second) ? second : 'serve' };
  const isNamed = isCommand(first);
  const kind = isNamed ? first : 'serve';
  if (!isNamed && first !== undefined) refuseMisspelled(first);
  const otherArgs = isNamed ? args.slice(1) : args;
  const end = kind === 'exec' ? otherArgs.indexOf('--') : -1;
  const { flags, positionals, values } = parseFlags(kind, end < 0 ? otherArgs : otherArgs.slice(0, end));
  if (values.help === true) return { kind: 'help', command: kind };
  if (values.version === true) return { kind: 'version' };
  const settings: RawSettings = { command: kind, values, env };
  switch (kind) {
    case 'serve':
      if (!isNamed && isCommand(positionals[0]))
        throw usageError(`${positionals[0]} is a command: write it before its options`);
      return { kind, options: readServeOptions(pathsOf(positionals, env), settings) };
    case 'dev':
      return { kind, options: readServeOptions(pathsOf(positionals, env), settings) };
    case 'check':
      return { kind, options: readCheckOptions(positionals, settings) };
    case 'dump':
      return { kind, options: readDumpOptions(positionals, settings) };
    case 'show':
      return { kind, options: readShowOptions(positionals, settings) };
    case 'keys':
      return { kind, options: readKeysOptions(positionals, settings) };
    case 'exec':
      return { kind, options: readExecOptions(positionals, end < 0 ? [] : otherArgs.slice(end + 1), settings) };
    case 'diff':
      return { kind, options: readDiffOptions(positionals, settings) };
    case 'inspect':
      return { kind, options: readInspectOptions(positionals, settings) };
    case 'record':
      return { kind, flags };
  }
}

function isCommand(name: string | undefined): name is CommandName {
  return COMMAND_NAMES.some((command) => command === name);
}

/** Refuses a word that is not a path and is similar to a command. */
function refuseMisspelled(name: string): void {
  const commands = [...COMMAND_NAMES, 'help'];
  const command = /^\w+$/.test(name) ? nearest(name, commands) : undefined;
  if (command !== undefined && !existsSync(name))
    throw usageError(`\`${name}\` is not a file or folder; ${didYouMean(`the command ${command}`)}`);
}

function parseFlags(command: CommandName, args: readonly string[]) {
  const commandFlags = flagsOf(command);
  const options = Object.fromEntries(
    commandFlags.map(({ name, isRepeatable = false, short, value }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isRepeatable,
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    const allowPositionals = command !== 'record';
    const { positionals, tokens, values } = parseArgs({ args: [...args], options, allowPositionals, tokens: true });
    const flags = tokens.flatMap((token): GivenFlag[] =>
      token.kind === 'option' ? [{ name: token.name, value: token.value }] : [],
    );
    return { flags, positionals, values };
  } catch (error) {
    const help = command === 'serve' ? 'stillnode --help' : `stillnode ${command} --help`;
    throw usageError(`${usageProblem(error as Error & { readonly code?: string }, command)}; see ${help}`);
  }
}

function usageProblem({ code, message }: Error & { readonly code?: string }, command: CommandName): string {
  // the message must not show the word: it may be a URL with a key
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `${command} takes flags only: there is a word without one`;
  const problem = message.split(/\.\s/)[0]!;
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(problem) ?? [];
  if (unknown === undefined) return problem;
  const owners = COMMAND_NAMES.filter((name) => flagsOf(name).some((flag) => flag.name === unknown));
  if (owners.length > 0) return `--${unknown} ${ownersText(owners)}`;
  const names = flagsOf(command).map(({ name }) => name);
  const similar = nearest(unknown, names, Math.ceil(unknown.length / 4));
  return similar === undefined || similar === '' ? problem : `${problem} (${didYouMean(`--${similar}`)})`;
}

/** `is for serving and stillnode diff`, `belongs to stillnode dump`. */
function ownersText(owners: readonly CommandName[]): string {
  if (!owners.includes('serve')) return `belongs to stillnode ${listed(owners)}`;
  const otherOwners = owners.filter((command) => !['serve', 'exec', 'dev'].includes(command));
  return `is for serving${otherOwners.length === 0 ? '' : ` and stillnode ${listed(otherOwners)}`}`;
}

/** `a, b and c`. */
function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join() : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

function pathsOf(positionals: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const variable = env[LEDGER_VARIABLE] ?? '';
  return positionals.length > 0 || variable === '' ? positionals : [variable];
}

/** The text of a flag; undefined: the flag is not set. */
function readText(name: string, { values }: RawSettings): string | undefined {
  const value = values[name];
  if (value === '') throw usageError(`--${name} must not be empty`);
  return typeof value === 'string' ? value : undefined;
}

function readCheckOptions(positionals: readonly string[], settings: RawSettings): CheckOptions {
  const paths = pathsOf(positionals, settings.env);
  if (paths.length === 0) throw usageError('check needs a file or a folder: stillnode check PATH…');
  return { paths, json: settings.values.json === true, ...readLoading(settings) };
}

function readDumpOptions(positionals: readonly string[], settings: RawSettings): DumpOptions {
  const { force, out } = settings.values;
  if (typeof out !== 'string' || out === '')
    throw usageError('dump needs a folder to write to: stillnode dump PATH… --out FOLDER');
  return { paths: pathsOf(positionals, settings.env), out, force: force === true, ...readLoading(settings) };
}

/** Tells paths from the thing to show: an existing file or folder is a path, and so is an argument with the form of a path. */
function readShowOptions(positionals: readonly string[], settings: RawSettings): ShowOptions {
  const ofThing = readText('of', settings);
  const subjects = ofThing === undefined ? positionals.filter((arg) => !isPath(arg)) : [];
  if (subjects.length > 1)
    throw usageError(`show takes one thing at a time, not ${subjects.map((name) => `\`${name}\``).join(' and ')}`);
  const subject = ofThing ?? subjects[0];
  const { address, all, json } = settings.values;
  if (address === true && subject === undefined)
    throw usageError("--address needs the thing to show: stillnode show PATH… '$name' --address");
  if (address === true && json === true)
    throw usageError('--address and --json contradict each other: use one of them');
  const paths = positionals.filter((arg) => !subjects.includes(arg));
  return {
    paths: pathsOf(paths, settings.env),
    subject,
    address: address === true,
    json: json === true,
    all: all === true,
    ...readLoading(settings),
  };
}

/** Whether an argument is a path. A path that does not exist counts only if it cannot be anything else. */
function isPath(arg: string): boolean {
  return existsSync(arg) || (!arg.startsWith('$') && /[/\\.]/.test(arg));
}

function readKeysOptions([name, ...paths]: readonly string[], settings: RawSettings): KeysOptions {
  if (name === undefined || name === '')
    throw usageError('keys needs the name of a wallet: stillnode keys NAME [PATH…]');
  const out = readText('out', settings);
  return { name, paths, out, force: settings.values.force === true, ...readLoading(settings) };
}

function readExecOptions(
  positionals: readonly string[],
  [program, ...args]: readonly string[],
  settings: RawSettings,
): ExecOptions {
  if (program === undefined || program === '')
    throw usageError('exec needs a command to run: stillnode exec [PATH…] -- COMMAND…');
  return { serving: readServeOptions(pathsOf(positionals, settings.env), settings), command: [program, ...args] };
}

function readInspectOptions([file, ...others]: readonly string[], settings: RawSettings): InspectOptions {
  if (file === undefined || others.length > 0)
    throw usageError('inspect needs the file of one test: stillnode inspect FILE');
  const port = readText('port', settings);
  const { noun, read } = portKind;
  if (port !== undefined && read(port) === undefined)
    throw usageError(`--port must be ${noun}, not ${JSON.stringify(port)}`);
  return { file, port: port === undefined ? 0 : Number(port), html: readText('html', settings) };
}

function readDiffOptions([url, ...paths]: readonly string[], settings: RawSettings): DiffOptions {
  if (url === undefined) throw usageError('diff needs the URL of a real node: stillnode diff URL [PATH…]');
  const name = readText('dialect', settings) ?? 'agave';
  if (!isDialectName(name)) throw usageError(`--dialect must be ${dialect.noun}, not ${JSON.stringify(name)}`);
  return {
    url,
    paths: pathsOf(paths, settings.env),
    dialect: name,
    requests: readText('requests', settings),
    json: settings.values.json === true,
    ...readLoading(settings),
  };
}
