import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_VERSION } from '../../src/nodeVersion.ts';
import { ACCOUNT_FILE, folder, run, runProcess } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';
const SCRIPT = 'accounts: {$shop: {sol: 2}}\nslots: [{slot: 302}]\n';

describe('stillnode show', () => {
  it('what is in fixtures', async () => {
    const fixtures = folder({ 'alice.json': ACCOUNT_FILE });
    expect(await runProcess(['show', fixtures])).toEqual({
      code: 0,
      stdout: `summary:
  accounts: 1
  apiVersion: "${DEFAULT_VERSION.release}"
  blocks: 0
  confirmed: 0
  dropped: 0
  failed: 0
  finalized: 0
  firstAvailable: 0
  processed: 0
  skipped: 0
  transactions: 0
accounts:
  - address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
    kind: other
    lamports: 42
    owner: "11111111111111111111111111111111"
    space: 3
leftOut:
  accounts: 0
  described: 0
  names: 0
  signatures: 0
  slots: 0
  transactions: 0
`,
      stderr: '',
    });
  });

  it('without a path, the sample ledger; or STILLNODE_LEDGER', async () => {
    const counts = async (variables?: Readonly<Record<string, string>>) => {
      const { code, stderr, stdout } = await run(['show'], variables);
      const [summary] = stdout.split('\naccounts:');
      const lines = summary!.match(/^ {2}(?:blocks|transactions|failed|accounts): \d+$/gm);
      return { code, stderr, lines };
    };
    expect(await counts()).toEqual({
      code: 0,
      stderr: '',
      lines: ['  accounts: 71', '  blocks: 19', '  failed: 3', '  transactions: 43'],
    });
    expect(await counts({ STILLNODE_LEDGER: folder({ 'alice.json': ACCOUNT_FILE }) })).toEqual({
      code: 0,
      stderr: '',
      lines: ['  accounts: 1', '  blocks: 0', '  failed: 0', '  transactions: 0'],
    });
  });

  it('the address of a name: a member, or alone', async () => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    const address = 'GGfjqXy3MnesWAST4Gk4oLcG3LgCdJcUw2bf5Hb5CkK8';
    const [lines, json, alone] = await Promise.all([
      run(['show', fixtures, '--of', '$shop']),
      run(['show', fixtures, '--of', '$shop', '--json']),
      run(['show', fixtures, '--of', '$shop', '--address']),
    ]);
    expect(lines.stdout.split('\n')).toContain(`address: ${address}`);
    expect((JSON.parse(json.stdout) as { address: string }).address).toBe(address);
    expect(json.stdout.indexOf('\n')).toBe(json.stdout.length - 1);
    expect(alone).toEqual({ code: 0, stdout: `${address}\n`, stderr: '' });
  });

  it('a word is a path; --of says what is to be shown', async () => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    const slot = { code: 0, stdout: expect.stringMatching(/^slot: 302$/m) as string, stderr: '' };
    const word = await run(['show', fixtures, '302']);
    expect(word).toEqual({
      code: 2,
      stdout: '',
      stderr: 'stillnode: `302` is not a file or folder; one thing of the ledger is shown with --of 302\n',
    });
    expect(await run(['show', fixtures, '--of', '302'])).toEqual(slot);
    expect(await run(['show', fixtures, '--of', 'test'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'stillnode: the ledger has nothing that is called `test`\n',
    });
  });

  it.each([
    [['$shpo'], 'the ledger has no account that is called `$shpo`; did you mean $shop?'],
    [['shopp'], 'the ledger has nothing that is called `shopp`; did you mean $shop?'],
    [['7'], 'the ledger has no slot 7: its slots are 302 to 302'],
    [['302', '--address'], '`302` is a slot, which has no address'],
  ])('%j is not there: one line, exit code 1', async (args, message) => {
    const fixtures = folder({ 'a.ledger.yaml': SCRIPT });
    expect(await run(['show', fixtures, '--of', ...args])).toEqual({
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
    const { code, stderr, stdout } = await run(['show', fixtures, '--of', ALICE]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `warning: ${fixtures}/b.json:1:1: null: nothing to load\n` });
    expect(stdout).toBe(`account:
  data:
    - AQID
    - base64
  executable: false
  lamports: 42
  owner: "11111111111111111111111111111111"
  rentEpoch: 0
  space: 3
address: 2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S
kind: other
leftOut:
  described: 0
  states: 0
  transactions: 0
ownerName: $system
states:
  - account:
      data:
        - AQID
        - base64
      executable: false
      lamports: 42
      owner: "11111111111111111111111111111111"
      rentEpoch: 0
      space: 3
`);
  });
});
