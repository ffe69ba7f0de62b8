import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dialectFor } from '../../src/cli/serve.ts';
import type { DialectName } from '../../src/dialect.ts';
import type { NodeOptions } from '../../src/node/nodeOptions.ts';
import { SocketClient } from '../server/socketClient.ts';
import {
  ACCOUNT_FILE,
  folder,
  launch,
  logLine,
  post,
  readyLineOf,
  run,
  runProcess,
  STATUSES_CALL,
  serve,
  serveHere,
} from './command.ts';

describe('the ready line', () => {
  it('is the only thing on stdout, whatever is asked', async () => {
    const { child, finished, readyLine, url } = await serve();
    await post(url, STATUSES_CALL);
    await post(url, 'no json');
    child.kill('SIGTERM');
    expect((await finished).stdout).toBe(readyLine);
  });

  it('tells where the node is, what it holds, its dialect and the time that loading took', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    const { readyLine } = await serveHere([fixtures, '--dialect', 'agave']);
    expect(readyLine).toMatch(
      /^stillnode ready on http:\/\/127\.0\.0\.1:[1-9]\d*: 0 blocks, 0 transactions, 1 account, agave dialect, alpenglow consensus, loaded in \d+ ms; WebSockets on ws:\/\/127\.0\.0\.1:[1-9]\d*; http:\/\/127\.0\.0\.1:[1-9]\d* in a browser shows the ledger\n$/,
    );
  });

  it('comes when the node answers', async () => {
    const { url } = await serve();
    expect(await (await post(url, STATUSES_CALL)).text()).toBe(
      '{"jsonrpc":"2.0","result":{"context":{"slot":320},"value":[]},"id":1}\n',
    );
  });

  it('does not come before everything is loaded', async () => {
    const slots = [
      { slot: 1, transactions: [{ transfer: { from: '$alice', to: '$bob', lamports: 1 }, repeat: 5000 }] },
    ];
    const script = JSON.stringify({ accounts: { $alice: { sol: 5 } }, slots });
    const running = launch([join(folder({ 'many.ledger.json': script }), 'many.ledger.json'), '--port', '0']);
    expect(await readyLineOf(running)).toContain('1 block, 5000 transactions');
  });

  it('names the port that was asked for', async () => {
    const first = await serve();
    first.child.kill('SIGTERM');
    await first.finished;
    const { port } = new URL(first.url);
    const second = await serve(['--port', port]);
    expect(second.url).toBe(`http://127.0.0.1:${port}`);
  });
});

describe('what is asked for is what is served', () => {
  it('without a path, the sample ledger', async () => {
    expect((await serveHere()).readyLine).toContain(': 19 blocks, 43 transactions, 71 accounts, contract dialect');
  });

  it('STILLNODE_LEDGER names the fixtures, and a path beats it', async () => {
    const one = folder({ 'alice.json': ACCOUNT_FILE });
    expect((await serveHere([], { STILLNODE_LEDGER: one })).readyLine).toContain(
      ': 0 blocks, 0 transactions, 1 account',
    );
    expect((await serveHere([folder()], { STILLNODE_LEDGER: one })).readyLine).toContain('0 accounts');
  });

  it('--dialect is the dialect of requests that name none', async () => {
    const { url } = await serveHere(['--dialect', 'agave']);
    const getBlock = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[307]}';
    const error = '{"code":-32007,"message":"Slot 307 was skipped, or missing due to ledger jump to recent snapshot"}';
    expect(await (await post(url, getBlock)).text()).toBe(`{"jsonrpc":"2.0","error":${error},"id":1}\n`);
    expect(await (await post(`${url}/?dialect=contract`, getBlock)).text()).toBe(
      '{"jsonrpc":"2.0","result":null,"id":1}\n',
    );
  });

  it('--max-body-bytes is the most that a body may have', async () => {
    const { url } = await serveHere(['--max-body-bytes', `${STATUSES_CALL.length}`]);
    expect((await post(url, STATUSES_CALL)).status).toBe(200);
    expect((await post(url, `${STATUSES_CALL} `)).status).toBe(413);
  });

  it.each<[how: string, args: string[], variables: Record<string, string>]>([
    ['--api-key', ['--api-key', 'one', '--api-key', 'two'], {}],
    ['STILLNODE_API_KEY', [], { STILLNODE_API_KEY: 'one,two' }],
  ])('%s: only requests with one of the keys are let in', async (_how, args, variables) => {
    const { url } = await serveHere(args, variables);
    const statusOf = async (query: string) => (await post(`${url}/${query}`, STATUSES_CALL)).status;
    expect(await statusOf('')).toBe(401);
    expect(await statusOf('?apikey=three')).toBe(401);
    expect(await statusOf('?apikey=one')).toBe(200);
    expect(await statusOf('?apikey=two')).toBe(200);
  });
});

describe('the dialect that nobody chose', () => {
  const CONTRACT =
    'no dialect is chosen, so this node answers in the contract dialect: six read methods with a small, fixed set of fields; use --dialect agave for the answers of a real node, or --dialect contract to leave out this line\n';
  const AGAVE =
    'no dialect is chosen, and the ledger moves, runs programs or has an upstream, so this node answers in the agave dialect, as a real node; use --dialect contract for six read methods with a small, fixed set of fields, or --dialect agave to leave out this line\n';

  it.each<[options: NodeOptions, dialect: DialectName]>([
    [{}, 'contract'],
    [{ autoAdvance: false, execute: 'none', autoFork: true }, 'contract'],
    [{ slotTime: 400 }, 'agave'],
    [{ autoAdvance: true }, 'agave'],
    [{ execute: 'litesvm' }, 'agave'],
    [{ upstream: { url: 'http://127.0.0.1:9' } }, 'agave'],
    [{ upstream: { record: 'recorded', mode: 'none' } }, 'agave'],
  ])('of %j is %s', (options, dialect) => {
    expect(dialectFor(options)).toBe(dialect);
  });

  it.each([
    [[], 'contract', CONTRACT],
    [['--slot-time', '100000'], 'agave', AGAVE],
  ])('is told once on stderr, with --quiet too: %j', async (args, dialect, line) => {
    const { child, finished, output, readyLine, url } = await serve(['--quiet', ...args], { STILLNODE_DIALECT: '' });
    expect(readyLine).toContain(`, ${dialect} dialect, `);
    expect(output.stderr).toBe(line);
    await post(url, STATUSES_CALL, { 'solana-client': 'js/1.99.0' });
    await post(url, STATUSES_CALL, { 'user-agent': 'curl/8.5.0' });
    child.kill('SIGTERM');
    expect((await finished).stderr).toBe(line);
  });

  it.each([
    [['--dialect', 'contract'], ''],
    [['--dialect', 'agave', '--slot-time', '100000'], ''],
    [['--dialect', 'agave'], 'contract'],
    [['--auto-advance'], 'contract'],
    [[], 'agave'],
  ])('is not told where it was chosen: %j %s', async (args, variable) => {
    const { child, finished, readyLine } = await serve(['--quiet', ...args], { STILLNODE_DIALECT: variable });
    const [, flag = variable] = /--dialect (\w+)/.exec(args.join(' ')) ?? [];
    expect(readyLine).toContain(`, ${flag} dialect, `);
    child.kill('SIGTERM');
    expect((await finished).stderr).toBe('');
  });
});

describe('the log', () => {
  it('has one line on stderr for each request: HTTP method, status, RPC methods, size, time', async () => {
    const serving = await serveHere();
    await post(serving.url, `[${STATUSES_CALL},${STATUSES_CALL}]`);
    await fetch(`${serving.url}/health`);
    await logLine(serving, / GET /);
    const [batch, health, ...more] = serving.output.stderr.split('\n').slice(0, -1);
    expect(batch).toMatch(
      /^\d{4}-\d\d-\d\dT[\d:.]+Z POST 200 getSignatureStatuses,getSignatureStatuses \d+ B [\d.]+ ms$/,
    );
    expect(health).toMatch(/^\S+Z GET 200 - 2 B [\d.]+ ms$/);
    expect(more).toEqual([]);
  });

  it('has one for each message over a WebSocket that is answered: calls that subscribe and control calls too', async () => {
    const serving = await serveHere();
    const [, wsUrl] = / WebSockets on (ws:[^\s;]+)/.exec(serving.readyLine)!;
    const client = await SocketClient.open(wsUrl!);
    await client.send('{"jsonrpc":"2.0","method":"ping"}').call('slotSubscribe').call('stillnode_getTips').next();
    await logLine(serving, /getTips/);
    const lines = serving.output.stderr.split('\n').slice(0, -1);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z WS 101 slotSubscribe 35 B [\d.]+ ms$/);
    expect(lines[1]).toMatch(/^\S+Z WS 101 stillnode_getTips \d+ B [\d.]+ ms$/);
  });

  it('--log json: one object a line', async () => {
    const serving = await serveHere(['--log', 'json', '--dialect', 'agave', '--auto-fork']);
    const getBlock = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[307]}';
    await post(`${serving.url}/fork/a`, `[${STATUSES_CALL},${getBlock}]`);
    const line = JSON.parse(await logLine(serving, /getBlock/)) as Record<string, unknown>;
    const ms = expect.any(Number);
    expect(line).toEqual({
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      transport: 'http',
      httpMethod: 'POST',
      status: 200,
      calls: [
        { method: 'getSignatureStatuses', outcome: 'result', ms },
        { method: 'getBlock', outcome: 'error', code: -32007, ms },
      ],
      bytes: expect.any(Number),
      ms,
      fork: 'a',
    });
  });

  it('tells what became of calls that got no result, in colour where that is forced', async () => {
    const serving = await serve(['--dialect', 'agave'], { FORCE_COLOR: '1' });
    const getBlock = '{"jsonrpc":"2.0","id":1,"method":"getBlock","params":[307]}';
    await post(serving.url, `[${STATUSES_CALL},${getBlock}]`);
    expect(await logLine(serving, /getBlock/)).toMatch(
      // biome-ignore lint/suspicious/noControlCharactersInRegex: a colour begins with one
      /Z POST 200 getSignatureStatuses,getBlock \x1b\[31merror -32007\x1b\[39m \d+ B [\d.]+ ms$/,
    );
  });

  it('never holds an api key, right or wrong', async () => {
    const serving = await serve(['--api-key', 'topsecret']);
    await post(`${serving.url}/?apikey=topsecret`, STATUSES_CALL);
    await post(`${serving.url}/?apikey=wrongguess`, STATUSES_CALL);
    await logLine(serving, / 401 /);
    const { stderr, stdout } = serving.output;
    expect(stdout + stderr).not.toMatch(/topsecret|wrongguess|apikey/);
  });

  it('shows a method name that would break the line as a question mark', async () => {
    const serving = await serveHere();
    await post(serving.url, '{"jsonrpc":"2.0","id":1,"method":"a\\nb"}');
    expect(await logLine(serving, /POST/)).toMatch(/ POST 200 \? /);
  });

  it.each<[how: string, args: string[], variables: Record<string, string>]>([
    ['--quiet', ['--quiet'], {}],
    ['STILLNODE_QUIET', [], { STILLNODE_QUIET: '1' }],
    ['--log off', ['--log', 'off'], {}],
  ])('%s: there is none', async (_how, args, variables) => {
    const { child, finished, url } = await serve(args, variables);
    await post(url, STATUSES_CALL);
    child.kill('SIGTERM');
    expect((await finished).stderr).toBe('');
  });

  it('tells of odd fixtures before it is ready: the first five, and how many more', async () => {
    const empty = Array.from({ length: 7 }, () => folder());
    const { output } = await serve(empty);
    const lines = output.stderr.split('\n').slice(0, -1);
    expect(lines).toHaveLength(6);
    for (const [i, line] of lines.slice(0, 5).entries()) expect(line.startsWith(`warning: ${empty[i]}: `)).toBe(true);
    expect(lines[5]).toBe('warning: and 2 more: stillnode check shows them all');
  });
});

it('--version prints the version of the package, --help the usage; both on stdout, exit code 0', async () => {
  const { default: manifest } = await import('../../package.json', { with: { type: 'json' } });
  expect(await runProcess(['--version'])).toEqual({ code: 0, stdout: `${manifest.version}\n`, stderr: '' });
  const help = await runProcess(['--help']);
  expect(help).toMatchObject({ code: 0, stderr: '' });
  expect(help.stdout).toContain('usage: stillnode [serve] [PATH…]');
  for (const args of [['-h'], ['help']]) expect(await run(args)).toEqual(help);
  expect(await run(['-v'])).toEqual(await run(['--version']));
});
