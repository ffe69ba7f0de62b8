import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

let copy: string;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'stillnode-'));
  for (const path of ['package.json', 'ledger-fixtures/default', 'dist/cli.js', 'dist/command.cjs'])
    cpSync(join(ROOT, path), join(copy, path), { recursive: true });
});

beforeEach(() => {
  // as the build does, but by the Node that runs the tests
  expect(node(join(ROOT, 'build/codeCache.mjs'))).toMatchObject({ status: 0, stderr: '' });
});

afterAll(() => rmSync(copy, { recursive: true }));

function node(...args: string[]) {
  const { NODE_OPTIONS: _, ...env } = process.env;
  return spawnSync(process.execPath, args, { cwd: copy, encoding: 'utf8', env });
}

/** Whether V8 takes the compiled code for that of the command. */
const ACCEPTED = `
  const { readFileSync } = require('node:fs');
  const options = { filename: 'x', cachedData: readFileSync('dist/command.cjs.cache') };
  console.log(!new (require('node:vm').Script)(readFileSync('dist/command.cjs', 'latin1'), options).cachedDataRejected);`;

describe('the compiled code of the command', () => {
  it('is taken by the Node that built it', () => {
    expect(node('-e', ACCEPTED).stdout).toBe('true\n');
  });

  it.each<[string, (cache: string) => void]>([
    ['made by another Node', (cache) => writeFileSync(cache, readFileSync(cache).fill(0xff, 4, 12))],
    ['cut off', (cache) => writeFileSync(cache, readFileSync(cache).subarray(0, 1000))],
    ['empty', (cache) => writeFileSync(cache, '')],
    ['missing', (cache) => rmSync(cache)],
  ])('is passed over where it is %s', (_what, spoil) => {
    spoil(join(copy, 'dist/command.cjs.cache'));
    const { status, stderr, stdout } = node('dist/cli.js', '--version');
    expect({ status, stderr, stdout }).toEqual({ status: 0, stderr: '', stdout: `${version}\n` });
  });
});
