import { existsSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNode } from '../../src/node/createNode.ts';
import { ROOT } from '../cli/command.ts';
import { codeWords, readText, tableUnder } from './tables.ts';

const PAGES = [
  'README.md',
  'ARCHITECTURE.md',
  'SECURITY.md',
  'bench/README.md',
  'examples/README.md',
  'CONTRIBUTING.md',
  'AGENTS.md',
  'CHANGELOG.md',
  ...readdirSync(join(ROOT, 'docs'), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];

/** The anchors of a page, as GitHub makes them of its headings. */
function anchorsOf(page: string): readonly string[] {
  const prose = readText(page).replace(/^```.*?^```$/gms, '');
  return Array.from(prose.matchAll(/^#+ (.*)$/gm), ([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  );
}

it.each(PAGES)('%s: every link leads somewhere', (page) => {
  const links = Array.from(readText(page).matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g), ([, target, anchor]) => ({
    file: target === '' ? page : join(dirname(page), target!),
    isWeb: /^https?:/.test(target!),
    anchor,
  }));
  const broken = links.filter(({ anchor, file, isWeb }) => {
    if (isWeb) return false;
    if (!existsSync(join(ROOT, file))) return true;
    return anchor !== undefined && !anchorsOf(file).includes(anchor);
  });
  expect(broken.map(({ anchor, file }) => `${file}#${anchor}`)).toEqual([]);
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
  const page = readText('docs/methods.md').replace(/\s+/g, ' ');
  const [, listed] = /In the contract dialect that of (.*) has no `apiVersion`/.exec(page)!;
  expect(listed!.split(/, | and /)).toEqual(without);
});

it.each(PAGES.filter((page) => /^CONTRIBUTING|decisions/.test(page)))(
  '%s: every folder and file that it names is there',
  (page) => {
    const prose = readText(page).replace(/^```.*?^```$/gms, '');
    const named = [...new Set(codeWords(prose))].filter((word) => /^(src|test|docs|build|bench)\/[^<]*$/.test(word));
    expect(named.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  },
);

describe('decisions', () => {
  const index = 'docs/decisions/README.md';
  const pages = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => name !== 'README.md')
    .sort();

  it('are numbered without a gap in the index', () => {
    const numbers = readText(index).match(/^- \[?\d{4}/gm) ?? [];
    expect(numbers.map((line) => Number(line.slice(-4)))).toEqual(numbers.map((_line, i) => i + 1));
  });

  it('that were replaced are one line of the index, with what replaced them, and have no page', () => {
    const lines = readText(index).match(/^- \d{4} .*$/gm) ?? [];
    expect(lines.filter((line) => !/^- \d{4} [^:]+: replaced\b.+$/.test(line))).toEqual([]);
    expect(pages.filter((name) => lines.some((line) => line.startsWith(`- ${name.slice(0, 4)} `)))).toEqual([]);
  });

  it.each(pages)('%s has a title, a context, a decision and consequences', (name) => {
    const headings = readText(`docs/decisions/${name}`).match(/^#+ .*$/gm) ?? [];
    expect(headings[0]).toMatch(new RegExp(`^# ${name.slice(0, 4)} `));
    expect(headings.slice(1, 4)).toEqual(['## Context', '## Decision', '## Consequences']);
  });

  it('are all in the index, by their titles', () => {
    const rows = pages.map((name) => {
      const [, title] = /^# \d{4} (.*)$/m.exec(readText(`docs/decisions/${name}`))!;
      return `- [${name.slice(0, 4)}](${name}) ${title}`;
    });
    expect(readText(index).match(/^- \[\d{4}\].*$/gm)).toEqual(rows);
  });

  it('0001 gives a reason for every dependency, and for no other', () => {
    const manifest = JSON.parse(readText('package.json')) as Record<string, Record<string, string> | undefined>;
    const [page] = pages;
    const rows = tableUnder('## Decision', readText(`docs/decisions/${page}`));
    const all = { ...manifest.dependencies, ...manifest.devDependencies };
    expect(rows.map(([name]) => name).sort()).toEqual(Object.keys(all).sort());
  });
});
