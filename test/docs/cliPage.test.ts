import { expect, it } from 'vitest';
import { COMMAND_NAMES, type CommandName, envName, flagHelp, flagsOf, flagText } from '../../src/cli/flags.ts';
import { readText } from './tables.ts';

/** docs/cli.md, held against the flags of the commands. */

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function optionsTable(command: CommandName): string {
  const isServing = command === 'serve';
  const head = isServing ? ['flag', 'environment variable', 'meaning'] : ['flag', 'meaning'];
  const rows = flagsOf(command).map((flag) => {
    const cells = [`\`${flagText(flag)}\``, flagHelp(flag, command)].map((cell) => cell.replaceAll('|', '\\|'));
    return isServing ? cells.toSpliced(1, 0, flag.kind ? `\`${envName(flag.name)}\`` : '-') : cells;
  });
  return [head, head.map(() => '---'), ...rows].map(row).join('');
}

// `npm run docs` writes the page with the option --update
it('the page has the options of each command, in the words of its help', async () => {
  const page = readText('docs/cli.md').replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, command: CommandName, end: string) => `${start}\n${optionsTable(command)}\n${end}`,
  );
  await expect(page).toMatchFileSnapshot('../../docs/cli.md');
});

it('the page has a table for each command; those of exec are those of serving', () => {
  const tables = Array.from(readText('docs/cli.md').matchAll(/^<!-- Options of (\w+):/gm), ([, command]) => command);
  expect([...tables, 'exec'].sort()).toEqual([...COMMAND_NAMES].sort());
});
