import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import type { UpstreamProxy } from '../support/upstreamProxy.ts';
import { ACCOUNT_FILE, folder, run, runProcess } from './command.ts';
import { ALICE, lying, upstream } from './comparedNode.ts';

/** What the command prints at the end. */
function summary(
  proxy: UpstreamProxy,
  equal: number,
  unexplained = 0,
  version = `solana-core ${DEFAULT_VERSION.release}`,
): string {
  return `questions to ${proxy.origin} (${version}): ${equal + unexplained}
  equal to the byte: ${equal}
  known differences: 0
  later on the node: 0
  unexplained: ${unexplained}
`;
}

const LIE = `unexplained: getAccountInfo ["${ALICE}",{"commitment":"confirmed","encoding":"jsonParsed"}]
  .value.data[0]: "AQID" → "AQIE"
`;

describe('stillnode diff', () => {
  it('the same answers: exit code 0, and how many; each question is asked once', async () => {
    const { fixtures, proxy } = await upstream();
    expect(await runProcess(['diff', proxy.url, fixtures])).toEqual({
      code: 0,
      stdout: summary(proxy, 8),
      stderr: '',
    });
    // and its version and its consensus
    expect(proxy.texts()).toHaveLength(10);
    expect(proxy.repeated()).toEqual([]);
  });

  it('nothing that can be asked: exit code 1 and a line, and no report', async () => {
    const { fixtures, proxy } = await upstream();
    const empty = folder({ 'ledger.json': '{}', 'calls.jsonl': '' });
    const calls = join(empty, 'calls.jsonl');
    const report = join(empty, 'report.md');
    expect(await run(['diff', proxy.url, join(empty, 'ledger.json'), '--report', report])).toEqual({
      code: 1,
      stdout: summary(proxy, 0),
      stderr: 'stillnode: the ledger has nothing that is asked for: nothing was compared\n',
    });
    expect(existsSync(report)).toBe(false);
    const listed = await run(['diff', proxy.url, fixtures, '--requests', calls, '--json']);
    expect(listed).toMatchObject({ code: 1, stderr: `stillnode: ${calls} has no calls: nothing was compared\n` });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      ok: false,
      failure: `${calls} has no calls: nothing was compared`,
    });
  });

  it('one other byte: exit code 1, with the method, the parameters and the member', async () => {
    const { fixtures, proxy } = await upstream(lying);
    expect(await runProcess(['diff', proxy.url, fixtures])).toEqual({
      code: 1,
      stdout: LIE + summary(proxy, 7, 1),
      stderr: '',
    });
  });

  it('an account that has changed since is told apart, and is no failure', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getVersion'
        ? undefined
        : { alter: (reply) => reply.replace('"slot":0', '"slot":9').replace(/\b42\b/, '43') },
    );
    const { code, stdout } = await run(['diff', proxy.url, fixtures]);
    const [first] = stdout.split('later on the node: getAccountInfo', 2).slice(1);
    expect(code).toBe(0);
    expect(first).toBe(` ["${ALICE}",{"commitment":"confirmed","encoding":"base64"}]
  .value.lamports: 42 → 43 (account: changed since the slot of the ledger)
`);
    expect(
      stdout.slice(stdout.indexOf('questions to ')),
    ).toBe(`questions to ${proxy.origin} (solana-core ${DEFAULT_VERSION.release}): 8
  equal to the byte: 0
  known differences: 0
  later on the node: 8
  unexplained: 0
answers that differ, by reason:
  account: changed since the slot of the ledger: 8
  context.slot: every node has its own tip: 8
`);
  });

  it('--requests: the calls of a file, as they are', async () => {
    const { fixtures, proxy } = await upstream();
    const list = join(folder(), 'calls.jsonl');
    const params = `["${ALICE}", {"encoding":"base64"}]`;
    writeFileSync(
      list,
      `{"method":"getAccountInfo","params":${params}}\n{"id":7,"jsonrpc":"2.0","method":"getHealth"}\n`,
    );
    const { code, stderr, stdout } = await run(['diff', proxy.url, fixtures, '--requests', list]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toBe(summary(proxy, 2));
    expect(proxy.texts().sort()).toEqual([
      `getAccountInfo ["${ALICE}",{"encoding":"base64"}]`,
      'getAgGenesisCert []',
      'getHealth []',
      'getVersion []',
    ]);
  });

  it('a dialect other than that of real nodes differs in what nothing explains', async () => {
    const { fixtures, proxy } = await upstream();
    const { code, stdout } = await run(['diff', proxy.url, fixtures, '--dialect', 'contract']);
    expect(code).toBe(1);
    expect(stdout).toContain(`\n  .context.apiVersion: not there → "${DEFAULT_VERSION.release}"\n`);
  });

  it('a node of another version: the ledger answers as that one', async () => {
    const memo = {
      raw: { program: 'Memo4c2pN8afCj432Lb7RMVKi9PbQnnW7ewFFaV3oAH', data: { utf8: 'hi' } },
      payer: '$alice',
    };
    const script = { gates: 'genesis', accounts: { $alice: { sol: 1 } }, slots: [{ slot: 5, transactions: [memo] }] };
    const fixtures = folder({ 'a.ledger.json': JSON.stringify(script) });
    const node = await startNode({ ledger: fixtures, dialect: 'agave', agave: '4.1', gates: 'genesis', port: 0 });
    onTestFinished(() => node.close());
    const { code, stdout } = await run(['diff', node.url, fixtures, '--dialect', 'agave']);
    expect(stdout).toContain('(solana-core 4.1.2)');
    expect(stdout).toContain('unexplained: 0\n');
    expect(code).toBe(0);
  });

  describe('a node that decides otherwise than the ledger', () => {
    const transfer = { transfer: { from: '$alice', to: '$bob', lamports: 1_000_000 } };
    const script = {
      accounts: { $alice: { sol: 1 }, $bob: { sol: 1 } },
      slots: [5, 6, 7].map((slot) => ({ slot, transactions: [transfer] })),
    };
    const tower = { ...script, consensus: 'tower', processed: 7, confirmed: 7, finalized: 5 };
    const alpenglow = { ...script, consensus: 'alpenglow', processed: 7, confirmed: 7, finalized: 7 };
    const comparison = async (ledger: object, node: object, ...flags: string[]) => {
      const served = await startNode({ ledger: node, dialect: 'agave', port: 0 });
      onTestFinished(() => served.close());
      const fixtures = folder({ 'a.ledger.json': JSON.stringify(ledger) });
      return run(['diff', served.url, fixtures, ...flags]);
    };
    const REASON = 'consensus: the node has another one than the ledger';

    it('is told once, and what follows from it is explained', async () => {
      const { code, stdout } = await comparison(alpenglow, tower);
      expect(stdout.split('\n')[0]).toBe('consensus: alpenglow in the ledger, tower on the node');
      expect(stdout).toContain(`\n  ${REASON}: `);
      expect(stdout).toContain('\n  unexplained: 0\n');
      expect(code).toBe(0);
    });

    it('is told in the document and in the report', async () => {
      const file = join(folder(), 'report.md');
      const { stdout } = await comparison(alpenglow, tower, '--json', '--report', file);
      expect(JSON.parse(stdout).consensus).toEqual({ ledger: 'alpenglow', node: 'tower' });
      expect(readFileSync(file, 'utf8')).toContain('\n- consensus: alpenglow in the ledger, tower on the node\n');
    });

    it('is not told where both decide alike, and where the node lacks the method', async () => {
      const other = await comparison(tower, { ...tower, finalized: 6 });
      expect(other.stdout).not.toContain('consensus:');
      const old = await comparison(tower, { ...tower, agave: '4.1', gates: 'genesis' });
      expect(old.stdout).not.toContain('consensus:');
    });
  });

  it('without a path: the ledger of the variable', async () => {
    const { fixtures, proxy } = await upstream();
    const { stdout } = await run(['diff', proxy.url], { STILLNODE_LEDGER: fixtures, STILLNODE_DIALECT: 'contract' });
    expect(stdout).toContain(': 8\n  equal to the byte: 8\n');
  });
});

describe('stillnode diff --json', () => {
  it('one document: the answers that differ, and what they add up to', async () => {
    const { fixtures, proxy } = await upstream(lying);
    const { code, stderr, stdout } = await run(['diff', proxy.url, fixtures, '--json']);
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 1, stderr: '', lines: 2 });
    const document = JSON.parse(stdout);
    const { methods, ...others } = document;
    expect(others).toEqual({
      answers: [
        {
          method: 'getAccountInfo',
          params: [ALICE, { commitment: 'confirmed', encoding: 'jsonParsed' }],
          verdict: 'unexplained',
          omitted: 0,
          differences: [
            {
              path: '.value.data[0]',
              kind: 'changed',
              ledger: '"AQID"',
              node: '"AQIE"',
              verdict: 'unexplained',
              reason: null,
            },
          ],
        },
      ],
      counts: { asked: 8, equal: 7, explained: 0, later: 0, notRecorded: 0, unexplained: 1 },
      failure: null,
      ledger: { files: 1, blocks: 0, transactions: 0, accounts: 1 },
      node: { url: proxy.origin, version: `solana-core ${DEFAULT_VERSION.release}` },
      ok: false,
      reasons: [],
    });
    expect(methods.map(({ method, variant }: Record<string, string>) => `${method} ${variant}`)).toEqual([
      'getAccountInfo base64',
      'getAccountInfo base58',
      'getAccountInfo base64+zstd',
      'getAccountInfo jsonParsed',
      'getAccountInfo binary',
      'getAccountInfo base64, dataSlice',
      'getBalance ',
      'getMultipleAccounts base64',
    ]);
  });

  it('is a document where nothing differs, and where the node fails', async () => {
    const { fixtures, proxy } = await upstream();
    const equal = JSON.parse((await run(['diff', proxy.url, fixtures, '--json'])).stdout);
    expect([equal.ok, equal.answers, equal.counts.equal]).toEqual([true, [], 8]);
    proxy.behave(({ method }) => (method === 'getBalance' ? { status: 401 } : undefined));
    const failed = JSON.parse((await run(['diff', proxy.url, fixtures, '--json'])).stdout);
    expect([failed.ok, failed.answers, failed.counts.equal, failed.failure]).toEqual([
      false,
      [],
      6,
      `${proxy.origin} refuses the request with HTTP 401: is the key in the URL right? (getBalance)`,
    ]);
  });
});

describe('stillnode diff --report', () => {
  it('writes a report, the same for the same answers, with nothing of the URL', async () => {
    const { fixtures, proxy } = await upstream(lying);
    const file = join(folder(), 'report.md');
    await run(['diff', proxy.url, fixtures, '--report', file]);
    const text = readFileSync(file, 'utf8');
    const version = JSON.parse(readFileSync('package.json', 'utf8')).version;
    const row = (method: string, variant: string, equal = 1) =>
      `| \`${method}\` | ${variant} | 1 | ${equal} | 0 | 0 | ${1 - equal} | 0 |`;
    expect(text).toBe(`# A ledger compared with a real node

- node: solana-core ${DEFAULT_VERSION.release}
- ledger: 0 blocks, 0 transactions, 1 account
- stillnode ${version}, agave dialect
- answers: 8, equal to the byte: 7 (87.5 %), unexplained: 1

## Methods and encodings

| method | encoding | answers | equal to the byte | known differences | later on the node | unexplained | not recorded |
|---|---|--:|--:|--:|--:|--:|--:|
${row('getAccountInfo', 'base64')}
${row('getAccountInfo', 'base58')}
${row('getAccountInfo', 'base64+zstd')}
${row('getAccountInfo', 'jsonParsed', 0)}
${row('getAccountInfo', 'binary')}
${row('getAccountInfo', 'base64, dataSlice')}
${row('getBalance', '-')}
${row('getMultipleAccounts', 'base64')}

## What differs, and why

Nothing differs for a known reason.

## What nothing explains

| call | first difference: ledger → node |
|---|---|
| \`getAccountInfo ["${ALICE}",{"commitment":"confirmed","encoding":"jsonParsed"}]\` | \`.value.data[0]: "AQID" → "AQIE"\` |
`);
    await run(['diff', proxy.url, fixtures, '--report', file]);
    expect(readFileSync(file, 'utf8')).toBe(text);
  });

  it('none is written where the node fails', async () => {
    const { fixtures, proxy } = await upstream(({ method }) => (method === 'getBalance' ? { status: 403 } : undefined));
    const file = join(folder(), 'report.md');
    expect((await run(['diff', proxy.url, fixtures, '--report', file])).code).toBe(1);
    expect(existsSync(file)).toBe(false);
  });
});

describe('a node that is hard to reach', () => {
  it('rate limits are waited for', async () => {
    const { fixtures, proxy } = await upstream(({ method, times }) =>
      method === 'getBalance' && times === 1 ? { status: 429, headers: { 'retry-after': '0' } } : undefined,
    );
    expect((await run(['diff', proxy.url, fixtures])).code).toBe(0);
    expect(proxy.repeated()).toEqual([`getBalance ["${ALICE}",{"commitment":"confirmed"}]`]);
  });

  it('one that fails: what was compared so far, one line, exit code 1', async () => {
    const { fixtures, proxy } = await upstream(({ method }) => (method === 'getBalance' ? { status: 403 } : undefined));
    const line = `${proxy.origin} refuses the request with HTTP 403: is the key in the URL right, and allowed to ask this? (getBalance)`;
    expect(await run(['diff', proxy.url, fixtures])).toEqual({
      code: 1,
      stdout: summary(proxy, 6),
      stderr: `stillnode: ${line}: the comparison is not complete\n`,
    });
  });

  it('one that fails at once', async () => {
    const { fixtures, proxy } = await upstream(() => ({ status: 401 }));
    const { code, stderr, stdout } = await run(['diff', proxy.url, fixtures]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: summary(proxy, 0, 0, 'of unknown version'),
    });
    expect(stderr).toBe(
      `stillnode: ${proxy.origin} refuses the request with HTTP 401: is the key in the URL right? (getVersion): the comparison is not complete\n`,
    );
  });

  it('a key that it repeats is shown nowhere', async () => {
    const { fixtures, proxy } = await upstream(({ method, params }) =>
      method === 'getBalance'
        ? { error: `{"code":-32602,"message":"${proxyKey()} may not ask ${params.length}"}` }
        : undefined,
    );
    const proxyKey = () => proxy.key;
    const file = join(folder(), 'report.md');
    const outputs = [
      await run(['diff', proxy.url, fixtures, '--report', file]),
      await run(['diff', proxy.url, fixtures, '--json']),
    ];
    const texts = [...outputs.flatMap(({ stderr, stdout }) => [stderr, stdout]), readFileSync(file, 'utf8')];
    expect(outputs.map(({ code }) => code)).toEqual([1, 1]);
    expect(texts.filter((text) => text.includes('… may not ask'))).toHaveLength(3);
    expect(texts.filter((text) => text.includes(proxy.key))).toEqual([]);
  });
});

describe('wrong arguments: exit code 2 and one line, nothing is asked', () => {
  const NOWHERE = 'http://127.0.0.1:9/a-k3y';

  it.each<[args: string[], line: string]>([
    [[], 'diff needs the URL of a real node: stillnode diff URL [PATH…]'],
    [['fixtures/a-k3y'], 'the URL of a node begins with http:// or https://'],
    [['ws://127.0.0.1/a-k3y'], 'the URL of a node begins with http:// or https://'],
    [[NOWHERE, '--requests', ''], '--requests must not be empty'],
    [[NOWHERE, '--requests', 'none.jsonl'], 'cannot read none.jsonl: there is no such file or folder'],
    [[NOWHERE, '--report', 'none/report.md'], 'cannot write to none/report.md: there is no such file or folder'],
    [[NOWHERE, '--dialect', 'x'], '--dialect must be contract or agave, not "x"'],
    [[NOWHERE, '--out', 'x'], '--out belongs to stillnode dump, keys and record; see stillnode diff --help'],
  ])('%j', async (args, line) => {
    expect(await run(['diff', ...args])).toEqual({ code: 2, stdout: '', stderr: `stillnode: ${line}\n` });
  });

  it('a list with what is no call: every line of it', async () => {
    const list = join(folder(), 'calls.jsonl');
    writeFileSync(list, '{"method":"sendTransaction","params":[]}\n{}\n');
    expect(await run(['diff', NOWHERE, '--requests', list])).toEqual({
      code: 2,
      stdout: '',
      stderr: `error: ${list}:1:11: /method: sendTransaction is not asked of a real node (a list has calls that read only)
error: ${list}:2:1: /method: expected the name of a method
stillnode: ${list} is not a list of calls: nothing was asked
`,
    });
  });

  it('fixtures with errors: all of them, exit code 1', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE.replace('42', '-42') });
    const { code, stderr, stdout } = await run(['diff', NOWHERE, fixtures]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n').slice(-2)).toEqual(['stillnode: 1 error in the fixtures: nothing was asked', '']);
  });
});
