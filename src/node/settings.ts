import { DEFAULT_JOURNAL_SIZE, MAX_JOURNAL_SIZE } from '../live/callLog.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../server/serverOptions.ts';
import { checkUpstream, isHttpUrl, RECORD_MODES } from '../tools/record/upstreamOptions.ts';
import {
  callback,
  dialect,
  type Kind,
  keys,
  ledgerSources,
  number,
  type OptionKind,
  oneOf,
  onOrOff,
  port,
  portOrOff,
  programs,
  text,
  wholeNumber,
} from './kinds.ts';
import {
  DEFAULT_CACHE_MB,
  DEFAULT_HOST,
  DEFAULT_MAX_BATCH_REPLY_BYTES,
  type ListenOptions,
  type NodeOptions,
} from './nodeOptions.ts';

/**
 * The settings of a node: each with its flag, its environment variable and its option of the library. Checks of options, the
 * arguments of the command, its help and the tables of the pages follow from this table.
 * @module
 */

export type OptionName = keyof NodeOptions | keyof ListenOptions;

/** What takes an option; `startNode` takes what `createNode` and `listen` take. */
export type OptionTaker = 'createNode' | 'listen' | 'plugin';

interface OptionPart {
  readonly option: OptionName;
  readonly takenBy: readonly OptionTaker[];
}

export interface FlagPart {
  /** `max-body-bytes`; its variable is STILLNODE_MAX_BODY_BYTES */
  readonly flag: string;
  readonly kind: Kind;
  /** stands for the value in the help; undefined: it is a switch */
  readonly value?: string;
  /** given several times; the variable has commas between the values */
  readonly isRepeatable?: boolean;
  /** what it sets or does */
  readonly help: string;
  readonly default?: string | number;
  /** where the node of `stillnode exec` has another one */
  readonly execDefault?: string;
  /** commands that only load fixtures have it too */
  readonly isForLoading?: boolean;
}

/** Has an option, a flag or both. */
export type Setting =
  | (OptionPart & { readonly kind: OptionKind; readonly flag?: undefined })
  | (OptionPart & FlagPart)
  | (FlagPart & { readonly option?: undefined; readonly takenBy?: undefined });

const NODE = ['createNode'] as const;
const LISTEN = ['listen'] as const;
const SERVER = ['listen', 'plugin'] as const;

/** Of the command; the library takes a free one. */
export const DEFAULT_PORT = 8899;

const bytes = wholeNumber(1, 2 ** 31 - 1);
const milliseconds = wholeNumber(1, 2 ** 31 - 1);
const count = wholeNumber(0, Number.MAX_SAFE_INTEGER);
const size = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** Its check is that of the whole option: address, folder and mode. */
const upstream: Kind = {
  noun: 'a URL that begins with http:// or https://',
  isSecret: true,
  read: (url) => (isHttpUrl(url) ? url : undefined),
  check: checkUpstream,
};

export const SETTINGS = [
  { option: 'ledger', takenBy: NODE, kind: ledgerSources },
  {
    flag: 'host',
    option: 'host',
    takenBy: LISTEN,
    kind: text('the name or the address of a host'),
    value: 'HOST',
    help: 'address to listen on',
    default: DEFAULT_HOST,
  },
  {
    flag: 'port',
    option: 'port',
    takenBy: LISTEN,
    kind: port,
    value: 'PORT',
    help: 'port to listen on, 0 for a free one',
    default: DEFAULT_PORT,
    execDefault: 'a free port',
  },
  {
    flag: 'ws-port',
    option: 'wsPort',
    takenBy: LISTEN,
    kind: portOrOff,
    value: 'PORT',
    help: 'WebSocket port; with off, WebSockets are only on --port',
    default: '--port + 1',
  },
  {
    flag: 'dialect',
    option: 'dialect',
    takenBy: NODE,
    kind: dialect,
    value: 'NAME',
    help: 'form of the answers: contract, or agave as real nodes have it',
    default: 'contract',
  },
  {
    flag: 'api-key',
    option: 'apiKeys',
    takenBy: SERVER,
    kind: keys,
    value: 'KEY',
    isRepeatable: true,
    help: 'accept only requests with ?apikey=KEY',
  },
  {
    flag: 'max-body-bytes',
    option: 'maxBodyBytes',
    takenBy: SERVER,
    kind: bytes,
    value: 'BYTES',
    help: 'largest request body',
    default: DEFAULT_MAX_BODY_BYTES,
  },
  {
    flag: 'max-batch-bytes',
    option: 'maxBatchReplyBytes',
    takenBy: NODE,
    kind: size,
    value: 'BYTES',
    help: 'largest sum of results in the reply to a batch',
    default: DEFAULT_MAX_BATCH_REPLY_BYTES,
  },
  {
    flag: 'cache-mb',
    option: 'cacheMb',
    takenBy: NODE,
    kind: number(0, 65_536),
    value: 'MIB',
    help: 'memory for cached results, 0 for no cache',
    default: DEFAULT_CACHE_MB,
  },
  {
    flag: 'control',
    option: 'control',
    takenBy: ['createNode', ...SERVER],
    kind: onOrOff,
    help: 'answer control calls on every address',
    default: 'only if all addresses are loopback',
  },
  {
    flag: 'no-control',
    kind: onOrOff,
    help: 'answer no control calls: their methods are unknown',
  },
  {
    flag: 'control-key',
    option: 'controlKey',
    takenBy: SERVER,
    kind: { ...text('a key'), isSecret: true },
    value: 'KEY',
    help: 'accept only control calls with ?controlKey=KEY; --api-key without it turns control off',
  },
  { option: 'maxForks', takenBy: NODE, kind: count },
  {
    flag: 'auto-fork',
    option: 'autoFork',
    takenBy: NODE,
    kind: onOrOff,
    help: 'create a ledger fork, as loaded, at the first call to /fork/NAME',
  },
  {
    flag: 'slot-time',
    option: 'slotTime',
    takenBy: NODE,
    kind: milliseconds,
    value: 'MS',
    help: 'advance one slot every MS milliseconds',
    default: 'never',
  },
  {
    flag: 'execute',
    option: 'execute',
    takenBy: NODE,
    kind: oneOf('litesvm'),
    value: 'litesvm',
    help: 'run the programs of sent transactions with the package litesvm',
    default: 'apply only known effects',
  },
  {
    flag: 'program',
    option: 'programs',
    takenBy: NODE,
    kind: programs,
    value: 'ADDRESS=FILE',
    isRepeatable: true,
    isForLoading: true,
    help: 'compiled program to add to the ledger',
  },
  {
    flag: 'upstream',
    option: 'upstream',
    takenBy: NODE,
    kind: upstream,
    value: 'URL',
    help: 'node to ask for what the ledger lacks',
    default: 'none',
  },
  {
    flag: 'record',
    kind: text('the path of a folder'),
    value: 'FOLDER',
    help: 'folder for the answers of --upstream; recorded answers are used again',
  },
  {
    flag: 'record-mode',
    kind: oneOf(...RECORD_MODES),
    value: 'MODE',
    help: 'what to ask --upstream: once (only while FOLDER is empty), missing, all (again) or none',
    default: 'missing',
  },
  {
    flag: 'journal-size',
    option: 'journalSize',
    takenBy: NODE,
    kind: wholeNumber(0, MAX_JOURNAL_SIZE),
    value: 'CALLS',
    help: 'number of calls that a ledger remembers, 0 for no journal',
    default: DEFAULT_JOURNAL_SIZE,
  },
  { option: 'maxSocketBufferBytes', takenBy: LISTEN, kind: size },
  { option: 'onSocketCutOff', takenBy: LISTEN, kind: callback },
  { option: 'onRequest', takenBy: SERVER, kind: callback },
  { option: 'onInternalError', takenBy: NODE, kind: callback },
  { option: 'onProgress', takenBy: NODE, kind: callback },
] as const satisfies readonly Setting[];

/** The options that something takes, with their kinds. */
export function optionsOf(taker: OptionTaker): readonly (OptionPart & { readonly kind: OptionKind })[] {
  const all: readonly Setting[] = SETTINGS;
  return all.flatMap((setting) => (setting.option !== undefined && setting.takenBy.includes(taker) ? [setting] : []));
}
