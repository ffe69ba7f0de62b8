import { existsSync } from 'node:fs';
import { command, pathsOf, readText } from '../command.ts';
import { JSON_FLAG, LOAD_FLAGS } from '../flags.ts';
import { usageError } from '../output.ts';
import { readLoading } from '../serveOptions.ts';
import type { ShowOptions } from '../show.ts';

export const show = command({
  usage: 'show [PATH…] [WORD]',
  summary: 'print a ledger, or one thing in it',
  details: 'WORD is a signature, an address, a slot or a $name.',
  flags: [
    { name: 'of', value: 'WORD', help: 'what to show, even if a file has this name' },
    { name: 'address', help: 'print only the address' },
    { name: 'all', help: 'show everything: long lists and data, members that are null or empty' },
    JSON_FLAG,
    ...LOAD_FLAGS,
  ],
  // an existing file or folder is a path, and so is an argument with the form of a path; the other one is the thing to show
  read(line): ShowOptions {
    const ofThing = readText('of', line);
    const subjects = ofThing === undefined ? line.positionals.filter((argument) => !isPath(argument)) : [];
    if (subjects.length > 1)
      throw usageError(`show takes one thing at a time, not ${subjects.map((name) => `\`${name}\``).join(' and ')}`);
    const subject = ofThing ?? subjects[0];
    const { address, all, json } = line.values;
    if (address === true && subject === undefined)
      throw usageError("--address needs the thing to show: stillnode show PATH… '$name' --address");
    if (address === true && json === true)
      throw usageError('--address and --json contradict each other: use one of them');
    const paths = line.positionals.filter((argument) => !subjects.includes(argument));
    return {
      paths: pathsOf(paths, line.env),
      subject,
      address: address === true,
      json: json === true,
      all: all === true,
      ...readLoading(line),
    };
  },
  run: async (options, output) => (await import('../show.ts')).runShow(options, output),
});

/** Whether an argument is a path. A path that does not exist counts only if it cannot be anything else. */
function isPath(argument: string): boolean {
  return existsSync(argument) || (!argument.startsWith('$') && /[/\\.]/.test(argument));
}
