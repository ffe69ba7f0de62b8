import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMAND_NAMES, type CommandName, envName, flagHelp, flagsOf, flagText } from '../../src/cli/flags.ts';
import { ALL_SETTINGS } from '../../src/node/settings.ts';
import { codeWords, readText } from './tables.ts';

/** docs/cli.md, compared with the flags of the commands and the options of the library. */

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function tableText(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map(row).join('');
}

function optionsTable(command: CommandName): string {
  const isServing = command === 'serve';
  const head = isServing ? ['flag', 'environment variable', 'meaning'] : ['flag', 'meaning'];
  const rows = flagsOf(command).map((flag) => {
    const cells = [`\`${flagText(flag)}\``, flagHelp(flag, command)].map((cell) => cell.replaceAll('|', '\\|'));
    return isServing ? cells.toSpliced(1, 0, flag.kind ? `\`${envName(flag.name)}\`` : '-') : cells;
  });
  return tableText(head, rows);
}

/** `startNode` takes every option. */
function libraryTable(): string {
  const flags = new Map(flagsOf('serve').map(({ name, option }) => [option, `\`--${name}\``]));
  const rows = ALL_SETTINGS.flatMap(([name, { takenBy = [] }]) => {
    const takers = takenBy.map((taker) => (taker === 'plugin' ? 'the plugin' : `\`${taker}\``));
    return takers.length === 0 ? [] : [[`\`${name}\``, flags.get(name) ?? '-', takers.join(', ')]];
  });
  return tableText(['option', 'flag', 'taken by'], rows);
}

// `npm run docs` writes the page with the option --update
it('the page has the options of each command, in the words of its help', async () => {
  const page = readText('docs/cli.md').replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, name: CommandName | 'library', end: string) =>
      `${start}\n${name === 'library' ? libraryTable() : optionsTable(name)}\n${end}`,
  );
  await expect(page).toMatchFileSnapshot('../../docs/cli.md');
});

it('the page has a table for each command; those of exec are those of serving', () => {
  const tables = Array.from(readText('docs/cli.md').matchAll(/^<!-- Options of (\w+):/gm), ([, command]) => command);
  expect([...tables, 'exec'].sort()).toEqual([...COMMAND_NAMES, 'library'].sort());
});

it('every flag that a page names belongs to a command', () => {
  const known = new Set([
    '--primordial-accounts-file',
    ...COMMAND_NAMES.flatMap((command) => flagsOf(command).map(({ name }) => `--${name}`)),
  ]);
  const docs = readdirSync('docs').filter((name) => name.endsWith('.md'));
  for (const page of ['README.md', ...docs.map((name) => `docs/${name}`)]) {
    const named = codeWords(readText(page).replace(/^```.*?^```$/gms, '')).flatMap(
      (word) => /^--[a-z][a-z-]*/.exec(word) ?? [],
    );
    expect(
      [...new Set(named)].filter((flag) => !known.has(flag)),
      page,
    ).toEqual([]);
  }
});
