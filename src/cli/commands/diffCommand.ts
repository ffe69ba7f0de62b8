import { isDialectName } from '../../dialect.ts';
import { dialect } from '../../node/settingKinds.ts';
import { command, pathsOf, readText } from '../command.ts';
import type { DiffOptions } from '../diff.ts';
import { JSON_FLAG, LOAD_FLAGS } from '../flags.ts';
import { usageError } from '../output.ts';
import { readLoading } from '../serveOptions.ts';

export const diff = command({
  usage: 'diff URL [PATH…]',
  summary: 'send the same calls to a ledger and to the real node at URL, and print the differences',
  details: `Members that differ by nature, such as the slot of a context, are ignored.
Exits with 0 if nothing else differs, else with 1.`,
  flags: [
    {
      name: 'dialect',
      value: 'NAME',
      help: 'form of the answers: contract or agave',
      default: 'agave, the form of real nodes',
    },
    {
      name: 'requests',
      value: 'FILE',
      help: 'file of calls to compare, one {"method", "params"} a line',
      default: 'what the ledger can answer',
    },
    JSON_FLAG,
    ...LOAD_FLAGS,
  ],
  read(line): DiffOptions {
    const [url, ...paths] = line.positionals;
    if (url === undefined) throw usageError('diff needs the URL of a real node: stillnode diff URL [PATH…]');
    const name = readText('dialect', line) ?? 'agave';
    if (!isDialectName(name)) throw usageError(`--dialect must be ${dialect.noun}, not ${JSON.stringify(name)}`);
    return {
      url,
      paths: pathsOf(paths, line.env),
      dialect: name,
      requests: readText('requests', line),
      json: line.values.json === true,
      ...readLoading(line),
    };
  },
  run: async (options, output) => (await import('../diff.ts')).runDiff(options, output),
});
