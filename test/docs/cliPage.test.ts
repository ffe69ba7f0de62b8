import { expect, it } from 'vitest';
import { envName, FLAGS } from '../../src/cli/flags.ts';
import { readText } from './tables.ts';

/** docs/cli.md, held against the flags of the commands. */

type Command = 'serve' | 'check' | 'dump' | 'show' | 'diff';

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |\n`;
}

function optionsTable(command: Command): string {
  const isServing = command === 'serve';
  const flags = Object.entries(FLAGS).filter(([, { of }]) => (of === undefined ? isServing : of.includes(command)));
  const head = isServing ? ['flag', 'environment variable', 'default', 'meaning'] : ['flag', 'meaning'];
  const rows = flags.map(([name, { description, fallback, value }]) => {
    const flag = `\`--${name}${value === undefined ? '' : ` ${value}`}\``;
    if (!isServing) return [flag, description];
    return [flag, `\`${envName(name)}\``, fallback === undefined ? '-' : `\`${fallback}\``, description];
  });
  return [head, head.map(() => '---'), ...rows].map(row).join('');
}

// `npm run docs` writes the page with the option --update
it('the page has the options of each command, in the words of its help', async () => {
  const page = readText('docs/cli.md').replace(
    /(<!-- Options of (\w+): [^\n]*\n)[\s\S]*?(<!-- End -->)/g,
    (_all, start: string, command: Command, end: string) => `${start}\n${optionsTable(command)}\n${end}`,
  );
  await expect(page).toMatchFileSnapshot('../../docs/cli.md');
});

it('the page has every option', () => {
  const page = readText('docs/cli.md');
  expect(Object.keys(FLAGS).filter((name) => !page.includes(`--${name}`))).toEqual([]);
});
