import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, ROOT, run, runProcess } from './command.ts';

/** Blocks 5, 6 and 7; 6 is no parent of 7. */
const FORK = Object.fromEntries([5, 6, 7].map((slot) => [`${slot}.json`, emptyBlock(slot === 7 ? 5 : slot - 1)]));

const NO_SLOTS = 'no slots; processed 0, confirmed 0, finalized 0';

function emptyBlock(parentSlot: number): string {
  return JSON.stringify({ blockhash: '1'.repeat(32), previousBlockhash: '1'.repeat(32), parentSlot, blockTime: null });
}

it('sound fixtures: a summary on stdout, exit code 0', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  expect(await runProcess(['check', fixtures])).toEqual({
    code: 0,
    stdout: `ok: 1 file, 0 blocks, 0 transactions, 1 account, 0 warnings\n${NO_SLOTS}\n`,
    stderr: '',
  });
});

it('the sample ledger is sound', async () => {
  const { code, stderr, stdout } = await run(['check', join(ROOT, 'ledger-fixtures/default')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toBe(
    'ok: 44 files, 19 blocks, 43 transactions, 71 accounts, 0 warnings\n' +
      'slots 301 to 320; processed 320, confirmed 319, finalized 319, first available 301\n',
  );
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
  expect((await run(['check'], { STILLNODE_LEDGER: fixtures })).stdout).toContain(', 1 account, ');
});

it('shows every warning, and still ends with 0', async () => {
  const empty = Array.from({ length: 7 }, () => folder());
  const { code, stderr, stdout } = await run(['check', ...empty]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: `ok: 0 files, 0 blocks, 0 transactions, 0 accounts, 7 warnings\n${NO_SLOTS}\n`,
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

it('warnings are shown besides errors, and counted with them', async () => {
  const fixtures = folder({ 'a.json': 'null', 'b.json': ACCOUNT_FILE.replace('42', '-42') });
  const lines = (await run(['check', fixtures])).stderr.split('\n').slice(0, -1);
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'warning',
    'error',
    '1 error and 1 warning in the fixtures',
  ]);
});

it('warnings beyond those that are shown are counted', async () => {
  const fixtures = folder({ 'many.jsonl': 'null\n'.repeat(1003) });
  const { stderr, stdout } = await run(['check', fixtures]);
  expect(stdout).toContain(' 1003 warnings\n');
  expect(stderr.split('\n').slice(-3)).toEqual([
    expect.stringContaining('many.jsonl:1000:1: null: nothing to load'),
    'warning: and 3 more',
    '',
  ]);
});

it('tells of slots that are not on the chain', async () => {
  expect((await run(['check', folder(FORK)])).stdout).toContain('\nslots 5 to 7, 1 of them dropped; processed 7, ');
});

describe('--json', () => {
  async function report(files: Readonly<Record<string, string>>) {
    const path = folder(files);
    const { code, stderr, stdout } = await run(['check', '--json', path]);
    expect(stderr).toBe('');
    expect(stdout.endsWith('}\n')).toBe(true);
    return { code, json: JSON.parse(stdout.replaceAll(path, 'folder')) as unknown };
  }

  it('sound fixtures: what the ledger holds', async () => {
    const ledgerFile = '{"processed": 7, "confirmed": 7, "finalized": 5, "firstAvailable": 5}';
    expect(await report({ ...FORK, 'ledger.json': ledgerFile })).toEqual({
      code: 0,
      json: {
        ok: true,
        errors: 0,
        warnings: 0,
        problems: [],
        ledger: {
          files: 4,
          blocks: 3,
          transactions: 0,
          accounts: 0,
          firstSlot: 5,
          lastSlot: 7,
          processed: 7,
          confirmed: 7,
          finalized: 5,
          firstAvailable: 5,
          dropped: 1,
        },
      },
    });
  });

  it('every problem with its place, its hint and the other place that it is about', async () => {
    const files = {
      'a.json': ACCOUNT_FILE,
      'b.json': ACCOUNT_FILE.replace('42', '43'),
      'c.json': 'null',
      'd.json': '{"a',
      'e.json': ACCOUNT_FILE.replace(/"owner":"\w+"/, '"owner":"x"'),
    };
    expect(await report(files)).toEqual({
      code: 1,
      json: {
        ok: false,
        errors: 3,
        warnings: 1,
        problems: [
          {
            severity: 'error',
            file: 'folder/b.json',
            line: 1,
            column: 80,
            pointer: '/account/lamports',
            message: 'account 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S is recorded twice with different content',
            hint: null,
            other: { file: 'folder/a.json', line: 1, column: 80 },
          },
          {
            severity: 'error',
            file: 'folder/d.json',
            line: 1,
            column: 2,
            pointer: null,
            message: 'expected JSON: a string that does not end',
            hint: null,
            other: null,
          },
          {
            severity: 'error',
            file: 'folder/e.json',
            line: 1,
            column: 116,
            pointer: '/account/owner',
            message: 'expected an address (base58 of 32 bytes), found "x"',
            hint: 'it is base58 of 1 bytes',
            other: null,
          },
          {
            severity: 'warning',
            file: 'folder/c.json',
            line: 1,
            column: 1,
            pointer: '',
            message: 'null: nothing to load',
            hint: null,
            other: null,
          },
        ],
        ledger: null,
      },
    });
  });

  it('more problems than are listed are counted', async () => {
    const line = ACCOUNT_FILE.replace('42', '-42');
    const { json } = await report({ 'many.jsonl': Array.from({ length: 1003 }, () => line).join('\n') });
    expect(json).toMatchObject({ errors: 1003, problems: { length: 1000 } });
  });
});

it('a FIFO is not waited for: an error where it is named, a warning within a folder', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  const pipe = join(fixtures, 'pipe.jsonl');
  execFileSync('mkfifo', [pipe]);
  expect(await run(['check', pipe])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${pipe}: expected a file or a folder, found a FIFO\n1 error in the fixtures: nothing was loaded\n`,
  });
  const { code, stderr } = await run(['check', fixtures]);
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: `warning: ${pipe}: a FIFO, not a regular file: ignored\n`,
  });
});
