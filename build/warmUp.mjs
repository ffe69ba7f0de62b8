// Runs the command until it has answered once and ended, so that it keeps the code that this compiles: for the image.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const folder = mkdtempSync(path.join(tmpdir(), 'stillnode-'));
process.once('exit', () => rmSync(folder, { recursive: true }));
const script = path.join(folder, 'script.ledger.yaml');
writeFileSync(
  script,
  '{accounts: {$alice: {sol: 5}}, slots: [{slot: 310, transactions: [{transfer: {from: $alice, to: $bob, sol: 1}}]}]}\n',
);
for (const args of [['serve'], ['serve', script], ['dev']]) await answerOnce(args);

async function answerOnce(args) {
  const child = spawn(process.execPath, ['dist/cli.js', ...args, '--port', '0', '--quiet'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  const [line] = await child.stdout.setEncoding('utf8').take(1).toArray();
  const [url] = /http:\/\/\S+:\d+/.exec(line);
  const body = '{"jsonrpc":"2.0","id":1,"method":"getLatestBlockhash"}';
  const reply = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!(await reply.text()).includes('"blockhash"')) throw new Error('the command does not answer');
  child.kill('SIGTERM');
  await ended;
}
