import { existsSync } from 'node:fs';
import type { DialectName } from '../dialect.ts';
import type { ProgramFiles } from '../fixtures/programFiles.ts';
import type { FallbackSettings } from '../node/node.ts';
import { DEFAULT_HOST, type ListenOptions, type NodeOptions } from '../node/nodeOptions.ts';
import { DEFAULT_PORT } from '../node/settings.ts';
import { givenByOptions, type ProtocolOptions } from '../script/ledgerJson/protocolMembers.ts';
import { isControlUnprotected } from '../server/serverOptions.ts';
import { missingSource, type RecordMode, type UpstreamOptions } from '../tools/record/upstreamOptions.ts';
import type { CommandLine } from './command.ts';
import { envName, type Flag, SERVE_FLAGS } from './flags.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import type { LogKind } from './log.ts';
import { usageError } from './output.ts';

/** The options of serving, from the flags and the environment. @module */

export interface ServeOptions extends FallbackSettings {
  readonly paths: readonly string[];
  readonly options: NodeOptions & ListenOptions & { readonly host: string; readonly port: number };
  readonly watch: boolean;
  /** folder that the ledger is kept in; undefined: it is not kept */
  readonly state?: string;
  readonly log: LogKind;
  /** form of hints, which are lines of the log; default: as `log` */
  readonly hints?: LogKind;
  /** file that tells where the node is; undefined: there is none */
  readonly readyFile?: string;
  /** whether the node ends when stdin does */
  readonly untilStdinEnds?: true;
}

/** The flags of a command, and the environment. */
type Settings = Pick<CommandLine, 'env' | 'values'>;

/** The defaults of a command that serves. */
interface ServeDefaults {
  readonly port: number;
  /** false: requests are logged only with the flag `--log` */
  readonly logs: boolean;
}

/** Options that depend on several flags. */
const COMPOSED: readonly string[] = ['control', 'programs', 'upstream'];

export function readServeOptions(
  paths: readonly string[],
  settings: Settings,
  { logs, port }: ServeDefaults = { port: DEFAULT_PORT, logs: true },
): ServeOptions {
  const simple = SERVE_FLAGS.flatMap(({ name, option }) => {
    const value = option === undefined || COMPOSED.includes(option) ? undefined : readSetting(name, settings);
    return value === undefined ? [] : [[option, value] as const];
  });
  const options = Object.fromEntries(simple) as NodeOptions & ListenOptions;
  const control = readControl(options, settings);
  const programs = readPrograms(settings);
  const upstream = readUpstream(settings);
  return {
    paths,
    options: {
      host: DEFAULT_HOST,
      port,
      ...options,
      ...(control !== undefined && { control }),
      ...(readSetting('no-inspector', settings) === true && { inspector: false }),
      ...(Object.keys(programs).length > 0 && { programs }),
      ...(upstream !== undefined && { upstream }),
    },
    ...readStateAndWatch(settings),
    ...readLife(settings),
    log: readLog(settings, logs),
  };
}

/** The flags `--state` and `--watch`. A folder that the node writes itself cannot be watched. */
function readStateAndWatch(settings: Settings): Pick<ServeOptions, 'state' | 'watch'> {
  const watch = readSetting('watch', settings) === true;
  const state = readSetting('state', settings) as string | undefined;
  if (watch && state !== undefined) throw usageError('--state and --watch contradict each other: use one of them');
  return { watch, ...(state !== undefined && { state }) };
}

/** The flags `--ready-file` and `--until-stdin-ends`. */
function readLife(settings: Settings): Pick<ServeOptions, 'readyFile' | 'untilStdinEnds'> {
  const readyFile = readSetting('ready-file', settings) as string | undefined;
  return {
    ...(readyFile !== undefined && { readyFile }),
    ...(readSetting('until-stdin-ends', settings) === true && { untilStdinEnds: true }),
  };
}

const PROTOCOL_FLAGS = ['agave', 'gates', 'consensus'] as const satisfies readonly (keyof ProtocolOptions)[];

/** The options of loading besides the files. */
export function readLoading(settings: Settings): Pick<LoadingOptions, 'programs' | 'protocol'> {
  const chosen = PROTOCOL_FLAGS.map((name) => [name, readSetting(name, settings)] as const);
  return {
    programs: readPrograms(settings),
    ...(chosen.some(([, value]) => value !== undefined) && {
      protocol: givenByOptions(Object.fromEntries(chosen) as ProtocolOptions),
    }),
  };
}

/** The dialect of the flag or of its variable; undefined: neither is set. */
export function readDialect(settings: Settings): DialectName | undefined {
  return readSetting('dialect', settings) as DialectName | undefined;
}

function readPrograms(settings: Settings): ProgramFiles {
  const pairs = (readSetting('program', settings) ?? []) as readonly (readonly [address: string, file: string])[];
  return Object.fromEntries(pairs.map(([address, text]) => [address, programFileOf(text)]));
}

/** `FILE,AUTHORITY`, or the path of a file: one whose name has a comma comes first. */
function programFileOf(text: string): ProgramFiles[string] {
  const comma = text.lastIndexOf(',');
  const [program, authority] = [text.slice(0, comma), text.slice(comma + 1)];
  return comma < 1 || authority === '' || existsSync(text) ? text : { program, authority };
}

/** A flag takes precedence over its variable; an empty variable is ignored. Undefined: neither is set. */
function readSetting(name: string, settings: Settings): unknown {
  const flag = SERVE_FLAGS.find((one) => one.name === name)!;
  const value = settings.values[name];
  if (flag.value === undefined && value === true) return true;
  if (value !== undefined) {
    const values = [value].flat().map((text) => readValue(flag, String(text), `--${name}`));
    return flag.isRepeatable ? values : values[0];
  }
  const source = envName(name);
  const variable = settings.env[source] ?? '';
  if (variable === '') return undefined;
  if (!flag.isRepeatable) return readValue(flag, variable, source);
  const parts = partsOf(variable, source);
  return (name === 'program' ? joinedPrograms(parts) : parts).map((part) => readValue(flag, part, source));
}

/** The programs of a variable: a part without `=` is the authority of the program before it. */
function joinedPrograms(parts: readonly string[]): readonly string[] {
  const joined: string[] = [];
  for (const part of parts)
    if (part.includes('=') || joined.length === 0) joined.push(part);
    else joined.push(`${joined.pop()},${part}`);
  return joined;
}

/** The parts of a variable. One with only commas and spaces is refused: a node without API keys would accept every request. */
function partsOf(variable: string, source: string): readonly string[] {
  const parts = variable.split(',').map((part) => part.trim());
  const values = parts.filter((part) => part !== '');
  if (values.length === 0) throw usageError(`${source} must contain a value, not only commas and spaces`);
  return values;
}

function readValue({ kind }: Flag, text: string, source: string): unknown {
  if (text === '') throw usageError(`${source} must not be empty`);
  const { hint, hidesText, noun, read } = kind!;
  const value = read(text);
  if (value !== undefined) return value;
  const hintText = hint?.(text);
  const advice = hintText === undefined ? '' : `: ${hintText}`;
  throw usageError(`${source} must be ${noun}${hidesText ? '' : `, not ${JSON.stringify(text)}`}${advice}`);
}

/** The source of a setting for messages: its flag, or its variable. */
function sourceOf(name: string, { values }: Settings): string {
  return values[name] === undefined ? envName(name) : `--${name}`;
}

/**
 * Whether control is on; undefined: not decided here. The flag turns it on, and API keys without a control key are an error then. The variable
 * is only a default: API keys without a control key turn it off.
 */
function readControl(options: ListenOptions, settings: Settings): boolean | undefined {
  const { control, 'no-control': noControl } = settings.values;
  if (control === true && noControl === true)
    throw usageError('--control and --no-control contradict each other: use one of them');
  const isUnprotected = isControlUnprotected(options);
  if (control === true && isUnprotected)
    throw usageError('--control with --api-key needs --control-key: an API key must not give control');
  if (control === true) return true;
  if (readSetting('no-control', settings) === true) return false;
  const variable = readSetting('control', settings);
  return variable === undefined ? undefined : variable === true && !isUnprotected;
}

/**
 * The form of the log. The flag `--quiet` takes precedence over the variable of `--log`, and the flag `--log` over the variable of
 * `--quiet`.
 *
 * @param logs false: only the flag `--log` turns the log on
 */
function readLog(settings: Settings, logs: boolean): LogKind {
  const { log, quiet } = settings.values;
  if (log === undefined && (quiet === true || !logs)) return 'off';
  const kind = (readSetting('log', settings) ?? 'text') as LogKind;
  if (quiet === true && kind !== 'off')
    throw usageError(`--quiet and --log ${kind} contradict each other: use one of them`);
  return log === undefined && readSetting('quiet', settings) === true ? 'off' : kind;
}

/** Reads `--upstream`, `--record`, `--record-mode` and `--upstream-sends`; undefined: no other node is asked, and no answer is recorded. */
function readUpstream(settings: Settings): UpstreamOptions | undefined {
  const url = readSetting('upstream', settings) as string | undefined;
  const record = readSetting('record', settings) as string | undefined;
  const mode = readSetting('record-mode', settings) as RecordMode | undefined;
  const sends = readSetting('upstream-sends', settings) as 'on' | 'off' | undefined;
  if ([mode, record, sends, url].every((value) => value === undefined)) return undefined;
  const missing = missingSource({ mode, record, url });
  if (missing === 'record')
    throw usageError(`${sourceOf('record-mode', settings)} none needs --record FOLDER: the folder with the answers`);
  if (missing === 'url') {
    const flag = record !== undefined ? 'record' : mode !== undefined ? 'record-mode' : 'upstream-sends';
    const source = sourceOf(flag, settings);
    throw usageError(`${source} needs --upstream URL: the node that is asked`);
  }
  return {
    ...(url !== undefined && { url }),
    ...(record !== undefined && { record }),
    ...(mode !== undefined && { mode }),
    ...(sends !== undefined && { sends: sends === 'on' }),
  };
}
