import { DEFAULT_DIALECT } from '../../dialect.ts';
import { command, pathsOf, readText } from '../command.ts';
import type { DiffOptions } from '../diff.ts';
import { JSON_FLAG, LOAD_FLAGS, SERVE_FLAGS } from '../flags.ts';
import { usageError } from '../output.ts';
import { readDialect, readLoading } from '../serveOptions.ts';

export const diff = command({
  usage: 'diff URL [PATH…]',
  summary: 'send the same calls to a ledger and to the real node at URL, and print the differences',
  details: `Members that differ by nature, such as the slot of a context, are ignored.
Exits with 0 if nothing else differs, else with 1.`,
  flags: [
    ...SERVE_FLAGS.filter(({ name }) => name === 'dialect'),
    {
      name: 'requests',
      value: 'FILE',
      help: 'file of calls to compare, one {"method", "params"} a line',
      default: 'what the ledger can answer',
    },
    JSON_FLAG,
    ...LOAD_FLAGS,
  ],
  defaults: { dialect: 'agave' },
  read(line): DiffOptions {
    const [url, ...paths] = line.positionals;
    if (url === undefined) throw usageError('diff needs the URL of a real node: stillnode diff URL [PATH…]');
    return {
      url,
      paths: pathsOf(paths, line.env),
      dialect: readDialect(line) ?? DEFAULT_DIALECT,
      requests: readText('requests', line),
      json: line.values.json === true,
      ...readLoading(line),
    };
  },
  run: async (options, output) => (await import('../diff.ts')).runDiff(options, output),
});
