import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, run, runProcess, type Serving, serveHere } from './command.ts';
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
    expect(await run(['--state', state])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: --state ${state} contains alice.json, which no dump wrote: choose an empty folder, or one with only a dump\n`,
    });
    expect(readdirSync(state)).toEqual(['alice.json']);
  });

  it('a file is refused', async () => {
    const state = join(folder({ file: '' }), 'file');
    expect(await run(['--state', state])).toMatchObject({
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

describe('stillnode_dump', () => {
  const slotIn = (state: string) => /"processed": (\d+)/.exec(readFileSync(join(state, 'ledger.json'), 'utf8'))?.[1];

  it('writes --state before it answers; that of a fork does not', async () => {
    const state = folder();
    const node = await serveHere([scripted(), '--state', state, '--dialect', 'agave', '--quiet']);
    await ask(node, 'stillnode_fork', ['a']);
    await ask({ url: `${node.url}/fork/a` }, 'stillnode_dump');
    expect(readdirSync(state)).toEqual([]);
    const dumps = await Promise.all([ask(node, 'stillnode_dump'), ask(node, 'stillnode_dump')]);
    expect([slotIn(state), dumps[0]]).toEqual(['20', dumps[1]]);
    await ask(node, 'stillnode_advance', [3]);
    await ask(node, 'stillnode_dump');
    expect(slotIn(state)).toBe('23');
  });

  it('answers also if --state cannot be written, and says so', async () => {
    const state = join(folder(), 'state');
    const node = await serveHere([scripted(), '--state', state, '--dialect', 'agave', '--quiet']);
    rmSync(state, { recursive: true });
    writeFileSync(state, '');
    expect(await ask(node, 'stillnode_dump')).toEqual(expect.arrayContaining([expect.anything()]));
    expect(node.output.stderr).toBe(
      `cannot write the ledger to ${state}: there is something with this name that is not a folder; the one before is still there\n`,
    );
  });
});

it('a write that fails at the end: exit code 1, and the ledger before is kept', async () => {
  const state = folder();
  const path = scripted();
  await session([path, '--state', state], 'SIGTERM', async () => undefined);
  const before = bytesOf(state);
  const { code, stderr } = await session([path, '--state', state], 'SIGTERM', async (node) => {
    await ask(node, 'stillnode_advance', [1]);
    rmSync(join(state, 'ledger.json'));
    mkdirSync(join(state, 'ledger.json'));
  });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `the ledger in ${state} is continued\ncannot write the ledger to ${state}: ledger.json is not a regular file; the one before is still there\n`,
  });
  rmSync(join(state, 'ledger.json'), { recursive: true });
  const { 'ledger.json': _, ...others } = before;
  expect(bytesOf(state)).toEqual(others);
});

it('a file that comes into the folder while the node runs does not keep it from writing', async () => {
  const state = folder();
  const node = await serveHere([scripted(), '--state', state, '--dialect', 'agave', '--quiet']);
  writeFileSync(join(state, 'alice.json'), ACCOUNT_FILE);
  await ask(node, 'stillnode_dump');
  expect(readdirSync(state)).toEqual(expect.arrayContaining(['alice.json', 'ledger.json']));
});

it('a folder that is read-only is refused at the start', async () => {
  const state = folder();
  const preload = `const fs = require('node:fs');
    const { accessSync } = fs;
    fs.accessSync = (path, ...rest) => {
      if (path !== ${JSON.stringify(state)}) return accessSync(path, ...rest);
      throw Object.assign(new Error('EROFS: read-only file system'), { code: 'EROFS', syscall: 'access' });
    };
    require('node:module').syncBuiltinESMExports();`;
  const options = { NODE_OPTIONS: `--require ${join(folder({ 'readOnly.cjs': preload }), 'readOnly.cjs')}` };
  expect(await runProcess([scripted(), '--state', state], options)).toEqual({
    code: 1,
    stdout: '',
    stderr: `stillnode: cannot use --state ${state}: the file system is read-only\n`,
  });
});

it('a year of blocks is written with one line, and continued', async () => {
  const state = folder();
  const path = scripted();
  const args = [path, '--state', state, '--dialect', 'agave', '--quiet'];
  const node = await serveHere(args);
  const warped = await ask(node, 'stillnode_warp', [{ seconds: 365 * 24 * 3600 }, { blocks: 'all' }]);
  await ask(node, 'stillnode_dump');
  const { processed } = warped as { readonly processed: number };
  expect(readFileSync(join(state, 'blocks.jsonl'), 'utf8').split('\n').at(-2)).toBe(
    `{"empty":{"from":21,"to":${processed}}}`,
  );
  expect(await ask(await serveHere(args), 'getSlot', [{ commitment: 'processed' }])).toBe(processed);
});
