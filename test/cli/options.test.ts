import { describe, expect, it, onTestFinished } from 'vitest';
import type { CheckOptions } from '../../src/cli/commands/checkCommand.ts';
import type { DumpOptions } from '../../src/cli/commands/dumpCommand.ts';
import { COMMAND_NAMES, commandNamed, flagsOf } from '../../src/cli/commands/index.ts';
import type { DiffOptions } from '../../src/cli/diff.ts';
import { envName } from '../../src/cli/flags.ts';
import { flagHelp, flagText, helpText } from '../../src/cli/help.ts';
import { CliError } from '../../src/cli/output.ts';
import { parseCommand } from '../../src/cli/parseCommand.ts';
import type { ServeOptions } from '../../src/cli/serveOptions.ts';
import type { ShowOptions } from '../../src/cli/show.ts';
import { folder, type Parsed, parsed } from './command.ts';

const DEFAULTS: ServeOptions = {
  paths: [],
  options: { host: '127.0.0.1', port: 8899 },
  watch: false,
  log: 'text',
};

/** What differs from the defaults: options of the library and those of the command. */
type Difference = Partial<ServeOptions['options'] & Omit<ServeOptions, 'options'>>;

function servingOptions(
  { log, paths, watch, ...options }: Difference,
  defaults: ServeOptions = DEFAULTS,
): ServeOptions {
  const own = Object.fromEntries(Object.entries({ log, paths, watch }).filter(([, value]) => value !== undefined));
  return { ...defaults, ...own, options: { ...defaults.options, ...options } };
}

const PROGRAM = 'So11111111111111111111111111111111111111112';
const OTHER = 'SysvarC1ock11111111111111111111111111111111';

function serving(difference: Difference): Parsed {
  return { kind: 'serve', options: servingOptions(difference) };
}

function checking(options: Partial<CheckOptions>): Parsed {
  return { kind: 'check', options: { paths: [], programs: {}, json: false, ...options } };
}

function showing(options: Partial<ShowOptions>): Parsed {
  const nothing = {
    paths: [],
    subject: undefined,
    address: false,
    json: false,
    all: false,
    programs: {},
  };
  return { kind: 'show', options: { ...nothing, ...options } };
}

/** The error for a first word that is nearly a command. */
function notACommand(word: string, command: string): string {
  return `\`${word}\` is not a command; did you mean ${command}? A file or folder of this name is served by \`stillnode serve ${word}\``;
}

function refusal(args: readonly string[], env: NodeJS.ProcessEnv = {}): CliError {
  try {
    parseCommand(args, env);
  } catch (error) {
    if (error instanceof CliError) return error;
    throw error;
  }
  throw new Error('it was accepted');
}

describe('serving', () => {
  it('nothing said: the sample ledger on 127.0.0.1:8899 in the contract dialect', () => {
    expect(parsed([], {})).toEqual(serving({}));
  });

  it.each<[args: string[], options: Difference]>([
    [['a.json', 'folder'], { paths: ['a.json', 'folder'] }],
    [['--host', '0.0.0.0'], { host: '0.0.0.0' }],
    [['--port', '0'], { port: 0 }],
    [['--port=65535'], { port: 65535 }],
    [['--ws-port', 'off'], { wsPort: 'off' }],
    [['--ws-port=0'], { wsPort: 0 }],
    [['--dialect', 'agave'], { dialect: 'agave' }],
    [['--extensions', 'all'], { extensions: true }],
    [['--extensions', 'none'], { extensions: false }],
    [['--extensions', 'getTipAccounts, getTipAccounts'], { extensions: ['getTipAccounts', 'getTipAccounts'] }],
    [['--api-key', 'a', '--api-key', 'b,c'], { apiKeys: ['a', 'b,c'] }],
    [['--max-body-bytes', '1'], { maxBodyBytes: 1 }],
    [['--cache-mb', '0'], { cacheMb: 0 }],
    [['--max-batch-bytes', '1'], { maxBatchReplyBytes: 1 }],
    [['--control'], { control: true }],
    [['--no-control'], { control: false }],
    [['--control-key', 'a,b'], { controlKey: 'a,b' }],
    [['--api-key', 'a'], { apiKeys: ['a'] }],
    [['--api-key', 'a', '--control', '--control-key', 'b'], { apiKeys: ['a'], control: true, controlKey: 'b' }],
    [['--auto-fork'], { autoFork: true }],
    [['--slot-time', '400'], { slotTime: 400 }],
    [['--execute', 'litesvm'], { execute: 'litesvm' }],
    [['--upstream', 'http://h/k'], { upstream: { url: 'http://h/k' } }],
    [
      ['--upstream', 'https://h', '--record', 'f', '--record-mode', 'all'],
      { upstream: { url: 'https://h', record: 'f', mode: 'all' } },
    ],
    [['--record', 'f', '--record-mode', 'none'], { upstream: { record: 'f', mode: 'none' } }],
    [['--upstream', 'http://h', '--upstream-sends', 'off'], { upstream: { url: 'http://h', sends: false } }],
    [
      ['--record', 'f', '--record-mode', 'none', '--upstream-sends', 'on'],
      { upstream: { record: 'f', mode: 'none', sends: true } },
    ],
    [['--program', `${PROGRAM}=a.so`], { programs: { [PROGRAM]: 'a.so' } }],
    [['--program', './a.json=a.so'], { programs: { './a.json': 'a.so' } }],
    [['--program', `${PROGRAM}=a,b.so,${OTHER}`], { programs: { [PROGRAM]: { program: 'a,b.so', authority: OTHER } } }],
    [['--program', `${PROGRAM}=a.so,`], { programs: { [PROGRAM]: 'a.so,' } }],
    [
      ['--program', `${PROGRAM}=a=b.so`, 'a.json', `--program=${OTHER}=c.so`],
      { programs: { [PROGRAM]: 'a=b.so', [OTHER]: 'c.so' }, paths: ['a.json'] },
    ],
    [['--', '--program', 'a.so'], { paths: ['--program', 'a.so'] }],
    [['--watch'], { watch: true }],
    [['--journal-size', '0'], { journalSize: 0 }],
    [['--journal-size=16777216'], { journalSize: 16_777_216 }],
    [['--log', 'text'], { log: 'text' }],
    [['--log', 'json'], { log: 'json' }],
    [['--log=off'], { log: 'off' }],
    [['--quiet'], { log: 'off' }],
    [['--quiet', '--log', 'off'], { log: 'off' }],
    [['a.json', '--quiet', 'b.json'], { paths: ['a.json', 'b.json'], log: 'off' }],
    [['--', '--odd-name.json'], { paths: ['--odd-name.json'] }],
    [['./check'], { paths: ['./check'] }],
    [['./dump'], { paths: ['./dump'] }],
  ])('flags: %j', (args, options) => {
    expect(parsed(args, {})).toEqual(serving(options));
  });

  it.each<readonly [env: NodeJS.ProcessEnv, options: Difference]>([
    [{ STILLNODE_LEDGER: 'fixtures' }, { paths: ['fixtures'] }],
    [{ STILLNODE_HOST: '0.0.0.0' }, { host: '0.0.0.0' }],
    [{ STILLNODE_PORT: '9000' }, { port: 9000 }],
    [{ STILLNODE_WS_PORT: '9001' }, { wsPort: 9001 }],
    [{ STILLNODE_DIALECT: 'agave' }, { dialect: 'agave' }],
    [{ STILLNODE_EXTENSIONS: 'none' }, { extensions: false }],
    [{ STILLNODE_API_KEY: 'a,b' }, { apiKeys: ['a', 'b'] }],
    [{ STILLNODE_MAX_BODY_BYTES: '100' }, { maxBodyBytes: 100 }],
    [{ STILLNODE_CACHE_MB: '7' }, { cacheMb: 7 }],
    [{ STILLNODE_MAX_BATCH_BYTES: '100' }, { maxBatchReplyBytes: 100 }],
    [{ STILLNODE_CONTROL: '1' }, { control: true }],
    [{ STILLNODE_CONTROL: 'off' }, { control: false }],
    [{ STILLNODE_NO_CONTROL: 'on' }, { control: false }],
    [{ STILLNODE_NO_CONTROL: 'on', STILLNODE_CONTROL: 'on' }, { control: false }],
    [{ STILLNODE_NO_CONTROL: 'off', STILLNODE_CONTROL: 'on' }, { control: true }],
    [{ STILLNODE_CONTROL_KEY: 'k' }, { controlKey: 'k' }],
    [
      { STILLNODE_CONTROL: 'on', STILLNODE_API_KEY: 'a' },
      { control: false, apiKeys: ['a'] },
    ],
    [
      { STILLNODE_CONTROL: 'on', STILLNODE_API_KEY: 'a', STILLNODE_CONTROL_KEY: 'k' },
      { control: true, controlKey: 'k', apiKeys: ['a'] },
    ],
    [{ STILLNODE_AUTO_FORK: 'on' }, { autoFork: true }],
    [{ STILLNODE_SLOT_TIME: '50' }, { slotTime: 50 }],
    [{ STILLNODE_EXECUTE: 'litesvm' }, { execute: 'litesvm' }],
    [{ STILLNODE_EXECUTE: '' }, {}],
    [
      { STILLNODE_UPSTREAM: 'http://h', STILLNODE_RECORD: 'f', STILLNODE_RECORD_MODE: 'once' },
      { upstream: { url: 'http://h', record: 'f', mode: 'once' } },
    ],
    [{ STILLNODE_UPSTREAM: '' }, {}],
    [
      { STILLNODE_PROGRAM: `${PROGRAM}=a.so, ${OTHER}, ${OTHER}=b.so` },
      { programs: { [PROGRAM]: { program: 'a.so', authority: OTHER }, [OTHER]: 'b.so' } },
    ],
    [{ STILLNODE_PROGRAM: `${PROGRAM}=a.so,${OTHER}=b.so` }, { programs: { [PROGRAM]: 'a.so', [OTHER]: 'b.so' } }],
    [{ STILLNODE_WATCH: '1' }, { watch: true }],
    [{ STILLNODE_JOURNAL_SIZE: '5' }, { journalSize: 5 }],
    [{ STILLNODE_LOG: 'json' }, { log: 'json' }],
    [{ STILLNODE_LOG: 'off' }, { log: 'off' }],
    [{ STILLNODE_LOG: '' }, { log: 'text' }],
    [{ STILLNODE_LOG: 'json', STILLNODE_QUIET: 'on' }, { log: 'off' }],
    [{ STILLNODE_LOG: 'json', STILLNODE_QUIET: 'off' }, { log: 'json' }],
    [{ STILLNODE_QUIET: '1' }, { log: 'off' }],
    [{ STILLNODE_QUIET: 'true' }, { log: 'off' }],
    [{ STILLNODE_QUIET: '0' }, { log: 'text' }],
    [{ STILLNODE_QUIET: 'False' }, { log: 'text' }],
    [{ STILLNODE_QUIET: 'no' }, { log: 'text' }],
    ...['on', 'ON', 'true', 'Yes', '1'].map((word) => [{ STILLNODE_WATCH: word }, { watch: true }] as const),
    ...['off', 'Off', 'false', 'no', '0', ''].map((word) => [{ STILLNODE_WATCH: word }, { watch: false }] as const),
    [{ STILLNODE_API_KEY: ',a,,b,' }, { apiKeys: ['a', 'b'] }],
    [{ STILLNODE_API_KEY: 'a, b' }, { apiKeys: ['a', 'b'] }],
    [{ STILLNODE_API_KEY: ' a\t, ,b c ' }, { apiKeys: ['a', 'b c'] }],
  ])('variables: %j', (env, options) => {
    expect(parsed([], env)).toEqual(serving(options));
  });

  it('a flag beats its variable', () => {
    const env = {
      STILLNODE_LEDGER: 'fixtures',
      STILLNODE_HOST: '0.0.0.0',
      STILLNODE_PORT: '9000',
      STILLNODE_DIALECT: 'agave',
      STILLNODE_API_KEY: 'a',
      STILLNODE_MAX_BODY_BYTES: '100',
    };
    expect(parsed(['--log=json'], { STILLNODE_QUIET: 'on' })).toEqual(serving({ log: 'json' }));
    expect(parsed(['--log=json'], { STILLNODE_LOG: 'off' })).toEqual(serving({ log: 'json' }));
    expect(parsed(['--quiet'], { STILLNODE_LOG: 'json' })).toEqual(serving({ log: 'off' }));
    expect(parsed(['--no-control'], { STILLNODE_CONTROL: 'on' })).toEqual(serving({ control: false }));
    expect(parsed(['--control'], { STILLNODE_NO_CONTROL: 'on' })).toEqual(serving({ control: true }));
    expect(parsed(['--control-key=b'], { STILLNODE_CONTROL_KEY: 'a' })).toEqual(serving({ controlKey: 'b' }));
    const flags = ['--host=::1', '--port=1', '--dialect=contract', '--api-key=b', '--max-body-bytes=2'];
    expect(parsed([...flags, 'mine.json'], env)).toEqual(
      serving({ paths: ['mine.json'], host: '::1', port: 1, dialect: 'contract', apiKeys: ['b'], maxBodyBytes: 2 }),
    );
  });

  it('a bad variable does no harm where a flag beats it', () => {
    expect(parsed(['--port=1'], { STILLNODE_PORT: 'x' })).toEqual(serving({ port: 1 }));
    expect(parsed(['--quiet'], { STILLNODE_QUIET: 'x', STILLNODE_LOG: 'x' })).toEqual(serving({ log: 'off' }));
    expect(parsed(['--log=json'], { STILLNODE_QUIET: 'x', STILLNODE_LOG: 'x' })).toEqual(serving({ log: 'json' }));
    expect(parsed(['--api-key=a'], { STILLNODE_API_KEY: ',' })).toEqual(serving({ apiKeys: ['a'] }));
    expect(parsed(['--control'], { STILLNODE_CONTROL: 'x' })).toEqual(serving({ control: true }));
    expect(parsed(['--slot-time=1'], { STILLNODE_SLOT_TIME: 'x' })).toEqual(serving({ slotTime: 1 }));
  });

  it('an empty variable counts as none', () => {
    const names = [...flagsOf('serve').map(({ name }) => envName(name)), 'STILLNODE_LEDGER'];
    expect(parsed([], Object.fromEntries(names.map((name) => [name, ''])))).toEqual(serving({}));
  });
});

describe('other commands', () => {
  it('check takes every path behind it', () => {
    expect(parsed(['check', 'a.json', 'b'], {})).toEqual(checking({ paths: ['a.json', 'b'] }));
  });

  it('check without a path takes the one of the environment', () => {
    expect(parsed(['check'], { STILLNODE_LEDGER: 'fixtures' })).toEqual(checking({ paths: ['fixtures'] }));
  });

  it('check --json answers programs', () => {
    expect(parsed(['check', 'a.json', '--json'], {})).toEqual(checking({ paths: ['a.json'], json: true }));
  });

  it.each<[args: string[], options: Partial<DumpOptions>]>([
    [['dump', 'a.json', 'b', '--out', 'c'], { paths: ['a.json', 'b'], out: 'c' }],
    [['dump', '--out=c', '--force'], { out: 'c', force: true }],
  ])('%j', (args, options) => {
    expect(parsed(args, {})).toEqual({
      kind: 'dump',
      options: { paths: [], programs: {}, force: false, ...options },
    });
  });

  it('dump without a path takes the one of the environment', () => {
    expect(parsed(['dump', '--out', 'c'], { STILLNODE_LEDGER: 'fixtures' })).toEqual({
      kind: 'dump',
      options: { paths: ['fixtures'], programs: {}, out: 'c', force: false },
    });
  });

  it('exec: what follows -- is the command, whatever it looks like; the node has a free port and no log', () => {
    const defaults = servingOptions({ port: 0, log: 'off' });
    const options = (given: Difference, command: readonly string[]) => ({
      kind: 'exec',
      options: { serving: servingOptions(given, defaults), command },
    });
    expect(parsed(['exec', '--', 'npm', 'test'], {})).toEqual(options({}, ['npm', 'test']));
    expect(parsed(['exec', 'a', '--auto-fork', 'b', '--', 'x', '--help', '--', '-v'], {})).toEqual(
      options({ paths: ['a', 'b'], autoFork: true }, ['x', '--help', '--', '-v']),
    );
    expect(parsed(['exec', '--port', '1', '--', 'x'], { STILLNODE_PORT: '2' })).toEqual(options({ port: 1 }, ['x']));
    expect(parsed(['exec', '--', 'x'], { STILLNODE_PORT: '2', STILLNODE_LEDGER: 'c' })).toEqual(
      options({ port: 2, paths: ['c'] }, ['x']),
    );
  });

  it('without exec, what follows -- is paths', () => {
    expect(parsed(['a', '--', '--quiet'], {})).toEqual(serving({ paths: ['a', '--quiet'] }));
    expect(parsed(['check', '--', '-v'], {})).toEqual(checking({ paths: ['-v'] }));
  });

  it.each<[args: string[], options: Partial<DiffOptions>]>([
    [['diff', 'http://a/k'], { url: 'http://a/k' }],
    [['diff', 'http://a/k', 'a.json', 'b'], { url: 'http://a/k', paths: ['a.json', 'b'] }],
    [['diff', 'http://a/k', '--requests', 'r', '--json'], { requests: 'r', json: true }],
    [['diff', 'http://a/k', '--dialect', 'contract'], { dialect: 'contract' }],
  ])('%j', (args, options) => {
    const defaults = {
      paths: [],
      dialect: 'agave',
      requests: undefined,
      json: false,
      programs: {},
    };
    expect(parsed(args, {})).toEqual({ kind: 'diff', options: { url: 'http://a/k', ...defaults, ...options } });
  });

  it('diff takes its paths and its dialect from the environment; a flag beats it', () => {
    const env = { STILLNODE_LEDGER: 'fixtures', STILLNODE_DIALECT: 'contract' };
    const optionsOf = (...flags: readonly string[]) => parsed(['diff', 'http://a/k', ...flags], env).options;
    expect(optionsOf()).toMatchObject({ paths: ['fixtures'], dialect: 'contract' });
    expect(optionsOf('--dialect', 'agave')).toMatchObject({ dialect: 'agave' });
    expect(refusal(['diff', 'http://a/k'], { STILLNODE_DIALECT: 'x' }).message).toBe(
      'STILLNODE_DIALECT must be contract or agave, not "x"',
    );
  });

  it.each(['check', 'dump', 'show', 'diff'] as const)('%s takes programs, of the environment too', (command) => {
    const args = { check: ['a'], dump: ['a', '--out', 'b'], show: [], diff: ['http://a/k'] }[command];
    const [a, b] = [`${PROGRAM}=a.so`, `${OTHER}=b.so`];
    expect(parsed([command, ...args, '--program', a, '--program', b], {})).toMatchObject({
      options: { programs: { [PROGRAM]: 'a.so', [OTHER]: 'b.so' } },
    });
    expect(parsed([command, ...args], { STILLNODE_PROGRAM: a })).toMatchObject({
      options: { programs: { [PROGRAM]: 'a.so' } },
    });
  });

  it('a command stands before its options', () => {
    expect(refusal(['--quiet', 'check', 'a.json']).message).toBe('check is a command: write it before its options');
  });

  it.each([[['serve']], [['serve', 'a.json', '--quiet']], [['serve', '--port', '0', 'a', 'b']]])(
    'serve may be named: %j',
    (args) => {
      expect(parsed(args, {})).toEqual(parsed(args.slice(1), {}));
    },
  );

  it('after serve, the name of a command is a path', () => {
    expect(parsed(['serve', 'check'], {})).toEqual(serving({ paths: ['check'] }));
  });

  it('--help and --version win over everything else that is understood', () => {
    expect(parsed(['check', '--version', '--help'], {})).toEqual({ kind: 'help', options: 'check' });
    expect(parsed(['--port', 'x', '--version'], {})).toEqual({ kind: 'version', options: undefined });
  });

  it.each([[['-h']], [['help']], [['fixtures', '-h']], [['help', '--version']], [['help', 'nothing']]])(
    '%j is --help',
    (args) => {
      expect(parsed(args, {})).toEqual({ kind: 'help', options: 'serve' });
    },
  );

  it.each(COMMAND_NAMES)('%s has its own help', (name) => {
    // a command that reads its flags itself prints its help itself
    const isOwn = commandNamed(name).takes === 'flags of another program';
    const asked = isOwn
      ? { kind: name, options: expect.objectContaining({ args: ['--help'] }) }
      : { kind: 'help', options: name };
    expect(parsed([name, '--help'], {})).toEqual(asked);
    expect(parsed(['help', name], {})).toEqual({ kind: 'help', options: name });
  });

  it('-v is --version', () => {
    expect(parsed(['-v'], {})).toEqual({ kind: 'version', options: undefined });
    expect(parsed(['record', '-v'], {})).toEqual({ kind: 'version', options: undefined });
  });
});

describe('help', () => {
  it.each(COMMAND_NAMES)('of %s: its usage, and every flag that it takes with its default', (command) => {
    const lines = helpText(command).split('\n');
    expect(lines.find((line) => line.startsWith('usage: '))).toContain(`stillnode ${commandNamed(command).usage}`);
    const shown = lines.filter((line) => line.startsWith('  --')).map((line) => line.trim().split(/ {2,}/));
    expect(shown).toEqual(flagsOf(command).map((flag) => [flagText(flag), flagHelp(flag, command)]));
  });

  it('of serving: every other command, and the variables', () => {
    const help = helpText('serve');
    for (const name of COMMAND_NAMES.filter((one) => one !== 'serve'))
      expect(help).toContain(`\n  ${commandNamed(name).usage}  `);
    expect(help).toContain('STILLNODE_MAX_BODY_BYTES');
    expect(help).toContain('STILLNODE_LEDGER');
  });

  it('a flag has its default in parentheses', () => {
    const port = flagsOf('exec').find(({ name }) => name === 'port')!;
    expect(flagHelp(port, 'serve')).toBe('port to listen on, 0 for a free one (default: 8899)');
    expect(flagHelp(port, 'exec')).toBe('port to listen on, 0 for a free one (default: a free port)');
    const program = flagsOf('check').find(({ name }) => name === 'program')!;
    expect(flagHelp(program, 'check')).toBe(
      'compiled program to add to the ledger, which AUTHORITY may upgrade; both keys may be files of key pairs (repeatable)',
    );
  });

  it.each(COMMAND_NAMES)('no two flags of %s have one name', (command) => {
    const names = flagsOf(command).map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
  });
});

describe('showing', () => {
  it.each<[args: string[], options: Partial<ShowOptions>]>([
    [[], {}],
    [['src', 'test/cli'], { paths: ['src', 'test/cli'] }],
    [['src', '--of', '302'], { paths: ['src'], subject: '302' }],
    [['--of', '$shop', 'src'], { paths: ['src'], subject: '$shop' }],
    [['--of', '$pda($a,"x.y/z")'], { subject: '$pda($a,"x.y/z")' }],
    [['nowhere/', 'nothing.json', './lunch'], { paths: ['nowhere/', 'nothing.json', './lunch'] }],
    [['src', '--of', 'test'], { paths: ['src'], subject: 'test' }],
    [['--of', '$shop', '--address'], { subject: '$shop', address: true }],
    [['--json', '--all'], { json: true, all: true }],
  ])('%j', (args, options) => {
    expect(parsed(['show', ...args], {})).toEqual(showing(options));
  });

  it('STILLNODE_LEDGER is shown where there is no path', () => {
    const env = { STILLNODE_LEDGER: 'fixtures' };
    expect(parsed(['show', '--of', '$shop'], env)).toEqual(showing({ paths: ['fixtures'], subject: '$shop' }));
    expect(parsed(['show', 'src', '--of', '$shop'], env)).toEqual(showing({ paths: ['src'], subject: '$shop' }));
  });
});

describe('a word that is nearly a command', () => {
  it('is refused, also where there is a path of that name, which serve takes', () => {
    const before = process.cwd();
    process.chdir(folder({ chekc: '{}' }));
    onTestFinished(() => process.chdir(before));
    expect(refusal(['chekc']).message).toBe(notACommand('chekc', 'check'));
    for (const args of [['serve', 'chekc'], ['./chekc']])
      expect(parsed(args, {})).toEqual(serving({ paths: [args.at(-1)!] }));
  });

  it('a command is one where there is a path of that name, too', () => {
    const before = process.cwd();
    process.chdir(folder({ check: '{}', dump: '{}' }));
    onTestFinished(() => process.chdir(before));
    expect(refusal(['check']).message).toBe('check needs a file or a folder: stillnode check PATH…');
    expect(parsed(['check', 'dump'], {})).toEqual(checking({ paths: ['dump'] }));
    expect(parsed(['serve', 'check'], {})).toEqual(serving({ paths: ['check'] }));
  });

  it.each(['./chekc', 'check/', 'check.json', 'fixtures', 'ledger'])('%s is none', (path) => {
    expect(parsed([path], {})).toEqual(serving({ paths: [path] }));
  });

  it('stands first', () => {
    expect(parsed(['fixtures', 'chekc'], {})).toEqual(serving({ paths: ['fixtures', 'chekc'] }));
    expect(parsed(['check', 'chekc'], {})).toEqual(checking({ paths: ['chekc'] }));
  });
});

describe('what cannot be understood', () => {
  const PORT_RULE = 'must be a whole number from 0 to 65535, not';
  const SWITCH_RULE = 'must be on or off, true or false, yes or no, 1 or 0, not';
  const KEY_RULE = 'must contain a value, not only commas and spaces';
  const PROGRAM_RULE = 'must be ADDRESS=FILE with the address of a program, or the path of its key pair, not';
  const SIZE_RULE = 'must be a whole number from 1 to 2147483647, not';

  it.each<[args: string[], message: string]>([
    [['--foo'], "Unknown option '--foo'; see stillnode --help"],
    [['-x'], "Unknown option '-x'; see stillnode --help"],
    [['--dialekt', 'agave'], "Unknown option '--dialekt' (did you mean --dialect?); see stillnode --help"],
    [['check', 'x', '--jsn'], "Unknown option '--jsn' (did you mean --json?); see stillnode check --help"],
    [['--quite'], "Unknown option '--quite' (did you mean --quiet?); see stillnode --help"],
    [['--quiet=1'], "Option '--quiet' does not take an argument; see stillnode --help"],
    [['--port'], "Option '--port <value>' argument missing; see stillnode --help"],
    [['--port', '--quiet'], "Option '--port' argument is ambiguous; see stillnode --help"],
    [['--port', '65536'], `--port ${PORT_RULE} "65536"`],
    [['--port=-1'], `--port ${PORT_RULE} "-1"`],
    [['--port', '1e3'], `--port ${PORT_RULE} "1e3"`],
    [['--port', ''], '--port must not be empty'],
    [['--max-body-bytes', '0'], `--max-body-bytes ${SIZE_RULE} "0"`],
    [['--max-body-bytes', '2147483648'], `--max-body-bytes ${SIZE_RULE} "2147483648"`],
    [['--dialect', 'Agave'], '--dialect must be contract or agave, not "Agave"'],
    [
      ['--extensions', 'getTipAccount'],
      '--extensions must be all, none or names of extensions, not "getTipAccount": did you mean "getTipAccounts"?',
    ],
    [['--dialect', 'toString'], '--dialect must be contract or agave, not "toString"'],
    [['--host', ''], '--host must not be empty'],
    [['--api-key', ''], '--api-key must not be empty'],
    [['--control-key', ''], '--control-key must not be empty'],
    [['--control', '--no-control'], '--control and --no-control contradict each other: use one of them'],
    [['--control', '--api-key', 'a'], '--control with --api-key needs --control-key: an API key must not give control'],
    [['--slot-time', '0'], `--slot-time ${SIZE_RULE} "0"`],
    [['--slot-time', ''], '--slot-time must not be empty'],
    [['--log', 'xml'], '--log must be text, json or off, not "xml"'],
    [['--log', ''], '--log must not be empty'],
    [['--quiet', '--log', 'json'], '--quiet and --log json contradict each other: use one of them'],
    [['--journal-size', '-1'], "Option '--journal-size' argument is ambiguous; see stillnode --help"],
    [['--journal-size', '16777217'], '--journal-size must be a whole number from 0 to 16777216, not "16777217"'],
    [['--execute', 'litesv'], '--execute must be litesvm or none, not "litesv": did you mean "litesvm"?'],
    [['--execute', 'svm'], '--execute must be litesvm or none, not "svm"'],
    [['--execute', ''], '--execute must not be empty'],
    [['--upstream', 'ws://k3y'], '--upstream must be a URL that begins with http:// or https://'],
    [['--upstream', 'http://'], '--upstream must be a URL that begins with http:// or https://'],
    [['--upstream', 'http://h:99999'], '--upstream must be a URL that begins with http:// or https://'],
    [['--upstream', ''], '--upstream must not be empty'],
    [['--record', 'f'], '--record needs --upstream URL: the node that is asked'],
    [['--record-mode', 'once'], '--record-mode needs --upstream URL: the node that is asked'],
    [['--upstream-sends', 'off'], '--upstream-sends needs --upstream URL: the node that is asked'],
    [['--upstream', 'http://h', '--upstream-sends', 'no'], '--upstream-sends must be on or off, not "no"'],
    [['--record-mode', 'none'], '--record-mode none needs --record FOLDER: the folder with the answers'],
    [['--record-mode', 'never'], '--record-mode must be once, missing, all or none, not "never"'],
    [['--program', PROGRAM], `--program ${PROGRAM_RULE} "${PROGRAM}"`],
    [['--program', PROGRAM, 'a.so'], `--program ${PROGRAM_RULE} "${PROGRAM}"`],
    [['--program', '1.x=a.so'], `--program ${PROGRAM_RULE} "1.x=a.so"`],
    [['--program', `${PROGRAM}=`], `--program ${PROGRAM_RULE} "${PROGRAM}="`],
    [['check'], 'check needs a file or a folder: stillnode check PATH…'],
    [['dump', 'a.json'], 'dump needs a folder to write to: stillnode dump PATH… --out FOLDER'],
    [['dump', '--out', ''], 'dump needs a folder to write to: stillnode dump PATH… --out FOLDER'],
    [['exec'], 'exec needs a command to run: stillnode exec [PATH…] -- COMMAND…'],
    [['exec', 'fixtures', '--'], 'exec needs a command to run: stillnode exec [PATH…] -- COMMAND…'],
    [['exec', 'npm', 'test'], 'exec needs a command to run: stillnode exec [PATH…] -- COMMAND…'],
    [['exec', '--', ''], 'exec needs a command to run: stillnode exec [PATH…] -- COMMAND…'],
    [['exec', '--foo', '--', 'x'], "Unknown option '--foo'; see stillnode exec --help"],
    [['exec', '--out', 'b', '--', 'x'], '--out belongs to stillnode dump, keys and record; see stillnode exec --help'],
    [['exce', '--', 'x'], notACommand('exce', 'exec')],
    [['--json'], '--json belongs to stillnode check, show and diff; see stillnode --help'],
    [['check', 'a.json', '--out', 'b'], '--out belongs to stillnode dump, keys and record; see stillnode check --help'],
    [['dump', '--out', 'b', '--json'], '--json belongs to stillnode check, show and diff; see stillnode dump --help'],
    [['check', 'a.json', '--port', '0'], '--port is for serving and stillnode inspect; see stillnode check --help'],
    [['check', 'a.json', '--quiet'], '--quiet is for serving; see stillnode check --help'],
    [['dump', '--out', 'b', '--journal-size', '5'], '--journal-size is for serving; see stillnode dump --help'],
    [['dump', '--out', 'b', '--no-control'], '--no-control is for serving; see stillnode dump --help'],
    [['show', '--watch'], '--watch is for serving; see stillnode show --help'],
    [['show', '--api-key', 'a'], '--api-key is for serving; see stillnode show --help'],
    [['check', 'a.json', '--execute', 'litesvm'], '--execute is for serving; see stillnode check --help'],
    [
      ['check', 'a.json', '--dialect', 'agave'],
      '--dialect is for serving and stillnode diff; see stillnode check --help',
    ],
    [['diff', 'http://a/k', '--upstream', 'http://b'], '--upstream is for serving; see stillnode diff --help'],
    [['--force'], '--force belongs to stillnode dump and keys; see stillnode --help'],
    [['--all'], '--all belongs to stillnode show; see stillnode --help'],
    [['show', '--wide'], "Unknown option '--wide'; see stillnode show --help"],
    [['show', '--out', 'b'], '--out belongs to stillnode dump, keys and record; see stillnode show --help'],
    [['show', 'src', '302'], '`302` is not a file or folder; one thing of the ledger is shown with --of 302'],
    [
      ['show', '$pda($a,"x.y/z")'],
      `\`$pda($a,"x.y/z")\` is not a file or folder; one thing of the ledger is shown with --of '$pda($a,"x.y/z")'`,
    ],
    [
      ['show', 'lunch', '--of', '302'],
      '`lunch` is not a file or folder; one thing of the ledger is shown with --of lunch',
    ],
    [['show', '--of', ''], '--of must not be empty'],
    [['show', '--address'], "--address needs the thing to show: stillnode show PATH… --of '$name' --address"],
    [['show', '--of', '$a', '--address', '--json'], '--address and --json contradict each other: use one of them'],
    [['shwo'], notACommand('shwo', 'show')],
    [['chekc'], notACommand('chekc', 'check')],
    [['Check', 'fixtures'], notACommand('Check', 'check')],
    [['chek', '--json'], notACommand('chek', 'check')],
    [['dmup', 'a.json', '--port', '0'], notACommand('dmup', 'dump')],
    [['sreve', 'a.json'], notACommand('sreve', 'serve')],
    [['--quiet', 'serve', 'a.json'], 'serve is a command: write it before its options'],
    [['hlep'], notACommand('hlep', 'help')],
  ])('%j is a usage error of one line', (args, message) => {
    const { isUsage, message: got } = refusal(args);
    expect({ isUsage, message: got }).toEqual({ isUsage: true, message });
  });

  it.each<[env: NodeJS.ProcessEnv, message: string]>([
    [{ STILLNODE_PORT: 'x' }, `STILLNODE_PORT ${PORT_RULE} "x"`],
    [{ STILLNODE_MAX_BODY_BYTES: '1.5' }, `STILLNODE_MAX_BODY_BYTES ${SIZE_RULE} "1.5"`],
    [{ STILLNODE_DIALECT: 'node' }, 'STILLNODE_DIALECT must be contract or agave, not "node"'],
    [{ STILLNODE_CACHE_MB: '-1' }, 'STILLNODE_CACHE_MB must be a number from 0 to 65536, not "-1"'],
    [{ STILLNODE_CONTROL: 'maybe' }, `STILLNODE_CONTROL ${SWITCH_RULE} "maybe"`],
    [{ STILLNODE_NO_CONTROL: 'maybe' }, `STILLNODE_NO_CONTROL ${SWITCH_RULE} "maybe"`],
    [{ STILLNODE_EXECUTE: 'on' }, 'STILLNODE_EXECUTE must be litesvm or none, not "on"'],
    [{ STILLNODE_PROGRAM: 'a.so' }, `STILLNODE_PROGRAM ${PROGRAM_RULE} "a.so"`],
    [{ STILLNODE_SLOT_TIME: '1.5' }, `STILLNODE_SLOT_TIME ${SIZE_RULE} "1.5"`],
    [{ STILLNODE_WATCH: 'maybe' }, `STILLNODE_WATCH ${SWITCH_RULE} "maybe"`],
    [{ STILLNODE_QUIET: 'on ' }, `STILLNODE_QUIET ${SWITCH_RULE} "on "`],
    [{ STILLNODE_LOG: 'on' }, 'STILLNODE_LOG must be text, json or off, not "on"'],
    [{ STILLNODE_JOURNAL_SIZE: 'off' }, 'STILLNODE_JOURNAL_SIZE must be a whole number from 0 to 16777216, not "off"'],
    [{ STILLNODE_API_KEY: ',' }, `STILLNODE_API_KEY ${KEY_RULE}`],
    [{ STILLNODE_API_KEY: ',,' }, `STILLNODE_API_KEY ${KEY_RULE}`],
    [{ STILLNODE_API_KEY: ' , ' }, `STILLNODE_API_KEY ${KEY_RULE}`],
    [{ STILLNODE_API_KEY: ' ' }, `STILLNODE_API_KEY ${KEY_RULE}`],
  ])('%j: the message names the variable', (env, message) => {
    expect(refusal([], env)).toMatchObject({ isUsage: true, message });
  });
});
