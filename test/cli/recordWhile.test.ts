import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ledger, type RunningNode, sol, startNode } from '../../src/index.ts';
import { startProxy, type UpstreamProxy } from '../support/upstreamProxy.ts';
import { folder, launch, logLine, post, run, runProcess, serveHere } from './command.ts';

/** `stillnode record --while`: the calls of a command are answered by the real node and recorded, and a folder answers them again. */

const REAL = ledger({ processed: 103, confirmed: 102, finalized: 101 })
  .wallet('alice', sol(5))
  .mint('usdc', { decimals: 6 })
  .block(100, (block) => block.transfer('alice', 'bob', sol(1)).named('payment'))
  .block(101)
  .block(102, (block) => block.transfer('alice', 'bob', sol(2)))
  .block(103, (block) => block.transfer('alice', 'bob', sol(1)));

interface World {
  readonly real: RunningNode;
  readonly proxy: UpstreamProxy;
  readonly path: string;
  readonly out: string;
  /** what follows `stillnode record` */
  readonly args: readonly string[];
}

async function startWorld(): Promise<World> {
  const real = await startNode({ ledger: REAL, dialect: 'agave', consensus: 'tower' });
  const proxy = await startProxy(real.url);
  onTestFinished(async () => {
    await proxy[Symbol.asyncDispose]();
    await real.close();
  });
  const path = folder();
  const out = join(path, 'fixtures');
  return { real, proxy, path, out, args: ['record', '--from', proxy.url, '--out', out] };
}

/** A program that sends bodies one after the other to the URL of its variable, and prints each answer. */
const ASK = `const [file, name = 'SOLANA_RPC_URL'] = process.argv.slice(2);
const ask = async (body) => {
  const headers = { 'content-type': 'application/json' };
  console.log(await (await fetch(process.env[name], { method: 'POST', headers, body })).text());
};
(async () => {
  for (const body of JSON.parse(require('node:fs').readFileSync(file, 'utf8'))) await ask(body);
})();`;

/** A line for the shell that sends the bodies. */
function asking({ path }: World, bodies: readonly string[], after = ''): string {
  writeFileSync(join(path, 'ask.cjs'), ASK);
  writeFileSync(join(path, 'bodies.json'), JSON.stringify(bodies));
  return `"${process.execPath}" "${join(path, 'ask.cjs')}" "${join(path, 'bodies.json')}"${after}`;
}

function body(method: string, ...params: readonly unknown[]): string {
  return JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
}

/** Calls whose answers are of the ledger, of its tips, of the cluster, null and errors. */
function bodiesFor(real: RunningNode): string[] {
  const [alice, payment] = [real.address('alice'), real.signature('payment')];
  return [
    body('getSlot', { commitment: 'processed' }),
    body('getBalance', alice),
    body('getAccountInfo', alice, { commitment: 'confirmed', encoding: 'base64' }),
    body('getAccountInfo', real.address('usdc'), { encoding: 'jsonParsed' }),
    body('getMultipleAccounts', [alice, real.address('usdc')], { commitment: 'processed' }),
    body('getTransaction', payment, { encoding: 'jsonParsed', maxSupportedTransactionVersion: 0 }),
    body('getTransaction', '1'.repeat(64)),
    body('getBlock', 102, {
      commitment: 'confirmed',
      transactionDetails: 'accounts',
      maxSupportedTransactionVersion: 0,
    }),
    body('getBlock', 500),
    body('getSignaturesForAddress', alice),
    body('getSignatureStatuses', [payment]),
    body('getLatestBlockhash', { commitment: 'confirmed' }),
    body('getEpochInfo'),
    body('getVoteAccounts'),
    body('getAccountInfo', 'not an address'),
    `[${body('getBlockHeight')},${body('getRecentPrioritizationFees')}]`,
  ];
}

async function answersOf(url: string, bodies: readonly string[]): Promise<string[]> {
  const answers: string[] = [];
  for (const text of bodies) answers.push(await (await post(url, text)).text());
  return answers;
}

function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line !== '');
}

describe('stillnode record --while', () => {
  it.each([
    ['agave', []],
    ['contract', []],
    ['agave', ['--slot', '100..101']],
  ])(
    'what the command was answered is answered again by stillnode FOLDER, to the byte: %s, after %j',
    async (dialect, what) => {
      const world = await startWorld();
      const { args, out, proxy, real } = world;
      const bodies = bodiesFor(real);
      // a real node moves meanwhile
      let calls = 0;
      proxy.behave(({ method }) => {
        if (method === 'getTransaction' && calls++ === 0) void real.advance(2);
        return undefined;
      });
      const found = await runProcess([...args, '--while', asking(world, bodies), ...what]);
      expect(found).toMatchObject({ code: 0 });
      const answers = linesOf(found.stdout);
      expect(answers).toHaveLength(bodies.length);
      expect(answers[1]).toContain('"slot":101},"value":');
      const files = readdirSync(out).map((name) => name + readFileSync(join(out, name), 'utf8'));
      expect([found.stdout, found.stderr, ...files].join('')).not.toContain(proxy.key);

      proxy.forget();
      const node = await serveHere([out, '--dialect', dialect]);
      expect(await answersOf(node.url, bodies)).toEqual(answers.map((line) => `${line}\n`.replace(/\n+$/, '\n')));
      expect(proxy.calls).toEqual([]);
      expect((await run(['check', out])).stdout).toMatch(/ 0 warnings\n/);
    },
  );

  it('with subjects: they are recorded first, and the command runs even if the node lacks one', async () => {
    const world = await startWorld();
    const { args, proxy } = world;
    const line = asking(world, [body('getEpochInfo')]);
    const found = await runProcess([...args, '--while', line, '--slot', '100', '--slot', '99999']);
    expect(found.code).toBe(1);
    expect(linesOf(found.stdout)).toHaveLength(1);
    expect(found.stderr).toContain(`stillnode: ${proxy.origin} has no block in slot 99999`);
    const methods = proxy.calls.map(({ method }) => method);
    expect(methods.lastIndexOf('getEpochInfo')).toBeGreaterThan(methods.indexOf('getBlock'));
  });

  it('a second run asks for nothing that is recorded, and the node need not be there', async () => {
    const world = await startWorld();
    const { args, proxy } = world;
    const bodies = [body('getSlot'), body('getBlock', 500), body('getSlot')];
    const first = await runProcess([...args, '--while', asking(world, bodies, ' STILLNODE_URL')]);
    expect(proxy.texts().filter((text) => text === 'getSlot []')).toHaveLength(1);
    proxy.forget();
    const second = await runProcess([...args, '--while', asking(world, bodies)]);
    expect(second).toMatchObject({ code: 0, stdout: first.stdout });
    expect(proxy.calls).toEqual([]);
    expect(second.stderr).toContain('recorded 0 new files in ');
  });

  it('what is sent is refused, and nothing of it reaches the node', async () => {
    const world = await startWorld();
    const bodies = [
      body('sendTransaction', 'AA==', { encoding: 'base64' }),
      body('requestAirdrop', world.real.address('alice'), 1),
      body('stillnode_advance'),
    ];
    const { stdout } = await runProcess([...world.args, '--while', asking(world, bodies)]);
    const refused = (method: string) =>
      `{"jsonrpc":"2.0","error":{"code":-32603,"message":"Upstream gave no answer: ${method} is not passed on while calls are recorded, only reads are","data":{"reason":"upstream"}},"id":1}`;
    expect(linesOf(stdout)).toEqual([
      refused('sendTransaction'),
      refused('requestAirdrop'),
      '{"jsonrpc":"2.0","error":{"code":-32601,"message":"Method not found"},"id":1}',
    ]);
    const sent = world.proxy.calls.filter(({ method }) => /^(?:send|request|stillnode_)/.test(method));
    expect(sent).toEqual([]);
  });

  it('a command that fails: its exit code, and what it asked is recorded', async () => {
    const world = await startWorld();
    const found = await runProcess([...world.args, '--while', asking(world, [body('getEpochInfo')], ' && exit 3')]);
    expect(found.code).toBe(3);
    expect(found.stderr).toContain('\nstillnode: the command ended with exit code 3; what it asked is recorded\n');
    const node = await serveHere([world.out]);
    expect(await answersOf(node.url, [body('getEpochInfo')])).toEqual([found.stdout.replace(/\n+$/, '\n')]);
  });

  it('a command that cannot be started: 127, as the shell says', async () => {
    const world = await startWorld();
    const found = await runProcess([...world.args, '--while', 'no-such-command-here test']);
    expect({ code: found.code, stdout: found.stdout }).toEqual({ code: 127, stdout: '' });
    expect(found.stderr).toMatch(/no-such-command-here.*not found/);
    expect(found.stderr).toContain('stillnode: the command ended with exit code 127; what it asked is recorded\n');
  });

  it.skipIf(process.platform === 'win32')('a signal goes to the command, and what it asked is recorded', async () => {
    const world = await startWorld();
    const { args, out } = world;
    const line = asking(world, [body('getEpochInfo')], ' && echo asked >&2 && exec sleep 600');
    const command = launch([...args, '--while', line]);
    await logLine(command, /^asked$/);
    command.child.kill('SIGTERM');
    expect((await command.finished).code).toBe(143);
    expect(readdirSync(out).filter((name) => name.startsWith('getEpochInfo-'))).toHaveLength(1);
    expect((await run(['check', out])).code).toBe(0);
  });
});

describe('the command is not run', () => {
  const line = `"${process.execPath}" -p 1`;

  it('for a node that does not answer: one line', async () => {
    const world = await startWorld();
    world.proxy.behave(() => ({ status: 401, body: 'no' }));
    expect(await runProcess([...world.args, '--while', line])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: ${world.proxy.origin} refuses the request with HTTP 401: is the key in the URL right? (getSlot)\n`,
    });
  });

  it('for a folder that holds something else', async () => {
    const { path, proxy } = await startWorld();
    writeFileSync(join(path, 'notes.json'), '{"a":[1]}');
    const found = await runProcess(['record', '--from', proxy.url, '--out', path, '--while', line]);
    expect({ code: found.code, stdout: found.stdout }).toEqual({ code: 1, stdout: '' });
    expect(found.stderr).toMatch(
      /^error: .*notes\.json:1:1: .*\nstillnode: 1 error in the fixtures: .* does not load\n$/,
    );
    expect(proxy.calls).toEqual([]);
  });

  it('for a file in place of the folder', async () => {
    const { path, proxy } = await startWorld();
    const out = join(path, 'notes.txt');
    writeFileSync(out, 'hi');
    expect(await runProcess(['record', '--from', proxy.url, '--out', out, '--while', line])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: cannot write to ${out}: there is something with this name that is not a folder\n`,
    });
  });

  it('without a line to run', async () => {
    expect(await run(['record', '--from', 'http://127.0.0.1:9', '--out', 'x', '--while', ' '])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: --while needs a command, such as --while "npm test"\n',
    });
  });
});
