import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, ROOT, run } from './command.ts';

it('sound fixtures: a summary on stdout, exit code 0', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  expect(await run(['check', fixtures])).toEqual({
    code: 0,
    stdout: 'ok: 1 files, 0 blocks, 0 transactions, 1 accounts, 0 warnings\n',
    stderr: '',
  });
});

it('the sample ledger is sound', async () => {
  const { code, stderr, stdout } = await run(['check', join(ROOT, 'ledger-fixtures/default')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe('ok: 63 files, 19 blocks, 46 transactions, 43 accounts, 0 warnings\n');
});

it('several paths are one ledger', async () => {
  const alice = join(folder({ 'alice.json': ACCOUNT_FILE }), 'alice.json');
  const bob = folder({
    'bob.json': ACCOUNT_FILE.replace('2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S', '1'.repeat(32)),
  });
  expect((await run(['check', alice, bob])).stdout).toContain('ok: 2 files, 0 blocks, 0 transactions, 2 accounts');
});

it('STILLNODE_LEDGER is checked where no path is named', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  expect((await run(['check'], { STILLNODE_LEDGER: fixtures })).stdout).toContain('1 accounts');
});

it('shows every warning, and still ends with 0', async () => {
  const empty = Array.from({ length: 7 }, () => folder());
  const { code, stderr, stdout } = await run(['check', ...empty]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: 'ok: 0 files, 0 blocks, 0 transactions, 0 accounts, 7 warnings\n',
  });
  const lines = stderr.split('\n').slice(0, -1);
  expect(lines.map((line) => line.split(': ').slice(0, 2))).toEqual(empty.map((path) => ['warning', path]));
});

it('errors: every one on stderr with file, line and column, nothing on stdout, exit code 1', async () => {
  const fixtures = folder({
    'alice.json': ACCOUNT_FILE.replace('42', '-42'),
    'bob.json': '{"pubkey": 1',
  });
  const { code, stderr, stdout } = await run(['check', fixtures]);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  const lines = stderr.split('\n').slice(0, -1);
  expect(lines).toHaveLength(3);
  expect(lines[0]).toMatch(/^error: \S+alice\.json:1:\d+: \/account\/lamports: /);
  expect(lines[1]).toMatch(/^error: \S+bob\.json:1:13: /);
  expect(lines[2]).toBe('2 errors in the fixtures: nothing was loaded');
});

it('more errors than are shown are counted', async () => {
  const line = ACCOUNT_FILE.replace('42', '-42');
  const fixtures = folder({ 'many.jsonl': Array.from({ length: 1003 }, () => line).join('\n') });
  const lines = (await run(['check', fixtures])).stderr.split('\n').slice(0, -1);
  expect(lines).toHaveLength(1002);
  expect(lines.at(-2)).toBe('error: and 3 more');
  expect(lines.at(-1)).toBe('1003 errors in the fixtures: nothing was loaded');
});
