import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createNode } from '../../src/index.ts';
import { folder, post, runProcess, serve, type Variables } from './command.ts';

const CALL = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[310]}';
const FOR_NODE = `${process.version}-${process.platform}-${process.arch}`;
const ENTRY = /^[A-Za-z-]+\.cjs-[0-9a-f]{64}$/;

/** What a process that serves the sample ledger answers, before it ends as it should. */
async function answer(variables: Variables): Promise<string> {
  const { child, finished, url } = await serve(['--quiet'], variables);
  const text = await (await post(url, CALL)).text();
  child.kill('SIGTERM');
  expect(await finished).toMatchObject({ code: 0, stderr: '' });
  return text;
}

/** What a node in this process answers. */
async function expectedAnswer(): Promise<string> {
  const node = await createNode({ dialect: 'contract' });
  const headers = { 'content-type': 'application/json' };
  return (await node.fetch('http://localhost/', { method: 'POST', headers, body: CALL })).text();
}

const EXPECTED = await expectedAnswer();

/** The folder for this Node in a cache. */
function entriesIn(cache: string): readonly string[] {
  return readdirSync(join(cache, FOR_NODE)).map((name) => join(cache, FOR_NODE, name));
}

function entryOf(chunk: string, cache: string): string {
  return entriesIn(cache).find((file) => file.includes(`/${chunk}-`))!;
}

/** An entry that is written again is another file. */
function identitiesIn(cache: string): ReadonlyMap<string, number> {
  return new Map(entriesIn(cache).map((file) => [file, statSync(file).ino]));
}

/** Puts compiled code into an entry as if a process had written it. */
function writeEntry(file: string, code: Uint8Array): void {
  writeFileSync(file, Buffer.concat([createHash('sha256').update(code).digest(), code]));
}

async function warmCache(): Promise<string> {
  const cache = folder();
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  return cache;
}

it('a process that has served keeps compiled code, and the next one takes it', async () => {
  expect(EXPECTED).toContain('"blockhash"');
  const cache = await warmCache();
  const identities = identitiesIn(cache);
  const names = readdirSync(join(cache, FOR_NODE));
  expect(names).toEqual(names.map(() => expect.stringMatching(ENTRY)));
  expect(names.map((name) => name.split('-')[0])).toEqual(
    expect.arrayContaining(['core.cjs', 'listen.cjs', 'startCommand.cjs', 'node.cjs']),
  );
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  expect(identitiesIn(cache)).toEqual(identities);
});

it.skipIf(process.platform !== 'linux')('the folder is in the cache of the user', async () => {
  const [cache, home] = [folder(), folder()];
  expect(await answer({ XDG_CACHE_HOME: cache, HOME: home })).toBe(EXPECTED);
  expect(entriesIn(join(cache, 'stillnode')).length).toBeGreaterThan(5);
  expect(readdirSync(home)).toEqual([]);
  // a relative path is not one, says the standard
  expect(await answer({ XDG_CACHE_HOME: 'cache', HOME: home })).toBe(EXPECTED);
  expect(entriesIn(join(home, '.cache/stillnode')).length).toBeGreaterThan(5);
});

it('STILLNODE_COMPILE_CACHE=0 keeps nothing', async () => {
  const [cache, home] = [folder(), folder()];
  const variables = { STILLNODE_COMPILE_CACHE: '0', XDG_CACHE_HOME: cache, LOCALAPPDATA: cache, HOME: home };
  expect(await answer(variables)).toBe(EXPECTED);
  expect([...readdirSync(cache), ...readdirSync(home)]).toEqual([]);
});

it('a command that does not serve writes nothing', async () => {
  const cache = folder();
  expect(await runProcess(['--version'], { STILLNODE_COMPILE_CACHE: cache })).toMatchObject({ code: 0, stderr: '' });
  expect(entriesIn(cache)).toEqual([]);
});

it('a process that is killed while it writes leaves nothing that others read', async () => {
  const cache = folder();
  const hook = folder({
    'kill.cjs': `require('node:fs').renameSync = () => process.kill(process.pid, 'SIGKILL');`,
  });
  const killed = await serve(['--quiet'], {
    STILLNODE_COMPILE_CACHE: cache,
    NODE_OPTIONS: `--require=${join(hook, 'kill.cjs')}`,
  });
  killed.child.kill('SIGTERM');
  expect((await killed.finished).code).toBeNull();
  const [left, ...others] = readdirSync(join(cache, FOR_NODE));
  expect(others).toEqual([]);
  expect(left).not.toMatch(ENTRY);

  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  const identities = identitiesIn(cache);
  expect(identities.size).toBeGreaterThan(5);
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  expect(identitiesIn(cache)).toEqual(identities);
});

it('two processes that start at once both answer, and leave whole entries', async () => {
  const cache = folder();
  const variables = { STILLNODE_COMPILE_CACHE: cache };
  expect(await Promise.all([answer(variables), answer(variables)])).toEqual([EXPECTED, EXPECTED]);
  const identities = identitiesIn(cache);
  expect([...identities.keys()].map((file) => file.split('/').at(-1))).toEqual(
    [...identities.keys()].map(() => expect.stringMatching(ENTRY)),
  );
  expect(await answer(variables)).toBe(EXPECTED);
  expect(identitiesIn(cache)).toEqual(identities);
});

it('code that is damaged, or of another V8, is replaced', async () => {
  const cache = await warmCache();
  const [core, start, node] = [
    entryOf('core.cjs', cache),
    entryOf('startCommand.cjs', cache),
    entryOf('node.cjs', cache),
  ];
  const damaged = readFileSync(core);
  writeFileSync(core, damaged.fill(0, damaged.length / 2));
  writeFileSync(start, '');
  const code = Buffer.from(readFileSync(node).subarray(32));
  // the version of V8 is in the second word
  code[4]! ^= 1;
  writeEntry(node, code);
  const identities = identitiesIn(cache);

  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  const written = [...identitiesIn(cache)].filter(([file, identity]) => identities.get(file) !== identity);
  expect(written.map(([file]) => file).sort()).toEqual([core, start, node].sort());
});

it('each version of Node has a folder of its own', async () => {
  const cache = folder();
  mkdirSync(join(cache, 'v20.0.0-linux-x64'));
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  expect(readdirSync(cache).sort()).toEqual(['v20.0.0-linux-x64', FOR_NODE].sort());
  expect(readdirSync(join(cache, 'v20.0.0-linux-x64'))).toEqual([]);
});

it('a home that cannot be written is left alone', async () => {
  const inside = folder({ file: '' });
  const home = join(inside, 'file');
  expect(await answer({ HOME: home, XDG_CACHE_HOME: '', LOCALAPPDATA: home })).toBe(EXPECTED);
  expect(await answer({ STILLNODE_COMPILE_CACHE: join(home, 'cache') })).toBe(EXPECTED);
  expect(readdirSync(inside)).toEqual(['file']);
});

it.skipIf(process.platform === 'win32')('a folder that others can write is not used', async () => {
  const cache = folder();
  mkdirSync(join(cache, FOR_NODE));
  chmodSync(join(cache, FOR_NODE), 0o777);
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  expect(entriesIn(cache)).toEqual([]);
});

it('four versions of a chunk are kept, the newest ones', async () => {
  const cache = folder();
  mkdirSync(join(cache, FOR_NODE));
  const old = Array.from({ length: 5 }, (_, i) => `core.cjs-${String(i).repeat(64)}`);
  for (const [i, name] of old.entries()) {
    writeFileSync(join(cache, FOR_NODE, name), '');
    utimesSync(join(cache, FOR_NODE, name), i, i);
  }
  expect(await answer({ STILLNODE_COMPILE_CACHE: cache })).toBe(EXPECTED);
  const names = readdirSync(join(cache, FOR_NODE)).filter((name) => name.startsWith('core.cjs-'));
  expect(names).toHaveLength(4);
  expect(names).toEqual(expect.arrayContaining(old.slice(2)));
});
