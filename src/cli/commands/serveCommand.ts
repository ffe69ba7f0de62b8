import { command, pathsOf } from '../command.ts';
import { SERVE_FLAGS } from '../flags.ts';
import { serve as serveLedger } from '../serve.ts';
import { readServeOptions } from '../serveOptions.ts';

/** `stillnode`, or `stillnode serve`. */
export const serve = command({
  usage: '[serve] [PATH…]',
  summary: 'serve fixture files and folders (default: the sample ledger)',
  details: '',
  flags: SERVE_FLAGS,
  read: (line) => readServeOptions(pathsOf(line.positionals, line.env), line),
  run: (options, { messages }) => serveLedger(options, messages),
});
