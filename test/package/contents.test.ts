import { execFile } from 'node:child_process';
import { cpSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { codeBlocks, readText } from '../docs/tables.ts';
import { type Project, packedProject } from './project.ts';

const execute = promisify(execFile);

interface Manifest {
  readonly allowScripts: Readonly<Record<string, boolean>>;
  readonly exports: Readonly<Record<string, unknown>>;
}

interface Sbom {
  readonly components: readonly {
    readonly name: string;
    readonly version: string;
    readonly purl: string;
    readonly licenses: readonly [{ readonly license: { readonly id: string } }];
  }[];
}

const README = readText('README.md');
const TOUR = readText('docs/tour.md');
const MANIFEST = JSON.parse(readText('package.json')) as Manifest;
let project: Project;

beforeAll(async () => {
  project = await packedProject();
  expect(README).toContain(`npm install --save-dev ../stillnode/${project.tarball}`);
  const [account] = codeBlocks('json', TOUR);
  expect(TOUR).toContain('`fixtures/alice.json`');
  project.write({ 'fixtures/alice.json': account! });
});

afterAll(() => project.remove());

describe('what is installed', () => {
  interface Installed {
    readonly dev?: boolean;
    readonly devOptional?: boolean;
    readonly hasInstallScript?: boolean;
    readonly optional?: boolean;
    readonly peer?: boolean;
  }
  const { packages } = JSON.parse(readText('package-lock.json')) as {
    readonly packages: Readonly<Record<string, Installed>>;
  };
  const namesOf = (test: (each: Installed) => boolean | undefined) =>
    Object.keys(packages)
      .filter((path) => path !== '' && test(packages[path]!))
      .map((path) => path.replace(/^.*node_modules\//, ''));

  it('brings little to its users', () => {
    const forUsers = namesOf(({ dev, devOptional, optional, peer }) => !(dev || devOptional || optional || peer));
    expect(forUsers).toEqual(['ws', 'yaml']);
  });

  it('runs no install script that was not looked at', () => {
    expect(namesOf(({ hasInstallScript }) => hasInstallScript)).toEqual(Object.keys(MANIFEST.allowScripts));
  });

  it('runs on this Node: npm ci warns of nothing', async () => {
    const { stderr } = await execute('npm', ['ci', '--dry-run', '--engine-strict', '--offline'], { cwd: ROOT });
    expect(stderr.split('\n').filter((line) => /EBADENGINE|deprecated|install-scripts/.test(line))).toEqual([]);
  });
});

describe('the package', () => {
  const at = (path: string) => existsSync(join(project.folder, 'node_modules/stillnode', path));

  it('holds the command, the library with its types, pages, examples and the sample ledger', () => {
    const inside = [
      'dist/cli.js',
      'dist/command.cjs',
      'dist/index.cjs',
      'dist/index.d.cts',
      'dist/index.d.ts',
      'dist/index.js',
      'dist/jest.cjs',
      'dist/kit.cjs',
      'dist/playwright.cjs',
      'dist/vitest.js',
      'dist/THIRD-PARTY-NOTICES.txt',
      'dist/sbom.cdx.json',
      'docs/methods.md',
      'examples/jest.test.cjs',
      'ledger-fixtures/default/ledger.json',
      'schema/ledger.schema.json',
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
    ];
    expect(inside.filter((path) => !at(path))).toEqual([]);
  });

  it('has an SBOM of what is bundled: each package with its version and license, in the order of the notices', () => {
    const sbom = JSON.parse(readText('dist/sbom.cdx.json')) as Sbom;
    const { packages } = JSON.parse(readText('package-lock.json')) as {
      readonly packages: Readonly<Record<string, { readonly version: string; readonly license: string }>>;
    };
    const notices = readText('dist/THIRD-PARTY-NOTICES.txt').split(`\n${'-'.repeat(80)}\n\n`);
    expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.5' });
    expect(sbom.components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', '@noble/hashes']));
    expect(sbom.components).toHaveLength(notices.length);
    sbom.components.forEach(({ licenses, name, purl, version }, i) => {
      const [{ license }] = licenses;
      expect(notices[i]!.split('\n')[0]).toBe(`${name} ${version} (${license.id})`);
      expect(purl).toBe(`pkg:npm/${name.replace('@', '%40')}@${version}`);
      const copies = Object.entries(packages).filter(([path]) => path.endsWith(`node_modules/${name}`));
      expect(copies.map(([, { license: own, version: its }]) => `${its} ${own}`)).toContain(`${version} ${license.id}`);
    });
  });

  it('holds no sources, no tests, nothing that builds it', () => {
    expect(['src', 'test', 'bench', 'build', 'rolldown.config.mjs', 'ledger-fixtures/generate.mjs'].filter(at)).toEqual(
      [],
    );
  });

  it('has one copy of the code: ES modules say by name what CommonJS has', async () => {
    const modules = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.js') && name !== 'cli.js');
    expect(modules.sort()).toEqual(['fastify.js', 'index.js', 'jest.js', 'kit.js', 'playwright.js', 'vitest.js']);
    for (const name of ['fastify.js', 'index.js', 'jest.js', 'kit.js', 'playwright.js'])
      expect(readText(`dist/${name}`)).toMatch(/^export \{ [\w, ]+ \} from '\.\/\w+\.cjs';\n$/);
  });

  it('what Vitest imports is an ES module, because Vitest is one, over the same copy', () => {
    const imports = Array.from(readText('dist/vitest.js').matchAll(/ from "([^"]+)"/g), ([, from]) => from);
    expect(imports).toEqual(['vitest', './testing.cjs']);
  });

  it('its types give Uint8Array no argument, which TypeScript has only since 5.7', () => {
    const files = readdirSync(join(ROOT, 'dist')).filter((name) => /\.d\.c?ts$/.test(name));
    expect(files.filter((name) => readText(`dist/${name}`).includes('Uint8Array<'))).toEqual([]);
  });

  it('lets others import what is built for them', () => {
    const entries = readdirSync(join(ROOT, 'dist')).filter((name) => name.endsWith('.d.ts'));
    const names = entries.map((name) => (name === 'index.d.ts' ? '.' : `./${name.slice(0, -'.d.ts'.length)}`));
    const files = ['./ledger.schema.json', './package.json'];
    expect(Object.keys(MANIFEST.exports).sort()).toEqual([...names, ...files].sort());
  });
});

it('the fixture of the tour is sound, checked as the tour says', async () => {
  expect(TOUR).toContain('npx stillnode check fixtures');
  const command = join(project.folder, 'node_modules/stillnode/dist/cli.js');
  const { stdout } = await project.run(process.execPath, [command, 'check', 'fixtures']);
  expect(stdout).toContain('ok: 1 file, 0 blocks, 0 transactions, 1 account, 0 warnings\n');
});

it('import and require give the same: one class of errors, whichever way it came', async () => {
  const program = `import { createRequire } from 'node:module';
    import * as imported from 'stillnode';
    const required = createRequire(import.meta.url)('stillnode');
    const names = Object.keys(imported).sort();
    const other = names.filter((name) => imported[name] !== required[name]);
    console.log(JSON.stringify({ names, other, more: Object.keys(required).filter((name) => !names.includes(name)) }));`;
  const { stdout } = await project.run(process.execPath, ['--input-type=module', '-e', program]);
  const names = Object.keys(await import('../../src/index.ts')).sort();
  expect(JSON.parse(stdout)).toEqual({ names, other: [], more: [] });
});

it('CommonJS needs no module that only import() loads: of zstd, YAML, scripts, the transport', async () => {
  const program = `(async () => {
    const { startNode, ledger, sol } = require('stillnode');
    require('node:fs').writeFileSync('common.ledger.yaml', 'accounts: { $bob: { sol: 1 } }');
    const script = ledger({ finalized: 1 }).wallet('alice', sol(1)).block(1, (b) => b.memo('hi').payer('alice'));
    const node = await startNode({ ledger: ['common.ledger.yaml', script], dialect: 'agave' });
    const address = '11111111111111111111111111111111';
    const ask = (method, params) => fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) }).then((reply) => reply.json());
    const zstd = await ask('getAccountInfo', [require('stillnode').keypair('alice').address, { encoding: 'base64+zstd' }]);
    const parsed = await ask('getBlock', [1, { encoding: 'jsonParsed' }]);
    const { openrpc } = (await ask('rpc.discover', [])).result;
    console.log(zstd.result.value.data[1], parsed.result.transactions.length, openrpc, [...await node.dump()].length > 0);
    await node.close();
  })();`;
  // as on a Node, or in a test runner, whose require() takes CommonJS alone
  const flag = '--no-experimental-require-module';
  const { stderr, stdout } = await project.run(process.execPath, [flag, '-e', program]);
  expect({ stderr, stdout }).toEqual({ stderr: '', stdout: 'base64+zstd 1 1.3.2 true\n' });
});

it('the Vitest examples of the README, of the pages with whole tests and of examples/ pass', async () => {
  const names = ['fixtures', 'library', 'recipes', 'troubleshooting'];
  const pages = [README, TOUR, ...names.map((name) => readText(`docs/${name}.md`))];
  const examples = pages.flatMap((page) => codeBlocks('ts', page));
  expect(examples.length).toBe(42);
  // a module that a test imports has the name of its function
  const nameOf = (example: string, i: number) =>
    example.includes("from 'vitest'") || example.includes('stillnode/vitest')
      ? `example${i}.test.ts`
      : `${/export (?:async )?function (\w+)/.exec(example)![1]}.ts`;
  examples.forEach((example, i) => {
    project.write({ [nameOf(example, i)]: example });
  });
  cpSync(join(ROOT, 'examples/vitest.test.ts'), join(project.folder, 'vitest.test.ts'));
  for (const name of ['@coral-xyz/anchor', '@solana/kit', '@solana/web3.js', 'fastify', 'litesvm']) project.lend(name);
  const vitest = join(project.lend('vitest'), 'vitest.mjs');
  const { stdout } = await project.run(process.execPath, [vitest, 'run', '--reporter=json', '--testTimeout=120000']);
  expect(JSON.parse(stdout)).toMatchObject({ success: true, numPassedTests: 51 });
});

describe('the types', () => {
  const using = `import { startNode } from 'stillnode';
    await using node = await startNode();
    export const url: string = node.url;`;
  const use = `import { type FixtureError, keypair, ledger, RpcError, sol, startNode } from 'stillnode';
    const node = await startNode({ ledger: ['fixtures'], port: 0, dialect: 'agave', apiKeys: ['k'] });
    const url: string = node.url;
    const value: unknown = await node.request('getBlock', [1n]).catch((error: RpcError) => error.data);
    export const problems = (error: FixtureError): string[] => error.problems.map(({ file, line }) => \`\${file}:\${line}\`);
    const script = ledger({ finalized: 1 }).wallet(keypair('alice'), sol(1)).block(1, (b) => b.memo('hi').payer('alice'));
    await startNode({ ledger: ['fixtures', script, script.toJSON(), { slots: [{ slot: 5 }] }] });
    // @ts-expect-error of which unit
    ledger().wallet('alice', 5);
    // @ts-expect-error no member of the file format
    await startNode({ ledger: [{ slot: 5 }] });
    // @ts-expect-error there are two dialects
    await startNode({ dialect: 'other' });
    export { url, value };`;

  const inVitest = `import { expect, stillnodeTest, test as own, type TestNode } from 'stillnode/vitest';
    const test = stillnodeTest({ ledger: 'fixtures', dialect: 'agave' });
    stillnodeTest({ url: 'http://127.0.0.1:8899' });
    own.extend<{ price: number }>({ price: 5 })('own', async ({ node, price }) => { expect(node.url).toBe(price); });
    test('asked', async ({ node }: { node: TestNode }) => {
      await expect(node).toHaveReceivedCall('getSlot', [{ commitment: 'processed' }], { times: 1 });
      await expect(node).not.toHaveReceivedCall('getSlot');
      const slot: unknown = await node.advance(2);
      // @ts-expect-error a method is a name
      await expect(node).toHaveReceivedCall(5, slot);
      await expect(node).toHaveReceivedTransaction();
      await expect(node).toHaveReceivedTransaction({ instruction: 'market.placeOrder', args: { price: 10n } }, { times: 1 });
      // @ts-expect-error there is no such member
      await expect(node).not.toHaveReceivedTransaction({ method: 'getSlot' });
    });
    // @ts-expect-error either a node of its own, or one that is there
    stillnodeTest({ url: 'http://127.0.0.1:8899', dialect: 'agave' });`;
  const inJest = `import type { BlockBuilder, LedgerControls, OnRequest, RequestRecord } from 'stillnode';
    import { type TestNode, useStillnode } from 'stillnode/jest';
    // a helper of a test, which knows the library alone
    const pay = (block: BlockBuilder) => block.memo('hi').payer('alice');
    export const added = (node: TestNode) => node.addBlock(pay);
    export const controls = (node: TestNode): LedgerControls => node;
    export const forkOf = (record: Parameters<OnRequest>[0] & RequestRecord): string | undefined => record.fork;
    const stillnode = useStillnode({ ledger: 'fixtures' });
    export const url = (): string => stillnode.node.url;
    // as @types/jest has it
    export const asked = (matchers: jest.Matchers<void, string>): Promise<void> => matchers.toHaveReceivedCall('getSlot', [], { times: 1 });
    export const sent = (matchers: jest.Matchers<void, string>): Promise<void> => matchers.toHaveReceivedTransaction({ feePayer: 'alice' });`;

  /** What the compiler says in a project without the types of Node, libraries checked. */
  async function compile(name: string, files: readonly string[], options: Readonly<Record<string, unknown>>) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      types: [],
      skipLibCheck: false,
      ...options,
    };
    project.write({ [name]: JSON.stringify({ compilerOptions, files }) });
    const compiling = project.run(process.execPath, [join(ROOT, 'node_modules/typescript/bin/tsc'), '-p', name]);
    // what is wrong stands in the output of the failure
    return (await compiling.catch((failure: { stdout: string }) => failure)).stdout;
  }

  beforeAll(() => {
    cpSync(join(ROOT, 'examples/strict.ts'), join(project.folder, 'strict.ts'));
    cpSync(join(ROOT, 'examples/strict.ts'), join(project.folder, 'strict.cts'));
    project.write({ 'use.ts': use, 'using.ts': using });
    project.write({ 'inVitest.ts': inVitest, 'inVitest.cts': inVitest, 'inJest.ts': inJest, 'inJest.cts': inJest });
    project.lend('vitest');
  });

  it.each([
    ['node16', { module: 'node16', lib: ['es2022'] }, ['use.ts', 'strict.ts', 'strict.cts']],
    ['jest', { module: 'node16', lib: ['es2022'] }, ['inJest.ts', 'inJest.cts']],
    // the types of Vitest do not stand alone
    ['vitest', { module: 'node16', lib: ['es2022'], skipLibCheck: true }, ['inVitest.ts', 'inVitest.cts']],
    // TypeScript 6 says that version 7 does not have it
    [
      'node10',
      { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0', lib: ['es2022'] },
      ['strict.ts'],
    ],
    ['bundler', { module: 'esnext', moduleResolution: 'bundler', lib: ['es2022', 'dom'] }, ['use.ts']],
    ['await using', { module: 'node16', lib: ['es2022', 'esnext.disposable'] }, ['use.ts', 'using.ts']],
  ])(
    'stand alone: %s',
    async (name, options, files) => {
      expect(await compile(`tsconfig.${name.replace(' ', '-')}.json`, files, options)).toBe('');
    },
    60_000,
  );
});
