import { type DialectName, isDialectName } from '../dialect.ts';
import { isAddressText } from '../solana/address.ts';
import { isHttpUrl, RECORD_MODES, type RecordMode, type UpstreamOptions } from '../tools/record/upstreamOptions.ts';
import { envName, FLAGS } from './flags.ts';
import { LOG_KINDS, type LogKind } from './log.ts';
import { CliError } from './output.ts';

/**
 * Reads what flags and environment variables are set to.
 * @module
 */

/** What is on the command line, by the name of the flag. */
export type FlagValues = Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;

export interface Setting {
  readonly text: string;
  /** the flag or the variable that the value comes from */
  readonly source: string;
}

/** A flag takes precedence over its variable; an empty variable is ignored. */
export function settingOf(
  name: string,
  flag: FlagValues[string],
  env: NodeJS.ProcessEnv,
  fallback = FLAGS[name]?.fallback,
): Setting {
  if (typeof flag === 'string') return { text: flag, source: `--${name}` };
  const variable = env[envName(name)] ?? '';
  if (variable !== '') return { text: variable, source: envName(name) };
  return { text: fallback ?? '', source: `--${name}` };
}

export function readHost({ source, text }: Setting): string {
  if (text === '') throw new CliError(`${source} must not be empty`, true);
  return text;
}

export function readNumber({ source, text }: Setting, min: number, max: number): number {
  const number = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(number >= min && number <= max))
    throw new CliError(`${source} must be a whole number from ${min} to ${max}, not ${JSON.stringify(text)}`, true);
  return number;
}

/** Undefined: neither the flag nor its variable is there. */
export function readText({ source, text }: Setting, flag: FlagValues[string]): string | undefined {
  if (flag === '') throw new CliError(`${source} must not be empty`, true);
  return text === '' ? undefined : text;
}

export function readSlotTime(setting: Setting, flag: FlagValues[string]): number | undefined {
  return flag === undefined && setting.text === '' ? undefined : readNumber(setting, 1, 2 ** 31 - 1);
}

export function readSocketPort({ source, text }: Setting, flag: FlagValues[string]): number | 'off' | undefined {
  if (flag === undefined && text === '') return undefined;
  if (text === 'off') return 'off';
  const port = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (!(port <= 65_535))
    throw new CliError(`${source} must be a whole number from 0 to 65535, or off, not ${JSON.stringify(text)}`, true);
  return port;
}

/** The variable is a default, which API keys without a control key turn off; the flag asks for control, so it is refused there. */
export function readControl(
  { apiKeys, controlKey }: { readonly apiKeys: readonly string[]; readonly controlKey: string | undefined },
  { control, 'no-control': noControl }: FlagValues,
  env: NodeJS.ProcessEnv,
): boolean | undefined {
  if (control === true && noControl === true)
    throw new CliError('--control and --no-control contradict each other: use one of them', true);
  if (noControl === true) return false;
  const isUnprotected = apiKeys.length > 0 && controlKey === undefined;
  if (control === true && isUnprotected)
    throw new CliError(
      '--control needs --control-key where there is an --api-key: whoever has the one would have the other',
      true,
    );
  if (control === true) return true;
  if (readSwitch(envName('no-control'), env)) return false;
  if ((env[envName('control')] ?? '') === '') return undefined;
  return readSwitch(envName('control'), env) && !isUnprotected;
}

export function readDialect({ source, text }: Setting): DialectName {
  if (!isDialectName(text))
    throw new CliError(`${source} must be contract or agave, not ${JSON.stringify(text)}`, true);
  return text;
}

/** Undefined: neither the flag nor its variable is there. */
export function readChosenDialect(setting: Setting, flag: FlagValues[string]): DialectName | undefined {
  return flag === undefined && setting.text === '' ? undefined : readDialect(setting);
}

export function readExecute({ source, text }: Setting, flag: FlagValues[string]): 'litesvm' | undefined {
  if (flag === undefined && text === '') return undefined;
  if (text === 'litesvm') return text;
  throw new CliError(`${source} must be litesvm, not ${JSON.stringify(text)}`, true);
}

/** Files by address; each is given as `ADDRESS=FILE`. */
export function readPrograms(flags: FlagValues[string], variable = ''): Record<string, string> {
  const isFlag = Array.isArray(flags);
  const source = isFlag ? '--program' : envName('program');
  const given = isFlag ? flags.map(String) : variable.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    given.map((pair) => {
      const [program = '', ...rest] = pair.split('=');
      const file = rest.join('=');
      if (file === '') throw new CliError(`${source} needs an address and a file, not ${JSON.stringify(pair)}`, true);
      if (!isAddressText(program))
        throw new CliError(`${source} needs an address, not ${JSON.stringify(program)}`, true);
      return [program, file];
    }),
  );
}

/** A variable with only commas and spaces is refused: it would give a node without keys. */
export function readKeys(flags: FlagValues[string], variable = ''): string[] {
  const keys = Array.isArray(flags) ? flags.map(String) : partsOf(variable);
  if (keys.includes('')) throw new CliError('--api-key must not be empty', true);
  if (keys.length === 0 && variable !== '')
    throw new CliError(`${envName('api-key')} must contain a key: without one every request would be accepted`, true);
  return keys;
}

function partsOf(variable: string): string[] {
  const parts = variable.split(',').map((part) => part.trim());
  return parts.filter((part) => part !== '');
}

/** The flag `--quiet` beats the variable of `--log`, and the flag `--log` that of `--quiet`. */
export function readLog({ source, text }: Setting, { log, quiet }: FlagValues, env: NodeJS.ProcessEnv): LogKind {
  if (quiet === true && log === undefined) return 'off';
  const kind = LOG_KINDS.find((one) => one === text);
  if (kind === undefined) throw new CliError(`${source} must be text, json or off, not ${JSON.stringify(text)}`, true);
  if (quiet === true && kind !== 'off')
    throw new CliError(`--quiet and --log ${kind} contradict each other: use one of them`, true);
  return log === undefined && readSwitch(envName('quiet'), env) ? 'off' : kind;
}

const ON = ['on', 'true', 'yes', '1'];
const OFF = ['off', 'false', 'no', '0', ''];

export function readSwitch(name: string, env: NodeJS.ProcessEnv): boolean {
  const text = env[name] ?? '';
  const isOn = ON.includes(text.toLowerCase());
  if (!isOn && !OFF.includes(text.toLowerCase()))
    throw new CliError(
      `${name} must be on or off, true or false, yes or no, 1 or 0, not ${JSON.stringify(text)}`,
      true,
    );
  return isOn;
}

/** What `--upstream`, `--record` and `--record-mode` are set to; undefined: nobody is asked, and nothing is kept. */
export function readUpstream(given: (name: string) => Setting, values: FlagValues): UpstreamOptions | undefined {
  const read = (name: string) => readText(given(name), values[name]);
  const url = read('upstream');
  const record = read('record');
  const mode = readMode(given('record-mode'), read('record-mode'));
  // the URL may contain a key
  if (url !== undefined && !isHttpUrl(url))
    throw new CliError(`${given('upstream').source} must be a URL that begins with http:// or https://`, true);
  if (mode === 'none' && record === undefined)
    throw new CliError(
      `${given('record-mode').source} none needs --record FOLDER: nothing else answers what the ledger lacks`,
      true,
    );
  if (mode !== 'none' && url === undefined && (record ?? mode) !== undefined)
    throw new CliError(
      `${given(record === undefined ? 'record-mode' : 'record').source} needs --upstream URL: the node that is asked`,
      true,
    );
  if (url === undefined && record === undefined) return undefined;
  return {
    ...(url !== undefined && { url }),
    ...(record !== undefined && { record }),
    ...(mode !== undefined && { mode }),
  };
}

function readMode({ source }: Setting, text: string | undefined): RecordMode | undefined {
  const mode = RECORD_MODES.find((known) => known === text);
  if (text !== undefined && mode === undefined)
    throw new CliError(`${source} must be once, missing, all or none, not ${JSON.stringify(text)}`, true);
  return mode;
}
