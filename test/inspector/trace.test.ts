import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createNode, lamports, ledger, sol, tokens } from '../../src/index.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { packageVersion } from '../../src/packageFiles.ts';
import { endTest } from '../../src/testing/runners.ts';
import { openShared, type SharedNodeOptions } from '../../src/testing/sharedNode.ts';
import type { TestNode } from '../../src/testing/testNode.ts';
import { makeTrace } from '../../src/testing/trace/makeTrace.ts';
import { launch, run } from '../cli/command.ts';
import { codeWords, readText, tableUnder } from '../docs/tables.ts';
import { describeInBrowser, openPage } from '../support/browser.ts';
import { PAYOUT_LEDGER, pay } from '../support/payouts.ts';
import { openAllScreens, readTrace } from '../support/traces.ts';

const SCRIPT = ledger()
  .wallet('alice', sol(5))
  .wallet('bob', sol(1))
  .mint('usdc', { decimals: 6, authority: 'alice' })
  .tokenAccount('alice', tokens(100, 'usdc'))
  .block(100, (b) => b.transfer('alice', 'bob', sol(1)).named('rent'))
  .block(102, (b) => b.transfer('bob', 'alice', sol(0.1)).fail({ custom: 6001 }).named('refused'))
  .block(104);

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'stillnode-trace-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

async function ask(node: TestNode, method: string, ...params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  await fetch(node.url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
}

interface Ended {
  /** the files in the folder of traces */
  readonly files: readonly string[];
  readonly said: string;
  readonly folder: string;
}

/** Ends a test, as a runner does. */
async function ended(
  options: SharedNodeOptions,
  test: (node: TestNode) => Promise<unknown>,
  {
    errors = ['\u001b[31mexpected 1\u001b[39m'],
    file = resolve('test/pay.test.ts'),
    name = 'pays / twice: ü',
  }: { errors?: string[]; file?: string; name?: string } = {},
): Promise<Ended> {
  const folder = join(temporaryFolder(), 'traces');
  const shared = await openShared({ ledger: SCRIPT, dialect: 'agave', traceFolder: folder, ...options } as never, {});
  onTestFinished(() => shared.close());
  const fork = await shared.fork();
  await test(fork.node);
  const said: string[] = [];
  const spy = vi.spyOn(console, 'error').mockImplementation((text) => void said.push(String(text)));
  await endTest(fork, { name, file, hasFailed: errors.length > 0, errors }).catch(() => undefined);
  spy.mockRestore();
  return { folder, said: said.join('\n'), files: existsSync(folder) ? readdirSync(folder) : [] };
}

const usualTest = async (node: TestNode) => {
  await node.advance(2);
  await node.setAccount('carl', { sol: 1 });
  await node.fail('getBlock', { http: 429 }, { times: 1 });
  await node.onSend({ then: 'drop' });
  await ask(node, 'getBlock', 100);
  await ask(node, 'getBlock', 103, { maxSupportedTransactionVersion: 0 });
  await ask(node, 'getTransaction', node.signature('refused'));
};

describe('the trace of a test', () => {
  it('is a file with the name of the test, which the report names', async () => {
    const { files, folder, said } = await ended({}, usualTest);
    expect(files).toEqual(['pays---twice---.stillnode.json']);
    const file = join(folder, files[0]!);
    expect(said.split('\n').at(-1)).toBe(`  open it: npx stillnode inspect ${file}`);
    const trace = readTrace(file);
    const rows = tableUnder('## A trace', readText('docs/formats.md'));
    expect(Object.keys(trace)).toEqual(rows.flatMap(([member]) => codeWords(member!)));
    const { answers, url, ...head } = trace;
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/fork\/fork-1$/);
    expect(head).toEqual({
      format: 1,
      stillnodeTrace: 1,
      test: 'pays / twice: ü',
      testFile: 'test/pay.test.ts',
      errors: ['expected 1'],
      versions: { stillnode: packageVersion(), agave: DEFAULT_VERSION.release, node: process.version },
      tips: expect.objectContaining({ processed: 106 }),
      moves: [
        { method: 'stillnode_advance', params: [2] },
        { method: 'stillnode_setAccount', params: ['$carl', { sol: 1 }] },
        {
          method: 'stillnode_addFault',
          params: [{ match: { method: 'getBlock', times: 1 }, then: { http: { status: 429 } } }],
        },
        { method: 'stillnode_onSend', params: [{ then: 'drop' }] },
      ],
      warnings: [],
      cut: [],
    });
    expect(answers.stillnode_calls!['[{"id":2}]']).toMatchObject({
      result: {
        calls: [
          {
            answer: expect.stringMatching(/^\{"jsonrpc":"2.0","error":\{"code":-32007/),
            id: 2,
            why: ['slot 103 was skipped: the block of slot 104 follows that of slot 102'],
          },
        ],
      },
    });
    expect(answers.stillnode_listFaults!['[]']).toMatchObject({ result: [{ hits: 1, id: 'fault-1' }] });
  });

  it('is written for tests that fail, for all, or for none', async () => {
    const nothing = async () => undefined;
    expect((await ended({}, nothing, { errors: [] })).files).toEqual([]);
    expect((await ended({ trace: 'off' }, nothing)).files).toEqual([]);
    const passed = await ended({ trace: 'on' }, nothing, { errors: [], name: 'a' });
    expect([passed.files, passed.said]).toEqual([['a.stillnode.json'], '']);
  });

  it('is one file for a test: the next run replaces it, and removes it if the test passes', async () => {
    const nothing = async () => undefined;
    const { folder } = await ended({}, nothing, { name: 'a b' });
    const file = join(folder, 'a-b.stillnode.json');
    const again = await ended({ traceFolder: folder }, nothing, { name: 'a b', errors: ['expected 2'] });
    expect([again.files, readdirSync(folder), readTrace(file).errors]).toEqual([
      [],
      ['a-b.stillnode.json'],
      ['expected 2'],
    ]);
    // tests whose names are written in the same way, and tests of other files, have files of their own
    const others = { name: 'a-b' };
    expect((await ended({ traceFolder: folder }, nothing, others)).said).toContain('a-b-2.stillnode.json');
    const elsewhere = { name: 'a b', file: resolve('test/other.test.ts') };
    expect((await ended({ traceFolder: folder }, nothing, elsewhere)).said).toContain('a-b-3.stillnode.json');
    await ended({ traceFolder: folder }, nothing, { name: 'a-b', errors: [] });
    expect(readdirSync(folder)).toEqual(['a-b-3.stillnode.json', 'a-b.stillnode.json']);
    await ended({ traceFolder: folder }, nothing, { name: 'a b', errors: [] });
    expect(readdirSync(folder)).toEqual(['a-b-3.stillnode.json']);
  });

  it('of a large ledger has what the test asked about, for at most some hundred questions', async () => {
    const wallets = Array.from({ length: 300 }, (_, i) => `w${i}`);
    let script = ledger().wallet('alice', sol(5));
    for (const name of wallets) script = script.wallet(name, sol(1));
    for (let slot = 100; slot < 500; slot++)
      script = script.block(slot, (b) => b.transfer('alice', 'w1', lamports(slot)).named(`at${slot}`));
    const { files, folder, said } = await ended({ ledger: script } as never, async (node) => {
      await ask(node, 'getBalance', node.address('w299'));
      await ask(node, 'getBalance', node.address('alice'));
      await ask(node, 'getTransaction', node.signature('at107'));
      await ask(node, 'getBlock', 103);
      await node.setAccount('w298', { sol: 2 });
      await node.show(499);
    });
    const { answers, cut } = readTrace(join(folder, files[0]!));
    const { address, signature } = await createNode({ ledger: script });
    const shown = Object.keys(answers.stillnode_show!);
    for (const subject of [address('w299'), address('alice'), signature('at107'), '103', address('w298')])
      expect(shown).toContain(JSON.stringify([subject, { summaries: true }]));
    expect(Object.values(answers).flatMap((byParams) => Object.keys(byParams)).length).toBeLessThan(240);
    // alice pays in each of the 400 transactions
    const alice = answers.stillnode_show![JSON.stringify([address('alice'), { summaries: true }])];
    expect(alice).toMatchObject({ result: { leftOut: { states: 351, transactions: 350 } } });
    expect(cut.map((text) => text.replace(/^\d+/, 'N'))).toEqual([
      'N of 400 transactions',
      'N of 400 slots',
      'N of 302 accounts',
    ]);
    expect(said).toContain(`\n  not in this file: ${cut.join(', ')}`);
  });

  it('of a strict test has the sentences as errors', async () => {
    const { files, folder } = await ended({ strict: true }, (node) => ask(node, 'getSlott'), { errors: [] });
    expect(readTrace(join(folder, files[0]!)).errors).toEqual([
      'unexpected call: call 1: getSlott []: error -32601; the nearest method is getSlot',
    ]);
  });

  it('of a node with keys has none of them', async () => {
    const { files, folder, said } = await ended({ apiKeys: ['secretA'], controlKey: 'secretB' }, (node) =>
      node.advance(),
    );
    const text = JSON.stringify(readTrace(join(folder, files[0]!)));
    expect(text).toContain('"stillnode_timeline"');
    expect(`${text}${said}`).not.toMatch(/secret[AB]/);
  });

  it('that cannot be written is said, and nothing else fails', async () => {
    const file = join(temporaryFolder(), 'file');
    writeFileSync(file, '');
    const { said } = await ended({ traceFolder: file }, async () => undefined);
    expect(said).toMatch(/\n {2}it has no trace: /);
  });

  it('is cut to its size, and says what is missing', async () => {
    const shared = await openShared({ ledger: SCRIPT, dialect: 'agave' }, {});
    onTestFinished(() => shared.close());
    const { node, urlWithKeys } = await shared.fork();
    for (let i = 0; i < 30; i++) await ask(node, 'getBlock', i);
    const head = { test: 'a', testFile: '', errors: [], url: 'http://a/', moves: [], warnings: [] };
    const whole = await makeTrace(urlWithKeys, head);
    expect(whole.cut).toEqual([]);
    const maxBytes = 30_000;
    expect(whole.text.length).toBeGreaterThan(maxBytes);
    const { cut, text } = await makeTrace(urlWithKeys, head, maxBytes);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxBytes);
    expect(cut.at(-1)).toMatch(/^\d+ of \d+ (?:slots|accounts)$/);
    expect((JSON.parse(text) as { cut: unknown }).cut).toEqual(cut);
  });

  it.each<[SharedNodeOptions, string]>([
    [{ trace: 'always' as never }, "`trace` must be 'on-failure', 'on' or 'off'"],
    [{ traceFolder: 5 as never }, '`traceFolder` must be the path of a folder'],
    [{ traceFolder: '' }, '`traceFolder` must be the path of a folder'],
  ])('%j is refused', async (options, message) => {
    await expect(openShared(options, {})).rejects.toThrow(new TypeError(message));
  });
});

describe('stillnode inspect refuses', () => {
  it.each([
    ['a file that does not exist', 'nowhere.json', undefined, 'cannot read FILE: there is no such file'],
    [
      'JSON of another kind',
      'a.json',
      '{"a":1}',
      'FILE is not the trace of a test: its name is in the report of a test that failed',
    ],
    ['text', 'a.txt', 'x', 'FILE is not the trace of a test: its name is in the report of a test that failed'],
    [
      'another version',
      'b.json',
      '{"stillnodeTrace":2}',
      'FILE is a trace of another version of stillnode: open it with that one',
    ],
    [
      'a newer format',
      'c.json',
      '{"format":2,"stillnodeTrace":7}',
      'FILE: written by a newer stillnode (format 2): this one reads 1',
    ],
  ])('%s', async (_name, fileName, text, message) => {
    const file = join(temporaryFolder(), fileName);
    if (text !== undefined) writeFileSync(file, text);
    const stderr = `stillnode: ${message.replace('FILE', file)}\n`;
    expect(await run(['inspect', file])).toEqual({ code: 1, stdout: '', stderr });
  });

  it('the trace as the file of its page, also by a link', async () => {
    const folder = temporaryFolder();
    const [file, link] = [join(folder, 'a.json'), join(folder, 'b.html')];
    writeFileSync(file, '{"stillnodeTrace":1}');
    symlinkSync(file, link);
    for (const html of [file, `${folder}/./a.json`, link])
      expect(await run(['inspect', file, '--html', html])).toEqual({
        code: 1,
        stdout: '',
        stderr: `stillnode: ${html} is the trace itself: give the page another name\n`,
      });
    expect(readFileSync(file, 'utf8')).toBe('{"stillnodeTrace":1}');
  });

  it('control characters of a file name are escaped', async () => {
    const file = `${join(temporaryFolder(), 'a')}\u001b[31m\nb.json`;
    const stderr = `stillnode: cannot read ${file.replace('\u001b', '\\u001b').replace('\n', '\\n')}: there is no such file\n`;
    expect(await run(['inspect', file])).toEqual({ code: 1, stdout: '', stderr });
  });

  it.each([
    [[], 'inspect needs the file of one test: stillnode inspect FILE'],
    [['a', 'b'], 'inspect needs the file of one test: stillnode inspect FILE'],
    [['a', '--port', 'x'], '--port must be a whole number from 0 to 65535, not "x"'],
    [['a', '--html', ''], '--html must not be empty'],
  ])('%j', async (args, message) => {
    expect(await run(['inspect', ...args])).toEqual({ code: 2, stdout: '', stderr: `stillnode: ${message}\n` });
  });
});

describeInBrowser('stillnode inspect in Chromium', () => {
  it('serves the page of a trace: each screen has its answers, nothing is asked, nothing can be changed', async () => {
    const { files, folder } = await ended({}, usualTest);
    const file = join(folder, files[0]!);
    const { child, finished, output } = launch(['inspect', file]);
    await expect.poll(() => output.stdout, { timeout: 30_000 }).toContain('\n');
    const [line, url] = /^stillnode shows .* on (http:\/\/127\.0\.0\.1:\d+)\n$/.exec(output.stdout)!;
    expect(line).toContain(file);
    const page = await openAllScreens(`${url}/`, readTrace(file));
    expect(await page.getByRole('button', { name: /advance|fork|reset|reorg|remove|add|set|clear/ }).count()).toBe(0);
    await page.evaluate("location.assign('#/call/2')");
    await page.getByText('slot 103 was skipped: the block of slot 104 follows that of slot 102').first().waitFor();
    await page.evaluate("location.assign('#/session')");
    await page.getByText('await node.advance(2);').waitFor();
    expect((await fetch(url!, { method: 'POST' })).status).toBe(405);
    child.kill('SIGTERM');
    expect(await finished).toMatchObject({ code: 0, stderr: '' });
  });

  it('writes one page that needs no node, where hostile texts stay text', async () => {
    const evil = '</script><script>window.evil=1</script><img src=x onerror="window.evil=1">';
    const { files, folder } = await ended({}, (node) => ask(node, evil), { name: `a ${evil}` });
    const html = join(folder, 'a test.html');
    expect(await run(['inspect', join(folder, files[0]!), '--html', html])).toEqual({
      code: 0,
      stdout: `wrote ${html}: open it in a browser\n`,
      stderr: '',
    });
    const page = await openAllScreens(pathToFileURL(html).href, readTrace(join(folder, files[0]!)));
    expect(await page.evaluate("[window.evil, document.querySelectorAll('img').length]")).toEqual([undefined, 0]);
  });

  it('shows a payout that was lost on its first screen, with receiver, amount and fate', async () => {
    const { files, folder, said } = await ended({ ledger: PAYOUT_LEDGER } as never, async (node) => {
      await node.onSend({ then: 'drop' });
      const signature = await pay(node, 'bob', 2_500_000);
      await ask(node, 'getTransaction', signature);
    });
    expect(said).toContain('result null\n    sent in call 2; dropped by send-rule-1\n');
    const html = join(folder, 'page.html');
    await run(['inspect', join(folder, files[0]!), '--html', html]);
    const page = await openPage(pathToFileURL(html).href);
    await page.getByText('alice → bob 2.5 usdc', { exact: true }).first().waitFor();
    await page.getByText('○ in no block: sent in call 2; dropped by send-rule-1', { exact: true }).first().waitFor();
    await page.evaluate("location.assign('#/call/3')");
    const reason = page.getByRole('article').getByText('sent in call 2; dropped by send-rule-1', { exact: true });
    await reason.waitFor();
  });

  it('finds names and refuses what the trace does not have', async () => {
    const { files, folder } = await ended({}, usualTest);
    const html = join(folder, 'page.html');
    await run(['inspect', join(folder, files[0]!), '--html', html]);
    const page = await openPage(`${pathToFileURL(html).href}#/account/$alice`);
    await page.getByText('wallet').first().waitFor();
    await page.getByRole('searchbox').fill('rent');
    await page.getByRole('searchbox').press('Enter');
    await page.getByRole('heading', { name: 'Transaction rent' }).waitFor();
    await page.getByRole('searchbox').fill('$nobody');
    await page.getByRole('searchbox').press('Enter');
    await page.getByText('this trace has no answer of stillnode_show').waitFor();
  });
});
