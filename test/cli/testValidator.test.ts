import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import manifest from '../../package.json' with { type: 'json' };
import { readArguments } from '../../src/cli/validator/clapArguments.ts';
import { type Fate, VALIDATOR_FLAGS } from '../../src/cli/validator/validatorFlags.ts';
import { flagGateOf, GATE_ADDRESSES } from '../../src/gates.ts';
import { ledger, sol, startNode } from '../../src/index.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { namedKeyPair } from '../../src/runtime/names/namedKeys.ts';
import { LOGGING_CODE } from '../support/compiledPrograms.ts';
import { type Finished, folder, launch, post, type Running, run } from './command.ts';

const PROGRAM = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin';
const SYSTEM = '11111111111111111111111111111111';
const MORE_HELP =
  '\n\nUSAGE:\n    solana-test-validator [FLAGS] [OPTIONS] --ledger <DIR>\n\nFor more information try --help\n';

/** A ledger folder and a home without a wallet: nothing is written where the tests run. */
function place(): { readonly dir: string; readonly home: string } {
  const home = folder();
  return { dir: join(home, 'test-ledger'), home };
}

interface Started extends Running {
  readonly url: string;
  readonly dir: string;
}

/** Starts the stand-in on a free port and waits for the line that people wait for. */
async function start(args: readonly string[], { dir, home } = place(), isQuiet = false): Promise<Started> {
  const running = launch(['test-validator', '--rpc-port', '0', '--ledger', dir, ...args], {
    HOME: home,
    ...(isQuiet && { STILLNODE_PORT: '0' }),
  });
  const url = await new Promise<string>((resolve, reject) => {
    const look = () => {
      const found = /^JSON RPC URL: (\S+)\n[\s\S]*Processed Slot: /m.exec(running.output.stdout)?.[1];
      if (found !== undefined) resolve(found);
    };
    running.child.stdout!.on('data', look);
    void running.finished.then(({ stdout, stderr }) => reject(new Error(`it has ended: ${stdout}${stderr}`)));
  });
  return { ...running, url, dir };
}

async function ask<T>({ url }: Pick<Started, 'url'>, method: string, params: readonly unknown[] = []): Promise<T> {
  const reply = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return ((await reply.json()) as { readonly result: T }).result;
}

async function balance(node: Pick<Started, 'url'>, address: string): Promise<number> {
  const config = { commitment: 'processed' };
  return (await ask<{ readonly value: number }>(node, 'getBalance', [address, config])).value;
}

interface ParsedData {
  readonly program: string;
  readonly parsed: { readonly info: Readonly<Record<string, string>> };
}

async function parsedData(node: Pick<Started, 'url'>, address: string): Promise<ParsedData | undefined> {
  const config = { commitment: 'processed', encoding: 'jsonParsed' };
  const { value } = await ask<{ readonly value: { readonly data: ParsedData } | null }>(node, 'getAccountInfo', [
    address,
    config,
  ]);
  return value?.data;
}

async function codeInfo(node: Pick<Started, 'url'>, program: string) {
  const { programData } = (await parsedData(node, program))!.parsed.info;
  return (await parsedData(node, programData!))!.parsed.info;
}

const identityOf = async (node: Started) => (await ask<{ readonly identity: string }>(node, 'getIdentity')).identity;

async function end({ child, finished }: Running): Promise<Finished> {
  child.kill('SIGTERM');
  return finished;
}

/** Runs a start that fails before it needs a process of its own. */
function fail(...args: readonly string[]): Promise<Finished> {
  const { dir } = place();
  return run(['test-validator', '--ledger', dir, ...args], { STILLNODE_PORT: '0' });
}

function programFile(): string {
  const path = join(folder(), 'program.so');
  writeFileSync(path, LOGGING_CODE);
  return path;
}

describe('arguments are read as clap 2 reads them:', () => {
  const read = (...args: string[]) => {
    const given = readArguments(args, VALIDATOR_FLAGS);
    if (typeof given === 'string') return given;
    return Object.fromEntries(given.names.map((name) => [name, given.groups(name)]));
  };

  it.each<[args: string[], read: object | string]>([
    [['--rpc-port=18899'], { 'rpc-port': [['18899']] }],
    [['-lDIR'], { ledger: [['DIR']] }],
    [['-l=DIR'], { ledger: [['DIR']] }],
    [['-l', 'DIR', '-rq'], { ledger: [['DIR']], reset: [[]], quiet: [[]] }],
    [['-rql', 'DIR'], { ledger: [['DIR']], reset: [[]], quiet: [[]] }],
    [['-um', '-c', SYSTEM, PROGRAM, '--clone', SYSTEM], { url: [['m']], clone: [[SYSTEM, PROGRAM], [SYSTEM]] }],
    [
      ['--bpf-program', PROGRAM, 'a.so', '--bpf-program', SYSTEM, 'b.so'],
      {
        'bpf-program': [
          [PROGRAM, 'a.so'],
          [SYSTEM, 'b.so'],
        ],
      },
    ],
    [['--account', '-', 'a.json'], { account: [['-', 'a.json']] }],
    [['--rpc-port', '--log'], { 'rpc-port': [[]], log: [[]] }],
    [['--log=anything'], { log: [[]] }],
    [['--warp-slot', '7', '--limit-ledger-size'], { 'warp-slot': [['7']], 'limit-ledger-size': [[]] }],
    [['--max-compute-units', '5'], { 'compute-unit-limit': [['5']] }],
    [['--bind-address', 'a', '--bind-address', 'b'], { 'bind-address': [['a'], ['b']] }],
    [['-r', '--version', '--foo'], 'version'],
    [['-h'], 'help'],
  ])('%j', (args, expected) => {
    expect(read(...args)).toEqual(expected);
  });
});

describe('a mistake in the flags ends with 1, and with the text of Agave on stderr:', () => {
  it.each<[args: string[], error: string]>([
    [['--foo'], `error: Found argument '--foo' which wasn't expected, or isn't valid in this context${MORE_HELP}`],
    [
      ['--rset'],
      `error: Found argument '--rset' which wasn't expected, or isn't valid in this context\n\tDid you mean --reset?\n${MORE_HELP}`,
    ],
    [['-rqx'], `error: Found argument '-x' which wasn't expected, or isn't valid in this context${MORE_HELP}`],
    [['-r=x'], `error: Found argument '-=' which wasn't expected, or isn't valid in this context${MORE_HELP}`],
    [['extra'], `error: Found argument 'extra' which wasn't expected, or isn't valid in this context${MORE_HELP}`],
    [
      ['--', 'extra'],
      `error: Found argument 'extra' which wasn't expected, or isn't valid in this context${MORE_HELP}`,
    ],
    [['--mint'], `error: The argument '--mint <PUBKEY>' requires a value but none was supplied${MORE_HELP}`],
    [['--mint', '--reset'], `error: The argument '--mint <PUBKEY>' requires a value but none was supplied${MORE_HELP}`],
    [
      ['--bpf-program', 'a'],
      `error: The argument '--bpf-program <ADDRESS_OR_KEYPAIR> <SBF_PROGRAM.SO>' requires 2 values, but 1 was provided${MORE_HELP}`,
    ],
    [
      ['--upgradeable-program', 'a', 'b'],
      `error: The argument '--upgradeable-program <ADDRESS_OR_KEYPAIR> <SBF_PROGRAM.SO> <UPGRADE_AUTHORITY>' requires 3 values, but 2 were provided${MORE_HELP}`,
    ],
    [
      ['-r', '-r'],
      `error: The argument '--reset' was provided more than once, but cannot be used multiple times${MORE_HELP}`,
    ],
    [
      ['--mint', SYSTEM, '--mint', SYSTEM],
      `error: The argument '--mint <PUBKEY>' was provided more than once, but cannot be used multiple times${MORE_HELP}`,
    ],
    [['--quiet', '--log'], `error: The argument '--quiet' cannot be used with '--log'${MORE_HELP}`],
    [
      ['--clone', SYSTEM],
      `error: The following required arguments were not provided:\n    --url <URL_OR_MONIKER>${MORE_HELP}`,
    ],
    [
      ['--clone-feature-set'],
      `error: The following required arguments were not provided:\n    --url <URL_OR_MONIKER>${MORE_HELP}`,
    ],
    [['--rpc-port', 'x'], "error: Invalid value for '--rpc-port <PORT>': ParseIntError { kind: InvalidDigit }\n"],
    [['--rpc-port=70000'], "error: Invalid value for '--rpc-port <PORT>': ParseIntError { kind: PosOverflow }\n"],
    [['--slots-per-epoch', '31'], "error: Invalid value for '--slots-per-epoch <SLOTS>': value must be >= 32\n"],
    [['--ticks-per-slot', '0'], "error: Invalid value for '--ticks-per-slot <TICKS>': value must be >= 2\n"],
    [
      ['--warp-slot', 'x'],
      "error: Invalid value for '--warp-slot <WARP_SLOT>': error parsing 'x': invalid digit found in string\n",
    ],
    [['--mint', 'zz'], "error: Invalid value for '--mint <PUBKEY>': error parsing 'zz': String is the wrong size\n"],
    [
      ['--url', 'm', '--clone', 'abc'],
      "error: Invalid value for '--clone <ADDRESS>...': No such file or directory (os error 2)\n",
    ],
    [['--url', 'zzz'], "error: Invalid value for '--url <URL_OR_MONIKER>': relative URL without a base\n"],
    [
      ['--account-dir', '/no/such'],
      "error: Invalid value for '--account-dir <DIRECTORY>...': path does not exist or is not a directory: /no/such\n",
    ],
    [
      ['--inflation-fixed', 'x'],
      "error: Invalid value for '--inflation-fixed <RATE>': error parsing 'x': invalid float literal\n",
    ],
    [
      ['--account-index', 'foo'],
      `error: 'foo' isn't a valid value for '--account-index <INDEX>...'\n\t[possible values: program-id, spl-token-mint, spl-token-owner]\n${MORE_HELP}`,
    ],
    [
      ['--geyser-plugin-config', 'a.json'],
      'error: --geyser-plugin-config is refused: stillnode loads no plugins: leave it out\n',
    ],
    [
      ['--enable-rpc-bigtable-ledger-storage'],
      'error: --enable-rpc-bigtable-ledger-storage is refused: stillnode keeps no history in BigTable: leave it out\n',
    ],
  ])('%j', async (args, stderr) => {
    expect(await fail(...args)).toEqual({ code: 1, stdout: '', stderr });
  });
});

describe('a start that fails ends with 1, and with the reason on stdout, as there:', () => {
  it('a program file that does not exist', async () => {
    expect(await fail('--quiet', '--bpf-program', PROGRAM, '/no/such.so')).toEqual({
      code: 1,
      stdout: 'Error: program file does not exist: /no/such.so\n',
      stderr: '',
    });
  });

  it('addresses that are none', async () => {
    const file = programFile();
    expect(await fail('-q', '--bpf-program', 'zz', file)).toMatchObject({
      code: 1,
      stdout: 'Error: invalid address zz: cannot read the key pair zz: there is no such file or folder\n',
    });
    expect(await fail('-q', '--upgradeable-program', PROGRAM, file, 'zz')).toMatchObject({
      code: 1,
      stdout: 'Error: invalid upgrade_authority zz: cannot read the key pair zz: there is no such file or folder\n',
    });
    expect(await fail('-q', '--account', 'zz', 'a.json')).toMatchObject({
      code: 1,
      stdout: 'Error: invalid address zz: it is not an address\n',
    });
  });

  it('a file that is not a program', async () => {
    const file = join(folder({ 'a.so': 'text' }), 'a.so');
    const { code, stdout } = await fail('-q', '--bpf-program', PROGRAM, file);
    expect([code, stdout]).toEqual([
      1,
      `Error: failed to start validator: ${file} is not a compiled program: it has to be an ELF file, as cargo build-sbf makes it\n`,
    ]);
  });

  it('files of accounts', async () => {
    expect(await fail('-q', '--account', '-', '/no/such.json')).toMatchObject({
      code: 1,
      stdout: 'Error: add_accounts_from_json_files failed: Unable to locate /no/such.json\n',
    });
    const files = folder({ 'a.json': '{}' });
    expect(await fail('-q', '--account-dir', files)).toMatchObject({
      code: 1,
      stdout: `Error: add_accounts_from_directories failed: Unable to deserialize ${join(files, 'a.json')}: expected an address as \`pubkey\`, and an \`account\`, as \`solana account --output json\` writes them\n`,
    });
  });

  it('a slot of nobody', async () => {
    expect(await fail('-q', '--warp-slot')).toMatchObject({
      code: 1,
      stdout: 'Error: The --url argument must be provided if --warp-slot/-w is used without an explicit slot\n',
    });
  });

  it('a ledger folder that is a file', async () => {
    const file = join(folder({ file: '' }), 'file');
    expect(await run(['test-validator', '-q', '--ledger', file])).toMatchObject({
      code: 1,
      stdout: `Error: Unable to create directory ${file}: it is a file\n`,
    });
  });

  it('a port in use; nothing is left running', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    onTestFinished(() => void server.close());
    const { port } = server.address() as { readonly port: number };
    const { dir } = place();
    const started = await launch(['test-validator', '-q', '--ledger', dir, '--rpc-port', `${port}`]).finished;
    expect(started).toMatchObject({
      code: 1,
      stdout: `Error: failed to start validator: port ${port} on 127.0.0.1 is in use: choose another with --port, or 0 for a free one\n`,
    });
  });

  it('a setting of stillnode in a variable', async () => {
    expect(await run(['test-validator', '-q'], { STILLNODE_CACHE_MB: 'x' })).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: STILLNODE_CACHE_MB must be a number from 0 to 65536, not "x"\n',
    });
  });
});

it('--version has the form that scripts compare', async () => {
  const line = `solana-test-validator 4.4.0 (src:${manifest.version}; feat:`;
  for (const flag of ['--version', '-V']) {
    const { code, stdout } = await run(['test-validator', flag]);
    expect([code, stdout.startsWith(line), /feat:[\da-f]{8}, client:Agave\)\n$/.test(stdout)]).toEqual([0, true, true]);
  }
  const { stdout } = await run(['test-validator', '-V'], { STILLNODE_AGAVE: '4.3' });
  expect(stdout).toMatch(/^solana-test-validator 4\.3\./);
});

it('--help lists each flag with what becomes of it', async () => {
  const { code, stdout } = await run(['test-validator', '--help']);
  expect(code).toBe(0);
  for (const { fate, name } of VALIDATOR_FLAGS)
    expect(stdout).toMatch(new RegExp(`^ +(?:-\\w, )?--${name}(?: <.*>(?:\\.\\.\\.)?)? +${fate}: `, 'm'));
});

it.each<[Fate, count: number]>([
  ['used', 25],
  ['accepted', 18],
  ['noted', 7],
  ['refused', 3],
])('the table has a fate for each flag: %s', (fate, count) => {
  expect(VALIDATOR_FLAGS.filter((flag) => flag.fate === fate)).toHaveLength(count);
});

it('prints the lines of Agave on stdout, then the status; ends with 0', async () => {
  const node = await start([]);
  const identity = await identityOf(node);
  expect(await ask(node, 'getHealth')).toBe('ok');
  const wsUrl = node.url.replace(/^http(.*?)(\d+)$/, (_, middle: string, port: string) => `ws${middle}${+port + 1}`);
  const { stdout, stderr, code } = await end(node);
  expect([code, stderr]).toEqual([0, '']);
  const [head, status] = stdout.split(/(?=^00:00:00 )/m);
  expect(head!.split('\n')).toEqual([
    '',
    'Notice! No wallet available. `solana airdrop` localnet SOL after creating one',
    '',
    `Ledger location: ${node.dir}`,
    `Log: ${node.dir}/validator.log`,
    'Initializing...',
    'Waiting for first slot 1...',
    'Connecting...',
    `Identity: ${identity}`,
    `Vote Account: ${namedKeyPair('validatorVote').address}`,
    expect.stringMatching(/^Genesis Hash: [1-9A-Za-z]{43,44}$/),
    'Version: 4.4.0',
    expect.stringMatching(/^Shred Version: \d+$/),
    'Gossip Address: 127.0.0.1:8001',
    `JSON RPC URL: ${node.url}`,
    `WebSocket PubSub URL: ${wsUrl}`,
    '',
  ]);
  expect(status).toMatch(
    /^00:00:00 \| Processed Slot: \d+ \| Confirmed Slot: \d+ \| Finalized Slot: 0 \| Full Snapshot Slot: - \| Incremental Snapshot Slot: - \| Transactions: \d+ \| ◎500\.000000000\n/,
  );
});

it('the ledger folder keeps keys and ledger; --reset begins a new one and leaves other files', async () => {
  const files = place();
  const first = await start([], files);
  const identity = await identityOf(first);
  const alice = namedKeyPair('alice').address;
  await ask(first, 'requestAirdrop', [alice, 5_000_000_000]);
  while ((await balance(first, alice)) === 0);
  await end(first);
  const keys = {
    'validator-keypair.json': 'validator',
    'vote-account-keypair.json': 'validatorVote',
    'stake-account-keypair.json': 'validatorStake',
    'faucet-keypair.json': 'faucet',
  };
  expect(identity).toBe(namedKeyPair('validator').address);
  for (const [name, key] of Object.entries(keys)) {
    const path = join(files.dir, name);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(JSON.parse(readFileSync(path, 'utf8'))).toEqual([...namedKeyPair(key).secretKey]);
  }
  expect(readFileSync(join(files.dir, 'validator.log'), 'utf8')).toBe('');
  expect(existsSync(join(files.dir, 'genesis.bin'))).toBe(false);

  const second = await start(['--mint', SYSTEM], files);
  expect(await balance(second, alice)).toBe(5_000_000_000);
  expect((await end(second)).stdout).toMatch(/^--mint argument ignored, ledger already exists\nLedger location: /);

  writeFileSync(join(files.dir, 'mine.txt'), 'mine');
  const third = await start(['--reset'], files);
  expect(await balance(third, alice)).toBe(0);
  expect(readFileSync(join(files.dir, 'mine.txt'), 'utf8')).toBe('mine');
  expect(await identityOf(third)).toBe(identity);
});

it('flags about the ledger have their effect', async () => {
  const key = join(folder({ 'k.json': JSON.stringify([...namedKeyPair('k').secretKey]) }), 'k.json');
  const accounts = folder({
    'a.json': accountFile(namedKeyPair('a').address, 7),
    'b.txt': 'not read',
  });
  mkdirSync(join(accounts, 'inner.json'));
  const one = join(folder({ 'one.json': accountFile(namedKeyPair('one').address, 18446744073709551615n) }), 'one.json');
  const feature = '7VgiehxNxu53KdxgLspGQY8myE6f7UokaWa4jsGcaSz';
  const node = await start([
    ...['--mint', namedKeyPair('rich').address, '--faucet-sol', '123.5', '--slots-per-epoch', '64'],
    ...['--ticks-per-slot', '16', '--inflation-fixed', '0.05', '--warp-slot', '1000', '--alpenglow'],
    ...['--bpf-program', key, programFile(), '--upgradeable-program', PROGRAM, programFile(), key],
    ...['--upgradeable-program', namedKeyPair('p').address, programFile(), 'none'],
    ...['--account', namedKeyPair('other').address, one, '--account', '-', one, '--account-dir', accounts],
    ...['--deactivate-feature', feature, '--faucet-port', '9900', '--compute-unit-limit', '5'],
  ]);
  const balanceOf = (name: string) => balance(node, namedKeyPair(name).address);
  expect(await balanceOf('rich')).toBe(500_000_000 * 1e9);
  expect(await balanceOf('faucet')).toBe(123.5 * 1e9);
  expect(await balanceOf('a')).toBe(7);
  expect(await balanceOf('other')).toBe(18446744073709552000);
  expect(await balanceOf('one')).toBe(18446744073709552000);
  expect(await ask(node, 'getEpochSchedule')).toEqual({
    firstNormalEpoch: 0,
    firstNormalSlot: 0,
    leaderScheduleSlotOffset: 64,
    slotsPerEpoch: 64,
    warmup: false,
  });
  expect(await ask(node, 'getInflationGovernor')).toEqual({
    foundation: 0,
    foundationTerm: 0,
    initial: 0.05,
    taper: 0.3,
    terminal: 0.05,
  });
  expect(await ask(node, 'getSlot')).toBeGreaterThanOrEqual(1000);
  expect(await parsedData(node, feature)).toBeUndefined();
  const authorities = [];
  for (const program of [namedKeyPair('k').address, PROGRAM, namedKeyPair('p').address])
    authorities.push((await codeInfo(node, program)).authority);
  expect(authorities).toEqual([SYSTEM, namedKeyPair('k').address, SYSTEM]);
  const { code, stderr, stdout } = await end(node);
  expect(stdout).not.toContain('Notice!');
  expect([code, stderr]).toEqual([
    0,
    [
      'warning: --compute-unit-limit has no effect: this limit of the runtime is not modelled\n',
      `warning: stillnode itself does not model these features, so --deactivate-feature takes away their accounts, and only LiteSVM runs without them: ${feature}\n`,
    ].join(''),
  ]);
});

it('what depends on a feature that is left out is as before it, and nothing is said about it', async () => {
  // it decides how fast the inflation falls
  const feature = [...GATE_ADDRESSES].find(
    (address) => flagGateOf(address, DEFAULT_VERSION.name) === 'doubleDisinflation',
  )!;
  const taperOf = async (node: Started) => (await ask<{ readonly taper: number }>(node, 'getInflationGovernor')).taper;
  const node = await start(['--deactivate-feature', feature]);
  expect([await taperOf(node), await parsedData(node, feature)]).toEqual([0.15, undefined]);
  expect((await end(node)).stderr).toBe('');
  const other = await start([]);
  expect([await taperOf(other), await parsedData(other, feature)]).toEqual([0.3, expect.anything()]);
});

function accountFile(pubkey: string, lamports: number | bigint): string {
  const account = `{"lamports":${lamports},"data":["","base64"],"owner":"${SYSTEM}","executable":false,"rentEpoch":18446744073709551615,"space":0}`;
  return `{"pubkey":"${pubkey}","account":${account}}`;
}

it('the key pair of the Solana CLI has the SOL, by its configuration or by default', async () => {
  const files = place();
  mkdirSync(join(files.home, '.config/solana'), { recursive: true });
  writeFileSync(join(files.home, '.config/solana/id.json'), JSON.stringify([...namedKeyPair('cli').secretKey]));
  const node = await start([], files);
  expect(await balance(node, namedKeyPair('cli').address)).toBe(500_000_000 * 1e9);
  expect((await end(node)).stdout).toMatch(/^Ledger location: /);
  const key = join(folder({ 'k.json': JSON.stringify([...namedKeyPair('k').secretKey]) }), 'k.json');
  const config = join(folder({ 'config.yml': `---\njson_rpc_url: "x"\nkeypair_path: "${key}"\n` }), 'config.yml');
  const other = await start(['-C', config]);
  expect(await balance(other, namedKeyPair('k').address)).toBe(500_000_000 * 1e9);
});

it('voteSubscribe is accepted in silence with the flag for it, and else unknown', async () => {
  const subscribe = async (...flags: string[]) => {
    const node = await start(flags);
    const { port } = new URL(node.url);
    const socket = new WebSocket(`ws://127.0.0.1:${+port + 1}`);
    onTestFinished(() => socket.terminate());
    await new Promise((resolve) => socket.once('open', resolve));
    socket.send('{"jsonrpc":"2.0","id":1,"method":"voteSubscribe"}');
    const reply = await new Promise((resolve) => socket.once('message', (text) => resolve(String(text))));
    const { stderr } = await end(node);
    return { reply, stderr };
  };
  expect(await subscribe('--rpc-pubsub-enable-vote-subscription')).toEqual({
    reply: '{"jsonrpc":"2.0","result":0,"id":1}',
    stderr: '',
  });
  expect((await subscribe()).reply).toBe(
    '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}',
  );
});

it('--quiet prints nothing, --log a line for each request on stderr', async () => {
  const port = await freePort();
  const quiet = launch(['test-validator', '-q', '--ledger', place().dir, '--rpc-port', `${port}`]);
  await health(port);
  expect(await end(quiet)).toEqual({ code: 0, stdout: '', stderr: '' });
  const logged = launch(['test-validator', '--log', '--ledger', place().dir, '--rpc-port', `${port}`], {
    HOME: place().home,
  });
  await health(port);
  await ask({ url: `http://127.0.0.1:${port}` }, 'getSlot');
  const { code, stderr, stdout } = await end(logged);
  expect([code, stdout]).toEqual([
    0,
    '\nNotice! No wallet available. `solana airdrop` localnet SOL after creating one\n\n',
  ]);
  expect(stderr).toMatch(/ POST 200 getSlot /);
});

async function freePort(): Promise<number> {
  const node = await startNode({ ledger: ledger({ processed: 1 }).block(1) });
  const { port } = new URL(node.url);
  await node.close();
  return Number(port);
}

async function health(port: number): Promise<void> {
  while (!(await fetch(`http://127.0.0.1:${port}/health`).catch(() => undefined))?.ok)
    await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('clones are copied at the start:', () => {
  const shop = namedKeyPair('shop').address;
  const source = async () => {
    const node = await startNode({
      dialect: 'agave',
      ledger: ledger({ processed: 77, confirmed: 77, finalized: 77 })
        .wallet('alice', sol(3))
        .wallet('bob', sol(4))
        .lookupTable('table', { addresses: ['bob', 'nobody'] })
        .program('shop', { program: programFile(), authority: 'alice' })
        .block(77),
    });
    onTestFinished(() => node.close());
    return node;
  };

  it('accounts, programs with their code, tables with what they hold, and the newest slot', async () => {
    const other = await source();
    const node = await start([
      ...['--url', other.url, '--clone', other.address('alice'), '--maybe-clone', other.address('nobody')],
      ...['--clone-upgradeable-program', shop, '--deep-clone-address-lookup-table', other.address('table'), '-w'],
    ]);
    // nothing is asked afterwards
    await other.close();
    const balanceOf = (name: string) => balance(node, other.address(name));
    expect([await balanceOf('alice'), await balanceOf('bob'), await balanceOf('nobody')]).toEqual([3e9, 4e9, 0]);
    expect(await codeInfo(node, shop)).toMatchObject({ authority: other.address('alice'), slot: 0 });
    expect((await parsedData(node, other.address('table')))!.program).toBe('address-lookup-table');
    expect(await ask(node, 'getSlot')).toBeGreaterThanOrEqual(77);
    expect((await end(node)).code).toBe(0);
  });

  it('one that nobody has, one that is something else, and a node that does not answer end the start', async () => {
    const other = await source();
    const nobody = namedKeyPair('nobody').address;
    const alice = other.address('alice');
    expect((await fail('-q', '-u', other.url, '-c', nobody)).stdout).toBe(
      `Error: clone_accounts failed: Failed to fetch ${nobody}: ${other.url} has no such account\n`,
    );
    expect((await fail('-q', '-u', other.url, '--clone-upgradeable-program', alice)).stdout).toBe(
      `Error: clone_upgradeable_programs failed: Failed to read upgradeable program account ${alice}\n`,
    );
    expect((await fail('-q', '-u', other.url, '--deep-clone-address-lookup-table', alice)).stdout).toBe(
      `Error: alt_accounts_to_clone failed: Account ${alice} is not an address lookup table\n`,
    );
    await other.close();
    const { code, stdout } = await fail('-q', '-u', other.url, '-c', alice);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^Error: clone_accounts failed: Failed to fetch: http:\/\/127\.0\.0\.1:\d+ .+\n$/);
  });

  it('--url alone asks nobody', async () => {
    const node = await start(['--url', 'http://127.0.0.1:1']);
    expect(await ask(node, 'getHealth')).toBe('ok');
  });
});
