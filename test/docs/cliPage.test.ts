import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { COMMAND_NAMES, flagsOf } from '../../src/cli/commands/index.ts';
import { VALIDATOR_FLAGS } from '../../src/cli/validator/validatorFlags.ts';
import { codeWords, readText } from './tables.ts';

/** docs/cli.md, compared with the flags of the commands. */

it('the page has a table for each command; those of exec and dev are those of serving, commands that load share one, and test-validator has a page', () => {
  const tables = Array.from(readText('docs/cli.md').matchAll(/^<!-- Options of (\w+):/gm), ([, command]) => command);
  expect([...tables, 'exec', 'dev', 'test-validator'].sort()).toEqual([...COMMAND_NAMES, 'loading'].sort());
});

it('every flag that a page names belongs to a command', () => {
  const known = new Set([
    '--primordial-accounts-file',
    '--use-rpc',
    ...VALIDATOR_FLAGS.flatMap(({ aliases = [] }) => aliases.map((alias) => `--${alias}`)),
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
