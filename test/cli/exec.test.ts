import { connect } from 'node:net';
import { constants } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_FILE,
  type Finished,
  folder,
  launch,
  logLine,
  type Running,
  run,
  runProcess,
  type Variables,
} from './command.ts';
import { LONG_SCRIPT, TELL_FIRST_SIGNATURE } from './longScript.ts';

const READY = /^stillnode ready on (http:\/\/\S+:\d+): 0 blocks, 0 transactions, 1 account, .*\n$/;
const ASK = `const ask = async (url, method) => {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  return (await (await fetch(url, { method: 'POST', headers, body })).json());
};`;

/** A program of Node under exec, on a ledger with one account. */
function exec(program: string, args: readonly string[] = [], variables?: Variables): Promise<Finished> {
  return launchExec(program, args, variables).finished;
}

function launchExec(program: string, args: readonly string[] = [], variables?: Variables): Running {
  const fixtures = folder({ 'a.json': ACCOUNT_FILE });
  return launch(['exec', fixtures, ...args, '--', process.execPath, '-e', program], variables);
}

/** Waits until the command has said on stdout that it runs. */
async function running({ child, output }: Running): Promise<void> {
  while (!output.stdout.includes('runs\n')) await new Promise((resolve) => child.stdout?.once('data', resolve));
}

function isListening(url: string): Promise<boolean> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

describe('exec', () => {
  it.each<[args: string[], variables: Variables, dialect: string]>([
    [[], {}, 'agave'],
    [[], { STILLNODE_DIALECT: 'contract' }, 'contract'],
    [['--dialect', 'agave'], { STILLNODE_DIALECT: 'contract' }, 'agave'],
  ])(
    'with %j and %j: the dialect of its node, which it tells the command nothing of',
    async (args, variables, dialect) => {
      const program = `${ASK}
      ask(process.env.STILLNODE_URL, 'stillnode_getTips').then(({ result }) =>
        console.log(result.dialect, process.env.STILLNODE_DIALECT));`;
      const { code, stderr, stdout } = await exec(program, args, variables);
      expect({ code, stdout }).toEqual({ code: 0, stdout: `${dialect} ${variables.STILLNODE_DIALECT}\n` });
      expect(stderr).toMatch(READY);
    },
  );

  it("tells the command where the node is; stdout is the command's alone, and the node is gone afterwards", async () => {
    const program = `${ASK}
      const { STILLNODE_URL, STILLNODE_WS_URL, SOLANA_RPC_URL } = process.env;
      ask(STILLNODE_URL, 'getSlot').then(({ result }) =>
        console.log(JSON.stringify({ result, STILLNODE_URL, STILLNODE_WS_URL, SOLANA_RPC_URL })));`;
    const { code, stderr, stdout } = await exec(program);
    const url = READY.exec(stderr)?.[1];
    const { STILLNODE_WS_URL, ...rest } = JSON.parse(stdout) as Record<string, string>;
    expect({ code, rest }).toEqual({ code: 0, rest: { result: 0, STILLNODE_URL: url, SOLANA_RPC_URL: url } });
    expect(STILLNODE_WS_URL).toMatch(/^ws:\/\/127\.0\.0\.1:\d+$/);
    expect(stderr).toContain(`WebSockets on ${STILLNODE_WS_URL};`);
    expect(await isListening(url!)).toBe(false);
  });

  it('the addresses let the command in: the API key in all, the control key where tests control the node', async () => {
    const program = `${ASK}
      const { STILLNODE_URL, STILLNODE_WS_URL, SOLANA_RPC_URL } = process.env;
      Promise.all([ask(STILLNODE_URL, 'stillnode_getTips'), ask(SOLANA_RPC_URL, 'getSlot')]).then(([tips, slot]) =>
        console.log(JSON.stringify([tips.error, slot.error, ...[STILLNODE_URL, STILLNODE_WS_URL, SOLANA_RPC_URL].map((url) => new URL(url).search)])));`;
    const { stdout } = await exec(program, ['--api-key', 'a b', '--api-key', 'c', '--control-key', 'k&']);
    expect(stdout).toBe('[null,null,"?apikey=a+b&controlKey=k%26","?apikey=a+b&controlKey=k%26","?apikey=a+b"]\n');
  });

  it('the flags of serving hold', async () => {
    const program = `${ASK}
      ask(process.env.STILLNODE_URL + '/fork/mine', 'getSlot').then(({ result }) => console.log(result));`;
    expect(await exec(program, ['--auto-fork'])).toMatchObject({ code: 0, stdout: '0\n' });
  });

  it('needs no shell: arguments are passed as they are', async () => {
    const finished = launch([
      'exec',
      '--',
      process.execPath,
      '-p',
      'process.argv.slice(1).join("|")',
      '--',
      '$HOME',
      '*',
      'a b',
    ]);
    expect(await finished.finished).toMatchObject({ code: 0, stdout: '$HOME|*|a b\n' });
  });

  it.each([0, 1, 3, 255])('ends with the exit code of the command: %d', async (code) => {
    expect((await exec(`process.exit(${code})`)).code).toBe(code);
  });

  it.each(['SIGTERM', 'SIGKILL', 'SIGSEGV'] as const)('a command ended by %s: 128 and its number', async (signal) => {
    expect((await exec(`process.kill(process.pid, '${signal}'); setInterval(() => {}, 1000)`)).code).toBe(
      128 + constants.signals[signal],
    );
  });

  it('does not wait for what is still asked when the command has ended', async () => {
    const program = `const { connect } = require('node:net');
      const { spawn } = require('node:child_process');
      const asking = 'require("node:net").connect(' + new URL(process.env.STILLNODE_URL).port + ', "127.0.0.1", function () { this.write("POST / HTTP/1.1\\\\r\\\\nhost: a\\\\r\\\\ncontent-length: 9\\\\r\\\\n\\\\r\\\\n"); process.send("asked"); })';
      const other = spawn(process.execPath, ['-e', asking], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] });
      other.once('message', () => { other.disconnect(); process.exit(7); });`;
    expect((await exec(program)).code).toBe(7);
  });
});

describe('signals', () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    '%s goes to the command, which decides how it ends',
    async (signal) => {
      const started = launchExec(
        `process.on('${signal}', () => { console.log('got it'); process.exit(5); }); setInterval(() => {}, 1000); console.log('runs');`,
      );
      await running(started);
      started.child.kill(signal);
      expect(await started.finished).toMatchObject({ code: 5, stdout: 'runs\ngot it\n' });
    },
  );

  it('a command that does not mind goes on, and so does the node', async () => {
    const started = launchExec(
      `${ASK} process.once('SIGTERM', () => ask(process.env.STILLNODE_URL, 'getSlot').then(({ result }) => { console.log('slot', result); process.exit(0); })); setInterval(() => {}, 1000); console.log('runs');`,
    );
    await running(started);
    started.child.kill('SIGTERM');
    expect(await started.finished).toMatchObject({ code: 0, stdout: 'runs\nslot 0\n' });
  });

  it('before there is a command: 128 and its number, and the command is not run', async () => {
    const root = folder({ 'long.ledger.json': LONG_SCRIPT, 'tell.cjs': TELL_FIRST_SIGNATURE });
    const variables = { NODE_OPTIONS: `--require=${join(root, 'tell.cjs')}` };
    const args = ['exec', join(root, 'long.ledger.json'), '--', process.execPath, '-p', '1'];
    const started = launch(args, variables);
    await logLine(started, /^signing$/);
    started.child.kill('SIGTERM');
    expect(await started.finished).toEqual({ code: 143, stdout: '', stderr: 'signing\n' });
  });

  it('a command that the signal ends: 128 and its number', async () => {
    const started = launchExec(`setInterval(() => {}, 1000); console.log('runs');`);
    await running(started);
    started.child.kill('SIGTERM');
    expect((await started.finished).code).toBe(143);
  });
});

describe('what cannot be run', () => {
  it('no such command: 127, and one line', async () => {
    const { code, stderr, stdout } = await runProcess(['exec', '--', 'no-such-command-here', 'test']);
    expect({ code, stdout }).toEqual({ code: 127, stdout: '' });
    expect(stderr.split('\n').slice(1)).toEqual([
      'stillnode: cannot run "no-such-command-here": there is no such command',
      '',
    ]);
  });

  it('a file that is no program: 127, and one line', async () => {
    const file = join(folder({ 'notes.txt': 'hi' }), 'notes.txt');
    const { code, stderr } = await runProcess(['exec', '--', file]);
    expect(code).toBe(127);
    expect(stderr.split('\n').slice(1)).toEqual([
      `stillnode: cannot run ${JSON.stringify(file)}: permission denied`,
      '',
    ]);
  });

  it('fixtures with errors: the command is not run, exit code 1', async () => {
    const fixtures = folder({ 'a.json': '{' });
    const { code, stderr, stdout } = await runProcess(['exec', fixtures, '--', process.execPath, '-p', '1']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^error: .*\nstillnode: 1 error in the fixtures: nothing was loaded\n$/);
  });

  it('no command: a usage error', async () => {
    expect(await run(['exec', 'fixtures'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: exec needs a command to run: stillnode exec [PATH…] -- COMMAND…\n',
    });
  });
});
