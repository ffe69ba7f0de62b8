import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { flagsOf } from '../../src/cli/commands/index.ts';
import { ACCOUNT_FILE, post, serve } from '../cli/command.ts';
import { codeBlocks, readText } from '../docs/tables.ts';
import { describeInBrowser } from '../support/browser.ts';
import { openBothWays, readTrace } from '../support/traces.ts';
import { type Project, packedProject } from './project.ts';
import {
  MEETING,
  movingTest,
  STRICT_SENTENCES,
  strictFails,
  strictPasses,
  TRACED_LEDGER,
  tracedTest,
  WEB3_TEST,
} from './runnerFiles.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

/** Another version of Vitest, by hand, because npm has to fetch it: `npm run check:vitest` names it. */
const { TEST_VITEST } = process.env;
let project: Project;

beforeAll(async () => {
  project = await packedProject();
  project.write({ 'fixtures/alice.json': ACCOUNT_FILE });
  if (TEST_VITEST === undefined) project.lend('vitest');
  else await fetchVitest(TEST_VITEST);
  // as npm does for the command of a package
  mkdirSync(join(project.folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync('../stillnode/dist/cli.js', join(project.folder, 'node_modules/.bin/stillnode'));
  symlinkSync('../vitest/vitest.mjs', join(project.folder, 'node_modules/.bin/vitest'));
}, 300_000);

afterAll(() => project.remove());

async function fetchVitest(version: string): Promise<void> {
  const install = ['install', '--no-save', '--no-audit', '--no-fund', '--prefix', 'fetched'];
  await project.run('npm', [...install, `vitest@${version}`]);
  symlinkSync('../fetched/node_modules/vitest', join(project.folder, 'node_modules/vitest'));
}

/** Runs one folder of tests, as if it were alone in the project. */
async function vitest(
  folder: string,
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
  more: readonly string[] = [],
): Promise<VitestReport & { readonly stderr: string }> {
  project.write(Object.fromEntries(Object.entries(files).map(([name, text]) => [`${folder}/${name}`, text])));
  const command = join(project.folder, 'node_modules/vitest/vitest.mjs');
  const reporters = ['--reporter=default', '--reporter=json', '--outputFile.json=report.json'];
  const { stderr } = await project
    .run(process.execPath, [command, 'run', folder, '--maxWorkers=2', ...reporters, ...more], {
      NO_COLOR: '1',
      ...variables,
    })
    // tests that are to fail
    .catch((failure: { stderr: string }) => failure);
  const report = JSON.parse(readFileSync(join(project.folder, 'report.json'), 'utf8')) as VitestReport;
  return { ...report, stderr };
}

function messagesOf({ testResults }: VitestReport): Readonly<Record<string, string>> {
  const results = testResults.flatMap(({ assertionResults }) => assertionResults);
  return Object.fromEntries(results.map(({ failureMessages, title }) => [title, failureMessages.join('\n')]));
}

describe('npx stillnode exec fixtures -- npm test', () => {
  it('runs the tests of a project that has only the package, with a node, and ends as they do', async () => {
    project.write({
      'package.json':
        '{"name":"user","private":true,"type":"module","scripts":{"test":"node --test --test-reporter=tap unit.mjs"}}',
      'unit.mjs': `import { strictEqual } from 'node:assert';
        import { test } from 'node:test';
        test('asks', async () => {
          const body = '{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S"]}';
          const reply = await fetch(process.env.SOLANA_RPC_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
          strictEqual((await reply.json()).result.value, Number(process.env.WANTED));
        });`,
    });
    const args = ['--no-install', 'stillnode', 'exec', 'fixtures', '--', 'npm', 'test'];
    const { stdout } = await project.run('npx', args, { WANTED: '42' });
    expect(stdout).toMatch(/^# pass 1$/m);
    await expect(project.run('npx', args, { WANTED: '41' })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^# fail 1$/m),
    });
  });
});

describe('stillnode/vitest', () => {
  it('two files at once on one node with --auto-fork do not disturb each other, and leave no fork behind', async () => {
    const serving = await serve(['--auto-fork', '--quiet']);
    const file = (me: string, other: string, steps: number) => `import { expect, test } from 'stillnode/vitest';
      import { call, main, meet, processed } from './meeting.mjs';
      for (const round of [1, 2, 3]) test('round ' + round, async ({ node }) => {${movingTest(me, other, steps, 'node')}});`;
    const files = { 'meeting.mjs': MEETING, 'a.test.mjs': file('a', 'b', 3), 'b.test.mjs': file('b', 'a', 7) };
    const report = await vitest('parallel', files, { STILLNODE_URL: serving.url });
    expect(messagesOf(report)).toEqual({ 'round 1': '', 'round 2': '', 'round 3': '' });
    expect(report.numPassedTests).toBe(6);
    const reply = await post(serving.url, '{"jsonrpc":"2.0","id":1,"method":"stillnode_listForks"}');
    const { result } = (await reply.json()) as { result: readonly { name: string }[] };
    const asked = ['a', 'b', 'before', 'after'].flatMap((name) => [1, 2, 3].map((round) => `${name}${round}`));
    expect(result.map(({ name }) => name).sort()).toEqual(asked.sort());
  });

  it('without a node elsewhere, a file has one of its own, and each test a fork of it', async () => {
    const report = await vitest('own', {
      'own.test.mjs': `import { ledger, sol } from 'stillnode';
        import { expect, stillnodeTest } from 'stillnode/vitest';
        const test = stillnodeTest({ ledger: ledger().wallet('alice', sol(5)).block(100, (b) => b.memo('hi').payer('alice').named('hello')) });
        const seen = new Set();
        for (const round of [1, 2]) test.concurrent('round ' + round, async ({ node }) => {
          seen.add(new URL(node.url).origin);
          expect(await node.request('getSlot')).toBe(100);
          await node.advance(round);
          await node.setAccount('alice', sol(round));
          expect(await node.request('getSlot')).toBe(100 + round);
          expect(await node.signature('hello')).toMatch(/^[1-9A-HJ-NP-Za-km-z]{80,88}$/);
          expect(node.wsUrl).toBe(node.url.replace('http', 'ws'));
          expect(new URL(node.url).pathname).toBe('/fork/' + node.name);
        });
        test('all had the same node', () => expect(seen.size).toBe(1));
        test('the app is answered at its URL', async ({ node }) => {
          const body = '{"jsonrpc":"2.0","id":1,"method":"getSlot"}';
          const reply = await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
          expect((await reply.json()).result).toBe(100);
          await expect(node).toHaveReceivedCall('getSlot', [], { times: 1 });
          await expect(node).not.toHaveReceivedCall('getBlock');
        });`,
    });
    expect(Object.values(messagesOf(report))).toEqual(['', '', '', '']);
    expect(report.numPassedTests).toBe(4);
  });

  it('a test that fails shows the calls to its node, and one that passes shows none', async () => {
    const report = await vitest('failing', {
      'failing.test.mjs': `import { expect, test } from 'stillnode/vitest';
        test('near', async ({ node }) => {
          await node.request('getSlot');
          await node.request('getBlock', ['x', { encoding: 'json' }]).catch(() => undefined);
          await expect(node).toHaveReceivedCall('getBlock', [307, { encoding: 'base64' }]);
        });
        test('unwanted', async ({ node }) => {
          await node.request('getSlot');
          await expect(node).not.toHaveReceivedCall('getSlot');
        });
        test('silent', async ({ node }) => expect(node.url).toBe(''));
        test('passing', async ({ node }) => node.request('getSlot'));`,
    });
    const { near, passing, unwanted } = messagesOf(report);
    expect(near).toContain(`expected at least 1 call of getBlock with [307,{"encoding":"base64"}], found 0
  call 2: getBlock ["x",{"encoding":"json"}]
    params[0] is "x", expected 307
    params[1].encoding is "json", expected "base64"\n`);
    expect(unwanted).toContain('expected 0 calls of getSlot, found 1\n  call 1: getSlot []\n');
    expect(passing).toBe('');
    const shown = Array.from(report.stderr.matchAll(/^stillnode: .*\n(?: {2}call .*\n| {4}\w.*\n)*/gm), ([text]) =>
      text.replace(/ http:\S+/, ' URL'),
    );
    expect(shown).toEqual([
      'stillnode: 2 calls came to URL\n  call 2: getBlock ["x",{"encoding":"json"}]: error -32602\n    getBlock takes [slot, config?]\n  call 1: getSlot []: result\n',
      'stillnode: 1 call came to URL\n  call 1: getSlot []: result\n',
      'stillnode: no call came to URL\n',
    ]);
  });
});

describe('strict tests of stillnode/vitest', () => {
  const file = (tests: string) => `import { expect, stillnodeTest } from 'stillnode/vitest';
    const test = stillnodeTest({ strict: true, dialect: 'agave' });
    ${tests}`;

  it('pass', async () => {
    const report = await vitest('strict', { 'strict.test.mjs': file(strictPasses('node', '{ node }')) });
    expect(messagesOf(report)).toEqual({ unused: '', unknown: '', off: '' });
    expect(report.stderr).toBe('');
  });

  it('fail with one sentence for each mistake, and only if they passed otherwise', async () => {
    const report = await vitest('notStrict', { 'strict.test.mjs': file(strictFails('node', '{ node }')) });
    const { clean, otherwise, unknown, unused } = messagesOf(report);
    expect(sentencesIn(unknown!)).toBe(STRICT_SENTENCES.unknown);
    expect(sentencesIn(unused!)).toBe(STRICT_SENTENCES.unused);
    expect(unused!.match(/never used:/g)).toHaveLength(1);
    expect(unused!).toContain('strict.test.mjs:');
    expect(sentencesIn(otherwise!)).toBe('the reason');
    expect(clean).toBe('');
    expect(report.numFailedTests).toBe(3);
  });

  /** The message of an error, without its stack. */
  function sentencesIn(failure: string): string {
    return failure.replace(/^Error: /, '').replace(/\n +at [\s\S]*$/, '');
  }
});

describeInBrowser('the trace of a failed test of stillnode/vitest', () => {
  it('is named in the report, and opens in Chromium', async () => {
    const report = await vitest('traced', {
      'traced.test.mjs': `import { describe } from 'vitest';
        import { ledger, sol } from 'stillnode';
        import { expect, stillnodeTest } from 'stillnode/vitest';
        const test = stillnodeTest({ ledger: ${TRACED_LEDGER}, dialect: 'agave', traceFolder: 'traced/traces' });
        ${tracedTest('node', '{ node }')}`,
    });
    const file = 'traced/traces/a-payment-that-fails---twice.stillnode.json';
    expect(report.stderr.match(/^ {2}open it: .*/gm)).toEqual([`  open it: npx stillnode inspect ${file}`]);
    const trace = readTrace(join(project.folder, file));
    expect(trace.test).toBe('a payment that fails / twice');
    expect(trace.errors).toEqual(['expected 1 to be 2 // Object.is equality']);
    await openBothWays(join(project.folder, file));
  });
});

describe('a test with web3.js ends by itself, and logs nothing', () => {
  const file = (runner: string) => `import { test } from '${runner}';
    import { Connection, PublicKey } from '@solana/web3.js';
    import { ledger, sol, startNode } from 'stillnode';
    ${WEB3_TEST}`;

  it('in node:test', async () => {
    project.lend('@solana/web3.js');
    project.write({ 'web3NodeTest.mjs': file('node:test') });
    const args = ['--test', '--test-reporter=tap', 'web3NodeTest.mjs'];
    const { stderr, stdout } = await project.run(process.execPath, args);
    expect(stdout).toMatch(/^# pass 1$/m);
    expect(stdout + stderr).not.toContain('ws error');
  }, 60_000);

  it('in Vitest', async () => {
    project.lend('@solana/web3.js');
    const report = await vitest('web3Vitest', { 'web3.test.mjs': file('vitest') });
    expect(messagesOf(report)).toEqual({ 'web3.js': '' });
    expect(report.stderr).toBe('');
  }, 60_000);
});

describe('docs/testing.md', () => {
  const page = readText('docs/testing.md');
  const [inVitest] = codeBlocks('ts', page);
  const [inJest, inNode, setup] = codeBlocks('js', page);

  it('its example for Vitest passes', async () => {
    const report = await vitest('page', { 'page.test.ts': inVitest! });
    expect(Object.values(messagesOf(report))).toEqual(['', '']);
  });

  it('its example for Jest passes, with the hooks of Vitest; Jest itself runs by hand', async () => {
    const imports = inJest!.replaceAll(/const (\{.*\}) = require\((.*)\);/g, 'import $1 from $2;');
    expect(imports.match(/^import /gm)).toHaveLength(2);
    const config = "export default { test: { globals: true, include: ['jestPage/*.mjs'] } };";
    project.write({ 'globals.config.mjs': config });
    const report = await vitest('jestPage', { 'jest.mjs': imports }, {}, ['--config', 'globals.config.mjs']);
    expect(messagesOf(report)).toEqual({ 'has its own fork': '' });
  });

  it('its example for node:test passes, and its node is closed', async () => {
    project.write({ 'pageNodeTest.cjs': inNode! });
    const { stdout } = await project.run(process.execPath, ['--test', '--test-reporter=tap', 'pageNodeTest.cjs']);
    expect(stdout).toMatch(/^# pass 1$/m);
  });

  it('its globalSetup gives all files one node', async () => {
    project.write({
      'shared/setup.mjs': setup!,
      'shared.config.mjs': "export default { test: { globalSetup: 'shared/setup.mjs' } };",
    });
    const file = `import { expect, test } from 'stillnode/vitest';
      test('is at its address', ({ node }) => expect(node.url).toMatch(process.env.STILLNODE_URL + '/fork/'));`;
    const files = { 'a.test.mjs': file, 'b.test.mjs': file };
    const report = await vitest('shared', files, {}, ['--config', 'shared.config.mjs']);
    expect(messagesOf(report)).toEqual({ 'is at its address': '' });
    expect(report.numPassedTests).toBe(2);
  });

  it('names the options, variables and functions that there are', () => {
    const flags = Array.from(page.matchAll(/(?<!bunx )--([a-z][a-z-]+)/g), ([, name]) => name!);
    expect(flags.length).toBeGreaterThan(5);
    expect(flags.filter((name) => !flagsOf('serve').some((flag) => flag.name === name))).toEqual([]);
  });
});
