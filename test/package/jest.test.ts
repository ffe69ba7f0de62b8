import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, post, ROOT, serve } from '../cli/command.ts';
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

/** By hand, because npm has to fetch Jest: `npm run check:jest` names the versions. */
const { TEST_JEST } = process.env;
const VERSIONS = (TEST_JEST ?? '29,30').split(',');

const FAILING = `const { useStillnode } = require('stillnode/jest');
const stillnode = useStillnode();
test('near', async () => {
  await stillnode.node.request('getBlock', ['x']).catch(() => undefined);
  await expect(stillnode.node).toHaveReceivedCall('getBlock', [307]);
});
test('unwanted', async () => {
  await stillnode.node.request('getSlot');
  await expect(stillnode.node).not.toHaveReceivedCall('getSlot');
});
test('passing', async () => {
  await stillnode.node.request('getSlot');
  await expect(stillnode.node).toHaveReceivedCall('getSlot', [], { times: 1 });
});
test('outside', () => {
  const kept = stillnode;
  afterAllRan.push(() => kept.node);
});
const afterAllRan = [];
afterAll(() => {
  expect(() => afterAllRan[0]()).toThrow('\`node\` is there while a test runs: read it in the test');
});`;

const file = (me: string, other: string, steps: number) => `const stillnode = useStillnode();
for (const round of [1, 2, 3]) test('round ' + round, async () => {
  const { call, main, meet, processed } = await meeting();
  ${movingTest(me, other, steps, 'stillnode.node')}
}, 20000);`;
const asModule = (text: string) =>
  `import { useStillnode } from 'stillnode/jest';\nimport * as all from './meeting.mjs';\nconst meeting = async () => all;\n${text}`;
const asCommonJs = (text: string) =>
  `const { useStillnode } = require('stillnode/jest');\nconst meeting = async () => require('./meeting.cjs');\n${text}`;

const strictFile = (tests: string) => `const { useStillnode } = require('stillnode/jest');
const stillnode = useStillnode({ strict: true, dialect: 'agave' });
${tests}`;

interface JestReport {
  readonly numPassedTests: number;
  readonly testResults: readonly {
    readonly assertionResults: readonly { readonly title: string; readonly failureMessages: readonly string[] }[];
  }[];
}

describe.runIf(TEST_JEST !== undefined).each(VERSIONS)('Jest %s, run by hand', (version) => {
  let project: Project;

  beforeAll(async () => {
    project = await packedProject();
    project.lend('@solana/web3.js');
    await project.run('npm', [
      'install',
      '--no-save',
      '--no-audit',
      '--no-fund',
      '--prefix',
      'jest',
      `jest@${version}`,
    ]);
    const exported = MEETING.replaceAll(/^export /gm, '');
    project.write({
      'package.json': '{"name":"user","private":true}',
      'jest.config.json':
        '{"testMatch":["**/*.test.*js"],"moduleFileExtensions":["js","cjs","mjs","json"],"modulePathIgnorePatterns":["<rootDir>/jest/"]}',
      'fixtures/alice.json': ACCOUNT_FILE,
      'modules/meeting.mjs': MEETING,
      'modules/a.test.mjs': asModule(file('a', 'b', 3)),
      'modules/b.test.mjs': asModule(file('b', 'a', 7)),
      'common/meeting.cjs': `${exported}module.exports = { call, main, meet, processed };`,
      'common/a.test.cjs': asCommonJs(file('a', 'b', 3)),
      'common/b.test.cjs': asCommonJs(file('b', 'a', 7)),
      'failing/failing.test.cjs': FAILING,
      'strictPasses/passes.test.cjs': strictFile(strictPasses('stillnode.node', '')),
      'strictFails/fails.test.cjs': strictFile(strictFails('stillnode.node', '')),
      'traced/traced.test.cjs': `const { ledger, sol } = require('stillnode');
        const { useStillnode } = require('stillnode/jest');
        const stillnode = useStillnode({ ledger: ${TRACED_LEDGER}, dialect: 'agave', traceFolder: 'traced/traces' });
        ${tracedTest('stillnode.node', '')}`,
      'web3/web3.test.cjs': `const { Connection, PublicKey } = require('@solana/web3.js');
const { ledger, sol, startNode } = require('stillnode');
${WEB3_TEST}`,
    });
    cpSync(join(ROOT, 'examples/jest.test.cjs'), join(project.folder, 'example/jest.test.cjs'));
  }, 300_000);

  afterAll(() => project.remove());

  async function jest(
    folder: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<JestReport & { readonly stderr: string }> {
    const command = join(project.folder, 'jest/node_modules/jest/bin/jest.js');
    const args = ['--experimental-vm-modules', '--no-warnings', command, folder, '--json', '--maxWorkers=2'];
    const { stderr, stdout } = await project
      .run(process.execPath, args, variables)
      // tests that are to fail
      .catch((failure: { stdout: string; stderr: string }) => failure);
    return { ...(JSON.parse(stdout) as JestReport), stderr };
  }

  function messagesOf({ testResults }: JestReport): readonly string[] {
    const results = testResults.flatMap(({ assertionResults }) => assertionResults);
    return results.map(({ failureMessages, title }) => `${title}: ${failureMessages.join('\n')}`);
  }

  it.each(['modules', 'common'])(
    '%s: two files at once on one node with --auto-fork do not disturb each other',
    async (folder) => {
      const serving = await serve(['--auto-fork', '--quiet']);
      const report = await jest(folder, { STILLNODE_URL: serving.url });
      const rounds = ['round 1: ', 'round 2: ', 'round 3: '];
      expect(messagesOf(report)).toEqual([...rounds, ...rounds]);
      expect(report.numPassedTests).toBe(6);
      const reply = await post(serving.url, '{"jsonrpc":"2.0","id":1,"method":"stillnode_listForks"}');
      const { result } = (await reply.json()) as { result: readonly { name: string }[] };
      expect(result.filter(({ name }) => name.startsWith('fork-'))).toEqual([]);
    },
    120_000,
  );

  it('a test that fails shows the calls to its node, and one that passes shows none', async () => {
    const report = await jest('failing');
    const [near, unwanted, passing, outside] = messagesOf(report);
    expect(near).toContain('expected at least 1 call of getBlock with [307], found 0\n  call 1: getBlock ["x"]\n');
    expect(unwanted).toContain('expected 0 calls of getSlot, found 1\n  call 1: getSlot []\n');
    expect([passing, outside]).toEqual(['passing: ', 'outside: ']);
    const shown = Array.from(report.stderr.matchAll(/^ *(stillnode: .*)$/gm), ([, text]) =>
      text!.replace(/ http:\S+/, ' URL'),
    );
    expect(shown).toEqual(['stillnode: 1 call came to URL', 'stillnode: 1 call came to URL']);
  });

  it('strict tests pass', async () => {
    const report = await jest('strictPasses');
    expect(messagesOf(report)).toEqual(['unused: ', 'unknown: ', 'off: ']);
  });

  it('strict tests fail with one sentence for each mistake, and only if they passed otherwise', async () => {
    const report = await jest('strictFails');
    const [unknown, unused, otherwise, clean] = messagesOf(report).map((message) =>
      message.replace(/^\w+: (Error: )?/, '').replace(/\n +at [\s\S]*$/, ''),
    );
    expect(unknown).toBe(STRICT_SENTENCES.unknown);
    expect(unused).toBe(STRICT_SENTENCES.unused);
    expect(otherwise).toBe('the reason');
    expect(clean).toBe('');
  });

  describeInBrowser('the trace of a failed test', () => {
    it('is named in the report, and opens in Chromium', async () => {
      const { stderr } = await jest('traced');
      const file = 'traced/traces/a-payment-that-fails---twice.stillnode.json';
      expect(stderr.match(/open it: .*/g)).toEqual([`open it: npx stillnode inspect ${file}`]);
      const trace = readTrace(join(project.folder, file));
      expect(trace.test).toBe('a payment that fails / twice');
      expect(trace.errors).toEqual([expect.stringMatching(/^expect\(received\)\.toBe\(expected\)/)]);
      await openBothWays(join(project.folder, file));
    });
  });

  it('a test with web3.js ends by itself, and logs nothing', async () => {
    const { numPassedTests, stderr } = await jest('web3');
    expect(numPassedTests).toBe(1);
    expect(stderr).not.toMatch(/ws error|did not exit/);
  }, 120_000);

  it('the example passes', async () => {
    expect((await jest('example')).numPassedTests).toBe(2);
  });
});
