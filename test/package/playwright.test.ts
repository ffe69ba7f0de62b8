import { existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serve } from '../cli/command.ts';
import { readText } from '../docs/tables.ts';
import { CHROMIUM } from '../support/browser.ts';
import { type Project, packedProject } from './project.ts';
import { MEETING, movingTest } from './runnerFiles.ts';

/** The report of Playwright, as far as it is read here. */
interface PlaywrightReport {
  readonly stats: { readonly expected: number; readonly unexpected: number };
  readonly suites: readonly Suite[];
}

interface Suite {
  readonly specs: readonly {
    readonly title: string;
    readonly tests: readonly {
      readonly results: readonly {
        readonly errors: readonly { readonly message: string }[];
        readonly attachments: readonly {
          readonly name: string;
          readonly path?: string;
          readonly contentType: string;
        }[];
      }[];
    }[];
  }[];
  readonly suites?: readonly Suite[];
}

let project: Project;

beforeAll(async () => {
  project = await packedProject();
  for (const name of ['@playwright/test', 'playwright', 'playwright-core']) project.lend(name);
}, 300_000);

afterAll(() => project.remove());

/** Runs a folder of tests, which need no browser. */
async function playwright(
  folder: string,
  files: Readonly<Record<string, string>>,
  variables: Readonly<Record<string, string>> = {},
  use = '{}',
): Promise<PlaywrightReport & { readonly results: Readonly<Record<string, string>> }> {
  const config = `module.exports = { testDir: '.', workers: 2, use: ${use}, reporter: [['json', { outputFile: 'report.json' }]] };`;
  project.write(
    Object.fromEntries(
      Object.entries({ 'playwright.config.cjs': config, ...files }).map(([name, text]) => [`${folder}/${name}`, text]),
    ),
  );
  const command = join(project.folder, 'node_modules/@playwright/test/cli.js');
  // tests that are to fail
  await project
    .run(process.execPath, [command, 'test', '--config', `${folder}/playwright.config.cjs`], variables)
    .catch(() => undefined);
  const report = JSON.parse(readFileSync(join(project.folder, folder, 'report.json'), 'utf8')) as PlaywrightReport;
  const results = specsOf(report.suites).map(({ tests, title }) => [
    title,
    tests.flatMap((test) => test.results.flatMap(({ errors }) => errors.map(({ message }) => message))).join('\n'),
  ]);
  return { ...report, results: Object.fromEntries(results) };
}

function specsOf(suites: readonly Suite[]): Suite['specs'] {
  return suites.flatMap(({ specs, suites: inner = [] }) => [...specs, ...specsOf(inner)]);
}

describe('stillnode/playwright', () => {
  it('tests side by side on one node do not disturb each other, and leave no fork behind', async () => {
    const serving = await serve(['--auto-fork', '--quiet']);
    const file = (me: string, other: string, steps: number) => `import { expect, test } from 'stillnode/playwright';
      import { call, main, meet, processed } from './meeting.mjs';
      for (const round of [1, 2, 3]) test('round ' + round + '${me}', async ({ node }) => {${movingTest(me, other, steps, 'node')}});`;
    const files = { 'meeting.mjs': MEETING, 'a.spec.mjs': file('a', 'b', 3), 'b.spec.mjs': file('b', 'a', 7) };
    const { results, stats } = await playwright('parallel', files, { STILLNODE_URL: serving.url });
    expect(Object.values(results)).toEqual(['', '', '', '', '', '']);
    expect(stats).toMatchObject({ expected: 6, unexpected: 0 });
    const body = '{"jsonrpc":"2.0","id":1,"method":"stillnode_listForks"}';
    const reply = await fetch(serving.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    const { result } = (await reply.json()) as { readonly result: readonly { readonly name: string }[] };
    // those that the tests made by asking for them
    expect(result.map(({ name }) => name).sort()).not.toContainEqual(expect.stringMatching(/^fork-/));
  });

  it('a test that fails has its trace in the report, one that passes has none; options, strict checks and CommonJS', async () => {
    const { results, suites } = await playwright('traced', {
      'traced.spec.cjs': `const { ledger, sol } = require('stillnode');
        const { expect, stillnodeTest } = require('stillnode/playwright');
        const test = stillnodeTest({ ledger: ledger().wallet('alice', sol(5)).block(7), dialect: 'agave', strict: true, traceFolder: 'traced/traces' });
        const ask = (node, method) => fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ jsonrpc: '2.0', id: 1, method }) }).then((reply) => reply.json());
        test.describe('wallet', () => {
          test('passes', async ({ node }) => { expect((await ask(node, 'getSlot')).result).toBe(7); });
          test('fails', async ({ node }) => { expect((await ask(node, 'getSlot')).result).toBe(8); });
          test('asks something unknown', async ({ node }) => { await ask(node, 'getSlots'); });
        });`,
    });
    expect(results.passes).toBe('');
    expect(results.fails).toContain('Expected: ');
    expect(results['asks something unknown']).toContain('unexpected call: call 1: getSlots');
    const attached = Object.fromEntries(
      specsOf(suites).map(({ tests, title }) => [title, tests[0]!.results[0]!.attachments]),
    );
    expect(attached.passes).toEqual([]);
    const trace = attached.fails!.find(({ name }) => name === 'stillnode trace');
    expect(trace).toMatchObject({ contentType: 'application/json' });
    expect(existsSync(join(project.folder, 'traced/traces/wallet-fails.stillnode.json'))).toBe(true);
    expect(readFileSync(trace!.path!, 'utf8')).toContain('"test": "wallet fails"');
  });

  it.skipIf(CHROMIUM === undefined)('the example passes in a browser, with an app that shows a balance', async () => {
    const app = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(APP)).listen(
      0,
      '127.0.0.1',
    );
    onTestFinished(() => void app.close());
    await new Promise((resolve) => app.once('listening', resolve));
    const { port } = app.address() as AddressInfo;
    const example = readText('examples/playwright/wallet.spec.ts').replace('127.0.0.1:3000', `127.0.0.1:${port}`);
    const browser = JSON.stringify({ launchOptions: { executablePath: CHROMIUM, args: ['--no-sandbox'] } });
    const { results } = await playwright('example', { 'wallet.spec.ts': example }, {}, browser);
    expect(results).toEqual({ 'shows the balance': '' });
  });
});

/** An app that asks the node of its query for the balance of a wallet. */
const APP = `<p></p><script type="module">
  const { rpc, wallet } = Object.fromEntries(new URLSearchParams(location.search));
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] });
  const reply = await (await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json();
  document.querySelector('p').textContent = reply.result.value / 1e9 + ' SOL';
</script>`;
