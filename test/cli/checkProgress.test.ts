import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { runCheck } from '../../src/cli/check.ts';
import { ProgressLine } from '../../src/cli/progress.ts';
import { ACCOUNT_FILE, folder } from './command.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

it('check counts on a terminal while reading takes long, and takes the line away before it says what is wrong', async () => {
  const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
  writeFileSync(join(fixtures, 'bob.jsonl'), `${ACCOUNT_FILE}\n!`);
  const shown: string[] = [];
  const write = (text: string | Uint8Array) => shown.push(String(text)) > 0;
  vi.spyOn(process.stderr, 'write').mockImplementation(write);
  let hours = 0;
  const line = new ProgressLine({ isTTY: true, write }, () => hours++ * 3_600_000);
  expect(await runCheck({ json: false, paths: [fixtures] }, line)).toBe(1);
  expect(shown.map((text) => text.replaceAll(fixtures, ''))).toEqual([
    '\r\x1b[Kloading: 0 blocks, 0 transactions, 1 accounts',
    '\r\x1b[K',
    'error: /bob.jsonl:2:1: expected JSON: expected a value\n',
    '1 error in the fixtures: nothing was loaded\n',
  ]);
});
