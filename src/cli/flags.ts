import { type Kind, oneOf, onOrOff } from '../node/kinds.ts';
import { type FlagPart, SETTINGS, type Setting } from '../node/settings.ts';
import { LOG_KINDS } from './log.ts';

/**
 * The commands, their flags and their help texts.
 * @module
 */

interface CommandText {
  readonly usage: string;
  readonly summary: string;
  /** what the help of the command says besides */
  readonly details: string;
}

export const COMMANDS = {
  serve: {
    usage: '[PATH…]',
    summary: 'serve fixture files and folders (default: the sample ledger)',
    details: '',
  },
  check: {
    usage: 'check PATH…',
    summary: 'load fixtures and report problems, without serving',
    details: 'Exits with 0 and a summary, or with 1 and every error.',
  },
  dump: {
    usage: 'dump [PATH…] --out FOLDER',
    summary: 'load fixtures and write them to a folder in one format',
    details: 'Nothing is written if a fixture is invalid.',
  },
  show: {
    usage: 'show [PATH…] [WORD]',
    summary: 'print a ledger, or one thing in it',
    details: 'WORD is a signature, an address, a slot or a $name.',
  },
  exec: {
    usage: 'exec [PATH…] -- COMMAND…',
    summary: 'serve while COMMAND runs, and exit with its code',
    details:
      'COMMAND gets the URLs of the node as STILLNODE_URL, STILLNODE_WS_URL and SOLANA_RPC_URL. Requests are logged only with --log.',
  },
  record: {
    usage: 'record --from URL --out FOLDER [WHAT]…',
    summary: 'ask a real node and write its answers as fixtures',
    details:
      'WHAT is one or more of the options below --out, each of them repeatable. Mints, lookup tables, token accounts and programs that the answers need are recorded too. Serve them with: stillnode FOLDER\nExits with 0, with 1 if the node fails or lacks something, with 2 for a usage error.',
  },
  diff: {
    usage: 'diff URL [PATH…]',
    summary: 'send the same calls to a ledger and to the real node at URL, and print the differences',
    details: 'Exits with 0 if every difference is explained, else with 1.',
  },
} as const satisfies Readonly<Record<string, CommandText>>;

export type CommandName = keyof typeof COMMANDS;

export const COMMAND_NAMES = Object.keys(COMMANDS) as CommandName[];

const SERVING: readonly CommandName[] = ['serve', 'exec'];
const LOADING: readonly CommandName[] = [...SERVING, 'check', 'dump', 'show', 'diff'];

export interface Flag {
  readonly name: string;
  /** one letter, as in `-h` */
  readonly short?: string;
  /** stands for the value in the help; undefined: it is a switch */
  readonly value?: string;
  readonly isRepeatable?: boolean;
  readonly help: string;
  readonly default?: string | number;
  readonly execDefault?: string;
  readonly commands: readonly CommandName[];
  /** an environment variable sets it too: `--max-body-bytes` is STILLNODE_MAX_BODY_BYTES */
  readonly hasVariable?: boolean;
  /** undefined: its command reads it */
  readonly kind?: Kind;
  /** of the library */
  readonly option?: string | undefined;
}

function ofNode(setting: Extract<Setting, FlagPart>): Flag {
  const { flag, isForLoading, ...rest } = setting;
  return { ...rest, name: flag, commands: isForLoading ? LOADING : SERVING, hasVariable: true };
}

const RECORD: readonly CommandName[] = ['record'];
const settings: readonly Setting[] = SETTINGS;

/** Every flag. Names are unique in a command only. */
export const FLAGS: readonly Flag[] = [
  ...settings.filter((setting) => setting.flag !== undefined).map(ofNode),
  {
    name: 'watch',
    help: 'reload the fixtures when they change',
    kind: onOrOff,
    hasVariable: true,
    commands: SERVING,
  },
  {
    name: 'log',
    value: 'FORM',
    help: 'form of the request log: text, json or off',
    default: 'text',
    execDefault: 'off',
    kind: oneOf(...LOG_KINDS),
    hasVariable: true,
    commands: SERVING,
  },
  { name: 'quiet', help: 'do not log requests: --log off', kind: onOrOff, hasVariable: true, commands: SERVING },
  { name: 'json', help: 'print JSON', commands: ['check', 'show', 'diff'] },
  { name: 'out', value: 'FOLDER', help: 'folder to write to', commands: ['dump'] },
  { name: 'force', help: 'write even if the folder has files that no dump wrote', commands: ['dump'] },
  { name: 'of', value: 'WORD', help: 'what to show, even if a file has this name', commands: ['show'] },
  { name: 'address', help: 'print only the address', commands: ['show'] },
  { name: 'all', help: 'do not truncate lists and data', commands: ['show'] },
  { name: 'wide', help: 'do not shorten signatures and addresses on a terminal', commands: ['show'] },
  {
    name: 'dialect',
    value: 'NAME',
    help: 'form of the answers: contract or agave',
    default: 'agave, the form of real nodes',
    commands: ['diff'],
  },
  {
    name: 'requests',
    value: 'FILE',
    help: 'file of calls to compare, one {"method", "params"} a line',
    default: 'what the ledger can answer',
    commands: ['diff'],
  },
  { name: 'report', value: 'FILE', help: 'file for a report in Markdown', commands: ['diff'] },
  { name: 'from', value: 'URL', help: 'node to ask', commands: RECORD },
  { name: 'out', value: 'FOLDER', help: 'folder to write to; what it has is not asked for again', commands: RECORD },
  { name: 'slot', value: 'N|A..B', help: 'block of a slot, or blocks of all slots from A to B', commands: RECORD },
  { name: 'signature', value: 'SIGNATURE', help: 'transaction', commands: RECORD },
  {
    name: 'address',
    value: 'ADDRESS',
    help: 'account, and the newest transactions that mention it',
    commands: RECORD,
  },
  {
    name: 'limit',
    value: 'N',
    help: 'number of transactions of the --address before it',
    default: 100,
    commands: RECORD,
  },
  { name: 'account', value: 'ADDRESS', help: 'account', commands: RECORD },
  { name: 'program', value: 'ADDRESS', help: 'program, and the accounts that it owns', commands: RECORD },
  {
    name: 'data-size',
    value: 'BYTES',
    help: 'of the --program before it, only accounts with this many bytes of data',
    commands: RECORD,
  },
  {
    name: 'memcmp',
    value: 'OFFSET:BASE58',
    help: 'of the --program before it, only accounts with these bytes at this offset',
    commands: RECORD,
  },
  { name: 'token-owner', value: 'ADDRESS', help: 'account, and the token accounts that it owns', commands: RECORD },
  {
    name: 'requests',
    value: 'FILE.jsonl',
    help: 'what the calls of a file need, one {"method", "params"} a line',
    commands: RECORD,
  },
  { name: 'version', short: 'v', help: 'print the version', commands: COMMAND_NAMES },
  { name: 'help', short: 'h', help: 'print this help', commands: COMMAND_NAMES },
];

export function flagsOf(command: CommandName): readonly Flag[] {
  return FLAGS.filter(({ commands }) => commands.includes(command));
}

export function envName(flag: string): string {
  return `STILLNODE_${flag.replaceAll('-', '_').toUpperCase()}`;
}

/** The variable with the path of the fixtures if the command line has none. */
export const LEDGER_VARIABLE = 'STILLNODE_LEDGER';

const VARIABLES = `The options of serving are also environment variables: --max-body-bytes is STILLNODE_MAX_BODY_BYTES, --watch is
STILLNODE_WATCH=on. Values of repeatable options are separated by commas there. ${LEDGER_VARIABLE} is used if there is no PATH.
The command line takes precedence over the environment.
`;

export function helpText(command: CommandName): string {
  const { details, summary, usage } = COMMANDS[command];
  const flags = flagRows(command);
  if (command !== 'serve')
    return `usage: stillnode ${usage}\n\n${sentence(summary)} ${details}\n\n${flags}\n${SERVING.includes(command) ? `\n${VARIABLES}` : ''}`;
  const others = COMMAND_NAMES.filter((name) => name !== 'serve');
  const commands = others.map((name) => [COMMANDS[name].usage, COMMANDS[name].summary] as const);
  return `stillnode: a mock Solana RPC server for tests

usage: stillnode ${usage}   ${summary}
       stillnode COMMAND …

commands, each with its own --help:
${rows(commands)}

options of serving:
${flags}

${VARIABLES}`;
}

function sentence(summary: string): string {
  return `${summary[0]!.toUpperCase()}${summary.slice(1)}.`;
}

function flagRows(command: CommandName): string {
  return rows(flagsOf(command).map((flag) => [flagText(flag), flagHelp(flag, command)] as const));
}

/** `--port PORT`, `--help, -h`. */
export function flagText({ name, short, value }: Flag): string {
  return `--${name}${value === undefined ? '' : ` ${value}`}${short === undefined ? '' : `, -${short}`}`;
}

/** What a flag sets or does, then in parentheses whether it is repeatable, and its default. */
export function flagHelp(flag: Flag, command: CommandName): string {
  const standard = command === 'exec' ? (flag.execDefault ?? flag.default) : flag.default;
  const notes = [
    ...(flag.isRepeatable ? ['repeatable'] : []),
    ...(standard === undefined ? [] : [`default: ${standard}`]),
  ];
  return notes.length === 0 ? flag.help : `${flag.help} (${notes.join('; ')})`;
}

function rows(pairs: readonly (readonly [left: string, right: string])[]): string {
  const width = Math.max(...pairs.map(([left]) => left.length));
  return pairs.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`).join('\n');
}
