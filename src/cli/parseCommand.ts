import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nearest } from '../codec/text.ts';
import { type DialectName, isDialectName } from '../dialect.ts';
import { dialect } from '../node/kinds.ts';
import { COMMAND_NAMES, type CommandName, flagsOf, LEDGER_VARIABLE } from './flags.ts';
import type { KeysOptions } from './keys.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import { usageError } from './output.ts';
import { type Given, readLoading, readServeOptions, type ServeOptions } from './serveOptions.ts';

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
  readonly word: string | undefined;
  readonly address: boolean;
  readonly json: boolean;
  readonly all: boolean;
  readonly wide: boolean;
}

export interface ExecOptions {
  readonly serving: ServeOptions;
  readonly command: readonly [program: string, ...args: string[]];
}

export interface DiffOptions extends LoadingOptions {
  /** of the real node; may contain a key */
  readonly url: string;
  readonly dialect: DialectName;
  /** file with the calls; undefined: all that the ledger can answer */
  readonly requests: string | undefined;
  readonly json: boolean;
  readonly report: string | undefined;
}

export type Command =
  | { readonly kind: 'version' }
  | { readonly kind: 'help'; readonly of: CommandName }
  | { readonly kind: 'serve' | 'dev'; readonly options: ServeOptions }
  | { readonly kind: 'check'; readonly options: CheckOptions }
  | { readonly kind: 'dump'; readonly options: DumpOptions }
  | { readonly kind: 'show'; readonly options: ShowOptions }
  | { readonly kind: 'keys'; readonly options: KeysOptions }
  | { readonly kind: 'exec'; readonly options: ExecOptions }
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  /** its flags are read with the rest of it, which is loaded only then */
  | { readonly kind: 'record'; readonly flags: readonly GivenFlag[] };

export interface GivenFlag {
  readonly name: string;
  /** undefined: it is a switch */
  readonly value: string | undefined;
}

/** @throws CliError for wrong arguments */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const [first, second] = args;
  if (first === 'help') return { kind: 'help', of: isCommand(second) ? second : 'serve' };
  const isNamed = isCommand(first);
  const kind = isNamed ? first : 'serve';
  if (!isNamed && first !== undefined) refuseMisspelled(first);
  const rest = isNamed ? args.slice(1) : args;
  const end = kind === 'exec' ? rest.indexOf('--') : -1;
  const { flags, positionals, values } = parseFlags(kind, end < 0 ? rest : rest.slice(0, end));
  if (values.help === true) return { kind: 'help', of: kind };
  if (values.version === true) return { kind: 'version' };
  const given: Given = { command: kind, values, env };
  switch (kind) {
    case 'serve':
      if (!isNamed && isCommand(positionals[0]))
        throw usageError(`${positionals[0]} is a command: write it before its options`);
      return { kind, options: readServeOptions(pathsOf(positionals, env), given) };
    case 'dev':
      return { kind, options: readServeOptions(pathsOf(positionals, env), given) };
    case 'check':
      return { kind, options: readCheckOptions(positionals, given) };
    case 'dump':
      return { kind, options: readDumpOptions(positionals, given) };
    case 'show':
      return { kind, options: readShowOptions(positionals, given) };
    case 'keys':
      return { kind, options: readKeysOptions(positionals, given) };
    case 'exec':
      return { kind, options: readExecOptions(positionals, end < 0 ? [] : rest.slice(end + 1), given) };
    case 'diff':
      return { kind, options: readDiffOptions(positionals, given) };
    case 'record':
      return { kind, flags };
  }
}

function isCommand(word: string | undefined): word is CommandName {
  return COMMAND_NAMES.some((command) => command === word);
}

/** Refuses a word that is not a path and is similar to a command. */
function refuseMisspelled(word: string): void {
  const commands = [...COMMAND_NAMES, 'help'];
  const command = /^\w+$/.test(word) ? nearest(word, commands) : undefined;
  if (command !== undefined && !existsSync(word))
    throw usageError(`there is no file or folder \`${word}\`; did you mean the command ${command}?`);
}

function parseFlags(command: CommandName, args: readonly string[]) {
  const known = flagsOf(command);
  const options = Object.fromEntries(
    known.map(({ name, isRepeatable = false, short, value }) => [
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
    throw usageError(`${usageFault(error as Error & { readonly code?: string }, command)}; see ${help}`);
  }
}

function usageFault({ code, message }: Error & { readonly code?: string }, command: CommandName): string {
  // the word may be a URL with a key
  if (code === 'ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL')
    return `${command} takes flags only: there is a word without one`;
  const fault = message.split(/\.\s/)[0]!;
  const [, unknown] = /^Unknown option '--([^']+)'/.exec(fault) ?? [];
  if (unknown === undefined) return fault;
  const owners = COMMAND_NAMES.filter((name) => flagsOf(name).some((flag) => flag.name === unknown));
  if (owners.length > 0) return `--${unknown} ${ownersText(owners)}`;
  const names = flagsOf(command).map(({ name }) => name);
  const meant = nearest(unknown, names, Math.ceil(unknown.length / 4));
  return meant === undefined || meant === '' ? fault : `${fault} (did you mean --${meant}?)`;
}

/** `is for serving and stillnode diff`, `belongs to stillnode dump`. */
function ownersText(owners: readonly CommandName[]): string {
  if (!owners.includes('serve')) return `belongs to stillnode ${listed(owners)}`;
  const others = owners.filter((command) => !['serve', 'exec', 'dev'].includes(command));
  return `is for serving${others.length === 0 ? '' : ` and stillnode ${listed(others)}`}`;
}

/** `a, b and c`. */
function listed(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

function pathsOf(positionals: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const variable = env[LEDGER_VARIABLE] ?? '';
  return positionals.length > 0 || variable === '' ? positionals : [variable];
}

/** Undefined: it is not given. */
function readText(name: string, { values }: Given): string | undefined {
  const value = values[name];
  if (value === '') throw usageError(`--${name} must not be empty`);
  return typeof value === 'string' ? value : undefined;
}

function readCheckOptions(positionals: readonly string[], given: Given): CheckOptions {
  const paths = pathsOf(positionals, given.env);
  if (paths.length === 0) throw usageError('check needs a file or a folder: stillnode check PATH…');
  return { paths, json: given.values.json === true, ...readLoading(given) };
}

function readDumpOptions(positionals: readonly string[], given: Given): DumpOptions {
  const { force, out } = given.values;
  if (typeof out !== 'string' || out === '')
    throw usageError('dump needs a folder to write to: stillnode dump PATH… --out FOLDER');
  return { paths: pathsOf(positionals, given.env), out, force: force === true, ...readLoading(given) };
}

/** What is a file or a folder is a path, and so is what looks like one; any other word is what to show. */
function readShowOptions(positionals: readonly string[], given: Given): ShowOptions {
  const of = readText('of', given);
  const words = of === undefined ? positionals.filter((arg) => !isPath(arg)) : [];
  if (words.length > 1)
    throw usageError(`show takes one thing at a time, not ${words.map((word) => `\`${word}\``).join(' and ')}`);
  const word = of ?? words[0];
  const { address, all, json, wide } = given.values;
  if (address === true && word === undefined)
    throw usageError("--address needs the thing to show: stillnode show PATH… '$name' --address");
  if (address === true && json === true)
    throw usageError('--address and --json contradict each other: use one of them');
  const paths = positionals.filter((arg) => !words.includes(arg));
  return {
    paths: pathsOf(paths, given.env),
    word,
    address: address === true,
    json: json === true,
    all: all === true,
    wide: wide === true,
    ...readLoading(given),
  };
}

/** A path that does not exist is reported as that where it cannot be anything else. */
function isPath(arg: string): boolean {
  return existsSync(arg) || (!arg.startsWith('$') && /[/\\.]/.test(arg));
}

function readKeysOptions([name, ...paths]: readonly string[], given: Given): KeysOptions {
  if (name === undefined || name === '')
    throw usageError('keys needs the name of a wallet: stillnode keys NAME [PATH…]');
  const out = readText('out', given);
  return { name, paths, out, force: given.values.force === true, ...readLoading(given) };
}

function readExecOptions(
  positionals: readonly string[],
  [program, ...args]: readonly string[],
  given: Given,
): ExecOptions {
  if (program === undefined || program === '')
    throw usageError('exec needs a command to run: stillnode exec [PATH…] -- COMMAND…');
  return { serving: readServeOptions(pathsOf(positionals, given.env), given), command: [program, ...args] };
}

function readDiffOptions([url, ...paths]: readonly string[], given: Given): DiffOptions {
  if (url === undefined) throw usageError('diff needs the URL of a real node: stillnode diff URL [PATH…]');
  const name = readText('dialect', given) ?? 'agave';
  if (!isDialectName(name)) throw usageError(`--dialect must be ${dialect.noun}, not ${JSON.stringify(name)}`);
  return {
    url,
    paths: pathsOf(paths, given.env),
    dialect: name,
    requests: readText('requests', given),
    json: given.values.json === true,
    report: readText('report', given),
    ...readLoading(given),
  };
}
