import { existsSync } from 'node:fs';
import { onOneLine } from '../../codec/text.ts';
import { command, pathsOf, readText } from '../command.ts';
import { JSON_FLAG, LOAD_FLAGS } from '../flags.ts';
import { usageError } from '../output.ts';
import { readLoading } from '../serveOptions.ts';
import type { ShowOptions } from '../show.ts';

export const show = command({
  usage: 'show [PATH…] [--of THING]',
  summary: 'print a ledger, or one thing in it',
  details: 'THING is a signature, an address, a slot or a $name.',
  flags: [
    { name: 'of', value: 'THING', help: 'the one thing to show (default: the whole ledger)' },
    { name: 'address', help: 'print only the address' },
    { name: 'all', help: 'show everything: long lists and data, members that are null or empty' },
    JSON_FLAG,
    ...LOAD_FLAGS,
  ],
  read(line): ShowOptions {
    line.positionals.forEach(assertPath);
    const subject = readText('of', line);
    const { address, all, json } = line.values;
    if (address === true && subject === undefined)
      throw usageError("--address needs the thing to show: stillnode show PATH… --of '$name' --address");
    if (address === true && json === true)
      throw usageError('--address and --json contradict each other: use one of them');
    return {
      paths: pathsOf(line.positionals, line.env),
      subject,
      address: address === true,
      json: json === true,
      all: all === true,
      ...readLoading(line),
    };
  },
  run: async (options, output) => (await import('../show.ts')).runShow(options, output),
});

/** Refuses an argument that does not exist and does not have the form of a path: it is probably the thing to show. */
function assertPath(argument: string): void {
  const hasPathForm = !argument.startsWith('$') && /[/\\.]/.test(argument);
  if (hasPathForm || existsSync(argument)) return;
  const text = onOneLine(argument);
  const subject = /^[\w…]+$/.test(argument) ? argument : `'${text}'`;
  throw usageError(`\`${text}\` is not a file or folder; one thing of the ledger is shown with --of ${subject}`);
}
