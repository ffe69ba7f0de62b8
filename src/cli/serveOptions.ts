import type { DialectName } from '../dialect.ts';
import { MAX_JOURNAL_SIZE } from '../live/callLog.ts';
import type { UpstreamOptions } from '../tools/record/upstreamOptions.ts';
import { envName, FLAGS } from './flags.ts';
import type { LoadingOptions } from './loadFixtures.ts';
import type { LogKind } from './log.ts';
import {
  type FlagValues,
  readChosenDialect,
  readControl,
  readExecute,
  readHost,
  readKeys,
  readLog,
  readNumber,
  readSlotTime,
  readSocketPort,
  readSwitch,
  readText,
  readUpstream,
  type Setting,
  settingOf,
} from './settings.ts';

export interface ServeOptions extends LoadingOptions {
  readonly paths: readonly string[];
  readonly host: string;
  readonly port: number;
  /** undefined: the one after `port` */
  readonly wsPort: number | 'off' | undefined;
  /** undefined: nobody has chosen one */
  readonly dialect: DialectName | undefined;
  readonly apiKeys: readonly string[];
  /** undefined: on where all addresses are loopback addresses */
  readonly control: boolean | undefined;
  readonly controlKey: string | undefined;
  readonly maxBodyBytes: number;
  readonly maxBatchReplyBytes: number;
  /** MiB */
  readonly cacheMb: number;
  readonly autoFork: boolean;
  /** calls that a ledger remembers; 0: none */
  readonly journalSize: number;
  /** milliseconds; undefined: the ledger stands still */
  readonly slotTime: number | undefined;
  /** undefined: what is known of programs */
  readonly execute: 'litesvm' | undefined;
  /** undefined: nobody is asked for what the ledger lacks */
  readonly upstream: UpstreamOptions | undefined;
  /** reload the fixtures when they change */
  readonly watch: boolean;
  /** how requests are logged */
  readonly log: LogKind;
}

/** @param port where neither the command nor the environment has one */
export function serveOptions(
  paths: readonly string[],
  values: FlagValues,
  env: NodeJS.ProcessEnv,
  port = FLAGS.port?.fallback,
): Omit<ServeOptions, keyof LoadingOptions> {
  const given = (name: string, fallback?: string): Setting => settingOf(name, values[name], env, fallback);
  const isOn = (name: string): boolean => values[name] === true || readSwitch(envName(name), env);
  const apiKeys = readKeys(values['api-key'], env[envName('api-key')]);
  const controlKey = readText(given('control-key'), values['control-key']);
  return {
    paths,
    host: readHost(given('host')),
    port: readNumber(given('port', port), 0, 65535),
    wsPort: readSocketPort(given('ws-port'), values['ws-port']),
    dialect: readChosenDialect(given('dialect', ''), values.dialect),
    apiKeys,
    control: readControl({ apiKeys, controlKey }, values, env),
    controlKey,
    maxBodyBytes: readNumber(given('max-body-bytes'), 1, 2 ** 31 - 1),
    maxBatchReplyBytes: readNumber(given('max-batch-bytes'), 1, 2 ** 31 - 1),
    cacheMb: readNumber(given('cache-mb'), 0, 65536),
    autoFork: isOn('auto-fork'),
    journalSize: readNumber(given('journal-size'), 0, MAX_JOURNAL_SIZE),
    slotTime: readSlotTime(given('slot-time'), values['slot-time']),
    execute: readExecute(given('execute'), values.execute),
    upstream: readUpstream(given, values),
    watch: isOn('watch'),
    log: readLog(given('log'), values, env),
  };
}
