import { expect, it } from 'vitest';
import { recordOptionsOf } from '../cli/command.ts';
import { codeBlocks, readText } from './tables.ts';

const ADDRESS = '8qbHbw2BbbTHBW1sbeqakYXVKRQM8Ne7pLK7m6CVfeR';

it.each(['README.md', 'docs/tour.md', 'docs/recording.md'])('the commands of %s are understood', (page) => {
  const lines = codeBlocks('sh', readText(page)).flatMap((block) => block.split('\n'));
  const commands = lines.filter((line) => /^(?:npx )?stillnode record /.test(line));
  expect(commands.length).toBeGreaterThan(0);
  for (const command of commands) {
    const words = wordsOf(command.replaceAll('ADDRESS', ADDRESS));
    const options = recordOptionsOf(words.slice(words.indexOf('record') + 1));
    if (words.includes('--while')) expect(options.command).toBe('npm test');
    else expect(options.subjects).not.toEqual([]);
  }
});

/** The words of a line for the shell; one in quotes may have spaces. */
function wordsOf(line: string): string[] {
  return Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, word]) => quoted ?? word!);
}
