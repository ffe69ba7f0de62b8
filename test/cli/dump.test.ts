import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, run, runProcess } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

describe('stillnode dump', () => {
  it('writes the ledger, and says so on stdout', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    const out = join(folder(), 'dump');
    expect(await run(['dump', fixtures, '--out', out])).toEqual({
      code: 0,
      stdout: `wrote 2 files to ${out}: 0 blocks, 0 transactions, 1 account\n`,
      stderr: '',
    });
    expect(readFileSync(join(out, `accounts/${ALICE}.json`), 'utf8')).toContain('\n    "lamports": 42,\n');
  });

  it('without a path, the sample ledger; checked, it holds what it held', async () => {
    const out = folder();
    expect((await run(['dump', '--out', out])).stdout).toBe(
      `wrote 72 files to ${out}: 19 blocks, 43 transactions, 71 accounts\n`,
    );
    const [dumped, sample] = await Promise.all([run(['check', out]), run(['check', 'ledger-fixtures/default'])]);
    // programs and sysvars of the cluster have files too
    expect({ ...dumped, stdout: dumped.stdout.replace('72 files', '44 files') }).toEqual(sample);
  });

  it('a ledger can be written over itself once it is a dump', async () => {
    const out = folder();
    const first = join(folder({ 'alice.json': ACCOUNT_FILE }), 'alice.json');
    await run(['dump', first, '--out', out]);
    writeFileSync(join(out, `accounts/${ALICE}.json`), ACCOUNT_FILE.replace('42', '43'));
    expect((await run(['dump', out, '--out', out])).code).toBe(0);
    expect(readFileSync(join(out, `accounts/${ALICE}.json`), 'utf8')).toContain('\n    "lamports": 43,\n');
  });

  it('a folder that holds something else: one line, exit code 1; --force writes and warns', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    const out = folder({ 'mine.json': ACCOUNT_FILE });
    expect(await run(['dump', fixtures, '--out', out])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: ${out} contains mine.json, which no dump wrote: choose an empty folder, or use --force to write there anyway\n`,
    });
    const forced = await run(['dump', fixtures, '--out', out, '--force']);
    expect(forced.code).toBe(0);
    expect(forced.stderr).toBe(
      `warning: ${out} also holds 1 fixture that the dump did not write, such as mine.json: loading the folder loads them too\n`,
    );
  });

  it('a FIFO, as the folder or in it: one line, exit code 1', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    const out = folder();
    execFileSync('mkfifo', [join(out, 'ledger.json')]);
    expect(await run(['dump', fixtures, '--out', out, '--force'])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: cannot write to ${out}: ledger.json is not a regular file\n`,
    });
    expect((await run(['dump', fixtures, '--out', join(out, 'ledger.json')])).stderr).toBe(
      `stillnode: cannot write to ${out}/ledger.json: there is something with this name that is not a folder\n`,
    );
  });

  it('fixtures with errors: all of them, exit code 1, nothing is written', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE.replace('42', '-42') });
    const out = folder();
    const { code, stderr, stdout } = await run(['dump', fixtures, '--out', out]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.split('\n').slice(-2)).toEqual(['stillnode: 1 error in the fixtures: nothing was dumped', '']);
    expect((await run(['check', out])).stderr).toContain('a folder without fixtures');
  });

  it('a place that cannot be written to: one line, exit code 1', async () => {
    const out = join(folder({ file: '' }), 'file/dump');
    const { code, stderr } = await run(['dump', '--out', out]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `stillnode: cannot write to ${out}: a part of the path is not a folder\n`,
    });
  });

  it.each([
    [`process.kill(process.pid, 'SIGTERM')`, 'stopped: nothing was written to OUT'],
    [`process.kill(process.pid, 'SIGINT')`, 'stopped: nothing was written to OUT'],
    [
      `throw Object.assign(new Error('ENOSPC: no space'), { code: 'ENOSPC', syscall: 'write' })`,
      'cannot write to OUT: no space is left on the device',
    ],
  ])('one that breaks off leaves the dump before as it was: %s', async (event, message) => {
    const out = folder();
    await run(['dump', '--out', out]);
    const before = await run(['check', out, '--json']);
    const preload = join(folder({ 'preload.cjs': atThirdFile(event) }), 'preload.cjs');
    const ledger = folder({ 'alice.json': ACCOUNT_FILE, 'a.ledger.yaml': 'slots: [{from: 1, to: 50}]\n' });
    expect(await runProcess(['dump', ledger, '--out', out], { NODE_OPTIONS: `--require ${preload}` })).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: ${message.replace('OUT', out)}\n`,
    });
    expect(await run(['check', out, '--json'])).toEqual(before);
    expect(readdirSync(out).filter((name) => name.startsWith('.'))).toEqual(['.stillnode-dump']);
  });
});

/** Loaded before the command: something happens when it writes its third file. */
function atThirdFile(event: string): string {
  return `const fs = require('node:fs');
const { writeFileSync } = fs;
let files = 0;
fs.writeFileSync = (...args) => {
  if (++files === 3) ${event};
  writeFileSync(...args);
};
require('node:module').syncBuiltinESMExports();
`;
}
