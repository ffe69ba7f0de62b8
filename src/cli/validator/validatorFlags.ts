import { existsSync, statSync } from 'node:fs';
import { isAddressText } from '../../solana/address.ts';

/**
 * The flags of `solana-test-validator`, each with its fate.
 *
 * Source   agave-validator 4.3.2 cli.rs test_app, `solana-test-validator --help`; 2.3.13 and 1.18 for the flags that are gone
 * @module
 */

/** The fate of a flag: it has an effect; it is taken in silence; it is taken, and one line says that it has no effect; or the start is refused. */
export type Fate = 'used' | 'accepted' | 'noted' | 'refused';

export interface ValidatorFlag {
  /** the name without its dashes */
  readonly name: string;
  readonly short?: string;
  /** other names */
  readonly aliases?: readonly string[];
  /** the nouns of its values; empty: the flag is a switch */
  readonly values: readonly string[];
  /** `repeated`: the flag may be given again; `list`: so it may, and takes all words up to the next flag; default: it is given once */
  readonly count?: 'repeated' | 'list';
  /** the value may be left out */
  readonly isValueOptional?: boolean;
  /** the flag needs `--url` */
  readonly needsUrl?: boolean;
  /** a flag that contradicts this one */
  readonly conflict?: string;
  /** the only values */
  readonly choices?: readonly string[];
  /** Returns the mistake in a value, as Agave says it. */
  readonly check?: (value: string) => string | undefined;
  readonly fate: Fate;
  /** its effect, for the help and the page; of a flag that is noted or refused, the reason */
  readonly meaning: string;
}

const U16_MAX = 65_535;

function checkPort(value: string): string | undefined {
  if (value === '') return 'ParseIntError { kind: Empty }';
  if (!/^\+?\d+$/.test(value)) return 'ParseIntError { kind: InvalidDigit }';
  return Number(value) > U16_MAX ? 'ParseIntError { kind: PosOverflow }' : undefined;
}

function checkWhole(min: bigint): (value: string) => string | undefined {
  return (value) => {
    if (!/^\+?\d+$/.test(value)) return `error parsing '${value}': invalid digit found in string`;
    return BigInt(value) < min ? `value must be >= ${min}` : undefined;
  };
}

const checkCount = checkWhole(0n);

function checkRate(value: string): string | undefined {
  if (value.trim() === '' || !Number.isFinite(Number(value))) return `error parsing '${value}': invalid float literal`;
  return Number(value) < 0 ? 'value must be >= 0' : undefined;
}

function checkAddress(value: string): string | undefined {
  return isAddressText(value) ? undefined : `error parsing '${value}': String is the wrong size`;
}

function checkKey(value: string): string | undefined {
  return isAddressText(value) || existsSync(value) ? undefined : 'No such file or directory (os error 2)';
}

function checkFolder(value: string): string | undefined {
  const isFolder = statSync(value, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? undefined : `path does not exist or is not a directory: ${value}`;
}

/** The clusters that have a short name, by that name. */
export const MONIKERS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'mainnet-beta': 'https://api.mainnet-beta.solana.com',
    testnet: 'https://api.testnet.solana.com',
    devnet: 'https://api.devnet.solana.com',
    localhost: 'http://localhost:8899',
  }).flatMap(([name, url]) => [
    [name, url],
    [name[0]!, url],
  ]),
);

function checkUrl(value: string): string | undefined {
  if (MONIKERS.has(value)) return undefined;
  if (!URL.canParse(value)) return 'relative URL without a base';
  return /^https?:$/.test(new URL(value).protocol) ? undefined : 'URL scheme is not http or https';
}

const PLUGINS = 'stillnode loads no plugins: leave it out';
const BIGTABLE = 'stillnode keeps no history in BigTable: leave it out';
const NO_LIMIT = 'this limit of the runtime is not modelled';
const STORAGE = 'about storage: nothing to do';
const GOSSIP = 'about gossip: nothing to do';

/** The flags, in the order of the page. */
export const VALIDATOR_FLAGS: readonly ValidatorFlag[] = [
  {
    name: 'reset',
    short: 'r',
    values: [],
    fate: 'used',
    meaning: 'begins a new ledger: what stillnode wrote into the folder is deleted, and nothing else',
  },
  {
    name: 'ledger',
    short: 'l',
    values: ['DIR'],
    isValueOptional: true,
    fate: 'used',
    meaning:
      'folder of the ledger, which is kept in `DIR/stillnode`; the files of the four key pairs and an empty validator.log are in DIR; default: `test-ledger`',
  },
  { name: 'quiet', short: 'q', values: [], conflict: 'log', fate: 'used', meaning: 'prints nothing on stdout' },
  {
    name: 'log',
    values: [],
    conflict: 'quiet',
    fate: 'used',
    meaning: 'prints a line on stderr for each request, and nothing on stdout',
  },
  {
    name: 'config',
    short: 'C',
    values: ['PATH'],
    isValueOptional: true,
    fate: 'used',
    meaning: 'configuration of the Solana CLI, whose `keypair_path` is the default of `--mint`',
  },
  {
    name: 'mint',
    values: ['PUBKEY'],
    check: checkAddress,
    fate: 'used',
    meaning: 'address that has 500,000,000 SOL; default: that of the key pair of the Solana CLI, else `$genesisMint`',
  },
  {
    name: 'rpc-port',
    values: ['PORT'],
    isValueOptional: true,
    check: checkPort,
    fate: 'used',
    meaning: 'port of HTTP; WebSockets are on the next one; default: 8899',
  },
  {
    name: 'bind-address',
    values: ['HOST'],
    count: 'repeated',
    isValueOptional: true,
    fate: 'used',
    meaning: 'address to listen on, the first of several; default: 127.0.0.1, in the image 0.0.0.0',
  },
  {
    name: 'bpf-program',
    values: ['ADDRESS_OR_KEYPAIR', 'SBF_PROGRAM.SO'],
    count: 'repeated',
    fate: 'used',
    meaning: 'program of loader 3 that cannot be upgraded: its authority is 1111…',
  },
  {
    name: 'upgradeable-program',
    values: ['ADDRESS_OR_KEYPAIR', 'SBF_PROGRAM.SO', 'UPGRADE_AUTHORITY'],
    count: 'repeated',
    fate: 'used',
    meaning: 'program of loader 3 with an authority: an address, the file of a key pair, or `none`',
  },
  {
    name: 'account',
    values: ['ADDRESS', 'DUMP.JSON'],
    count: 'repeated',
    fate: 'used',
    meaning:
      'account in the form of `solana account --output json`; with `-` as ADDRESS at the address in the file, which is looked for in the working directory and in tests/fixtures',
  },
  {
    name: 'account-dir',
    values: ['DIRECTORY'],
    count: 'list',
    check: checkFolder,
    fate: 'used',
    meaning: 'all files of DIRECTORY that end in .json, as `--account` reads them',
  },
  {
    name: 'url',
    short: 'u',
    values: ['URL_OR_MONIKER'],
    check: checkUrl,
    fate: 'used',
    meaning: 'node that the clones are copied from; it is asked only for them',
  },
  {
    name: 'clone',
    short: 'c',
    values: ['ADDRESS'],
    count: 'list',
    needsUrl: true,
    check: checkKey,
    fate: 'used',
    meaning: 'copies accounts at the start, and ends where one is missing',
  },
  {
    name: 'maybe-clone',
    values: ['ADDRESS'],
    count: 'list',
    needsUrl: true,
    check: checkKey,
    fate: 'used',
    meaning: 'copies accounts at the start, if they exist',
  },
  {
    name: 'clone-upgradeable-program',
    values: ['ADDRESS'],
    count: 'list',
    needsUrl: true,
    check: checkKey,
    fate: 'used',
    meaning: 'copies programs of loader 3 with their code',
  },
  {
    name: 'deep-clone-address-lookup-table',
    values: ['ADDRESS'],
    count: 'list',
    needsUrl: true,
    check: checkKey,
    fate: 'used',
    meaning: 'copies lookup tables, and the accounts in them that exist',
  },
  {
    name: 'clone-feature-set',
    values: [],
    needsUrl: true,
    fate: 'noted',
    meaning: 'the features stay those of a localnet: STILLNODE_GATES=mainnet has those of mainnet',
  },
  {
    name: 'warp-slot',
    short: 'w',
    values: ['WARP_SLOT'],
    isValueOptional: true,
    check: checkCount,
    fate: 'used',
    meaning: 'begins at that slot; without a number at the newest one of `--url`',
  },
  {
    name: 'slots-per-epoch',
    values: ['SLOTS'],
    check: checkWhole(32n),
    fate: 'used',
    meaning: 'slots of each epoch, at least 32',
  },
  {
    name: 'ticks-per-slot',
    values: ['TICKS'],
    check: checkWhole(2n),
    fate: 'used',
    meaning: 'a slot takes 6.25 ms a tick; default: 64 ticks, which are 400 ms',
  },
  {
    name: 'inflation-fixed',
    values: ['RATE'],
    check: checkRate,
    fate: 'used',
    meaning: 'inflation that stays the same',
  },
  { name: 'alpenglow', values: [], fate: 'used', meaning: 'consensus of Alpenglow from the first slot on' },
  {
    name: 'deactivate-feature',
    values: ['FEATURE_PUBKEY'],
    count: 'list',
    check: checkAddress,
    fate: 'used',
    meaning:
      'the account of the feature is absent, LiteSVM runs without it, and what depends on it is as before it; a line says so where stillnode itself does not model the feature',
  },
  {
    name: 'faucet-sol',
    values: ['SOL'],
    isValueOptional: true,
    check: checkRate,
    fate: 'used',
    meaning: 'balance of the faucet, which pays for airdrops; default: 1000000',
  },
  {
    name: 'faucet-port',
    values: ['PORT'],
    isValueOptional: true,
    check: checkPort,
    fate: 'accepted',
    meaning: 'airdrops are calls of RPC; nothing listens on that port',
  },
  {
    name: 'faucet-time-slice-secs',
    values: ['SECS'],
    isValueOptional: true,
    check: checkCount,
    fate: 'noted',
    meaning: 'airdrops have no limit here',
  },
  {
    name: 'faucet-per-time-sol-cap',
    values: ['SOL'],
    isValueOptional: true,
    fate: 'noted',
    meaning: 'airdrops have no limit here',
  },
  {
    name: 'faucet-per-request-sol-cap',
    values: ['SOL'],
    isValueOptional: true,
    fate: 'noted',
    meaning: 'airdrops have no limit here',
  },
  {
    name: 'compute-unit-limit',
    aliases: ['max-compute-units'],
    values: ['COMPUTE_UNITS'],
    check: checkCount,
    fate: 'noted',
    meaning: NO_LIMIT,
  },
  {
    name: 'transaction-account-lock-limit',
    values: ['NUM_ACCOUNTS'],
    check: checkCount,
    fate: 'noted',
    meaning: NO_LIMIT,
  },
  { name: 'log-messages-bytes-limit', values: ['BYTES'], check: checkCount, fate: 'noted', meaning: NO_LIMIT },
  {
    name: 'rpc-pubsub-enable-vote-subscription',
    values: [],
    fate: 'used',
    meaning: 'voteSubscribe is accepted, and never notifies: there are no votes by gossip',
  },
  {
    name: 'rpc-pubsub-enable-block-subscription',
    values: [],
    fate: 'accepted',
    meaning: 'blockSubscribe is always on',
  },
  {
    name: 'rpc-pubsub-max-active-subscriptions',
    values: ['NUMBER'],
    isValueOptional: true,
    check: checkCount,
    fate: 'accepted',
    meaning: 'subscriptions have no such limit',
  },
  {
    name: 'rpc-pubsub-queue-capacity-items',
    values: ['NUMBER'],
    isValueOptional: true,
    check: checkCount,
    fate: 'accepted',
    meaning: 'subscriptions have no such limit',
  },
  {
    name: 'rpc-pubsub-queue-capacity-bytes',
    values: ['BYTES'],
    isValueOptional: true,
    check: checkCount,
    fate: 'accepted',
    meaning: 'subscriptions have no such limit',
  },
  {
    name: 'rpc-pubsub-worker-threads',
    values: ['NUMBER'],
    isValueOptional: true,
    check: checkCount,
    fate: 'accepted',
    meaning: 'notifications need no threads',
  },
  {
    name: 'rpc-pubsub-notification-threads',
    values: ['NUM_THREADS'],
    isValueOptional: true,
    check: checkCount,
    fate: 'accepted',
    meaning: 'notifications need no threads',
  },
  {
    name: 'account-index',
    values: ['INDEX'],
    count: 'list',
    choices: ['program-id', 'spl-token-mint', 'spl-token-owner'],
    fate: 'accepted',
    meaning: 'all accounts are found without an index',
  },
  { name: 'limit-ledger-size', values: ['SHRED_COUNT'], isValueOptional: true, fate: 'accepted', meaning: STORAGE },
  { name: 'limit-blockstore-size', values: ['SHRED_COUNT'], isValueOptional: true, fate: 'accepted', meaning: STORAGE },
  { name: 'gossip-port', values: ['PORT'], check: checkPort, fate: 'accepted', meaning: GOSSIP },
  { name: 'gossip-host', values: ['HOST'], fate: 'accepted', meaning: GOSSIP },
  {
    name: 'dynamic-port-range',
    values: ['MIN_PORT-MAX_PORT'],
    isValueOptional: true,
    fate: 'accepted',
    meaning: GOSSIP,
  },
  { name: 'advertised-ip', values: ['HOST'], fate: 'accepted', meaning: GOSSIP },
  { name: 'enable-scheduler-bindings', values: [], fate: 'accepted', meaning: 'nothing to do' },
  { name: 'no-bpf-jit', values: [], fate: 'accepted', meaning: 'nothing to do' },
  {
    name: 'rpc-bigtable-instance',
    aliases: ['rpc-bigtable-instance-name'],
    values: ['INSTANCE_NAME'],
    fate: 'accepted',
    meaning: 'nothing to do',
  },
  { name: 'rpc-bigtable-app-profile-id', values: ['APP_PROFILE_ID'], fate: 'accepted', meaning: 'nothing to do' },
  { name: 'enable-rpc-bigtable-ledger-storage', values: [], fate: 'refused', meaning: BIGTABLE },
  { name: 'enable-bigtable-ledger-upload', values: [], fate: 'refused', meaning: BIGTABLE },
  {
    name: 'geyser-plugin-config',
    aliases: ['accountsdb-plugin-config'],
    values: ['FILE'],
    count: 'list',
    fate: 'refused',
    meaning: PLUGINS,
  },
];

/** A flag as Agave shows it: `--clone <ADDRESS>...`. */
export function shownFlag({ count, name, values }: ValidatorFlag): string {
  const placeholders = values.map((value) => ` <${value}>`).join('');
  return `--${name}${placeholders}${count === 'list' ? '...' : ''}`;
}
