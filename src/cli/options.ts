import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { type DialectName, isDialectName } from '../dialect.ts';

/** Something the person who typed the command can mend; printed without a stack. */
export class CliError extends Error {
  readonly isUsage: boolean;
  constructor(message: string, isUsage = false) {
    super(message);
    this.isUsage = isUsage;
  }
}

export interface ServeOptions {
  readonly paths: readonly string[];
  readonly host: string;
  readonly port: number;
  readonly dialect: DialectName;
  readonly apiKeys: readonly string[];
  readonly maxBodyBytes: number;
  /** MiB */
  readonly cacheMb: number;
  readonly quiet: boolean;
}

export type Command =
  | { readonly kind: 'help' | 'version' }
  | { readonly kind: 'check'; readonly paths: readonly string[] }
  | { readonly kind: 'serve'; readonly options: ServeOptions };

interface Flag {
  readonly value?: string;
  readonly description: string;
  readonly fallback?: string;
}

/** What is served when the command names no path; without it, the sample ledger. */
const LEDGER_VARIABLE = 'STILLNODE_LEDGER';

/** Every flag; all but the last two are also environment variables, `--max-body-bytes` being STILLNODE_MAX_BODY_BYTES. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  host: { value: 'HOST', description: 'address to listen on', fallback: '127.0.0.1' },
  port: { value: 'PORT', description: 'port to listen on, 0 for a free one', fallback: '8899' },
  dialect: {
    value: 'NAME',
    description: 'contract or agave: whose answers win where the two differ',
    fallback: 'contract',
  },
  'api-key': {
    value: 'KEY',
    description: 'let in only requests with ?apikey=KEY (repeatable; comma-separated in the environment)',
  },
  'max-body-bytes': { value: 'BYTES', description: 'largest request body', fallback: '51200' },
  'cache-mb': { value: 'MIB', description: 'memory for answers given before, 0 for none', fallback: '64' },
  quiet: { description: 'do not log requests' },
  version: { description: 'print the version' },
  help: { description: 'print this text' },
};

/** @throws CliError for what cannot be understood */
export function parseCommand(args: readonly string[], env: NodeJS.ProcessEnv): Command {
  const { positionals, values } = parseFlags(args);
  if (values.help === true) return { kind: 'help' };
  if (values.version === true) return { kind: 'version' };
  if (positionals[0] === 'check') {
    const paths = pathsOf(positionals.slice(1), env);
    if (paths.length === 0) throw new CliError('check needs a file or a folder: stillnode check PATH…', true);
    return { kind: 'check', paths };
  }
  const given = (name: string): Setting => settingOf(name, values[name], env);
  const options: ServeOptions = {
    paths: pathsOf(positionals, env),
    host: readHost(given('host')),
    port: readNumber(given('port'), 0, 65535),
    dialect: readDialect(given('dialect')),
    apiKeys: readKeys(values['api-key'], env[envName('api-key')]),
    maxBodyBytes: readNumber(given('max-body-bytes'), 1, 2 ** 31 - 1),
    cacheMb: readNumber(given('cache-mb'), 0, 65536),
    quiet: values.quiet === true || isTruthy(env[envName('quiet')]),
  };
  return { kind: 'serve', options };
}

type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

function parseFlags(args: readonly string[]): { positionals: string[]; values: FlagValues } {
  const options = Object.fromEntries(
    Object.entries(FLAGS).map(([name, { value }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple: name === 'api-key' },
    ]),
  );
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    const [sentence] = (error as Error).message.split(/\.\s/);
    throw new CliError(`${sentence}; see stillnode --help`, true);
  }
}

function pathsOf(positionals: readonly string[], env: NodeJS.ProcessEnv): readonly string[] {
  const variable = env[LEDGER_VARIABLE] ?? '';
  return positionals.length > 0 || variable === '' ? positionals : [variable];
}

interface Setting {
  readonly text: string;
  /** what the person wrote it as: a flag or a variable */
  readonly source: string;
}

/** A flag beats its variable; an empty variable counts as none. */
function settingOf(name: string, flag: FlagValues[string], env: NodeJS.ProcessEnv): Setting {
  if (typeof flag === 'string') return { text: flag, source: `--${name}` };
  const variable = env[envName(name)] ?? '';
  if (variable !== '') return { text: variable, source: envName(name) };
  return { text: FLAGS[name]?.fallback ?? '', source: `--${name}` };
}

export function envName(flag: string): string {
  return `STILLNODE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

function readHost({ source, text }: Setting): string {
  if (text === '') throw new CliError(`${source} must not be empty`, true);
  return text;
}

function readNumber({ source, text }: Setting, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new CliError(`${source} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`, true);
  return number;
}

function readDialect({ source, text }: Setting): DialectName {
  if (!isDialectName(text))
    throw new CliError(`${source} must be contract or agave, not ${JSON.stringify(text)}`, true);
  return text;
}

function readKeys(flags: FlagValues[string], variable: string | undefined): string[] {
  const keys = Array.isArray(flags) ? flags.map(String) : (variable ?? '').split(',').filter((key) => key !== '');
  if (keys.includes('')) throw new CliError('--api-key must not be empty', true);
  return keys;
}

function isTruthy(text: string | undefined): boolean {
  return text !== undefined && !['', '0', 'false', 'no'].includes(text.toLowerCase());
}

export function version(): string {
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

export function helpText(): string {
  const rows = Object.entries(FLAGS).map(([name, { description, fallback, value }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}`;
    return `  ${flag.padEnd(24)}${description}${fallback === undefined ? '' : ` (${fallback})`}`;
  });
  return `stillnode: a Solana JSON-RPC node that stands still

usage: stillnode [PATH…]        serve fixture files and folders (none: the sample ledger)
       stillnode check PATH…    load them and report, without serving

${rows.join('\n')}

Every flag but the last two is also an environment variable: --max-body-bytes is STILLNODE_MAX_BODY_BYTES.
${LEDGER_VARIABLE} is the PATH of a command that names none. What the command says beats the environment.
`;
}
