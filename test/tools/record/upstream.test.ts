import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { loadLedger } from '../../../src/fixtures/loadLedger.ts';
import { ledger, sol } from '../../../src/index.ts';
import { createNode, startNode } from '../../../src/node/createNode.ts';
import type { LedgerNode } from '../../../src/node/ledgerNode.ts';
import { DEFAULT_VERSION } from '../../../src/nodeVersion.ts';
import { openUpstream } from '../../../src/tools/record/upstream.ts';
import type { RecordMode, UpstreamOptions } from '../../../src/tools/record/upstreamOptions.ts';
import { errorText } from '../../support/answers.ts';
import { nodeOver } from '../../support/nodeOver.ts';
import { deferred, startProxy, type UpstreamProxy, withResult } from '../../support/upstreamProxy.ts';

/** A node that asks another one for what its ledger lacks: what is asked, what is kept, and what each mode does. */

const REAL = ledger()
  .wallet('alice', sol(5))
  .block(100, (block) => block.transfer('alice', 'bob', sol(1)).named('payment'))
  .skip(101)
  .block(102, (block) => block.transfer('alice', 'bob', sol(2)).named('second'));
const OWN = ledger()
  .wallet('carol', sol(3))
  .block(200, (block) => block.transfer('carol', 'dave', sol(1)).named('own'));

interface World {
  readonly real: LedgerNode;
  readonly proxy: UpstreamProxy;
  readonly folder: string;
  /** a new run of the node under test */
  run(options?: Partial<UpstreamOptions>): Promise<LedgerNode>;
}

async function world(): Promise<World> {
  const real = await startNode({ ledger: REAL, dialect: 'agave' });
  const proxy = await startProxy(real.url);
  const folder = mkdtempSync(join(tmpdir(), 'upstream-'));
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await real.close();
    rmSync(folder, { recursive: true });
  });
  const run = async (options: Partial<UpstreamOptions> = {}) => {
    const upstream = openUpstream({ url: proxy.url, ...options }, { wait: async () => {} });
    onTestFinished(() => upstream.close());
    return nodeOver(await loadLedger([OWN]), { dialect: 'agave' }, { upstream });
  };
  return { real, proxy, folder, run };
}

async function answerOf(node: LedgerNode, method: string, params: readonly unknown[]): Promise<string> {
  const reply = await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  return reply.trimEnd().slice('{"jsonrpc":"2.0",'.length, -',"id":1}'.length);
}

async function sources(node: LedgerNode): Promise<(string | undefined)[]> {
  return (await node.calls()).map(({ from }) => from);
}

describe('an error of the other node itself', () => {
  it.each([-32000, -32603, -32016, -32019])('is passed on, and not kept: %i', async (code) => {
    const { folder, proxy, run } = await world();
    const node = await run({ record: folder });
    proxy.behave(({ times }) => (times === 1 ? { error: `{"code":${code},"message":"later"}` } : undefined));
    const ask = () => answerOf(node, 'getBlock', [100, { transactionDetails: 'none' }]);
    expect(await ask()).toBe(`"error":{"code":${code},"message":"later"}`);
    expect(readdirSync(folder)).toEqual([]);
    expect(await ask()).toContain('"parentSlot":99');
    expect(await ask()).toContain('"parentSlot":99');
    expect(proxy.calls).toHaveLength(2);
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('differs from one about what was asked, which is kept', async () => {
    const { folder, proxy, run } = await world();
    const node = await run({ record: folder });
    for (let i = 0; i < 2; i++) expect(await answerOf(node, 'getBlock', [101])).toContain('"code":-32007');
    expect(proxy.calls).toHaveLength(1);
    expect(readdirSync(folder)).toHaveLength(1);
  });
});

describe('what is asked', () => {
  it('what the ledger lacks, and the answer is that of the other node to the byte, in both dialects', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    const signature = real.signature('payment');
    const alice = real.address('alice');
    const questions: readonly (readonly [string, readonly unknown[]])[] = [
      ['getTransaction', [signature, { encoding: 'jsonParsed' }]],
      ['getTransaction', [signature, { encoding: 'base64' }]],
      ['getBlock', [100, { transactionDetails: 'signatures' }]],
      ['getBlock', [101]],
      ['getAccountInfo', [alice, { encoding: 'base64' }]],
      ['getAccountInfo', ['11111111111111111111111111111112']],
      ['getSignaturesForAddress', [alice, { limit: 1 }]],
    ];
    for (const [method, params] of questions) {
      expect(await answerOf(node, method, params)).toBe(await answerOf(real, method, params));
      const inContract = await node.dispatch(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }), 'contract');
      expect(inContract.trimEnd().slice(17, -8)).toBe(await answerOf(real, method, params));
    }
    expect(proxy.calls).toHaveLength(questions.length);
    expect(proxy.repeated()).toEqual([]);
  });

  it('nothing that the ledger has, and nothing that does not read', async () => {
    const { proxy, run } = await world();
    const node = await run();
    const own = await createNode({ ledger: OWN, dialect: 'agave' });
    const carol = own.address('carol');
    for (const [method, params] of [
      ['getTransaction', [own.signature('own')]],
      ['getBlock', [200]],
      ['getBalance', [carol]],
      ['getSlot', []],
      ['getSignaturesForAddress', [carol]],
      ['getAccountInfo', ['not an address']],
      ['getNothing', []],
      ['sendTransaction', ['AA==', { encoding: 'base64' }]],
      ['stillnode_getTips', []],
    ] as const)
      expect(await answerOf(node, method, params)).toBe(await answerOf(own, method, params));
    expect(proxy.calls).toEqual([]);
  });

  it('what a test has deleted or set is the ledger’s', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    const [alice, bob] = [real.address('alice'), real.address('bob')];
    await node.setAccount(alice, null);
    await node.setAccount(bob, { lamports: 7 });
    expect(await node.request('getBalance', [alice])).toMatchObject({ value: 0 });
    expect(await node.request('getBalance', [bob])).toMatchObject({ value: 7 });
    expect(proxy.calls).toEqual([]);
  });

  it('the bytes of an account that was recorded as jsonParsed', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    const alice = real.address('alice');
    const data = { program: 'stake', parsed: { type: 'initialized' }, space: 200 };
    const owner = 'Stake11111111111111111111111111111111111111';
    await node.setAccount(alice, { data, executable: false, lamports: 7, owner, rentEpoch: 0 } as never);
    expect(await answerOf(node, 'getAccountInfo', [alice, { encoding: 'jsonParsed' }])).toContain('"lamports":7,');
    expect(proxy.calls).toEqual([]);
    const asked = [alice, { encoding: 'base64' }];
    expect(await answerOf(node, 'getAccountInfo', asked)).toBe(await answerOf(real, 'getAccountInfo', asked));
    expect(proxy.calls).toHaveLength(1);
  });

  it('of lists only what is missing, and the context stays the ledger’s', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    const own = await createNode({ ledger: OWN, dialect: 'agave' });
    const [alice, bob, carol] = [real.address('alice'), real.address('bob'), own.address('carol')];
    await node.setAccount(bob, null);
    const unknown = '11111111111111111111111111111112';
    const { context, value } = (await node.request('getMultipleAccounts', [[carol, alice, bob, unknown]])) as {
      context: unknown;
      value: ({ lamports: number } | null)[];
    };
    expect(value.map((account) => account?.lamports)).toEqual([1_999_995_000, 1_999_990_000, undefined, undefined]);
    expect(context).toEqual({ apiVersion: DEFAULT_VERSION.release, slot: 200 });
    expect(proxy.texts()).toEqual([`getMultipleAccounts [["${alice}","${unknown}"]]`]);

    const statuses = [[own.signature('own'), real.signature('second')], { searchTransactionHistory: true }] as const;
    expect(await node.request('getSignatureStatuses', statuses)).toMatchObject({
      context: { slot: 200 },
      value: [{ slot: 200 }, { slot: 102 }],
    });
    expect(await sources(node)).toEqual(['upstream', 'upstream']);
  });

  it('a list that came back with another length is no answer', async () => {
    const { proxy, real, run } = await world();
    proxy.behave(() => withResult('{"context":{"slot":1},"value":[]}'));
    expect(await answerOf(await run(), 'getMultipleAccounts', [[real.address('alice')]])).toBe(
      `"error":${errorText(-32603, 'Upstream gave no answer: the answer to getMultipleAccounts has 0 elements in place of 1', '{"reason":"upstream"}')}`,
    );
  });
});

describe('what is kept', () => {
  it('each answer once: calls at the same time, later ones, in other words, on forks', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    const alice = real.address('alice');
    const { promise, resolve } = deferred();
    proxy.behave(() => ({ until: promise }));
    const calls = Array.from({ length: 50 }, () => answerOf(node, 'getBalance', [alice, { commitment: 'processed' }]));
    resolve();
    expect(new Set(await Promise.all(calls)).size).toBe(1);
    const spaced = `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":[ "${alice}" ,{ "commitment" : "processed"}]}`;
    await node.dispatch(spaced);
    const fork = await node.fork();
    await fork.dispatch(spaced);
    await fork.dispatch(`[${spaced},${spaced}]`);
    expect(proxy.calls).toHaveLength(1);
    expect(await sources(node)).toEqual(['upstream', ...Array(50).fill('record')]);
    expect(await sources(fork)).toEqual(['record', 'record', 'record']);
  });

  it('in a folder, for a run without the network; the key of the URL stands nowhere', async () => {
    const { folder, proxy, real, run } = await world();
    const asked = [
      ['getBalance', [real.address('alice')]],
      ['getTransaction', ['1'.repeat(64)]],
      ['getBlock', [101]],
    ] as const;
    const first = await run({ record: folder });
    const answers = [];
    for (const [method, params] of asked) answers.push(await answerOf(first, method, params));
    const files = readdirSync(folder);
    expect(files).toHaveLength(3);
    for (const name of files) expect(name + readFileSync(join(folder, name), 'utf8')).not.toContain(proxy.key);
    proxy.forget();
    const upstream = openUpstream({ record: folder, mode: 'none' });
    const second = nodeOver(await loadLedger([OWN]), { dialect: 'agave' }, { upstream });
    for (const [i, [method, params]] of asked.entries())
      expect(await answerOf(second, method, params)).toBe(answers[i]);
    expect(await sources(second)).toEqual(['record', 'record', 'record']);
    expect(proxy.calls).toEqual([]);
    // what was kept are fixtures too
    const fixture = files.find((name) => name.startsWith('getBalance'))!;
    expect(JSON.parse(readFileSync(join(folder, fixture), 'utf8'))).toMatchObject({
      request: { method: 'getBalance' },
    });
  });

  it('in memory up to a bound: the answers that were not used for longest are asked for again', async () => {
    const { proxy } = await world();
    const kilobytes = `"${'x'.repeat(20_000)}"`;
    proxy.behave(({ params }) =>
      params === '[2]' ? { error: `{"code":1,"message":${kilobytes}}` } : withResult(kilobytes),
    );
    const upstream = openUpstream({ url: proxy.url }, {}, 70_000);
    onTestFinished(() => upstream.close());
    const find = async (slot: number) => {
      const { from, kind, text } = (await upstream.find({ method: 'getBlock', params: `[${slot}]` }, 'x'))!;
      expect(text).toContain(kilobytes);
      return `${kind} from ${from}`;
    };
    for (const slot of [1, 2, 3]) await find(slot);
    expect(await Promise.all([1, 2, 3].map(find))).toEqual(
      ['result', 'error', 'result'].map((kind) => `${kind} from record`),
    );
    await find(1);
    for (const slot of [4, 5, 6, 7, 8]) await find(slot).then(() => find(1));
    expect([await find(1), await find(8), await find(2)]).toEqual([
      'result from record',
      'result from record',
      'error from upstream',
    ]);
    expect(proxy.calls).toHaveLength(9);
  });

  it('beyond the bound in the folder: one answer that is larger than all memory for answers is read from there', async () => {
    const { folder, proxy } = await world();
    proxy.behave(() => withResult(`"${'x'.repeat(20_000)}"`));
    const upstream = openUpstream({ url: proxy.url, record: folder }, {}, 10_000);
    onTestFinished(() => upstream.close());
    const find = async () => (await upstream.find({ method: 'getBlock', params: '[1]' }, 'x'))?.from;
    expect([await find(), await find(), await find()]).toEqual(['upstream', 'record', 'record']);
    expect(proxy.calls).toHaveLength(1);
  });

  it('what failed is asked again; the error is one line without the path of the URL', async () => {
    const { proxy, real, run } = await world();
    const node = await run();
    proxy.behave(() => ({ status: 401, body: 'no' }));
    const failed = await answerOf(node, 'getBalance', [real.address('alice')]);
    expect(failed).toMatch(
      /^"error":\{"code":-32603,"message":"Upstream gave no answer: http:\/\/127\.0\.0\.1:\d+ [^"]+","data":\{"reason":"upstream"\}\}$/,
    );
    expect(failed).not.toContain(proxy.key);
    proxy.behave(() => undefined);
    expect(await node.request('getBalance', [real.address('alice')])).toMatchObject({ value: 1_999_990_000 });
  });

  it('what cannot be kept is an error with one line, and is asked again', async () => {
    const { folder, real, run } = await world();
    const record = join(folder, 'kept');
    const node = await run({ record });
    rmSync(record, { recursive: true });
    const balance = () => answerOf(node, 'getBalance', [real.address('alice')]);
    expect(await balance()).toBe(
      `"error":${errorText(-32603, `Upstream gave no answer: cannot write to the folder ${record}: there is no such file or folder`, '{"reason":"upstream"}')}`,
    );
    mkdirSync(record);
    expect(await balance()).toContain('"value":1999990000');
    expect(readdirSync(record)).toHaveLength(1);
  });

  it('an error that repeats the key of the URL is told and kept without it, else as it was sent', async () => {
    const { folder, proxy, run } = await world();
    const node = await run({ record: folder });
    proxy.behave(({ url }) => ({ error: `{"code":-32001,"data":{"at":[1.0,"${url}"]},"message":"no, ${url}"}` }));
    const hidden = '"error":{"code":-32001,"data":{"at":[1.0,"/…"]},"message":"no, /…"}';
    expect(await answerOf(node, 'getBlock', [5])).toBe(
      '"error":{"code":-32001,"message":"no, /…","data":{"at":[1.0,"/…"]}}',
    );
    const [file] = readdirSync(folder);
    const kept = readFileSync(join(folder, file!), 'utf8');
    expect(kept.replaceAll(/\n */g, '').replaceAll('": ', '":')).toContain(hidden);
    expect(kept).not.toContain(proxy.key);
    proxy.behave(() => ({ error: '{"message": "no", "code": -32001, "data": {"b": 1.50, "a": 2}}' }));
    expect(await answerOf(node, 'getBlock', [6])).toBe('"error":{"code":-32001,"message":"no","data":{"a":2,"b":1.5}}');
  });

  it('a recorded error that another program wrote in another form is an error that says so', async () => {
    const { folder, proxy, run } = await world();
    proxy.behave(() => ({ error: '{"code":-32001,"message":"no"}' }));
    await answerOf(await run({ record: folder }), 'getBlock', [5]);
    const file = join(folder, readdirSync(folder)[0]!);
    writeFileSync(file, readFileSync(file, 'utf8').replace(/"error":\s*\{[^}]*\}/, '"error":"no"'));
    const message = 'Upstream gave no answer: what is recorded as an error is not one: "no"';
    expect(await answerOf(await run({ record: folder }), 'getBlock', [5])).toBe(
      `"error":${errorText(-32603, message, '{"reason":"upstream"}')}`,
    );
  });
});

it('an explanation asks nobody, and says so where the call would', async () => {
  const { proxy, real, run } = await world();
  const node = await run();
  const signature = real.signature('payment');
  expect(await node.explain('getTransaction', [signature])).toEqual({
    answer: { result: null },
    why: [
      `the ledger has no transaction ${signature}`,
      'so far the ledger alone: the call itself looks into what is recorded of upstream, and asks upstream where the mode lets it',
    ],
  });
  expect((await node.explain('getBlocks', [200, 300])).why).toEqual([
    'the range ends at slot 300, and the finalized tip is 200, under Alpenglow the confirmed one too',
  ]);
  expect((await node.explain('getSlot')).why).toEqual([]);
  expect(proxy.calls).toEqual([]);
});

it('waits for a rate limit, and says so in one line', async () => {
  const { proxy, real } = await world();
  proxy.behave(({ times }) => (times === 1 ? { status: 429, headers: { 'retry-after': '3' } } : undefined));
  const waits: string[] = [];
  const options = { url: proxy.url, onWait: (line: string) => waits.push(line) };
  const upstream = openUpstream(options, { wait: async () => {} });
  const node = nodeOver(await loadLedger([OWN]), { dialect: 'agave' }, { upstream });
  expect(await node.request('getBalance', [real.address('alice')])).toMatchObject({
    value: 1_999_990_000,
  });
  expect(waits).toEqual([`upstream: ${proxy.origin} answered with HTTP 429, and is asked again in 3 s`]);
});

describe('modes', () => {
  const ask = async (node: LedgerNode, world: World) => answerOf(node, 'getBalance', [world.real.address('alice')]);

  it.each<[RecordMode, string]>([
    ['missing', 'upstream'],
    ['all', 'upstream'],
    ['once', 'ledger'],
  ])('%s: a folder that has something else: %s', async (mode, from) => {
    const here = await world();
    writeFileSync(join(here.folder, 'other.json'), '{}');
    const node = await here.run({ record: here.folder, mode });
    await ask(node, here);
    expect(await sources(node)).toEqual([from]);
    expect(here.proxy.calls).toHaveLength(from === 'upstream' ? 1 : 0);
  });

  it('once: a README, and what is hidden, are no recordings', async () => {
    const here = await world();
    for (const name of ['README.md', '.gitkeep', '.x.json']) writeFileSync(join(here.folder, name), '');
    const node = await here.run({ record: here.folder, mode: 'once' });
    await ask(node, here);
    expect(await sources(node)).toEqual(['upstream']);
  });

  it('once: all of the run that finds the folder empty', async () => {
    const here = await world();
    const node = await here.run({ record: here.folder, mode: 'once' });
    await ask(node, here);
    await answerOf(node, 'getBlock', [100]);
    expect(await sources(node)).toEqual(['upstream', 'upstream']);
    const next = await here.run({ record: here.folder, mode: 'once' });
    await ask(next, here);
    await answerOf(next, 'getBlock', [102]);
    expect(await sources(next)).toEqual(['record', 'ledger']);
  });

  it('all: asks anew in each run, once, and writes over', async () => {
    const here = await world();
    await ask(await here.run({ record: here.folder }), here);
    here.proxy.behave(() => withResult('{"context":{"slot":1},"value":42}'));
    const node = await here.run({ record: here.folder, mode: 'all' });
    expect(await ask(node, here)).toBe('"result":{"context":{"slot":1},"value":42}');
    expect(await ask(node, here)).toBe('"result":{"context":{"slot":1},"value":42}');
    expect(here.proxy.calls).toHaveLength(2);
    expect(await ask(await here.run({ record: here.folder, mode: 'none' }), here)).toContain('"value":42');
    expect(here.proxy.calls).toHaveLength(2);
  });

  it('none: what is not recorded fails with what to do', async () => {
    const here = await world();
    const node = await here.run({ record: here.folder, mode: 'none' });
    expect(await ask(node, here)).toBe(
      `"error":${errorText(-32603, `No answer is recorded for this call, and the ledger has no account ${here.real.address('alice')}: record it with --upstream URL --record FOLDER`, '{"reason":"notRecorded"}')}`,
    );
    expect(here.proxy.calls).toEqual([]);
  });
});

it('options are checked', async () => {
  const refused = async (upstream: unknown) =>
    createNode({ ledger: OWN, upstream: upstream as UpstreamOptions }).then(
      () => 'made',
      (error: unknown) => String(error),
    );
  expect(await refused('http://x')).toBe('TypeError: `upstream` has to be an object: { url, record, mode }');
  expect(await refused({ ulr: 'http://x' })).toBe('TypeError: `upstream` has no member `ulr`: did you mean `url`?');
  expect(await refused({ url: 'ws://k3y' })).toBe(
    'TypeError: `upstream` needs a `url` that begins with http:// or https://',
  );
  expect(await refused({ url: 'http://x', mode: 'al' })).toBe(
    'TypeError: `upstream` needs a `mode` of once, missing, all, none',
  );
  expect(await refused({ url: 'http://x', onWait: 1 })).toBe('TypeError: `upstream` needs a function as `onWait`');
  expect(await refused({ url: 'http://x', sends: 'off' })).toBe('TypeError: `upstream` needs true or false as `sends`');
  for (const timeoutMs of [0, 1.5, '5', 2 ** 31])
    expect(await refused({ url: 'http://x', timeoutMs })).toBe(
      'TypeError: `upstream` needs a whole number from 1 to 2147483647 as `timeoutMs`',
    );
  expect(await refused({ mode: 'none' })).toBe(
    'TypeError: `upstream` needs a folder `record` to answer from in mode none',
  );
  expect(await refused({ record: 'x' })).toBe('TypeError: `upstream` needs the `url` of a node');
});

describe('a node that is closed', () => {
  it('ends what it asks, and asks no more: who waited is told, once each', async () => {
    const { proxy, real } = await world();
    const { promise, resolve } = deferred();
    const asked = new Promise<void>((come) => {
      proxy.behave(() => {
        come();
        return { ...withResult('null'), until: promise };
      });
    });
    const node = await startNode({ ledger: OWN, dialect: 'agave', upstream: { url: proxy.url } });
    const alice = [real.address('alice')];
    const waiting = [1, 2].map(() => answerOf(node, 'getBalance', alice));
    await asked;
    await node.close();
    const message = `Upstream gave no answer: ${proxy.origin} is not asked any more`;
    const refused = `"error":${errorText(-32603, message, '{"reason":"upstream"}')}`;
    expect(await Promise.all(waiting)).toEqual([refused, refused]);
    await expect(answerOf(node, 'getBalance', alice)).rejects.toThrow('the node is closed');
    expect(proxy.calls).toHaveLength(1);
    resolve();
  });
});
