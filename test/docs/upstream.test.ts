import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import type { ServeOptions } from '../../src/cli/serveOptions.ts';
import { createNode, type LedgerNode, ledger, sol, startNode } from '../../src/index.ts';
import { RECORD_MODES, type UpstreamOptions } from '../../src/tools/record/upstreamOptions.ts';
import { optionsOf } from '../cli/command.ts';
import { codeBlocks, readText, tableUnder } from './tables.ts';

/** What docs/recording.md says of `--upstream`, done. */

const HEADING = '## Answering what the ledger lacks';
const PAGE = readText('docs/recording.md');
const SECTION = PAGE.slice(PAGE.indexOf(HEADING));
const REAL = ledger().wallet('alice', sol(5)).wallet('bob', sol(6)).block(100);
const OWN = ledger().wallet('carol', sol(1)).block(200);

async function realNode() {
  const real = await startNode({ ledger: REAL, dialect: 'agave' });
  const record = mkdtempSync(join(tmpdir(), 'upstream-page-'));
  onTestFinished(async () => {
    rmSync(record, { recursive: true });
    await real.close();
  });
  return { real, record };
}

const nodeWith = (upstream: UpstreamOptions) => createNode({ ledger: OWN, dialect: 'agave', upstream });

/** Where the answer to a call comes from, or the code of its error. */
async function sourceOf(node: LedgerNode, address: string): Promise<string> {
  await node.request('getBalance', [address]).catch(() => undefined);
  const call = (await node.calls()).at(-1);
  return call?.outcome === 'error' ? `error ${call.code}` : `\`${call?.from}\``;
}

it('the second command answers without the network what the first one kept', async () => {
  const { real, record } = await realNode();
  const [first, second] = codeBlocks('sh', SECTION)[0]!
    .trimEnd()
    .split('\n')
    .map((line) => {
      const { options, paths } = optionsOf<ServeOptions>('serve', line.split(' ').slice(1));
      expect(paths).toEqual(['fixtures']);
      return { ...options.upstream, record };
    });
  expect(first).toEqual({ url: 'https://my-node.example/KEY', record });
  const alice = real.address('alice');
  const asked = await nodeWith({ ...first, url: real.url });
  const answer = await asked.request('getBalance', [alice]);
  expect(answer).toMatchObject({ value: 5_000_000_000 });
  expect(readdirSync(record)).toHaveLength(1);
  await real.clearCalls();
  expect(await (await nodeWith(second!)).request('getBalance', [alice])).toEqual(answer);
  expect(await real.calls()).toEqual([]);
});

it('the table has every mode, and what becomes of a call in it', async () => {
  const rows = tableUnder(HEADING, PAGE).map((row) => row.map((cell) => /^`\w+`|^error -\d+/.exec(cell)?.[0]));
  expect(rows.map(([mode]) => mode?.slice(1, -1)).sort()).toEqual([...RECORD_MODES].sort());
  for (const [mode, kept, other] of rows) {
    const { real, record } = await realNode();
    await (await nodeWith({ url: real.url, record })).request('getBalance', [real.address('alice')]);
    const node = await nodeWith({ url: real.url, record, mode: mode!.slice(1, -1) as (typeof RECORD_MODES)[number] });
    const found = [mode, await sourceOf(node, real.address('alice')), await sourceOf(node, real.address('bob'))];
    expect(found).toEqual([mode, kept, other]);
  }
});
