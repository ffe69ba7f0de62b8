import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNode } from '../../src/node/createNode.ts';
import { ROOT } from '../cli/command.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGES = [
  'README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

it.each(PAGES)('%s: every link leads somewhere', (page) => {
  const targets = Array.from(readText(page).matchAll(/\]\(([^)#]+)(?:#[^)]*)?\)/g), ([, target]) => target!);
  const files = targets.filter((target) => !/^https?:/.test(target)).map((target) => join(dirname(page), target));
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([]);
});

it('every link of README.md leads to something that is in the package', () => {
  const { files } = JSON.parse(readText('package.json')) as { files: readonly string[] };
  const packed = [...files, 'README.md', 'LICENSE', 'package.json'];
  const targets = Array.from(readText('README.md').matchAll(/\]\(([^)#]+)/g), ([, target]) => target!);
  const isPacked = (target: string) => packed.some((path) => target === path || target.startsWith(`${path}/`));
  expect(targets.filter((target) => !/^https?:/.test(target) && !isPacked(target))).toEqual([]);
});

it('the methods whose context has no apiVersion in the contract dialect are those that docs/methods.md names', async () => {
  const node = await createNode({ dialect: 'contract' });
  const address = '11111111111111111111111111111111';
  const calls: readonly (readonly [method: string, params: readonly unknown[]])[] = [
    ['getAccountInfo', [address]],
    ['getBalance', [address]],
    ['getLatestBlockhash', []],
    ['getMultipleAccounts', [[address]]],
    ['getProgramAccounts', [address, { withContext: true }]],
    ['getSignatureStatuses', [[]]],
    ['getStakeMinimumDelegation', []],
    ['getSupply', []],
    ['getTokenAccountsByOwner', [address, { programId: 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA' }]],
  ];
  const without: string[] = [];
  for (const [method, params] of calls) {
    const text = await node.requestText(method, params);
    expect(text).toMatch(/^\{"context":\{/);
    if (!text.startsWith('{"context":{"apiVersion":')) without.push(method);
  }
  const [, listed] = /In the contract dialect that of (.*) has no `apiVersion`/.exec(readText('docs/methods.md'))!;
  expect(listed!.split(/, | and /)).toEqual(without);
});

it('every folder and file that CONTRIBUTING names is there', () => {
  const prose = readText('CONTRIBUTING.md').replace(/^```.*?^```$/gms, '');
  const named = [...new Set(codeWords(prose))].filter((word) => /^(src|test|docs)\/[^<]*$/.test(word));
  expect(named.length).toBeGreaterThan(20);
  expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
});

describe('decisions', () => {
  const pages = readdirSync(join(ROOT, 'docs/decisions')).sort();

  it('are numbered without a gap', () => {
    expect(pages.map((name) => Number(name.slice(0, 4)))).toEqual(pages.map((_name, i) => i + 1));
  });

  it.each(pages)('%s has a title, a context, a decision and consequences', (name) => {
    const headings = readText(`docs/decisions/${name}`).match(/^#+ .*$/gm) ?? [];
    expect(headings[0]).toMatch(new RegExp(`^# ${name.slice(0, 4)} `));
    expect(headings.slice(1, 4)).toEqual(['## Context', '## Decision', '## Consequences']);
  });

  it('0001 gives a reason for every dependency, and for no other', () => {
    const manifest = JSON.parse(readText('package.json')) as Record<string, Record<string, string> | undefined>;
    const [page] = pages;
    const rows = tableUnder('## Decision', readText(`docs/decisions/${page}`));
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(all).sort());
  });
});
