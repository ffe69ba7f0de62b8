import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nearest } from '../codec/text.ts';
import {
  type DiffOptions,
  type ExecOptions,
  execOptions,
  FREE_PORT,
  readDiffOptions,
  type ShowOptions,
  showOptions,
} from './commandOptions.ts';
import { COMMANDS, envName, FLAGS, type Flag, LEDGER_VARIABLE, SERVING } from './flags.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import { CliError } from './output.ts';
import { type ServeOptions, serveOptions } from './serveOptions.ts';
import { type FlagValues, readPrograms } from './settings.ts';

/**
 * What `parseArgs` says of wrong arguments, with the flag that an unknown one was likely meant to be.
 *
 * @param names of the flags that there are
 */
export function usageText({ message }: Error, names: Iterable<string>): string {
  const sentence = message.split(/\.\s/)[0]!;
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(sentence) ?? [];
  const meant = unknown && nearest(unknown, names, Math.ceil(unknown.length / 4));
  return meant === undefined || meant === '' ? sentence : `${sentence} (did you mean --${meant}?)`;
}

export interface CheckOptions extends LoadingOptions {
  readonly paths: readonly string[];
  /** print JSON for programs */
  readonly json: boolean;
}

export interface DumpOptions extends LoadingOptions {
  readonly paths: readonly string[];
  /** folder to write to */
  readonly out: string;
  /** write even among files that no dump wrote */
  readonly force: boolean;
}

export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'dump'; readonly options: DumpOptions }
  | { readonly kind: 'show'; readonly options: ShowOptions }
  | { readonly kind: 'exec'; readonly options: ExecOptions }
  /** its arguments are read with the rest of it, which is loaded only then */
  | { readonly kind: 'record'; readonly args: readonly string[] }
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions };

function isCommand(name: string | undefined): name is Exclude<(typeof COMMANDS)[number], 'help' | 'record'> {
  return name !== 'help' && name !== 'record' && COMMANDS.some((command) => command === name);
}

/** @throws CliError for wrong arguments */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  if (args[0] === 'record') return { kind: 'record', args: args.slice(1) };
  const { command, own } = splitCommand(args);
  const { positionals, values } = parseFlags(own);
  const [name] = positionals;
  if (values.help === true || name === 'help') return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const kind = isCommand(name) ? name : 'serve';
  if (kind === 'serve' && name !== undefined) refuseMisspelt(name);
  refuseFlagsOfOthers(kind, values);
  const loading = loadingOptions(values, env);
  const words = kind === 'serve' ? positionals : positionals.slice(1);
  switch (kind) {
    case 'check':
      return { kind, options: { ...checkOptions(pathsOf(words, env), values), ...loading } };
    case 'dump':
      return { kind, options: { ...dumpOptions(pathsOf(words, env), values), ...loading } };
    case 'show':
      return { kind, options: { ...showOptions(words, values, (paths) => pathsOf(paths, env)), ...loading } };
    case 'exec': {
      const serving = { ...serveOptions(pathsOf(words, env), values, env, FREE_PORT), ...loading };
      return { kind, options: execOptions(serving, values, command) };
    }
    case 'diff': {
      const [url, ...paths] = words;
      return { kind, options: { ...readDiffOptions(url, pathsOf(paths, env), values), ...loading } };
    }
    case 'serve':
      return { kind, options: { ...serveOptions(pathsOf(words, env), values, env), ...loading } };
  }
}

/** What follows `--` belongs to the command that exec runs, its flags too; for all others it is paths. */
function splitCommand(args: readonly string[]): { readonly own: readonly string[]; readonly command: string[] } {
  const end = args.indexOf('--');
  if (end < 0 || parseFlags(args.slice(0, end)).positionals[0] !== 'exec') return { own: args, command: [] };
  return { own: args.slice(0, end), command: args.slice(end + 1) };
}

/** Refuses a word that is not a path and is similar to a command. */
function refuseMisspelt(word: string): void {
  const command = /^\w+$/.test(word) ? nearest(word, COMMANDS) : undefined;
  if (command !== undefined && !existsSync(word))
    throw new CliError(`there is no file or folder \`${word}\`; did you mean the command ${command}?`, true);
}

function refuseFlagsOfOthers(kind: Command['kind'], values: FlagValues): void {
  for (const [name, { of = SERVING }] of Object.entries(FLAGS)) {
    if (values[name] === undefined || of === 'any' || of.some((command) => command === kind)) continue;
    throw new CliError(`--${name} ${ownersText(of)}; see stillnode --help`, true);
  }
}

/** `is for serving and stillnode diff`, `belongs to stillnode dump`. */
function ownersText(of: Exclude<Flag['of'], 'any' | undefined>): string {
  const others = of.filter((command) => !SERVING.some((serving) => serving === command));
  if (others.length === of.length) return `belongs to stillnode ${listed(of)}`;
  return `is for serving${others.length === 0 ? '' : ` and stillnode ${listed(others)}`}`;
}

/** `a, b and c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Without what all commands take. */
type OwnOptions<O> = Omit<O, keyof LoadingOptions>;

function loadingOptions(values: FlagValues, env: NodeJS.ProcessEnv): LoadingOptions {
  return {
    programs: readPrograms(values.program, env[envName('program')]),
  };
}

function checkOptions(paths: readonly string[], values: FlagValues): OwnOptions<CheckOptions> {
  if (paths.length === 0) throw new CliError('check needs a file or a folder: stillnode check PATH…', true);
  return { paths, json: values.json === true };
}

function dumpOptions(paths: readonly string[], { force, out }: FlagValues): OwnOptions<DumpOptions> {
  if (typeof out !== 'string' || out === '')
    throw new CliError('dump needs a folder to write to: stillnode dump PATH… --out FOLDER', true);
  return { paths, out, force: force === true };
}

function parseFlags(args: readonly string[]): { positionals: string[]; values: FlagValues } {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, { short, value }]) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: name === 'api-key' || name === 'program',
        ...(short !== undefined && { short }),
      },
    ]),
  );
  try {
    return parseArgs({ args: joinPrograms(args), options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new CliError(`${usageText(error as Error, Object.keys(FLAGS))}; see stillnode --help`, true);
  }
}

/** `--program` alone has two values: they are joined with what they are separated by in the environment. */
function joinPrograms(args: readonly string[]): string[] {
  const joined: string[] = [];
  for (let i = 0; i < args.length; i++) {
    if (args[i] === '--') return [...joined, ...args.slice(i)];
    const isProgram = args[i] === '--program' && i + 2 < args.length && !args[i + 1]!.includes('=');
    joined.push(isProgram ? `--program=${args[i + 1]}=${args[i + 2]}` : args[i]!);
    if (isProgram) i += 2;
  }
  return joined;
}

function pathsOf(positionals: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const variable = env[LEDGER_VARIABLE] ?? '';
  return positionals.length > 0 || variable === '' ? positionals : [variable];
}
