import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { TransactionInstruction } from '@solana/web3.js';
import { describe, expect, it } from 'vitest';
import manifest from '../../package.json' with { type: 'json' };
import { ledger, sol } from '../../src/index.ts';
import type { Blockhash } from '../../src/solana/address.ts';
import { LOGGING_CODE } from '../support/compiledPrograms.ts';
import { keyOf, legacyBytes, publicKey } from '../support/sentTransactions.ts';
import { CLI, folder, post, run, serveHere } from './command.ts';

const PROGRAM = publicKey('program');
const MISSING =
  'executing transactions needs the package litesvm (^1.5.0), which is not installed: npm install litesvm';

const LEDGER = ledger({ processed: 5, confirmed: 5, finalized: 5 }).wallet(keyOf('alice'), sol(100)).block(5);

it('--execute litesvm --program: what is sent runs the program', async () => {
  const path = folder({ 'test.ledger.json': JSON.stringify(LEDGER) });
  writeFileSync(join(path, 'program.so'), LOGGING_CODE);
  const args = ['--execute', 'litesvm', '--program', `${PROGRAM.toBase58()}=${join(path, 'program.so')}`, '--quiet'];
  const { url } = await serveHere([...args, join(path, 'test.ledger.json')]);
  const ask = async (method: string, params: unknown) => {
    const reply = await post(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    return (await reply.json()) as { result: never };
  };
  const { value } = (await ask('getLatestBlockhash', [])).result as { value: { blockhash: Blockhash } };
  const call = new TransactionInstruction({ programId: PROGRAM, keys: [], data: Buffer.from('hi') });
  const text = Buffer.from(legacyBytes(value.blockhash, [call])).toString('base64');
  const sent = await ask('sendTransaction', [text, { encoding: 'base64' }]);
  const { meta } = (await ask('getTransaction', [sent.result])).result as { meta: { logMessages: string[] } };
  expect(meta.logMessages).toEqual([
    `Program ${PROGRAM.toBase58()} invoke [1]`,
    'Program log: Memo (len 2)',
    'Program log: hi',
    `Program ${PROGRAM.toBase58()} consumed 274 of 200000 compute units`,
    `Program ${PROGRAM.toBase58()} success`,
  ]);
});

/** The command as it is installed without the package. */
function withoutPackage(): string {
  const path = folder({});
  const root = dirname(dirname(CLI));
  cpSync(join(root, 'dist'), join(path, 'dist'), { recursive: true });
  cpSync(join(root, 'package.json'), join(path, 'package.json'));
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(path, 'node_modules', name)), { recursive: true });
    symlinkSync(resolve(root, 'node_modules', name), join(path, 'node_modules', name));
  }
  return join(path, 'dist/cli.js');
}

function runFile(cli: string, args: readonly string[]): Promise<unknown> {
  return new Promise((done) => {
    execFile(process.execPath, [cli, ...args], (error, stdout, stderr) =>
      done({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

it('without the package: one line at the start that says how to get it', async () => {
  const ended = await runFile(withoutPackage(), ['--port', '0', '--execute', 'litesvm']);
  expect(ended).toEqual({ code: 1, stdout: '', stderr: `stillnode: ${MISSING}\n` });
});

it('a script that is executed needs the package, and its dump does not', async () => {
  const script = `{"accounts": {"$alice": {"sol": 5}}, "slots": [{"slot": 7, "transactions": [
    {"memo": "known", "payer": "$alice"},
    {"memo": "hi", "payer": "$alice",
     "execute": "litesvm"}]}]}`;
  const path = folder({ 'a.ledger.json': script });
  const file = join(path, 'a.ledger.json');
  const dump = join(path, 'dump');
  const cli = withoutPackage();
  expect(await runFile(cli, ['check', file])).toEqual({
    code: 1,
    stdout: '',
    stderr: `error: ${file}:4:17: /slots/0/transactions/1/execute: ${MISSING}\n1 error in the fixtures: nothing was loaded\n`,
  });
  const again = join(path, 'again');
  expect(await runFile(CLI, ['dump', file, '--out', dump])).toMatchObject({ code: 0 });
  expect(await runFile(cli, ['dump', dump, '--out', again])).toMatchObject({ code: 0, stderr: '' });
  const texts = (of: string) =>
    readdirSync(of, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ name, parentPath }) => [name, readFileSync(join(parentPath, name), 'utf8')]);
  expect(texts(again)).toEqual(texts(dump));
  expect(JSON.stringify(texts(dump))).toContain('consumed');
});

it('a program that is no file: one line at the start', async () => {
  expect(await run(['--port', '0', '--program', `${PROGRAM.toBase58()}=no/such.so`])).toEqual({
    code: 1,
    stdout: '',
    stderr: 'stillnode: cannot read the program no/such.so: there is no such file or folder\n',
  });
});

describe('commands that do not serve', () => {
  const SCRIPT = ledger()
    .wallet('alice', sol(5))
    .execute('litesvm')
    .block(7, (b) =>
      b
        .raw(PROGRAM.toBase58(), { data: { utf8: 'hi' } })
        .payer('alice')
        .named('it'),
    );
  const programAt = (file: string) => ['--program', `${PROGRAM.toBase58()}=${file}`];
  const files = () => {
    const path = folder({ 'a.ledger.json': JSON.stringify(SCRIPT) });
    writeFileSync(join(path, 'program.so'), LOGGING_CODE);
    return { path, script: join(path, 'a.ledger.json'), program: join(path, 'program.so') };
  };

  it('show and dump: --program is there for the scripts', async () => {
    const { path, program, script } = files();
    expect((await run(['show', script, '--of', 'it'])).stdout).not.toContain('Memo (len 2)');
    const shown = await run(['show', script, '--of', 'it', ...programAt(program)]);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toContain('Program log: Memo (len 2)');
    const out = join(path, 'dump');
    expect(await run(['dump', script, '--out', out, ...programAt(program)])).toMatchObject({ code: 0, stderr: '' });
    expect((await run(['show', out, '--of', PROGRAM.toBase58(), '--json'])).stdout).toContain('"executable":true');
  });

  it('check: --program is loaded', async () => {
    const { program, script } = files();
    expect(await run(['check', script, ...programAt(program)])).toMatchObject({ code: 0, stderr: '' });
  });

  it.each([
    ['check', []],
    ['dump', ['--out', 'nowhere']],
    ['show', []],
    ['diff', []],
  ])('%s: a program that is no file is one line', async (command, more) => {
    const { script } = files();
    const paths = command === 'diff' ? ['http://127.0.0.1:9', script] : [script];
    expect(await run([command, ...paths, ...more, ...programAt('no/such.so')])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'stillnode: cannot read the program no/such.so: there is no such file or folder\n',
    });
  });
});
