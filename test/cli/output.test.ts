import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { writeLog } from '../../src/cli/output.ts';
import { CLI, folder, launch, post, run, STATUSES_CALL, serve } from './command.ts';

/** What is printed to nobody ends nothing; what cannot be written is an error of a command that is run for it. */

const REPLY = '{"jsonrpc":"2.0","result":{"context":{"slot":320},"value":[]},"id":1}\n';
/** Each of them makes a line of the log of 4 KB, as long as it is in the log. */
const LONG_CALL = `[${Array.from({ length: 200 }, () => STATUSES_CALL).join(',')}]`;

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The command with outputs of any kind; there may be no ready line to wait for. */
async function serveInto(
  stdout: 'pipe' | number,
  stderr: 'pipe' | number,
): Promise<{ child: ChildProcess; url: string }> {
  const port = await freePort();
  const child = spawn(process.execPath, [CLI, '--port', `${port}`, '--ws-port', 'off'], {
    stdio: ['ignore', stdout, stderr],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return { child, url: `http://127.0.0.1:${port}` };
}

/** Asks until the node is there; a node that has ended fails the test. */
async function firstReply(child: ChildProcess, url: string): Promise<string> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}`);
    try {
      return await (await post(url, STATUSES_CALL)).text();
    } catch {}
  }
}

async function endOf(child: ChildProcess): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

describe('a node goes on', () => {
  it('when nobody reads its log any more', async () => {
    const { child, url } = await serve();
    child.stderr!.destroy();
    for (let i = 0; i < 5; i++) expect(await (await post(url, STATUSES_CALL)).text()).toBe(REPLY);
    expect(await endOf(child)).toBe(0);
  });

  it('when nobody reads its ready line, before and after', async () => {
    const { child, url } = await serveInto('pipe', 'pipe');
    child.stdout!.destroy();
    child.stderr!.destroy();
    expect(await firstReply(child, url)).toBe(REPLY);
    expect(await (await post(url, STATUSES_CALL)).text()).toBe(REPLY);
    expect(await endOf(child)).toBe(0);
  });

  // a device that is always full
  it.skipIf(!existsSync('/dev/full'))('when the disk is full', async () => {
    const full = openSync('/dev/full', 'w');
    const { child, url } = await serveInto(full, full);
    expect(await firstReply(child, url)).toBe(REPLY);
    expect(await (await post(url, STATUSES_CALL)).text()).toBe(REPLY);
    expect(await endOf(child)).toBe(0);
  });

  it('when its reader has stalled, who does not keep it from ending either', async () => {
    const { child, url } = await serveInto('pipe', 'pipe');
    expect(await firstReply(child, url)).toBe(REPLY);
    for (let i = 0; i < 120; i++) expect((await post(url, LONG_CALL)).status).toBe(200);
    expect(await endOf(child)).toBe(0);
  });
});

it('a check whose output nobody takes still ends with what it found', async () => {
  const { child, finished } = launch(['check', 'ledger-fixtures/default']);
  child.stdout!.destroy();
  expect((await finished).code).toBe(0);
});

/** Runs a command with stdout in a file, to its end. */
async function runInto(path: string, command: readonly string[]): Promise<{ code: unknown; stderr: string }> {
  const file = openSync(path, 'w');
  const [program, ...args] = command;
  const child = spawn(program!, args, { stdio: ['ignore', file, 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  closeSync(file);
  let stderr = '';
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  const [code] = (await once(child, 'close')) as unknown[];
  return { code, stderr };
}

const STILLNODE = [process.execPath, CLI];
const NO_SPACE = { code: 1, stderr: 'stillnode: cannot write the output: no space is left on the device\n' };
const SAMPLE = 'ledger-fixtures/default';

describe.skipIf(!existsSync('/dev/full'))('a command that is run for its output fails on a full disk', () => {
  it.each([
    [['show', SAMPLE]],
    [['show', SAMPLE, '--json']],
    [['check', SAMPLE]],
    [['check', SAMPLE, '--json']],
    [['check', 'no-such-folder', '--json']],
    [['--help']],
    [['--version']],
    [['record', '--help']],
  ])('%j', async (args) => {
    expect(await runInto('/dev/full', [...STILLNODE, ...args])).toEqual(NO_SPACE);
  });

  it('dump, which has written its files', async () => {
    const out = folder();
    expect(await runInto('/dev/full', [...STILLNODE, 'dump', SAMPLE, '--out', out])).toEqual(NO_SPACE);
    expect((await run(['check', out])).code).toBe(0);
  });
});

it.skipIf(process.platform === 'win32')('so does one where there is space for a part of its output', async () => {
  const path = join(folder(), 'out');
  const limited = ['sh', '-c', 'ulimit -f 2; exec "$0" "$@"', ...STILLNODE, 'show', SAMPLE, '--json'];
  expect(await runInto(path, limited)).toEqual({
    code: 1,
    stderr: 'stillnode: cannot write the output: EFBIG: file too large, write\n',
  });
  expect(statSync(path).size).toBeGreaterThan(0);
});

it('a file that takes all of it has all of it', async () => {
  const path = join(folder(), 'out');
  expect(await runInto(path, [...STILLNODE, 'show', SAMPLE, '--json'])).toEqual({ code: 0, stderr: '' });
  expect(readFileSync(path, 'utf8')).toBe((await run(['show', SAMPLE, '--json'])).stdout);
});

describe('lines of the log', () => {
  const linesAt = (writableLength: number): string[] => {
    const lines: string[] = [];
    const stream = { writableLength, write: (line: string) => lines.push(line) > 0 };
    writeLog('a line\n', stream as NodeJS.WriteStream);
    return lines;
  };

  it('are written while little waits', () => {
    expect(linesAt(0)).toEqual(['a line\n']);
    expect(linesAt(2 ** 20 - 1)).toEqual(['a line\n']);
  });

  it('are dropped where a mebibyte waits for a reader', () => {
    expect(linesAt(2 ** 20)).toEqual([]);
  });
});
