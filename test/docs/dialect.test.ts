import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { readText } from './tables.ts';

/** Every example names the dialect that it is answered in. */

const PAGES = [
  'README.md',
  ...filesIn('docs'),
  'ledger-fixtures/default/README.md',
  'ledger-fixtures/scripted/README.md',
];
const EXAMPLES = filesIn('examples').filter((file) => !/\.(md|json)$/.test(file));

/** Those of a folder, except the decisions: they are history. */
function filesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(join(ROOT, path)).isFile() && !path.includes('decisions'));
}

const MAKING = /\b(?:createNode|startNode|stillnodeTest|useStillnode)\(/g;
const OTHER_COMMANDS =
  /\bstillnode (?:check|dump|show|keys|dev|test-validator|solana-test-validator|record|diff|help|-)/;
const SERVING = /^(?:npx )?stillnode |^(?:npm ci && )?npm start|^docker run .*stillnode|^curl .*8899/;

/** From the first parenthesis to the one that closes it. */
function inParentheses(code: string, start: number): string {
  let depth = 0;
  for (let end = start; end < code.length; end++) {
    if (code[end] === '(') depth++;
    if (code[end] === ')' && --depth === 0) return code.slice(start, end + 1);
  }
  return code.slice(start);
}

/** What makes a node, or asks one, without a dialect. */
function withoutDialect(code: string): string[] {
  const calls = Array.from(code.matchAll(MAKING), ({ index, 0: name }) => {
    return name + inParentheses(code, index + name.length - 1).slice(1);
  });
  const lines = code.split('\n').map((line) => line.trim().replace(/^- run: /, ''));
  const commands = lines.filter((line) => SERVING.test(line) && !OTHER_COMMANDS.test(line));
  const images = /^\s*image: .*stillnode/m.test(code) ? [code] : [];
  return [...calls, ...commands, ...images].filter((text) => !/dialect/i.test(text));
}

it.each(PAGES)('%s', (page) => {
  const blocks = Array.from(readText(page).matchAll(/^```\w+.*?\n(.*?)^```$/gms), ([, code]) => code!);
  expect(blocks.flatMap(withoutDialect)).toEqual([]);
});

it.each(EXAMPLES)('%s', (file) => {
  expect(withoutDialect(readText(file))).toEqual([]);
});

it('an example without one is found', () => {
  const code = 'createNode({ ledger: [] });\nstillnode fixtures\n- run: docker run stillnode\nnpx stillnode check x\n';
  expect(withoutDialect(code)).toEqual(['createNode({ ledger: [] })', 'stillnode fixtures', 'docker run stillnode']);
});
