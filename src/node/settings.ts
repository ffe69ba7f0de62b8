import { CONSENSUS_NAMES, GATE_PRESETS } from '../gates.ts';
import { DEFAULT_JOURNAL_SIZE, MAX_JOURNAL_SIZE } from '../live/journal.ts';
import { DEFAULT_VERSION, NODE_VERSION_NAMES } from '../nodeVersion.ts';
import { DEFAULT_CACHE_MB, DEFAULT_MAX_BATCH_REPLY_BYTES } from '../rpc/ledgerService.ts';
import { DEFAULT_MAX_BODY_BYTES } from '../server/serverOptions.ts';
import { checkUpstream, isHttpUrl, RECORD_MODES } from '../tools/record/upstreamOptions.ts';
import { DEFAULT_HOST, type ListenOptions, type NodeOptions } from './nodeOptions.ts';
import {
  type Check,
  type CheckedKind,
  callback,
  dialect,
  extensions,
  keys,
  ledgerSources,
  number,
  oneOf,
  onOrOff,
  port,
  portOrOff,
  programs,
  type TextKind,
  text,
  wholeNumber,
} from './settingKinds.ts';

/**
 * The settings of a node: each with its flag, its environment variable and its option of the library. Checks of options, the
 * arguments of the command, its help and the tables of the pages follow from this table.
 * @module
 */

/** The functions that take an option; `startNode` takes the options of `createNode` and of `listen`. */
export type OptionTaker = 'createNode' | 'listen' | 'plugin';

export interface FlagDescription {
  /** default: the name of the setting, as `auto-fork` of autoFork */
  readonly name?: string;
  /** name of the value in the help; undefined: the flag is a switch */
  readonly value?: string;
  /** the flag may be given several times; its variable has commas between the values */
  readonly isRepeatable?: boolean;
  /** effect of the flag, for the help */
  readonly help: string;
  readonly default?: string | number;
}

interface Option {
  /** undefined: it is only a flag */
  readonly takers?: readonly OptionTaker[];
}

export type Setting = Option &
  (
    | { readonly kind: CheckedKind; readonly flag?: undefined }
    | { readonly kind: TextKind; readonly flag: FlagDescription }
  );

const NODE = ['createNode'] as const;
const LISTEN = ['listen'] as const;
const SERVER = ['listen', 'plugin'] as const;

const int31 = wholeNumber(1, 2 ** 31 - 1);
const bytes = wholeNumber(1, Number.MAX_SAFE_INTEGER);

/** The upstream. The text is its URL; the check is that of the whole option: URL, folder and mode. */
const upstream: TextKind = {
  noun: 'a URL that begins with http:// or https://',
  hidesText: true,
  read: (url) => (isHttpUrl(url) ? url : undefined),
  check: checkUpstream,
};

/** The default port of the command; the library listens on a free one. */
export const DEFAULT_PORT = 8899;

/** The settings by name, which is also the name of the option if the library has one. */
export const SETTINGS = {
  ledger: { takers: NODE, kind: ledgerSources },
  host: {
    takers: LISTEN,
    kind: text('the name or the address of a host'),
    flag: { value: 'HOST', help: 'address to listen on', default: DEFAULT_HOST },
  },
  port: {
    takers: LISTEN,
    kind: port,
    flag: {
      value: 'PORT',
      help: 'port to listen on, 0 for a free one',
      default: DEFAULT_PORT,
    },
  },
  wsPort: {
    takers: LISTEN,
    kind: portOrOff,
    flag: { value: 'PORT', help: 'WebSocket port; with off, WebSockets are only on --port', default: '--port + 1' },
  },
  dialect: {
    takers: NODE,
    kind: dialect,
    flag: {
      value: 'NAME',
      help: 'form of the answers: contract, or agave as real nodes have it',
      default: 'contract; agave with --slot-time, --auto-advance, --execute litesvm or --upstream',
    },
  },
  agave: {
    takers: NODE,
    kind: oneOf(...NODE_VERSION_NAMES),
    flag: {
      value: 'VERSION',
      help: `version of the node whose answers are given: ${NODE_VERSION_NAMES.join(', ')}`,
      default: DEFAULT_VERSION.name,
    },
  },
  gates: {
    takers: NODE,
    kind: oneOf(...GATE_PRESETS),
    flag: {
      value: 'PRESET',
      help: 'features of the cluster: those of mainnet, all as in a test validator (localnet), or none (genesis)',
      default: 'localnet where the cluster is localnet, else mainnet',
    },
  },
  consensus: {
    takers: NODE,
    kind: oneOf(...CONSENSUS_NAMES),
    flag: {
      value: 'NAME',
      help: 'how the cluster decides: tower, where a block is confirmed before it is finalized, or alpenglow, where both are one',
      default: 'alpenglow with the gates of mainnet, else tower',
    },
  },
  extensions: {
    takers: NODE,
    kind: extensions,
    flag: {
      value: 'NAMES',
      help: 'methods beyond those of Agave: all, none, or the names of those that are on, with commas between them',
      default: 'none',
    },
  },
  apiKeys: {
    takers: SERVER,
    kind: keys,
    flag: { name: 'api-key', value: 'KEY', isRepeatable: true, help: 'accept only requests with ?apikey=KEY' },
  },
  maxBodyBytes: {
    takers: SERVER,
    kind: int31,
    flag: { value: 'BYTES', help: 'largest request body', default: DEFAULT_MAX_BODY_BYTES },
  },
  maxBatchReplyBytes: {
    takers: NODE,
    kind: bytes,
    flag: {
      name: 'max-batch-bytes',
      value: 'BYTES',
      help: 'largest sum of answers in the reply to a batch, and of accounts in one result',
      default: DEFAULT_MAX_BATCH_REPLY_BYTES,
    },
  },
  cacheMb: {
    takers: NODE,
    kind: number(0, 65_536),
    flag: { value: 'MIB', help: 'memory for cached results, 0 for no cache', default: DEFAULT_CACHE_MB },
  },
  control: {
    takers: ['createNode', ...SERVER],
    kind: onOrOff,
    flag: { help: 'answer control calls on every address', default: 'only if all addresses are loopback' },
  },
  noControl: { kind: onOrOff, flag: { help: 'answer no control calls: their methods are unknown' } },
  controlKey: {
    takers: SERVER,
    kind: { ...text('a key'), hidesText: true },
    flag: {
      value: 'KEY',
      help: 'accept only control calls with ?controlKey=KEY; --api-key without it turns control off',
    },
  },
  inspector: { takers: SERVER, kind: onOrOff },
  noInspector: { kind: onOrOff, flag: { help: 'serve no page at GET /' } },
  maxForks: { takers: NODE, kind: wholeNumber(0, Number.MAX_SAFE_INTEGER) },
  autoFork: {
    takers: NODE,
    kind: onOrOff,
    flag: { help: 'create a ledger fork, as loaded, at the first call to /fork/NAME' },
  },
  slotTime: {
    takers: NODE,
    kind: int31,
    flag: { value: 'MS', help: 'advance one slot every MS milliseconds', default: 'never' },
  },
  clock: {
    takers: NODE,
    kind: oneOf('machine', 'ledger'),
    flag: {
      value: 'NAME',
      help: 'clock that --slot-time starts with: that of this machine, one slot after the newest block of a script without times, or that of the ledger; later blocks follow their slots',
      default: 'ledger',
    },
  },
  autoAdvance: {
    takers: NODE,
    kind: onOrOff,
    flag: { help: 'advance one slot whenever a client only waits' },
  },
  execute: {
    takers: NODE,
    kind: oneOf('litesvm', 'none'),
    flag: {
      value: 'NAME',
      help: 'run the programs of sent transactions with the package litesvm, or with none apply only known effects',
      default: 'none',
    },
  },
  programs: {
    takers: NODE,
    kind: programs,
    flag: {
      name: 'program',
      value: 'ADDRESS=FILE[,AUTHORITY]',
      isRepeatable: true,
      help: 'compiled program to add to the ledger, which AUTHORITY may upgrade; both keys may be files of key pairs',
    },
  },
  upstream: {
    takers: NODE,
    kind: upstream,
    flag: { value: 'URL', help: 'node to ask for what the ledger lacks', default: 'none' },
  },
  record: {
    kind: text('the path of a folder'),
    flag: { value: 'FOLDER', help: 'folder for the answers of --upstream; recorded answers are used again' },
  },
  recordMode: {
    kind: oneOf(...RECORD_MODES),
    flag: {
      value: 'MODE',
      help: 'what to ask --upstream: once (only while FOLDER is empty), missing, all (again) or none',
      default: 'missing',
    },
  },
  upstreamSends: {
    kind: oneOf('on', 'off'),
    flag: {
      value: 'STATE',
      help: 'on: sends and simulations ask --upstream for accounts that the ledger lacks; off: they see the ledger alone',
      default: 'on',
    },
  },
  journalSize: {
    takers: NODE,
    kind: wholeNumber(0, MAX_JOURNAL_SIZE),
    flag: {
      value: 'CALLS',
      help: 'number of calls that a ledger remembers, 0 for no journal',
      default: DEFAULT_JOURNAL_SIZE,
    },
  },
  maxSocketBufferBytes: { takers: LISTEN, kind: bytes },
  onSocketCutOff: { takers: LISTEN, kind: callback },
  onRequest: { takers: SERVER, kind: callback },
  onInternalError: { takers: NODE, kind: callback },
  onProgress: { takers: NODE, kind: callback },
  state: {
    kind: text('the path of a folder'),
    flag: {
      value: 'FOLDER',
      help: 'folder to keep the ledger in: written at the end, and served in place of PATH at the next start',
      default: 'changes are lost',
    },
  },
  readyFile: {
    kind: text('the path of a file'),
    flag: { value: 'FILE', help: 'file for the URLs of the node, as JSON: there once it answers, and gone at its end' },
  },
  untilStdinEnds: {
    kind: onOrOff,
    flag: { help: 'end as by SIGTERM when stdin ends, which it does with the parent process' },
  },
  watch: { kind: onOrOff, flag: { help: 'reload the fixtures when they change' } },
  log: {
    kind: oneOf('text', 'json', 'off'),
    flag: { value: 'FORM', help: 'form of the request log: text, json or off', default: 'text' },
  },
  quiet: { kind: onOrOff, flag: { help: 'do not log requests: --log off' } },
} as const satisfies Readonly<Record<keyof NodeOptions | keyof ListenOptions, Setting>> &
  Readonly<Record<string, Setting>>;

export type SettingName = keyof typeof SETTINGS;

export const ALL_SETTINGS = Object.entries(SETTINGS) as readonly (readonly [name: SettingName, setting: Setting])[];

/** The checks of the options that something takes, by name. */
export function checksOf(taker: OptionTaker): ReadonlyMap<string, Check> {
  const options = ALL_SETTINGS.filter(([, { takers }]) => takers?.includes(taker));
  return new Map(options.map(([name, { kind }]) => [name, kind.check]));
}
