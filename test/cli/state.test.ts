import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import {
  ACCOUNT_FILE,
  folder,
  launch,
  type Running,
  readyLineOf,
  run,
  runProcess,
  type Serving,
  serve,
} from './command.ts';
import { ask, scripted, session } from './sessions.ts';

function bytesOf(path: string): Readonly<Record<string, string>> {
  return Object.fromEntries(readdirSync(path).map((name) => [name, readFileSync(join(path, name), 'latin1')]));
}

describe('--state', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('is written at %s and wins over PATH at the next start', async (signal) => {
    const state = join(folder(), 'state');
    const path = scripted();
    const facts = async (node: Serving) =>
      Promise.all(['getGenesisHash', 'getIdentity', 'getVoteAccounts', 'getSupply'].map((name) => ask(node, name)));
    const first = await session([path, '--state', state], signal, async (node) => {
      await ask(node, 'stillnode_advance', [7]);
      return { slot: await ask(node, 'getSlot', [{ commitment: 'processed' }]), facts: await facts(node) };
    });
    expect(first).toMatchObject({ code: 0, result: { slot: 27 } });
    const written = bytesOf(state);
    const second = await session([path, '--state', state], signal, async (node) => {
      return { slot: await ask(node, 'getSlot', [{ commitment: 'processed' }]), facts: await facts(node) };
    });
    expect(second.result).toEqual(first.result);
    expect(second.stderr).toBe(`the ledger in ${state} is continued\n`);
    expect(bytesOf(state)).toEqual(written);
  });

  it('exec writes it when its command has ended, and keeps its exit code', async () => {
    const state = folder();
    const program = `fetch(process.env.STILLNODE_URL, { method: 'POST', headers: { 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"stillnode_advance","params":[5]}' }).then(() => process.exit(3))`;
    const args = ['exec', scripted(), '--state', state, '--', process.execPath, '-e', program];
    expect((await runProcess(args)).code).toBe(3);
    expect(readFileSync(join(state, 'ledger.json'), 'utf8')).toContain('"processed": 25');
  });

  it('a folder with other files is refused before anything is written', async () => {
    const state = folder({ 'alice.json': ACCOUNT_FILE });
    expect(await runProcess(['--state', state])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: --state ${state} contains alice.json, which no dump wrote: choose an empty folder, or one with only a dump\n`,
    });
    expect(readdirSync(state)).toEqual(['alice.json']);
  });

  it('a file is refused', async () => {
    const state = join(folder({ file: '' }), 'file');
    expect(await runProcess(['--state', state])).toMatchObject({
      code: 1,
      stderr: `stillnode: cannot use --state ${state}: there is something with this name that is not a folder\n`,
    });
  });

  it('and --watch: a usage error', async () => {
    expect(await run(['--state', 'x', '--watch'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: --state and --watch contradict each other: use one of them\n',
    });
  });
});

describe('a folder of --state that cannot be used', () => {
  const lockOf = (state: string) => JSON.parse(readFileSync(join(state, 'lock'), 'utf8')) as { readonly pid: number };

  it('is in use by another node: refused with its process id; after that has ended, or was killed, it is free', async () => {
    const state = folder();
    const first = await serve([scripted(), '--state', state, '--quiet']);
    const { pid } = first.child;
    expect(lockOf(state)).toMatchObject({ pid });
    expect(await runProcess(['--state', state])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: --state ${state} is in use by process ${pid}: end that one, or choose another folder\n`,
    });
    expect(await run(['dump', scripted(), '--out', state])).toMatchObject({
      code: 1,
      stderr: `stillnode: ${state} is in use by process ${pid}: end that one, or choose another folder\n`,
    });
    expect(lockOf(state)).toMatchObject({ pid });
    first.child.kill('SIGKILL');
    await first.finished;
    expect(lockOf(state)).toMatchObject({ pid });
    expect((await session(['--state', state], 'SIGTERM', async () => undefined)).code).toBe(0);
    expect(readdirSync(state)).not.toContain('lock');
  });

  it.each([
    ['that started at another time', { pid: process.pid, start: '1' }],
    ['that is gone', { pid: 2 ** 22 + 1, start: '1' }],
    ['of which nothing is known', 'x'],
  ])('has the lock of a process %s: it is taken over', async (_, lock) => {
    const state = folder({ lock: JSON.stringify(lock) });
    expect((await session([scripted(), '--state', state], 'SIGTERM', async () => undefined)).code).toBe(0);
    expect(readdirSync(state)).toContain('ledger.json');
  });

  it('has the lock of a process that is gone: one of several nodes that start at once takes it over', async () => {
    const state = folder({ lock: JSON.stringify({ pid: 2 ** 22 + 1, start: '1' }) });
    const path = scripted();
    const nodes = Array.from({ length: 5 }, () => launch([path, '--state', state, '--port', '0', '--quiet']));
    const isReady = (node: Running) =>
      readyLineOf(node).then(
        () => true,
        () => false,
      );
    const ready = await Promise.all(nodes.map(isReady));
    expect(ready.filter((one) => one)).toHaveLength(1);
    const { pid } = nodes[ready.indexOf(true)]!.child;
    for (const [i, node] of nodes.entries()) {
      if (ready[i]) continue;
      expect(await node.finished).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`--state ${state} is in use by process `),
      });
    }
    expect(lockOf(state)).toMatchObject({ pid });
  });

  it('is read-only: refused at the start', async () => {
    const state = folder();
    const preload = `const fs = require('node:fs');
      const { writeFileSync } = fs;
      fs.writeFileSync = (path, ...rest) => {
        if (!String(path).startsWith(${JSON.stringify(state)})) return writeFileSync(path, ...rest);
        throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', syscall: 'open' });
      };
      require('node:module').syncBuiltinESMExports();`;
    const options = { NODE_OPTIONS: `--require ${join(folder({ 'readOnly.cjs': preload }), 'readOnly.cjs')}` };
    expect(await runProcess([scripted(), '--state', state], options)).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: cannot use --state ${state}: the file system is read-only\n`,
    });
  });

  it('lost a file: refused by name, and nothing is written', async () => {
    const state = folder();
    await session([scripted(), '--state', state], 'SIGTERM', async () => undefined);
    rmSync(join(state, 'accounts.jsonl'));
    const before = bytesOf(state);
    expect(await runProcess(['--state', state])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: cannot continue the ledger in --state ${state}: accounts.jsonl is missing; put the file back, or load the folder as PATH and choose another one for --state\n`,
    });
    expect(bytesOf(state)).toEqual(before);
  });
});

it('a year of blocks is written with one line, and continued', async () => {
  const state = folder();
  const path = scripted();
  const warp = async (node: Serving) => ask(node, 'stillnode_warp', [{ seconds: 365 * 24 * 3600 }, { blocks: 'all' }]);
  const { code, result } = await session([path, '--state', state], 'SIGTERM', warp);
  expect(code).toBe(0);
  const { processed } = result as { readonly processed: number };
  expect(readFileSync(join(state, 'blocks.jsonl'), 'utf8').split('\n').at(-2)).toBe(
    `{"empty":{"from":21,"to":${processed}}}`,
  );
  const again = await session([path, '--state', state], 'SIGTERM', (node) =>
    ask(node, 'getSlot', [{ commitment: 'processed' }]),
  );
  expect(again).toMatchObject({ code: 0, result: processed });
});
