import { expect, it } from 'vitest';
import { recordOptionsOf } from '../cli/command.ts';
import { codeBlocks, readText } from './tables.ts';

const ADDRESS = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

it.each(['README.md', 'docs/tour.md', 'docs/recording.md'])('the commands of %s are understood', (page) => {
  const lines = codeBlocks('sh', readText(page)).flatMap((block) => block.split('\n'));
  const commands = lines.filter((line) => /^(?:npx )?stillnode record /.test(line));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const words = command.replaceAll('ADDRESS', ADDRESS).split(' ');
    expect(recordOptionsOf(words.slice(words.indexOf('record') + 1)).subjects).not.toEqual([]);
  }
});
