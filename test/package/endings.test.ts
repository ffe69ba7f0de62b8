import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadZstd } from '../../src/codec/zstd.ts';
import { ACCOUNT_FILE, ROOT } from '../cli/command.ts';
import { executableOf } from './runtimes.ts';

/** One account each. */
const YAML = '{ accounts: { $alice: { sol: 1 } } }\n';

/** A script without slots has one block. */
const blocksIn = (name: string): string => (/\.ya?ml/.test(name) ? '1 block' : '0 blocks');
const TEXTS = { json: ACCOUNT_FILE, jsonl: `${ACCOUNT_FILE}\n`, 'ledger.yaml': YAML, 'ledger.yml': YAML };
const COMPRESSIONS = ['', '.gz', '.zst'] as const;
const CASES = Object.entries(TEXTS).flatMap(([ending, text]) =>
  COMPRESSIONS.map((compression) => ({ name: `fixture.${ending}${compression}`, compression, text })),
);

/** The newest Node, where this machine can get it; it never takes part where the tests run on it. */
const NODE_26 = process.version.startsWith('v26.') ? undefined : await executableOf('node@26');
let folder = '';

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'stillnode-'));
  const zstd = await loadZstd();
  const compress = {
    '': (bytes: Buffer) => bytes,
    '.gz': (bytes: Buffer) => gzipSync(bytes),
    '.zst': (bytes: Buffer) => zstd.compress(bytes),
  };
  for (const { compression, name, text } of CASES)
    writeFileSync(join(folder, name), compress[compression](Buffer.from(text)));
});

afterAll(() => rmSync(folder, { recursive: true }));

async function check(node: string, file: string): Promise<string> {
  const command = [join(ROOT, 'dist/cli.js'), 'check', join(folder, file)];
  return (await promisify(execFile)(node, command)).stdout;
}

describe('the built command loads every kind of fixture', () => {
  it.each(CASES)('$name, on the Node that runs the tests', async ({ name }) => {
    expect(await check(process.execPath, name)).toContain(`ok: 1 file, ${blocksIn(name)}, 0 transactions, 1 account, `);
  });

  it.skipIf(NODE_26 === undefined).each(CASES)('$name, on Node 26', async ({ name }) => {
    expect(await check(NODE_26!, name)).toContain(`ok: 1 file, ${blocksIn(name)}, 0 transactions, 1 account, `);
  });
});
