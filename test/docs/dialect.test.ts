import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from '../cli/command.ts';
import { readText } from './tables.ts';

/**
 * Every example that serves names the dialect of its answers: that is not the default of what serves a ledger that does not move. Only the
 * first command of the README does not: the sentence above it does.
 */
const FIRST_COMMAND = 'npm ci && npm start';

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

const OTHER_COMMANDS =
  /\bstillnode (?:check|dump|exec|show|keys|dev|test-validator|solana-test-validator|record|diff|help|-)/;
const SERVING = /^(?:npx )?stillnode |^(?:npm ci && )?npm start|^docker run .*stillnode|^curl .*8899/;

/** What serves without a dialect. */
function withoutDialect(code: string): string[] {
  const lines = code.split('\n').map((line) => line.trim().replace(/^- run: /, ''));
  const commands = lines.filter((line) => SERVING.test(line) && !OTHER_COMMANDS.test(line));
  const images = /^\s*image: .*stillnode/m.test(code) ? [code] : [];
  return [...commands, ...images].filter((text) => !/dialect/i.test(text) && text !== FIRST_COMMAND);
}

it.each(PAGES)('%s', (page) => {
  const blocks = Array.from(readText(page).matchAll(/^```\w+.*?\n(.*?)^```$/gms), ([, code]) => code!);
  expect(blocks.flatMap(withoutDialect)).toEqual([]);
});

it.each(EXAMPLES)('%s', (file) => {
  expect(withoutDialect(readText(file))).toEqual([]);
});

it('an example without one is found', () => {
  const code =
    'stillnode fixtures\n- run: docker run stillnode\nnpx stillnode check x\nstillnode exec fixtures -- npm test\n';
  expect(withoutDialect(code)).toEqual(['stillnode fixtures', 'docker run stillnode']);
});
