/**
 * The flags of the command line and its help text.
 * @module
 */

/** The first argument, if the command is not to serve. */
export const COMMANDS = ['check', 'dump', 'show', 'exec', 'record', 'diff', 'help'] as const;

/** Commands that serve. */
export const SERVING = ['serve', 'exec'] as const;

/** Commands that load fixtures. */
const LOADING = [...SERVING, 'check', 'dump', 'show', 'diff'] as const;

export interface Flag {
  readonly value?: string;
  /** one letter, as in `-h` */
  readonly short?: string;
  readonly description: string;
  readonly fallback?: string;
  /** the commands that it belongs to; undefined: those that serve. Only flags of serving are environment variables too */
  readonly of?: readonly ('serve' | (typeof COMMANDS)[number])[] | 'any';
}

/** The variable with the path to serve if the command has none; default: the sample ledger. */
export const LEDGER_VARIABLE = 'STILLNODE_LEDGER';

/** Every flag; those of serving are also environment variables, `--max-body-bytes` being STILLNODE_MAX_BODY_BYTES. */
export const FLAGS: Readonly<Record<string, Flag>> = {
  host: { value: 'HOST', description: 'address to listen on', fallback: '127.0.0.1' },
  port: { value: 'PORT', description: 'port to listen on, 0 for a free one', fallback: '8899' },
  'ws-port': {
    value: 'PORT',
    description: 'port of WebSockets, or off; --port takes them too; default: the one after it',
  },
  dialect: {
    value: 'NAME',
    description: 'contract or agave: the form of the answers; of diff: agave, which real nodes answer in',
    fallback: 'contract',
    of: [...SERVING, 'diff'],
  },
  'api-key': {
    value: 'KEY',
    description: 'accept only requests with ?apikey=KEY (repeatable; comma-separated in the environment)',
  },
  'max-body-bytes': { value: 'BYTES', description: 'largest request body', fallback: '51200' },
  'max-batch-bytes': {
    value: 'BYTES',
    description: 'largest sum of results in the reply to a batch',
    fallback: '33554432',
  },
  'cache-mb': { value: 'MIB', description: 'memory for cached results, 0 turns the cache off', fallback: '64' },
  control: { description: 'answer control calls on every address; default: only where all addresses are loopback' },
  'no-control': { description: 'no control calls: they are unknown methods' },
  'control-key': {
    value: 'KEY',
    description: 'accept only control calls with ?controlKey=KEY; without one, --api-key turns control off',
  },
  'auto-fork': { description: 'make a fork of the ledger as loaded at the first call to /fork/NAME' },
  'slot-time': { value: 'MS', description: 'go on by one slot each MS milliseconds; default: stand still' },
  execute: {
    value: 'litesvm',
    description: 'run the programs of sent transactions by the package litesvm; default: what is known of them',
  },
  program: {
    value: 'ADDRESS FILE',
    description:
      'a compiled program to put into the ledger (repeatable; ADDRESS=FILE, comma-separated, in the environment)',
    of: LOADING,
  },
  upstream: {
    value: 'URL',
    description: 'a node that is asked for what the ledger lacks; default: nobody is asked',
  },
  record: { value: 'FOLDER', description: 'keep the answers of --upstream in FOLDER, and use those that are there' },
  'record-mode': {
    value: 'MODE',
    description: 'what is asked: once (while FOLDER is empty), missing (the default), all (anew) or none',
  },
  watch: { description: 'reload the fixtures when they change' },
  'journal-size': {
    value: 'CALLS',
    description: 'calls that a ledger remembers, 0 turns the journal off',
    fallback: '10000',
  },
  log: { value: 'FORM', description: 'text, json or off: how requests are logged', fallback: 'text' },
  quiet: { description: 'do not log requests, as --log off' },
  json: { description: 'check, show, diff: print everything as JSON', of: ['check', 'show', 'diff'] },
  out: { value: 'FOLDER', description: 'dump: folder to write to', of: ['dump'] },
  force: { description: 'dump: write even if the folder has files that no dump wrote', of: ['dump'] },
  of: { value: 'WORD', description: 'show: what to show, even if a file has this name', of: ['show'] },
  address: { description: 'show: print the address alone', of: ['show'] },
  all: { description: 'show: cut no list and no data', of: ['show'] },
  wide: { description: 'show: whole signatures and addresses on a terminal too', of: ['show'] },
  requests: {
    value: 'FILE',
    description: 'diff: ask the calls of this file, one JSON request a line; default: what the ledger can answer',
    of: ['diff'],
  },
  report: { value: 'FILE', description: 'diff: write a report in Markdown', of: ['diff'] },
  version: { short: 'v', description: 'print the version', of: 'any' },
  help: { short: 'h', description: 'print this text', of: 'any' },
};

export function envName(flag: string): string {
  return `STILLNODE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

export function helpText(): string {
  const rows = Object.entries(FLAGS).map(([name, { description, fallback, short, value }]) => {
    const flag = `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`;
    return `  ${flag.padEnd(24)}${description}${fallback === undefined ? '' : ` (${fallback})`}`;
  });
  return `stillnode: a mock Solana RPC server for tests

usage: stillnode [PATH…]                      serve fixture files and folders (none: the sample ledger)
       stillnode check PATH…                  load them and report, without serving
       stillnode dump [PATH…] --out FOLDER    load them and write them to FOLDER in one format
       stillnode show [PATH…] [WORD]          load them and print what is in them, or one SIGNATURE, ADDRESS, SLOT or $name
       stillnode exec [PATH…] -- COMMAND…     serve on a free port while COMMAND runs, and end as it does
       stillnode record --from URL --out FOLDER …  ask a real node and write fixtures; see stillnode record --help
       stillnode diff URL [PATH…]             ask them and the real node behind URL the same, and report what differs

${rows.join('\n')}

The flags of the server are also environment variables: --max-body-bytes is STILLNODE_MAX_BODY_BYTES, --watch is STILLNODE_WATCH=on.
exec tells COMMAND where the node is: STILLNODE_URL, STILLNODE_WS_URL, SOLANA_RPC_URL.
${LEDGER_VARIABLE} is used if the command has no PATH. The command line takes precedence over the environment.
`;
}
