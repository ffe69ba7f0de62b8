import type { Kind } from '../node/settingKinds.ts';
import { ALL_SETTINGS, type SettingFlag, type SettingName } from '../node/settings.ts';

/** The commands, their flags and their help texts. @module */

export interface Flag extends SettingFlag {
  readonly name: string;
  /** one letter, as in `-h` */
  readonly short?: string;
  /**
   * reads the value, also that of its environment variable, as STILLNODE_MAX_BODY_BYTES of `--max-body-bytes`; undefined: the command
   * reads it, and there is no variable
   */
  readonly kind?: Kind;
  /** name of the option of the library */
  readonly option?: SettingName;
}

interface Command {
  readonly usage: string;
  /** begins with a verb */
  readonly summary: string;
  /** further text of its help */
  readonly details: string;
  readonly flags: readonly Flag[];
}

const SERVE_FLAGS: readonly Flag[] = ALL_SETTINGS.flatMap(([name, { flag, kind, takenBy }]) =>
  flag === undefined
    ? []
    : [{ ...flag, name: flag.name ?? kebabCase(name), kind, ...(takenBy !== undefined && { option: name }) }],
);

function kebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** The flags of a command that loads a ledger. */
const LOAD_FLAGS = SERVE_FLAGS.filter(({ name }) => ['program', 'agave', 'gates', 'consensus'].includes(name));
const JSON_FLAG: Flag = { name: 'json', help: 'print JSON' };

export type CommandName = 'serve' | 'check' | 'dump' | 'show' | 'keys' | 'exec' | 'dev' | 'record' | 'diff' | 'inspect';

export const COMMANDS: Readonly<Record<CommandName, Command>> = {
  serve: {
    usage: '[serve] [PATH…]',
    summary: 'serve fixture files and folders (default: the sample ledger)',
    details: '',
    flags: SERVE_FLAGS,
  },
  check: {
    usage: 'check PATH…',
    summary: 'load fixtures and report problems, without serving',
    details: 'Exits with 0 and a summary, or with 1 and every error.',
    flags: [...LOAD_FLAGS, JSON_FLAG],
  },
  dump: {
    usage: 'dump [PATH…] --out FOLDER',
    summary: 'load fixtures and write them to a folder in one format',
    details: 'Nothing is written if a fixture is invalid.',
    flags: [
      { name: 'out', value: 'FOLDER', help: 'folder to write to' },
      { name: 'force', help: 'write even if the folder has files that no dump wrote' },
      ...LOAD_FLAGS,
    ],
  },
  show: {
    usage: 'show [PATH…] [WORD]',
    summary: 'print a ledger, or one thing in it',
    details: 'WORD is a signature, an address, a slot or a $name.',
    flags: [
      { name: 'of', value: 'WORD', help: 'what to show, even if a file has this name' },
      { name: 'address', help: 'print only the address' },
      { name: 'all', help: 'show everything: long lists and data, members that are null or empty' },
      JSON_FLAG,
      ...LOAD_FLAGS,
    ],
  },
  keys: {
    usage: 'keys NAME [PATH…]',
    summary: 'print the address of a named wallet, or write its key pair',
    details: 'A name has the same key in every ledger, unless the ledger at PATH gives it another.',
    flags: [
      { name: 'out', value: 'FILE', help: 'private file for the key pair, in the form of the Solana CLI' },
      { name: 'force', help: 'replace a file that has other content' },
      ...LOAD_FLAGS,
    ],
  },
  exec: {
    usage: 'exec [PATH…] -- COMMAND…',
    summary: 'serve while COMMAND runs, and exit with its code',
    details: `COMMAND finds the URLs of the node in STILLNODE_URL, STILLNODE_WS_URL and SOLANA_RPC_URL.
Requests are logged only with --log.`,
    flags: SERVE_FLAGS,
  },
  dev: {
    usage: 'dev [PATH…]',
    summary: 'serve like a local validator: time passes, and without a path ten wallets have SOL',
    details: `It prints the wallets, the line for the Solana CLI and a link to the Explorer. The options are those of serving, with other
defaults: --dialect agave, --slot-time as the gates say, --clock machine, --execute litesvm if it is installed.`,
    flags: SERVE_FLAGS,
  },
  record: {
    usage: 'record --from URL --out FOLDER [WHAT]…',
    summary: 'ask a real node and write its answers as fixtures',
    details: `WHAT is any of the options below --out, each of them repeatable. Mints, lookup tables, token accounts and programs that
the answers need are recorded too. Serve them with: stillnode FOLDER
Exits with 0, with 1 if the node fails or lacks something, with 2 for a usage error; with --while as COMMAND does.`,
    flags: [
      { name: 'from', value: 'URL', help: 'node to ask' },
      { name: 'out', value: 'FOLDER', help: 'folder to write to; what it has is not asked for again' },
      { name: 'slot', value: 'N|A..B', help: 'block of a slot, or blocks of all slots from A to B' },
      { name: 'signature', value: 'SIGNATURE', help: 'transaction' },
      { name: 'address', value: 'ADDRESS', help: 'account, and the newest transactions that mention it' },
      { name: 'limit', value: 'N', help: 'number of transactions of the --address before it', default: 100 },
      { name: 'account', value: 'ADDRESS', help: 'account' },
      { name: 'program', value: 'ADDRESS', help: 'program, and the accounts that it owns' },
      {
        name: 'data-size',
        value: 'BYTES',
        help: 'of the --program before it, only accounts with this many bytes of data',
      },
      {
        name: 'memcmp',
        value: 'OFFSET:BASE58',
        help: 'of the --program before it, only accounts with these bytes at this offset',
      },
      { name: 'token-owner', value: 'ADDRESS', help: 'account, and the token accounts that it owns' },
      { name: 'requests', value: 'FILE.jsonl', help: 'what the calls of a file need, one {"method", "params"} a line' },
      {
        name: 'while',
        value: 'COMMAND',
        help: 'calls of a shell command, which finds the URL to ask in STILLNODE_URL and SOLANA_RPC_URL; it runs last, and once',
      },
    ],
  },
  diff: {
    usage: 'diff URL [PATH…]',
    summary: 'send the same calls to a ledger and to the real node at URL, and print the differences',
    details: `Members that differ by nature, such as the slot of a context, are ignored.
Exits with 0 if nothing else differs, else with 1.`,
    flags: [
      {
        name: 'dialect',
        value: 'NAME',
        help: 'form of the answers: contract or agave',
        default: 'agave, the form of real nodes',
      },
      {
        name: 'requests',
        value: 'FILE',
        help: 'file of calls to compare, one {"method", "params"} a line',
        default: 'what the ledger can answer',
      },
      JSON_FLAG,
      ...LOAD_FLAGS,
    ],
  },
  inspect: {
    usage: 'inspect FILE',
    summary: 'open a test that failed: serve the inspector over its trace',
    details: 'FILE is the .stillnode.json that the report of the test names. Nothing can be changed, and no node runs.',
    flags: [
      { name: 'port', value: 'PORT', help: 'port on 127.0.0.1', default: 'a free one' },
      { name: 'html', value: 'OUT.html', help: 'write the page with the trace inside, in place of serving it' },
    ],
  },
};

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

const COMMON_FLAGS: readonly Flag[] = [
  { name: 'version', short: 'v', help: 'print the version' },
  { name: 'help', short: 'h', help: 'print this help' },
];

export function flagsOf(command: CommandName): readonly Flag[] {
  return [...COMMANDS[command].flags, ...COMMON_FLAGS];
}

export function envName(flag: string): string {
  return `STILLNODE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** The variable with the path of the fixtures if the command line has none. */
export const LEDGER_VARIABLE = 'STILLNODE_LEDGER';

const VARIABLES = `
The options of serving are also environment variables: --max-body-bytes is STILLNODE_MAX_BODY_BYTES, --watch is
STILLNODE_WATCH=on. Values of repeatable options are separated by commas there. Without PATH, ${LEDGER_VARIABLE} is used.
The command line takes precedence over the environment.
`;

export function helpText(command: CommandName): string {
  const { details, flags, summary, usage } = COMMANDS[command];
  const options = rows(flagsOf(command).map((flag) => [flagText(flag), flagHelp(flag, command)]));
  const variables = flags === SERVE_FLAGS ? VARIABLES : '';
  if (command !== 'serve')
    return `usage: stillnode ${usage}

${summary[0]!.toUpperCase()}${summary.slice(1)}.
${details}

${options}
${variables}`;
  const otherCommands = COMMAND_NAMES.filter((name) => name !== 'serve');
  return `stillnode: a mock Solana RPC server for tests

usage: stillnode ${usage}   ${summary}
       stillnode COMMAND …

commands, each with its own --help:
${rows(otherCommands.map((name) => [COMMANDS[name].usage, COMMANDS[name].summary]))}

options of serving:
${options}
${variables}`;
}

/** The text of a flag in the help: `--port PORT`, `--help, -h`. */
export function flagText({ name, short, value }: Flag): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`;
}

/** The help of a flag: its effect, then in parentheses whether it is repeatable, and its default. */
export function flagHelp(flag: Flag, command: CommandName): string {
  const defaultText = command === 'exec' ? (flag.execDefault ?? flag.default) : flag.default;
  const notes = [
    ...(flag.isRepeatable ? ['repeatable'] : []),
    ...(defaultText === undefined ? [] : [`default: ${defaultText}`]),
  ];
  return notes.length === 0 ? flag.help : `${flag.help} (${notes.join('; ')})`;
}

function rows(pairs: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
