import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { nearest } from '../codec/nearest.ts';
import type { DialectName } from '../dialect.ts';
import { CliError } from './cliError.ts';
import { type DiffOptions, readDiffOptions } from './diffOptions.ts';
import { COMMANDS, envName, FLAGS, LEDGER_VARIABLE } from './flags.ts';
import {
  type FlagValues,
  readControl,
  readDialect,
  readExecute,
  readHost,
  readKeys,
  readNumber,
  readPrograms,
  readSlotTime,
  readSocketPort,
  readSwitch,
  readText,
  type Setting,
  settingOf,
} from './settings.ts';

export interface ServeOptions {
  readonly paths: readonly string[];
  readonly host: string;
  readonly port: number;
  /** undefined: the one after `port` */
  readonly wsPort: number | 'off' | undefined;
  readonly dialect: DialectName;
  readonly apiKeys: readonly string[];
  /** undefined: on where all addresses are loopback addresses */
  readonly control: boolean | undefined;
  readonly controlKey: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxBatchReplyBytes: number;
  /** MiB */
  readonly cacheMb: number;
  readonly autoFork: boolean;
  /** milliseconds; undefined: the ledger stands still */
  readonly slotTime: number | undefined;
  /** undefined: what is known of programs */
  readonly execute: 'litesvm' | undefined;
  /** files of compiled programs, by address */
  readonly programs: Readonly<Record<string, string>>;
  /** reload the fixtures when they change */
  readonly watch: boolean;
  readonly quiet: boolean;
}

export interface CheckOptions {
  readonly paths: readonly string[];
  /** print JSON for programs */
  readonly json: boolean;
}

export interface DumpOptions {
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
  | { readonly kind: 'diff'; readonly options: DiffOptions }
  | { readonly kind: 'serve'; readonly options: ServeOptions };

/** @throws CliError for wrong arguments */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { positionals, values } = parseFlags(args);
  const [name] = positionals;
  if (values.help === true || name === 'help') return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  const kind = name === 'check' || name === 'dump' || name === 'diff' ? name : 'serve';
  if (kind === 'serve' && name !== undefined) refuseMisspelt(name);
  refuseFlagsOfOthers(kind, values);
  if (kind === 'diff')
    return { kind, options: readDiffOptions(positionals[1], pathsOf(positionals.slice(2), env), values) };
  const paths = pathsOf(kind === 'serve' ? positionals : positionals.slice(1), env);
  switch (kind) {
    case 'check':
      return { kind, options: checkOptions(paths, values) };
    case 'dump':
      return { kind, options: dumpOptions(paths, values) };
    case 'serve':
      return { kind, options: serveOptions(paths, values, env) };
  }
}

/** Refuses a word that is not a path and is similar to a command. */
function refuseMisspelt(word: string): void {
  const command = /^\w+$/.test(word) ? nearest(word, COMMANDS) : undefined;
  if (command !== undefined && !existsSync(word))
    throw new CliError(`there is no file or folder \`${word}\`; did you mean the command ${command}?`, true);
}

function refuseFlagsOfOthers(kind: Command['kind'], values: FlagValues): void {
  for (const [name, { of }] of Object.entries(FLAGS)) {
    if (values[name] === undefined || of === undefined || of === 'any' || of.some((command) => command === kind))
      continue;
    throw new CliError(`--${name} belongs to stillnode ${of.join(' and ')}; see stillnode --help`, true);
  }
}

function checkOptions(paths: readonly string[], values: FlagValues): CheckOptions {
  if (paths.length === 0) throw new CliError('check needs a file or a folder: stillnode check PATH…', true);
  return { paths, json: values.json === true };
}

function dumpOptions(paths: readonly string[], { force, out }: FlagValues): DumpOptions {
  if (typeof out !== 'string' || out === '')
    throw new CliError('dump needs a folder to write to: stillnode dump PATH… --out FOLDER', true);
  return { paths, out, force: force === true };
}

function serveOptions(paths: readonly string[], values: FlagValues, env: NodeJS.ProcessEnv): ServeOptions {
  const given = (name: string): Setting => settingOf(name, values[name], env);
  const isOn = (name: string): boolean => values[name] === true || readSwitch(envName(name), env);
  const apiKeys = readKeys(values['api-key'], env[envName('api-key')]);
  const controlKey = readText(given('control-key'), values['control-key']);
  return {
    paths,
    host: readHost(given('host')),
    port: readNumber(given('port'), 0, 65535),
    wsPort: readSocketPort(given('ws-port'), values['ws-port']),
    dialect: readDialect(given('dialect')),
    apiKeys,
    control: readControl({ apiKeys, controlKey }, values, env),
    controlKey,
    maxBodyBytes: readNumber(given('max-body-bytes'), 1, 2 ** 31 - 1),
    maxBatchReplyBytes: readNumber(given('max-batch-bytes'), 1, 2 ** 31 - 1),
    cacheMb: readNumber(given('cache-mb'), 0, 65536),
    autoFork: isOn('auto-fork'),
    slotTime: readSlotTime(given('slot-time'), values['slot-time']),
    execute: readExecute(given('execute'), values.execute),
    programs: readPrograms(values.program, env[envName('program')]),
    watch: isOn('watch'),
    quiet: isOn('quiet'),
  };
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
    const [sentence] = (error as Error).message.split(/\.\s/);
    throw new CliError(`${sentence}; see stillnode --help`, true);
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
