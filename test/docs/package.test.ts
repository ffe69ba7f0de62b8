import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { codeBlocks, readText } from './tables.ts';

const README = readText('README.md');
const run = promisify(execFile);
let project = '';

/** A command in the project of someone who uses stillnode; only what that project has is there. */
function inProject(command: string, ...args: readonly string[]): Promise<{ stdout: string; stderr: string }> {
  const env = Object.entries(process.env).filter(
    ([name]) => !/^(VITEST|NODE_OPTIONS$|NODE_ENV$|STILLNODE_)/.test(name),
  );
  return run(command, args, { cwd: project, env: Object.fromEntries(env) });
}

/** A package of ours, for tools that such a project would have installed itself. */
function lend(name: string): string {
  return join(ROOT, 'node_modules', name);
}

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'stillnode-'));
  writeFileSync(join(project, 'package.json'), '{"name": "user", "private": true, "type": "module"}');
  await run('npm', ['pack', '--ignore-scripts', '--pack-destination', project], { cwd: ROOT });
  const [tarball] = readdirSync(project).filter((name) => name.endsWith('.tgz'));
  expect(README).toContain(`npm install --save-dev ${tarball}`);
  await inProject('npm', 'install', '--save-dev', '--offline', '--no-audit', tarball!);
  mkdirSync(join(project, 'fixtures'));
  const [account] = codeBlocks('json', README);
  expect(README).toContain('`fixtures/alice.json`');
  writeFileSync(join(project, 'fixtures/alice.json'), account!);
}, 120_000);

afterAll(() => rmSync(project, { recursive: true }));

it('installing stillnode installs one package', () => {
  expect(readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.'))).toEqual(['stillnode']);
});

it('the package holds the command, the library with its types, and the sample ledger; no sources, no tests', () => {
  const at = (path: string) => existsSync(join(project, 'node_modules/stillnode', path));
  const inside = [
    'dist/cli.js',
    'dist/command.cjs',
    'dist/command.cjs.cache',
    'dist/index.js',
    'dist/types/index.d.ts',
    'ledger-fixtures/default/ledger.json',
    'schema/ledger.schema.json',
    'LICENSE',
  ];
  expect(inside.filter((path) => !at(path))).toEqual([]);
  expect(['src', 'test', 'bench', 'ledger-fixtures/generate.mjs'].filter(at)).toEqual([]);
});

it('the fixture of the README is sound, checked as the README says', async () => {
  expect(README).toContain('npx stillnode check fixtures');
  const { stdout } = await inProject('node_modules/.bin/stillnode', 'check', 'fixtures');
  expect(stdout).toContain('ok: 1 files, 0 blocks, 0 transactions, 1 accounts, 0 warnings\n');
});

it('the Vitest examples of the README and of docs/fixtures.md pass', async () => {
  const examples = [README, readText('docs/fixtures.md')].flatMap((page) => codeBlocks('ts', page));
  expect(examples.length).toBe(3);
  examples.forEach((example, i) => {
    writeFileSync(join(project, `example${i}.test.ts`), example);
  });
  symlinkSync(lend('vitest'), join(project, 'node_modules/vitest'));
  const { stdout } = await inProject(process.execPath, lend('vitest/vitest.mjs'), 'run', '--reporter=json');
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 4 });
}, 60_000);

it('the shipped types compile, with the libraries checked', async () => {
  const options = {
    strict: true,
    noEmit: true,
    target: 'es2023',
    lib: ['es2023', 'esnext.disposable'],
    module: 'nodenext',
    types: ['node'],
    typeRoots: [lend('@types')],
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['use.ts'] }));
  writeFileSync(
    join(project, 'use.ts'),
    `import { type FixtureError, keypair, ledger, RpcError, sol, startNode } from 'stillnode';
     await using node = await startNode({ ledger: ['fixtures'], port: 0, dialect: 'agave', apiKeys: ['k'] });
     const url: string = node.url;
     const value: unknown = await node.request('getBlock', [1n]).catch((error: RpcError) => error.data);
     export const problems = (error: FixtureError): string[] => error.problems.map(({ file, line }) => \`\${file}:\${line}\`);
     const script = ledger({ finalized: 1n }).wallet(keypair('alice'), sol(1)).block(1, (b) => b.memo('hi').payer('alice'));
     await startNode({ ledger: ['fixtures', script, script.toJSON(), { slots: [{ slot: 5 }] }] });
     // @ts-expect-error of which unit
     ledger().wallet('alice', 5);
     // @ts-expect-error no member of the file format
     await startNode({ ledger: [{ slot: 5 }] });
     // @ts-expect-error there are two dialects
     await startNode({ dialect: 'other' });
     export { url, value };
    `,
  );
  const compiling = inProject(process.execPath, lend('typescript/bin/tsc'), '-p', '.');
  // what is wrong stands in the output of the failure
  const { stdout } = await compiling.catch((failure: { stdout: string }) => failure);
  expect(stdout).toBe('');
}, 60_000);
