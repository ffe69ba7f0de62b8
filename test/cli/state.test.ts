import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, post, run, type Serving, serve } from './command.ts';

async function ask({ url }: Pick<Serving, 'url'>, method: string, params: readonly unknown[] = []): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return ((await (await post(url, body)).json()) as { readonly result: unknown }).result;
}

const SCRIPT = 'accounts: {$alice: {sol: 5}, $bob: {sol: 1}}\nslots: [{from: 1, to: 20}]\n';

function scripted(): string {
  return join(folder({ 'a.ledger.yaml': SCRIPT }), 'a.ledger.yaml');
}

/** Serves with a folder for the ledger, asks, and ends with a signal. */
async function session(args: readonly string[], signal: NodeJS.Signals, calls: (node: Serving) => Promise<unknown>) {
  const node = await serve([...args, '--dialect', 'agave', '--quiet']);
  const result = await calls(node);
  node.child.kill(signal);
  return { result, ...(await node.finished) };
}

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
    expect((await run(args)).code).toBe(3);
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

describe('a node killed with SIGKILL while it writes --state', () => {
  it('starts with the last whole ledger, at whichever step it was killed', { timeout: 120_000 }, async () => {
    const state = folder();
    const path = scripted();
    const started = await session([path, '--state', state], 'SIGTERM', (node) => ask(node, 'stillnode_advance', [1]));
    expect(started.code).toBe(0);
    let slot = 21;
    let survived: number | undefined;
    const seen = new Set<string>();
    for (let step = 1; survived === undefined; step++) {
      const preload = join(folder({ 'kill.cjs': killAt(step) }), 'kill.cjs');
      const node = await serve([path, '--state', state, '--dialect', 'agave', '--quiet'], {
        NODE_OPTIONS: `--require ${preload}`,
      });
      const before = (await ask(node, 'getSlot', [{ commitment: 'processed' }])) as number;
      expect([slot, slot + 1]).toContain(before);
      seen.add(before === slot ? 'before' : 'after');
      await ask(node, 'stillnode_advance', [1]);
      slot = before;
      node.child.kill('SIGTERM');
      if ((await node.finished).code === 0) survived = step;
    }
    expect(survived).toBeGreaterThan(12);
    expect(seen).toEqual(new Set(['before', 'after']));
    const last = await session([path, '--state', state], 'SIGTERM', (node) =>
      ask(node, 'getSlot', [{ commitment: 'processed' }]),
    );
    expect(last.result).toBe(slot + 1);
  });
});

/** Loaded before the command: after SIGTERM it is killed before its Nth change of the disk. */
function killAt(step: number): string {
  return `const fs = require('node:fs');
let left = Infinity;
process.on('SIGTERM', () => { left = ${step}; });
for (const name of ['mkdirSync', 'openSync', 'writeFileSync', 'fsyncSync', 'renameSync', 'rmSync']) {
  const change = fs[name];
  fs[name] = (...args) => {
    if (--left === 0) process.kill(process.pid, 'SIGKILL');
    return change(...args);
  };
}
require('node:module').syncBuiltinESMExports();
`;
}
