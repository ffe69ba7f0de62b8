import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ProgressLine } from '../../src/cli/progressLine.ts';
import { RecordBar } from '../../src/cli/record.ts';
import { startSample } from '../support/sample.ts';
import { startProxy, type UpstreamProxy, withResult } from '../support/upstreamProxy.ts';
import { folder, launch, post, run, serve } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

const NO_TRANSACTIONS =
  'not recorded: the transactions of some blocks, so getBlock shows only transactionDetails none, and getRecentPrioritizationFees fails: add --slot 319';

/** The sample ledger behind a proxy, and a folder that is not there yet. */
async function source() {
  const upstream = await startSample();
  const proxy = await startProxy(upstream.url);
  return {
    proxy,
    out: join(folder(), 'my fixtures'),
    async [Symbol.asyncDispose]() {
      await proxy[Symbol.asyncDispose]();
      await upstream.close();
    },
  };
}

const recordArgs = (proxy: UpstreamProxy, out: string, ...args: string[]) => [
  'record',
  '--from',
  `${proxy.url}?api-key=${proxy.key}`,
  '--out',
  out,
  ...args,
];

describe('stillnode record', () => {
  it('says what it recorded and how to serve it; what is served is what the node answers; a second run records nothing', async () => {
    await using real = await source();
    const args = recordArgs(real.proxy, real.out, '--slot', '302..304', '--account', ALICE);
    const { code, stderr, stdout } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const lines = stdout.split('\n');
    expect(lines[0]).toMatch(/^recorded \d+ new files in .*\/my fixtures: 4 blocks, \d+ transactions, \d+ accounts$/);
    expect(lines[1]).toBe('slots 302 to 319; processed 319, confirmed 319, finalized 319');
    expect(lines.slice(2)).toEqual([NO_TRANSACTIONS, `serve it: stillnode '${real.out}' --dialect agave`, '']);

    const node = await serve([real.out, '--dialect', 'agave', '--quiet']);
    const body = `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["${ALICE}",{"commitment":"confirmed"}]}`;
    const urls = [node.url, real.proxy.origin];
    const [recorded, actual] = await Promise.all(urls.map(async (url) => (await post(url, body)).text()));
    expect(recorded).toBe(actual);
    node.child.kill('SIGTERM');

    const again = await run(args);
    expect(again).toEqual({
      code: 0,
      stderr: '',
      stdout: stdout.replace(/^recorded \d+ new files/, 'recorded 0 new files'),
    });
  });

  it('says what a node over the recording cannot answer, and which flag records it', async () => {
    await using real = await source();
    const address = ['--address', ALICE, '--limit'];
    const gapsOf = async (...args: string[]) => {
      const { code, stderr, stdout } = await run(recordArgs(real.proxy, real.out, ...args));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout.split('\n').filter((line) => line.startsWith('not recorded'));
    };
    expect(await gapsOf(...address, '4')).toEqual([
      'not recorded: the blocks of some transactions, so getBlock and getBlocks do not show them: add --slot 318',
      NO_TRANSACTIONS,
    ]);
    expect(await gapsOf(...address, '4', '--slot', '318..319')).toEqual([]);
    expect((await gapsOf(...address, '10'))[0]).toMatch(
      /^not recorded: the blocks of some transactions, so getBlock and getBlocks do not show them: add --slot \d+ --slot \d+ --slot \d+ and \d+ more$/,
    );
  });

  it('a recording without a block says so', async () => {
    await using real = await source();
    real.proxy.behave(({ method }) => (method === 'getBlock' ? withResult('null') : undefined));
    const { stdout } = await run(recordArgs(real.proxy, real.out, '--account', ALICE));
    expect(stdout.split('\n')[2]).toBe(
      'not recorded: any block, so getLatestBlockhash and getBlockHeight fail: add --slot N',
    );
    const node = await serve([real.out, '--dialect', 'agave', '--quiet']);
    for (const method of ['getLatestBlockhash', 'getBlockHeight'])
      expect(await (await post(node.url, `{"jsonrpc":"2.0","id":1,"method":"${method}"}`)).text()).toContain('"error"');
    node.child.kill('SIGTERM');
  });

  it('what the node lacks: a line each, exit code 1, the rest is recorded; the key is nowhere', async () => {
    await using real = await source();
    const found = await run(recordArgs(real.proxy, real.out, '--slot', '303', '--slot', '99999'));
    expect(found.code).toBe(1);
    expect(found.stderr).toBe(
      `stillnode: ${real.proxy.origin} has no block in slot 99999: error -32004 (Block not available for slot 99999)\n`,
    );
    expect(found.stdout).toContain(': 2 blocks, ');
    const files = readdirSync(real.out).map((name) => name + readFileSync(join(real.out, name), 'utf8'));
    expect([found.stdout, found.stderr, ...files].join('')).not.toContain(real.proxy.key);
  });

  it('a node that refuses: one line, exit code 1', async () => {
    await using real = await source();
    real.proxy.behave(() => ({ status: 401, body: `no ${real.proxy.key}` }));
    expect(await run(recordArgs(real.proxy, real.out, '--slot', '303'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: ${real.proxy.origin} refuses the request with HTTP 401: is the key in the URL right? (getSlot)\n`,
    });
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s leaves a folder that loads, and the same command goes on',
    async (signal) => {
      await using real = await source();
      const args = recordArgs(real.proxy, real.out, '--slot', '302..306');
      const never = new Promise(() => {});
      const running: { stop: () => void } = { stop: () => {} };
      real.proxy.behave(({ method, params }) => {
        if (method !== 'getBlock' || !params.startsWith('[306,')) return undefined;
        running.stop();
        return { until: never };
      });
      const command = launch(args);
      running.stop = () => command.child.kill(signal);
      const { code, stderr } = await command.finished;
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: 'stillnode: stopped: the same command continues from here\n',
      });
      expect((await run(['check', real.out])).code).toBe(0);
      real.proxy.behave(() => undefined);
      const again = await run(args);
      expect(again.stderr).toBe('');
      expect(again.stdout).toContain(': 6 blocks, ');
      expect(real.proxy.repeated().filter((text) => text.startsWith('getBlock [302,'))).toEqual([]);
    },
  );

  it('a command that cannot be understood: exit code 2, one line without the URL', async () => {
    expect(await run(['record', '--from', 'hps://secret', '--out', 'x', '--slot', '1'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: --from: the URL of a node begins with http:// or https://\n',
    });
  });

  it('a place that cannot be written to: one line, exit code 1', async () => {
    await using real = await source();
    const path = folder({ file: '' });
    const out = join(path, 'file/sub');
    expect(await run(recordArgs(real.proxy, out, '--slot', '303'))).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: cannot write to ${out}: a part of the path is not a folder\n`,
    });
    expect(real.proxy.calls).toEqual([]);
  });

  it('--help lists its flags', async () => {
    const { code, stdout } = await run(['record', '--help']);
    expect(code).toBe(0);
    expect(stdout).toContain('\n  --memcmp OFFSET:BASE58  of the --program before it');
  });
});

describe('the bar', () => {
  it('counts, shows a wait at once, and is there on a terminal only', () => {
    const written: string[] = [];
    let now = 0;
    const terminal = (isTTY: boolean) =>
      ({ isTTY, write: (text: string) => written.push(text) > 0 }) as unknown as NodeJS.WriteStream;
    const bar = new RecordBar(new ProgressLine(terminal(true), () => now));
    bar.onProgress({ total: 8, finished: 1 });
    expect(written).toEqual([]);
    now = 2000;
    bar.onProgress({ total: 8, finished: 2 });
    bar.onWait(1500, 'answered with HTTP 429');
    bar.clear();
    expect(written).toEqual([
      '\r\x1b[Krecording [#####---------------] 2 of 8',
      '\r\x1b[Krecording [#####---------------] 2 of 8, waiting 2 s: the node answered with HTTP 429',
      '\r\x1b[K',
    ]);
    written.length = 0;
    const silent = new RecordBar(new ProgressLine(terminal(false), () => now));
    silent.onWait(1500, 'x');
    silent.clear();
    expect(written).toEqual([]);
  });
});
