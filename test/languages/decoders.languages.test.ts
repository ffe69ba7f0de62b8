import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { loadLedger } from '../../src/fixtures/loadLedger.ts';
import { createNode } from '../../src/index.ts';
import { NODE_VERSION_NAMES } from '../../src/nodeVersion.ts';
import { SAMPLE_LEDGER } from '../../src/packageFiles.ts';
import { ROOT } from '../cli/command.ts';
import { readText } from '../docs/tables.ts';
import { everyCall } from '../support/everyCall.ts';

/**
 * Answers of all versions, decoded by the types of clients in other languages. A language without its tools is skipped, and one whose
 * packages cannot be downloaded.
 */

interface Answer {
  readonly method: string;
  readonly text: string;
}

interface Report {
  readonly decoded: number;
  readonly failures: readonly (Answer & { readonly failure: string })[];
  readonly methodsWithoutClass: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), 'stillnode-decoders-'));
const answers = join(folder, 'answers.jsonl');

/** What the sample ledger answers to calls for all that it has, and a cluster of its own that has made some blocks. */
async function answersOf(agave: (typeof NODE_VERSION_NAMES)[number]): Promise<Answer[]> {
  const found: Answer[] = [];
  const { state } = await loadLedger([SAMPLE_LEDGER]);
  const sample = await createNode({ ledger: [SAMPLE_LEDGER], agave });
  const localnet = await createNode({ ledger: { cluster: 'localnet', consensus: 'tower' }, agave });
  await localnet.advance(40);
  for (const [node, calls] of [
    [sample, everyCall(state)],
    [localnet, everyCall((await loadLedger([])).state)],
  ] as const)
    for (const [method, ...params] of calls) {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
      found.push({ method, text: `${await node.dispatch(body, 'agave')}` });
    }
  await Promise.all([sample.close(), localnet.close()]);
  return found;
}

beforeAll(async () => {
  const found = new Map<string, Answer>();
  for (const version of NODE_VERSION_NAMES)
    for (const answer of await answersOf(version)) found.set(`${answer.method} ${answer.text}`, answer);
  writeFileSync(answers, [...found.values(), WRONG].map((answer) => `${JSON.stringify(answer)}\n`).join(''));
});
afterAll(() => rmSync(folder, { recursive: true }));

const isThere = (...command: [string, string]) => spawnSync(command[0], [command[1]], { stdio: 'ignore' }).status === 0;

/** Of a balance, which is no text. */
const WRONG: Answer = {
  method: 'getBalance',
  text: '{"jsonrpc":"2.0","result":{"context":{"slot":5},"value":"5"},"id":1}',
};

/** solana-go has no place for data as one base58 text, as nodes answer without an encoding. */
const LEGACY_BASE58 = 'unknown kind';

function reportOf(program: string, args: readonly string[]): Report {
  return JSON.parse(execFileSync(program, [...args, answers], { encoding: 'utf8', maxBuffer: 2 ** 30 })) as Report;
}

it.skipIf(!isThere('python3', '--version'))(
  'solders, with which solana-py decodes, takes every answer',
  ({ skip }) => {
    const version = /^solders==.+$/m.exec(readText('examples/python/requirements.txt'))![0];
    const python = join(folder, 'bin/python');
    const install = `python3 -m venv ${folder} && ${python} -m pip install --quiet ${version}`;
    if (spawnSync('sh', ['-c', install]).status !== 0) skip('its packages cannot be downloaded');
    const { decoded, failures, methodsWithoutClass } = reportOf(python, ['test/languages/decoders/decode.py']);
    expect(failures.map(({ method, text }) => ({ method, text }))).toEqual([WRONG]);
    expect(methodsWithoutClass).toEqual([
      'getAgGenesisCert',
      'getRankMap',
      'getTipAccounts',
      'getTransactionsForAddress',
    ]);
    expect(decoded).toBeGreaterThan(2000);
  },
  600_000,
);

it.skipIf(!isThere('go', 'version'))(
  'solana-go takes every answer, and has every member of it',
  ({ skip }) => {
    for (const file of ['go.mod', 'go.sum']) cpSync(join(ROOT, 'examples/go', file), join(folder, file));
    cpSync('test/languages/decoders/decode.go', join(folder, 'decode.go'));
    const program = join(folder, 'decode');
    const { status, stderr } = spawnSync('go', ['build', '-o', program, 'decode.go'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (status !== 0 && /dial tcp|proxy|no such host/.test(stderr)) skip('its packages cannot be downloaded');
    expect(status, stderr).toBe(0);
    const { decoded, failures, methodsWithoutClass } = reportOf(program, []);
    expect(
      failures.filter(({ failure }) => !failure.includes(LEGACY_BASE58)).map(({ method, text }) => ({ method, text })),
    ).toEqual([WRONG]);
    expect(methodsWithoutClass).toEqual([
      'getAgGenesisCert',
      'getRankMap',
      'getStakeMinimumDelegation',
      'getTipAccounts',
      'getTransactionsForAddress',
    ]);
    expect(decoded).toBeGreaterThan(2000);
  },
  600_000,
);
