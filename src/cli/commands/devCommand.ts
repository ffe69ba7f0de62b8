import { command, pathsOf } from '../command.ts';
import { SERVE_FLAGS } from '../flags.ts';
import { readServeOptions } from '../serveOptions.ts';

/** `stillnode dev`: a node for a person at a terminal. */
export const dev = command({
  usage: 'dev [PATH…]',
  summary: 'serve like a local validator: time passes, and without a path ten wallets have SOL',
  details: `It prints the wallets, the line for the Solana CLI and a link to the Explorer. The options are those of serving, with other
defaults: --dialect agave, --slot-time as the gates say, --clock machine, --execute litesvm if it is installed.`,
  flags: SERVE_FLAGS,
  defaults: { dialect: 'agave' },
  read: (line) => readServeOptions(pathsOf(line.positionals, line.env), line),
  run: async (options, { messages }) => (await import('../dev.ts')).runDev(options, messages),
});
