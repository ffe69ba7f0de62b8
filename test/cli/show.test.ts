import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, run, runProcess } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
const SCRIPT = 'accounts: {$shop: {sol: 2}}\nslots: [{slot: 302}]\n';

describe('stillnode show', () => {
  it('what is in fixtures', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    expect(await runProcess(['show', fixtures])).toEqual({
      code: 0,
      stdout: `0 blocks, 0 transactions, 1 account
slots: none
tips: processed 0, confirmed 0, finalized 0
cluster: node 4.3.0

other accounts (1)
  address                                               SOL  owner    bytes
  2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S  0.000000042  $system      3
`,
      stderr: '',
    });
  });

  it('without a path, the sample ledger; or STILLNODE_LEDGER', async () => {
    const first = async (variables?: Readonly<Record<string, string>>) => {
      const { code, stderr, stdout } = await run(['show'], variables);
      return { code, stderr, line: stdout.split('\n')[0] };
    };
    expect(await first()).toEqual({
      code: 0,
      stderr: '',
      line: '19 blocks, 43 transactions (3 failed), 45 accounts',
    });
    expect(await first({ STILLNODE_LEDGER: folder({ 'alice.json': ACCOUNT_FILE }) })).toEqual({
      code: 0,
      stderr: '',
      line: '0 blocks, 0 transactions, 1 account',
    });
  });

  it('the address of a name: the first line, a member, or alone', async () => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    const address = 'GGfjqXy3MnesWAST4Gk4oLcG3LgCdJcUw2bf5Hb5CkK8';
    const [lines, json, alone] = await Promise.all([
      run(['show', fixtures, '$shop']),
      run(['show', fixtures, '$shop', '--json']),
      run(['show', fixtures, '$shop', '--address']),
    ]);
    expect(lines.stdout.split('\n')[0]).toBe(address);
    expect((JSON.parse(json.stdout) as { address: string }).address).toBe(address);
    expect(json.stdout.indexOf('\n')).toBe(json.stdout.length - 1);
    expect(alone).toEqual({ code: 0, stdout: `${address}\n`, stderr: '' });
  });

  it('the name of a folder is a path; --of says what is to be shown', async () => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    const slot = { code: 0, stdout: expect.stringMatching(/^slot 302\n/) as string, stderr: '' };
    expect(await run(['show', fixtures, '302'])).toEqual(slot);
    expect(await run(['show', fixtures, '--of', '302'])).toEqual(slot);
    expect(await run(['show', fixtures, '--of', 'test'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'stillnode: the ledger has nothing that is called `test`\n',
    });
  });

  it.each([
    [['$shpo'], 'the ledger has no account that is called `$shpo`; did you mean $shop?'],
    [
      ['shop'],
      'the ledger has nothing that is called `shop`, and there is no such file or folder; did you mean $shop?',
    ],
    [['7'], 'the ledger has no slot 7: its slots are 302 to 302'],
    [['302', '--address'], '`302` is a slot, which has no address'],
  ])('%j is not there: one line, exit code 1', async (args, message) => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    expect(await runProcess(['show', fixtures, ...args])).toEqual({
      code: 1,
      stdout: '',
      stderr: `stillnode: ${message}\n`,
    });
  });

  it('a path that is not there, fixtures with errors: all of them, exit code 1', async () => {
    const path = join(folder(), 'nothing.json');
    expect(await run(['show', path])).toEqual({
      code: 1,
      stdout: '',
      stderr: `error: ${path}: cannot be read: there is no such file or folder\nstillnode: 1 error in the fixtures: nothing is shown\n`,
    });
  });

  it('warnings go to stderr', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE, 'b.json': 'null' });
    const { code, stderr, stdout } = await run(['show', fixtures, ALICE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `warning: ${fixtures}/b.json:1:1: null: nothing to load\n` });
    expect(stdout).toBe(`2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
kind: other
owner: 11111111111111111111111111111111 ($system)
lamports: 42 (0.000000042 SOL)
executable: false
rentEpoch: 0
space: 3

data: AQID (base64)
`);
  });

  it('two things: a usage error, exit code 2', async () => {
    expect(await run(['show', '$a', '$b'])).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: show takes one thing at a time, not `$a` and `$b`\n',
    });
  });
});
