import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { CLI, folder, post, serve } from './command.ts';

const DIST = dirname(CLI);

/** Files and folders of ours that a start does without. */
const LAZY: readonly string[] = [
  'src/cli/diff.ts',
  'src/cli/record.ts',
  'src/cli/show.ts',
  'src/files/yaml.ts',
  'src/idl/anchorIdl.ts',
  'src/idl/codamaIdl.ts',
  'src/idl/readIdl.ts',
  'src/idl/types/',
  'src/tools/diff/',
  'src/tools/record/realNode.ts',
  'src/tools/record/record.ts',
  'src/tools/record/upstream.ts',
  'src/control/show/',
];

/** The modules in a file of the bundle: it names each. */
function modulesIn(file: string): readonly string[] {
  const text = readFileSync(join(DIST, file), 'utf8');
  return Array.from(text.matchAll(/^\/\/ (src\/\S+)$/gm), ([, name]) => name!);
}

/** The files that a command on the sample ledger has loaded when it has answered a call. */
async function filesLoaded(body: string): Promise<readonly string[]> {
  const inside = folder({
    'list.cjs': `process.on('exit', () => require('node:fs').writeFileSync(__dirname + '/list.json', JSON.stringify(Object.keys(require.cache))));`,
  });
  const { child, finished, url } = await serve(['--quiet'], { NODE_OPTIONS: `--require=${join(inside, 'list.cjs')}` });
  expect(await (await post(url, body)).text()).toContain('"result"');
  child.kill('SIGTERM');
  expect((await finished).code).toBe(0);
  return JSON.parse(readFileSync(join(inside, 'list.json'), 'utf8'));
}

it('a command that has answered a call has loaded what serves, no package, and nothing that only others need', async () => {
  const files = await filesLoaded('{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[310]}');
  const loaded = files.filter((file) => dirname(file) === DIST).flatMap((file) => modulesIn(basename(file)));
  expect(loaded).toEqual(
    expect.arrayContaining(['src/cli/serve.ts', 'src/rpc/methods/getBlock.ts', 'src/server/listen.ts']),
  );
  expect(files.filter((file) => file.includes('node_modules'))).toEqual([]);
  expect(loaded.filter((file) => LAZY.some((lazy) => file.startsWith(lazy)))).toEqual([]);
});

it('what is not loaded is there', () => {
  const chunks = readdirSync(DIST).filter((file) => file.endsWith('.cjs'));
  const all = chunks.flatMap(modulesIn);
  expect(LAZY.filter((lazy) => !all.some((file) => file.startsWith(lazy)))).toEqual([]);
});
