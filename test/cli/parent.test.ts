import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { CLI, folder, launch, run, serve } from './command.ts';

/** How a node ends with its parent, and how it tells other programs where it is. */

const VARIABLES = { ...process.env, STILLNODE_DIALECT: 'agave', NODE_OPTIONS: '' };

interface ReadyText {
  readonly dialect: string;
  readonly pid: number;
  readonly url: string;
  readonly version: string;
  readonly wsUrl: string;
}

async function readyText(path: string): Promise<ReadyText> {
  while (!existsSync(path)) await pause();
  return JSON.parse(readFileSync(path, 'utf8')) as ReadyText;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

/** Whether a process runs; one that has ended and that nobody has waited for does not. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const stat = `/proc/${pid}/stat`;
  return !existsSync(stat) || !/\) Z /.test(readFileSync(stat, 'utf8'));
}

async function ended(pid: number): Promise<void> {
  while (isRunning(pid)) await pause();
}

/** Starts the command with stdin, and waits for its exit code. */
function launchWith(stdin: 'pipe' | 'ignore' | number, args: readonly string[]) {
  const child = spawn(process.execPath, [CLI, ...args], { env: VARIABLES, stdio: [stdin, 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  const output = { stdout: '', stderr: '' };
  child.stdout!.on('data', (text) => (output.stdout += text));
  child.stderr!.on('data', (text) => (output.stderr += text));
  const finished = new Promise<{ readonly code: number | null; readonly stdout: string; readonly stderr: string }>(
    (resolve) => child.once('close', (code) => resolve({ code, ...output })),
  );
  return { child, finished };
}

describe('--ready-file', () => {
  it('has where the node is, once it answers, and is gone at its end', async () => {
    const path = join(folder(), 'ready.json');
    writeFileSync(path, 'of an earlier node');
    const node = launch(['--port', '0', '--host', '0.0.0.0', '--ready-file', path, '--dialect', 'agave']);
    while (!existsSync(path) || readFileSync(path, 'utf8') === 'of an earlier node') await pause();
    const text = readFileSync(path, 'utf8');
    const { pid, url, wsUrl } = JSON.parse(text) as ReadyText;
    expect(text).toBe(
      `{"dialect":"agave","pid":${node.child.pid},"url":"${url}","version":"${manifest.version}","wsUrl":"${wsUrl}"}\n`,
    );
    expect([pid, url, wsUrl]).toEqual([
      node.child.pid,
      expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      expect.stringMatching(/^ws:\/\/127\.0\.0\.1:\d+$/),
    ]);
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect(readdirSync(join(path, '..'))).toEqual(['ready.json']);
    node.child.kill('SIGTERM');
    expect((await node.finished).code).toBe(0);
    expect(existsSync(path)).toBe(false);
  });

  it('of another node is left as it is at the end', async () => {
    const path = join(folder(), 'ready.json');
    const node = await serve(['--ready-file', path]);
    writeFileSync(path, '{"pid":1}');
    node.child.kill('SIGTERM');
    await node.finished;
    expect(readFileSync(path, 'utf8')).toBe('{"pid":1}');
  });

  it('that cannot be written ends the start', async () => {
    const path = join(folder(), 'no', 'ready.json');
    expect(await run(['--port', '0', '--ready-file', path])).toMatchObject({
      code: 1,
      stderr: `stillnode: cannot write --ready-file ${path}: there is no such file or folder\n`,
    });
    const inTheWay = join(folder(), 'ready.json');
    mkdirSync(inTheWay);
    expect((await run(['--port', '0', '--ready-file', inTheWay])).code).toBe(1);
  });

  it('is written by exec and test-validator too, by its variable', async () => {
    const path = join(folder(), 'ready.json');
    const dir = join(folder(), 'ledger');
    const validator = launch(['test-validator', '-q', '-l', dir, '--rpc-port', '0'], {
      STILLNODE_READY_FILE: path,
    });
    expect((await readyText(path)).dialect).toBe('agave');
    validator.child.kill('SIGTERM');
    await validator.finished;
    const print = `process.stdout.write(require('node:fs').readFileSync(${JSON.stringify(path)}, 'utf8') + process.env.STILLNODE_READY_FILE)`;
    const args = ['exec', '--ready-file', path, '--', process.execPath, '-e', print];
    const { code, stdout } = await launch(args, { STILLNODE_READY_FILE: path }).finished;
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\{"dialect":"agave",.*\}\nundefined$/)]);
    expect(existsSync(path)).toBe(false);
  });
});

describe('--until-stdin-ends', () => {
  it.each<[command: string, args: readonly string[]]>([
    ['serve', []],
    ['dev', ['dev']],
  ])('%s ends as by SIGTERM when stdin ends; what arrives is dropped, and --state is kept', async (_, command) => {
    const path = join(folder(), 'ready.json');
    const state = join(folder(), 'state');
    const args = [...command, '--port', '0', '--ready-file', path, '--until-stdin-ends', '--state', state];
    const { child, finished } = launchWith('pipe', args);
    const { pid } = await readyText(path);
    child.stdin!.write('x'.repeat(200_000));
    await pause();
    expect(isRunning(pid)).toBe(true);
    child.stdin!.end();
    expect((await finished).code).toBe(0);
    expect(existsSync(join(state, 'ledger.json'))).toBe(true);
  });

  it.each<[how: string, args: readonly string[], variables: Readonly<Record<string, string>>]>([
    ['serve', ['--port', '0', '--until-stdin-ends'], {}],
    ['dev', ['dev', '--port', '0', '--until-stdin-ends'], {}],
    ['exec', ['exec', '--until-stdin-ends', '--', process.execPath, '-e', 'setInterval(() => {}, 1000)'], {}],
    ['test-validator', ['test-validator', '-q', '--rpc-port', '0'], { STILLNODE_UNTIL_STDIN_ENDS: 'on' }],
  ])('%s is gone when its parent was killed with SIGKILL', async (_, args, variables) => {
    const home = folder();
    const path = join(home, 'ready.json');
    const env = { ...VARIABLES, ...variables, STILLNODE_READY_FILE: path };
    const PARENT = `
      const { spawn } = require('node:child_process');
      const child = spawn(process.execPath, ${JSON.stringify([CLI, ...args])}, { stdio: ['pipe', 'ignore', 'ignore'] });
      console.log(child.pid);
      setInterval(() => {}, 1000);
    `;
    const parent: ChildProcess = spawn(process.execPath, ['-e', PARENT], {
      cwd: home,
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void parent.kill('SIGKILL'));
    const { pid, url } = await readyText(path);
    expect(isRunning(pid)).toBe(true);
    parent.kill('SIGKILL');
    await ended(pid);
    await expect(fetch(`${url}/health`)).rejects.toThrow('fetch failed');
    expect(existsSync(path)).toBe(false);
  });

  it('a stdin that has ended already is an error', async () => {
    const message = 'stillnode: stdin has ended already: start it with a pipe\n';
    const args = ['--port', '0', '--until-stdin-ends'];
    expect(await launchWith('ignore', args).finished).toEqual({ code: 1, stdout: '', stderr: message });
    const file = openSync(join(folder({ file: 'text' }), 'file'), 'r');
    expect(await launchWith(file, args).finished).toEqual({ code: 1, stdout: '', stderr: message });
    const closed = launchWith('pipe', args);
    closed.child.stdin!.end();
    expect(await closed.finished).toEqual({ code: 1, stdout: '', stderr: message });
    const exec = launchWith('ignore', ['exec', '--until-stdin-ends', '--', process.execPath, '-e', '']);
    expect(await exec.finished).toMatchObject({ code: 1, stderr: message });
  });

  it.each<[command: string, rest: readonly string[]]>([
    ['serve', []],
    ['dev', []],
    ['exec', ['--', process.execPath]],
  ])('%s that cannot load ends while stdin is open', async (command, rest) => {
    const missing = join(folder(), 'missing');
    const { finished } = launchWith('pipe', [command, missing, '--until-stdin-ends', ...rest]);
    expect(await finished).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${missing}: cannot be read: there is no such file or folder\nstillnode: 1 error in the fixtures: nothing was loaded\n`,
    });
  });

  it('exec ends its command with SIGTERM, whose stdin is empty, and then itself', async () => {
    const path = join(folder(), 'seen');
    const program = `
      const { writeFileSync, readFileSync } = require('node:fs');
      const stdin = readFileSync(0, 'utf8');
      process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(path)}, 'SIGTERM' + stdin); process.exit(5); });
      setInterval(() => {}, 1000);
      console.log('runs');
    `;
    const { child, finished } = launchWith('pipe', [
      'exec',
      '--until-stdin-ends',
      '--',
      process.execPath,
      '-e',
      program,
    ]);
    child.stdin!.write('not for the command');
    await new Promise((resolve) => child.stdout!.once('data', resolve));
    child.stdin!.end();
    expect((await finished).code).toBe(5);
    expect(readFileSync(path, 'utf8')).toBe('SIGTERM');
  });
});
