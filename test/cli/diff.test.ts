import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startNode } from '../../src/node/createNode.ts';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { type Behaviour, startProxy, type UpstreamProxy, withResult } from '../support/upstreamProxy.ts';
import { exchangeFiles } from '../tools/record/exchangeFiles.ts';
import { ACCOUNT_FILE, folder, run, runProcess } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

interface ComparedNode {
  readonly proxy: UpstreamProxy;
  /** with a ledger of one account */
  readonly fixtures: string;
}

/** A node that serves one account, behind a proxy that behaves as it is told. */
async function upstream(behaviour: Behaviour = () => undefined): Promise<ComparedNode> {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  const node = await startNode({ ledger: fixtures, dialect: 'agave', port: 0 });
  const proxy = await startProxy(node.url);
  proxy.behave(behaviour);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await node.close();
  });
  return { proxy, fixtures };
}

/** Lies about one account in jsonParsed. */
const lying: Behaviour = ({ params }) =>
  params.includes('jsonParsed') ? { alter: (reply) => reply.replace('AQID', 'AQIE') } : undefined;

/** What the command prints at the end. */
function summary(
  proxy: UpstreamProxy,
  equal: number,
  { alike = 0, different = 0 } = {},
  version = `solana-core ${DEFAULT_VERSION.release}`,
): string {
  return `calls to ${proxy.origin} (${version}): ${equal + alike + different}
  equal to the byte: ${equal}
  equal but for what differs by nature: ${alike}
  different: ${different}
`;
}

const LIE = `getAccountInfo ["${ALICE}",{"commitment":"confirmed","encoding":"jsonParsed"}]
  .value.data[0]: "AQID" → "AQIE"
`;

describe('stillnode diff', () => {
  it('the same answers: exit code 0, and how many; each question is asked once', async () => {
    const { fixtures, proxy } = await upstream();
    expect(await runProcess(['diff', proxy.url, fixtures])).toEqual({
      code: 0,
      stdout: summary(proxy, 9),
      stderr: '',
    });
    // and its version
    expect(proxy.texts()).toHaveLength(10);
    expect(proxy.repeated()).toEqual([]);
  });

  it('nothing that can be asked: exit code 1 and a line', async () => {
    const { fixtures, proxy } = await upstream();
    const empty = folder({ 'ledger.json': '{}', 'calls.jsonl': '' });
    const calls = join(empty, 'calls.jsonl');
    expect(await run(['diff', proxy.url, join(empty, 'ledger.json')])).toEqual({
      code: 1,
      stdout: summary(proxy, 0),
      stderr: 'stillnode: the ledger has nothing that is asked for: nothing was compared\n',
    });
    const listed = await run(['diff', proxy.url, fixtures, '--requests', calls, '--json']);
    expect(listed).toMatchObject({ code: 1, stderr: `stillnode: ${calls} has no calls: nothing was compared\n` });
    expect(JSON.parse(listed.stdout)).toMatchObject({
      ok: false,
      failure: `${calls} has no calls: nothing was compared`,
    });
  });

  it('one other byte: exit code 1, with the method, the parameters and the member', async () => {
    const { fixtures, proxy } = await upstream(lying);
    expect(await run(['diff', proxy.url, fixtures])).toEqual({
      code: 1,
      stdout: LIE + summary(proxy, 8, { different: 1 }),
      stderr: '',
    });
  });

  it('an account that has changed since: exit code 1, and each call that shows it', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getVersion' || method === 'getMinimumBalanceForRentExemption'
        ? undefined
        : { alter: (reply) => reply.replace('"slot":0', '"slot":9').replace(/\b42\b/, '43') },
    );
    const { code, stdout } = await run(['diff', proxy.url, fixtures]);
    expect(code).toBe(1);
    expect(
      stdout.startsWith(`getAccountInfo ["${ALICE}",{"commitment":"confirmed","encoding":"base64"}]
  .value.lamports: 42 → 43
getAccountInfo`),
    ).toBe(true);
    expect(stdout.slice(stdout.indexOf('calls to '))).toBe(summary(proxy, 1, { different: 8 }));
  });

  it('a node with another tip: exit code 0, nothing is printed, and the answers are counted', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getVersion' ? undefined : { alter: (reply) => reply.replace('"slot":0', '"slot":9') },
    );
    expect(await run(['diff', proxy.url, fixtures])).toEqual({
      code: 0,
      stdout: summary(proxy, 1, { alike: 8 }),
      stderr: '',
    });
  });

  it('another rent is a difference', async () => {
    const { fixtures, proxy } = await upstream(({ method }) =>
      method === 'getMinimumBalanceForRentExemption' ? withResult('2039280') : undefined,
    );
    const { code, stdout } = await run(['diff', proxy.url, fixtures]);
    expect(code).toBe(1);
    expect(stdout).toBe(`getMinimumBalanceForRentExemption [165,{"commitment":"confirmed"}]
  the whole answer: 1488440 → 2039280
${summary(proxy, 8, { different: 1 })}`);
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
      'getHealth []',
      'getVersion []',
    ]);
  });

  it('a folder that answers recorded calls: what the node says otherwise to these, each asked once', async () => {
    const { fixtures, proxy } = await upstream();
    const balance = { method: 'getBalance', params: `["${ALICE}",{"commitment":"confirmed"}]` };
    const recorded = exchangeFiles(
      [
        [{ method: 'getInflationReward', params: '[[],{"epoch":7}]' }, 'result', '[1]'],
        [balance, 'result', '{"context":{"apiVersion":"4.1.2","slot":5},"value":41}'],
        // not a read, so nothing that a real node is asked
        [{ method: 'requestAirdrop', params: `["${ALICE}",1]` }, 'result', '"x"'],
      ],
      { replay: true, processed: 5 },
    );
    copyFileSync(join(fixtures, 'alice.json'), join(recorded, 'alice.json'));
    proxy.behave(({ method }) => (method === 'getInflationReward' ? withResult('[2]') : undefined));
    const { code, stdout } = await run(['diff', proxy.url, recorded]);
    expect(code).toBe(1);
    expect(stdout).toBe(`getBalance ["${ALICE}",{"commitment":"confirmed"}]
  .value: 41 → 42
getInflationReward [[],{"epoch":7}]
  [0]: 1 → 2
${summary(proxy, 1, { alike: 7, different: 2 })}`);
    expect(proxy.repeated()).toEqual([]);
    expect(proxy.calls.map(({ method }) => method)).not.toContain('requestAirdrop');
  });

  it('a dialect other than that of real nodes differs in what is no difference by nature', async () => {
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
    expect(stdout).toContain('different: 0\n');
    expect(code).toBe(0);
  });

  it('without a path: the ledger of the variable', async () => {
    const { fixtures, proxy } = await upstream();
    const { stdout } = await run(['diff', proxy.url], { STILLNODE_LEDGER: fixtures });
    expect(stdout).toContain(': 9\n  equal to the byte: 9\n');
  });

  it('without a path and a variable: the sample', async () => {
    const node = await startNode({ dialect: 'agave', port: 0 });
    const proxy = await startProxy(node.url);
    onTestFinished(async () => {
      await proxy[Symbol.asyncDispose]();
      await node.close();
    });
    const { code, stdout } = await run(['diff', proxy.url]);
    expect(code).toBe(0);
    const [, asked] = /^calls to .*: (\d+)$/m.exec(stdout)!;
    expect(Number(asked)).toBeGreaterThan(500);
    expect(stdout).toContain(`\n  equal to the byte: ${asked}\n`);
  });
});

describe('stillnode diff --json', () => {
  it('one document: the answers that differ, and what they add up to', async () => {
    const { fixtures, proxy } = await upstream(lying);
    const { code, stderr, stdout } = await run(['diff', proxy.url, fixtures, '--json']);
    expect({ code, stderr, lines: stdout.split('\n').length }).toEqual({ code: 1, stderr: '', lines: 2 });
    expect(JSON.parse(stdout)).toEqual({
      answers: [
        {
          method: 'getAccountInfo',
          params: [ALICE, { commitment: 'confirmed', encoding: 'jsonParsed' }],
          omitted: 0,
          differences: [
            {
              path: '.value.data[0]',
              kind: 'changed',
              ledger: '"AQID"',
              node: '"AQIE"',
            },
          ],
        },
      ],
      counts: { asked: 9, equal: 8, alike: 0, different: 1, notRecorded: 0 },
      failure: null,
      ledger: { files: 1, blocks: 0, transactions: 0, accounts: 1 },
      node: { url: proxy.origin, version: `solana-core ${DEFAULT_VERSION.release}` },
      ok: false,
    });
  });

  it('is a document where nothing differs, and where the node fails', async () => {
    const { fixtures, proxy } = await upstream();
    const equal = JSON.parse((await run(['diff', proxy.url, fixtures, '--json'])).stdout);
    expect([equal.ok, equal.answers, equal.counts.equal]).toEqual([true, [], 9]);
    proxy.behave(({ method }) => (method === 'getBalance' ? { status: 401 } : undefined));
    const failed = JSON.parse((await run(['diff', proxy.url, fixtures, '--json'])).stdout);
    expect([failed.ok, failed.answers, failed.counts.equal, failed.failure]).toEqual([
      false,
      [],
      7,
      `${proxy.origin} refuses the request with HTTP 401: is the key in the URL right? (getBalance)`,
    ]);
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
      stdout: summary(proxy, 7),
      stderr: `stillnode: ${line}: the comparison is not complete\n`,
    });
  });

  it('one that fails at once', async () => {
    const { fixtures, proxy } = await upstream(() => ({ status: 401 }));
    const { code, stderr, stdout } = await run(['diff', proxy.url, fixtures]);
    expect({ code, stdout }).toEqual({
      code: 1,
      stdout: summary(proxy, 0, {}, 'of unknown version'),
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
    const outputs = [await run(['diff', proxy.url, fixtures]), await run(['diff', proxy.url, fixtures, '--json'])];
    const texts = outputs.flatMap(({ stderr, stdout }) => [stderr, stdout]);
    expect(outputs.map(({ code }) => code)).toEqual([1, 1]);
    expect(texts.filter((text) => text.includes('… may not ask'))).toHaveLength(2);
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
