import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ACCOUNT_FILE, folder, logLine, post, type Serving, serve } from './command.ts';

const ALICE = '2XepUvFXVeUq5ZQiot2ad6fxNVW9yJNy6Zrq4Q2Hcx1S';

function accountFile(lamports: number, address: string = ALICE): string {
  return ACCOUNT_FILE.replace('42', `${lamports}`).replace(ALICE, address);
}

async function watched(...paths: readonly string[]): Promise<Serving> {
  return serve([...paths, '--watch', '--quiet']);
}

/** Lamports of an account; none where it is not there. */
async function lamportsOf({ url }: Serving, address: string = ALICE): Promise<unknown> {
  const body = `{"jsonrpc":"2.0","id":1,"method":"getBalance","params":["${address}"]}`;
  const { result } = (await (await post(url, body)).json()) as { result: { value: unknown } };
  return result.value;
}

/** Waits for a line that has not been there before. */
function lineOf(running: Serving, pattern: RegExp): Promise<string> {
  const seen = running.output.stderr.length;
  const output = {
    get stdout() {
      return '';
    },
    get stderr() {
      return running.output.stderr.slice(seen);
    },
  };
  return logLine({ messages: running.messages, output }, pattern);
}

/** Changes something and waits for what is said of it. */
async function afterwards(running: Serving, pattern: RegExp, change: () => void): Promise<string> {
  const line = lineOf(running, pattern);
  change();
  return line;
}

describe('--watch', () => {
  it('a file that is written again: it is answered from, and one line says what is loaded', async () => {
    const path = join(folder({ 'alice.json': accountFile(1) }), 'alice.json');
    const node = await watched(path);
    expect(await lamportsOf(node)).toBe(1);
    const line = await afterwards(node, /^reloaded/, () => writeFileSync(path, accountFile(2)));
    expect(line).toMatch(/^reloaded: 0 blocks, 0 transactions, 1 account, in \d+ ms$/);
    expect(await lamportsOf(node)).toBe(2);
    expect(node.output.stderr.split('\n')).toEqual([line, '']);
    expect(node.output.stdout).toBe(node.readyLine);
  });

  it('a broken edit: its errors are told and the ledger stays; the mended one is loaded', async () => {
    const path = join(folder({ 'alice.json': accountFile(1) }), 'alice.json');
    const node = await watched(path);
    const line = await afterwards(node, /still served$/, () => writeFileSync(path, '{"pubkey": 1'));
    expect(line).toBe('1 error in the fixtures: not reloaded, the previous ledger is still served');
    expect(node.output.stderr).toMatch(/^error: \S+alice\.json:1:13: expected JSON/);
    expect(await lamportsOf(node)).toBe(1);
    await afterwards(node, /^reloaded/, () => writeFileSync(path, accountFile(3)));
    expect(await lamportsOf(node)).toBe(3);
  });

  it('a file that is added, renamed over another, taken away; folders too', async () => {
    const fixtures = folder({ 'alice.json': accountFile(1) });
    const bob = `${'1'.repeat(31)}2`;
    const node = await watched(fixtures);
    await afterwards(node, / 2 accounts/, () => {
      mkdirSync(join(fixtures, 'more/of/it'), { recursive: true });
      writeFileSync(join(fixtures, 'more/of/it/bob.json'), accountFile(7, bob));
    });
    expect(await lamportsOf(node, bob)).toBe(7);
    // as many editors save: a new file takes the name of the old one, and the time of its last change
    const swap = join(fixtures, '.alice.json.swap');
    writeFileSync(swap, accountFile(5));
    await afterwards(node, /^reloaded/, () => renameSync(swap, join(fixtures, 'alice.json')));
    expect(await lamportsOf(node)).toBe(5);
    await afterwards(node, / 1 account,/, () => rmSync(join(fixtures, 'more'), { recursive: true }));
    expect(await lamportsOf(node, bob)).toBe(0);
    await afterwards(node, / 0 accounts/, () => rmSync(join(fixtures, 'alice.json')));
    expect(await lamportsOf(node)).toBe(0);
  });

  it('many writes at once: what is loaded last is what was written last', async () => {
    const path = join(folder({ 'alice.json': accountFile(1) }), 'alice.json');
    const node = await watched(path);
    const last = 500;
    const line = lineOf(node, /^reloaded/);
    for (let lamports = 2; lamports <= last; lamports++) writeFileSync(path, accountFile(lamports));
    await line;
    // a machine that stalls in between may see an earlier one first
    for (;;) {
      const next = lineOf(node, /^reloaded/);
      if ((await lamportsOf(node)) === last) break;
      await next;
    }
  });

  it('what a script includes is watched, once it is there too', async () => {
    const elsewhere = folder({ 'alice.json': accountFile(1) });
    const script = join(folder(), 'my.ledger.json');
    const including = (path: string) => JSON.stringify({ include: [relative(dirname(script), path)] });
    writeFileSync(script, including(elsewhere));
    const node = await watched(script);
    await afterwards(node, /^reloaded/, () => writeFileSync(join(elsewhere, 'alice.json'), accountFile(2)));
    expect(await lamportsOf(node)).toBe(2);
    const later = join(elsewhere, 'later.jsonl');
    await afterwards(node, /still served$/, () => writeFileSync(script, including(later)));
    await afterwards(node, /^reloaded/, () => writeFileSync(later, accountFile(9)));
    expect(await lamportsOf(node)).toBe(9);
  });

  it('a FIFO among the fixtures is not waited for, and a name with a newline is a name', async () => {
    const fixtures = folder({ 'a\nlice.json': accountFile(1) });
    execFileSync('mkfifo', [join(fixtures, 'pipe.json')]);
    const node = await watched(fixtures);
    expect(await lamportsOf(node)).toBe(1);
    await afterwards(node, /^reloaded/, () => writeFileSync(join(fixtures, 'a\nlice.json'), accountFile(2)));
    expect(await lamportsOf(node)).toBe(2);
  });

  it('/health and answers that were given before are those of the new ledger', async () => {
    const fixtures = folder({ 'ledger.json': '{"slotsBehind": 5}' });
    const node = await watched(fixtures);
    const health = async () => (await fetch(`${node.url}/health`)).text();
    expect(await health()).toBe('behind');
    expect(await lamportsOf(node)).toBe(0);
    await afterwards(node, /^reloaded/, () => {
      writeFileSync(join(fixtures, 'ledger.json'), '{}');
      writeFileSync(join(fixtures, 'alice.json'), accountFile(4));
    });
    expect(await health()).toBe('ok');
    expect(await lamportsOf(node)).toBe(4);
  });

  it('ends as without it', async () => {
    const node = await watched(folder());
    node.child.kill('SIGTERM');
    expect((await node.finished).code).toBe(0);
  });

  it('without it nothing is loaded anew', async () => {
    const path = join(folder({ 'alice.json': accountFile(1) }), 'alice.json');
    const watching = await watched(path);
    const still = await serve([path, '--quiet']);
    // the one tells when the other would have noticed
    await afterwards(watching, /^reloaded/, () => writeFileSync(path, accountFile(2)));
    expect([await lamportsOf(still), await lamportsOf(watching)]).toEqual([1, 2]);
  });
});
