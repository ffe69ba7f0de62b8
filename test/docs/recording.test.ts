import { expect, it } from 'vitest';
import { flagHelp, flagsOf, flagText } from '../../src/cli/flags.ts';
import { recordOptionsOf } from '../cli/command.ts';
import { codeBlocks, readText, tableUnder } from './tables.ts';

const ADDRESS = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

it('the flags of docs/recording.md are those of the command, in its words', () => {
  const flags = flagsOf('record').filter(({ name }) => name !== 'version');
  const shown = tableUnder('## What is recorded', readText('docs/recording.md').replaceAll('\\|', '/'));
  expect(shown.filter(([flag]) => flag!.startsWith('`--'))).toEqual(
    flags.map((flag) => [`\`${flagText(flag).replace('|', '/')}\``, flagHelp(flag, 'record')]),
  );
});

it.each(['README.md', 'docs/tour.md', 'docs/recording.md'])('the commands of %s are understood', (page) => {
  const lines = codeBlocks('sh', readText(page)).flatMap((block) => block.split('\n'));
  const commands = lines.filter((line) => /^(?:npx )?stillnode record /.test(line));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const words = command.replaceAll('ADDRESS', ADDRESS).split(' ');
    expect(recordOptionsOf(words.slice(words.indexOf('record') + 1)).subjects).not.toEqual([]);
  }
});
