import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { folder, logLine, post, ROOT, run, type Serving, serve, serveHere } from './command.ts';

const call = (method: string, params: unknown = []) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const ADVANCE = call('stillnode_advance');

const answerTo = async ({ url }: Pick<Serving, 'url'>, target: string, body: string) =>
  (await (await post(`${url}${target}`, body)).json()) as {
    result?: unknown;
    error?: { code: number; data?: { reason: string } };
  };

async function outcome(serving: Pick<Serving, 'url'>, target = '/'): Promise<'done' | 'off' | 'refused'> {
  const { error } = await answerTo(serving, target, ADVANCE);
  if (error === undefined) return 'done';
  return error.data?.reason === 'refused' ? 'refused' : 'off';
}

describe('control calls', () => {
  it.each<[args: string[], variables: Record<string, string>, done: 'done' | 'off']>([
    [[], {}, 'done'],
    [['--no-control'], {}, 'off'],
    [[], { STILLNODE_CONTROL: '0' }, 'off'],
    [['--host', '0.0.0.0'], {}, 'off'],
    [['--host', '0.0.0.0', '--control'], {}, 'done'],
    [['--host', '0.0.0.0'], { STILLNODE_CONTROL: 'on' }, 'done'],
    [['--host', '0.0.0.0', '--no-control'], { STILLNODE_CONTROL: 'on' }, 'off'],
    [['--api-key', 'k'], {}, 'off'],
    [['--api-key', 'k'], { STILLNODE_CONTROL: 'on' }, 'off'],
  ])('%j with %j: %s', async (args, variables, done) => {
    expect(await outcome(await serveHere(args, variables), '/?apikey=k')).toBe(done);
  });

  it.each<[how: string, args: string[], variables: Record<string, string>]>([
    ['--control-key', ['--control-key', 'c'], {}],
    ['STILLNODE_CONTROL_KEY', [], { STILLNODE_CONTROL_KEY: 'c' }],
  ])('%s: only with the key', async (_how, args, variables) => {
    const serving = await serveHere([...args, '--api-key', 'k'], variables);
    expect(await outcome(serving, '/?apikey=k')).toBe('refused');
    expect(await outcome(serving, '/?apikey=k&controlKey=x')).toBe('refused');
    expect(await outcome(serving, '/?apikey=k&controlKey=c')).toBe('done');
  });

  it('the control key is in no log', async () => {
    const serving = await serve(['--control-key', 'topsecret']);
    await outcome(serving, '/?controlKey=topsecret');
    await logLine(serving, / POST 200 stillnode_advance /);
    expect(serving.output.stdout + serving.output.stderr).not.toContain('topsecret');
  });

  it('accounts are set and impersonated without extensions', async () => {
    const serving = await serveHere(['--dialect', 'agave']);
    const address = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
    const set = call('stillnode_setAccount', [address, { sol: '0.000000042' }]);
    expect(await answerTo(serving, '/', set)).toMatchObject({ result: address });
    expect(await answerTo(serving, '/', call('getBalance', [address]))).toMatchObject({ result: { value: 42 } });
    expect(await answerTo(serving, '/', call('stillnode_impersonate', [address]))).toMatchObject({ result: true });
    const off = await serveHere(['--no-control']);
    expect(await answerTo(off, '/', set)).toMatchObject({ error: { code: -32601 } });
  });

  it('flags that contradict each other are a usage error', async () => {
    expect(await run(['--control', '--api-key', 'k'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: --control with --api-key needs --control-key: an API key must not give control\n',
    });
  });
});

it('--auto-fork: the first call to a fork makes it', async () => {
  const plain = await serveHere();
  expect((await post(`${plain.url}/fork/a`, ADVANCE)).status).toBe(404);
  const serving = await serveHere(['--auto-fork']);
  expect(await outcome(serving, '/fork/a')).toBe('done');
  const slotAt = async (path: string) =>
    (await answerTo(serving, path, call('getSlot', [{ commitment: 'processed' }]))).result;
  expect([await slotAt('/'), await slotAt('/fork/a'), await slotAt('/fork/b')]).toEqual([320, 321, 320]);
});

it('--slot-time: the ledger goes on by itself, and a signal still ends the node', async () => {
  const serving = await serve(['--slot-time', '1', '--quiet']);
  const slot = async () => (await answerTo(serving, '/', call('getSlot'))).result as number;
  const first = await slot();
  while ((await slot()) < first + 3);
  serving.child.kill('SIGTERM');
  expect(await serving.finished).toMatchObject({ code: 0, stderr: '' });
});

it('slotTime alone does not keep a process alive', async () => {
  const script = `import { createNode } from './dist/index.js';
    const node = await createNode({ ledger: [], slotTime: 1 });
    console.log(await node.request('getSlot') >= 0);`;
  const args = ['--input-type=module', '-e', script];
  expect((await promisify(execFile)(process.execPath, args, { cwd: ROOT, timeout: 60_000 })).stdout).toBe('true\n');
});

it('--watch: fixtures that are loaded again are where the ledger goes on, and forks stay', async () => {
  const fixtures = folder({ 'one.ledger.json': '{"slots":[{"slot":5}]}' });
  const serving = await serve([fixtures, '--watch', '--quiet']);
  const slotAt = async (path: string) =>
    (await answerTo(serving, path, call('getSlot', [{ commitment: 'processed' }]))).result;
  await answerTo(serving, '/', ADVANCE);
  await answerTo(serving, '/', call('stillnode_fork', ['a']));
  expect([await slotAt('/'), await slotAt('/fork/a')]).toEqual([6, 6]);
  writeFileSync(`${fixtures}/one.ledger.json`, '{"slots":[{"slot":50}]}');
  await logLine(serving, /^reloaded/);
  expect([await slotAt('/'), await slotAt('/fork/a')]).toEqual([50, 6]);
  await answerTo(serving, '/', ADVANCE);
  expect(await slotAt('/')).toBe(51);
});
