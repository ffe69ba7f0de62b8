import { command, readText } from '../command.ts';
import { LOAD_FLAGS } from '../flags.ts';
import type { KeysOptions } from '../keys.ts';
import { usageError } from '../output.ts';
import { readLoading } from '../serveOptions.ts';

export const keys = command({
  usage: 'keys NAME [PATH…]',
  summary: 'print the address of a named wallet, or write its key pair',
  details: 'A name has the same key in every ledger, unless the ledger at PATH gives it another.',
  flags: [
    { name: 'out', value: 'FILE', help: 'private file for the key pair, in the form of the Solana CLI; - for stdout' },
    { name: 'force', help: 'replace a file that has other content' },
    ...LOAD_FLAGS,
  ],
  read(line): KeysOptions {
    const [name, ...paths] = line.positionals;
    if (name === undefined || name === '')
      throw usageError('keys needs the name of a wallet: stillnode keys NAME [PATH…]');
    return { name, paths, out: readText('out', line), force: line.values.force === true, ...readLoading(line) };
  },
  run: async (options, output) => (await import('../keys.ts')).runKeys(options, output),
});
