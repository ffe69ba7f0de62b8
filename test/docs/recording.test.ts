import { expect, it } from 'vitest';
import { parseRecordOptions, RECORD_FLAGS } from '../../src/cli/recordOptions.ts';
import { codeBlocks, readText, tableUnder } from './tables.ts';

const ADDRESS = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

it('the flags of docs/recording.md are those of the command, in its words', () => {
  const flags = Object.entries<{ value?: string; description: string }>(RECORD_FLAGS);
  const rows = flags.map(([name, { description, value }]) => [
    `\`--${name}${value === undefined ? '' : ` ${value}`}\``,
    description,
  ]);
  const shown = tableUnder('## What is recorded', readText('docs/recording.md').replaceAll('\\|', '/'));
  expect(shown.filter(([flag]) => flag!.startsWith('`--'))).toEqual(
    rows.map(([flag, description]) => [flag!.replace('|', '/'), description]),
  );
});

it.each(['README.md', 'docs/tour.md', 'docs/recording.md'])('the commands of %s are understood', (page) => {
  const lines = codeBlocks('sh', readText(page)).flatMap((block) => block.split('\n'));
  const commands = lines.filter((line) => /^(?:npx )?stillnode record /.test(line));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const words = command.replaceAll('ADDRESS', ADDRESS).split(' ');
    expect(parseRecordOptions(words.slice(words.indexOf('record') + 1))?.subjects).not.toEqual([]);
  }
});
