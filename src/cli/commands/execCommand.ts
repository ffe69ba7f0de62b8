import { exitCodeOf, PassedSignals, runChild } from '../childCommand.ts';
import { command, pathsOf } from '../command.ts';
import { SERVE_FLAGS } from '../flags.ts';
import { keepLedger, openNode } from '../openNode.ts';
import { type LogStream, printSomeWarnings, usageError } from '../output.ts';
import { millisecondsSince, readyLine, reloadOnChange } from '../serve.ts';
import { readServeOptions, type ServeOptions } from '../serveOptions.ts';
import { onStdinEnd } from '../stdinEnd.ts';

/** `stillnode exec`: a node that runs for as long as a command does. @module */

interface ExecOptions {
  readonly serving: ServeOptions;
  /** the command that finds the URLs of the node in its environment */
  readonly command: readonly [program: string, ...args: string[]];
}

export const exec = command({
  usage: 'exec [PATH…] -- COMMAND…',
  summary: 'serve while COMMAND runs, and exit with its code',
  details: `COMMAND finds the URLs of the node in STILLNODE_URL, STILLNODE_WS_URL and SOLANA_RPC_URL.
Requests are logged only with --log.`,
  flags: SERVE_FLAGS,
  defaults: { port: 'a free port', dialect: 'agave', log: 'off' },
  takes: 'another command',
  read(line): ExecOptions {
    const [program, ...args] = line.otherCommand;
    if (program === undefined || program === '')
      throw usageError('exec needs a command to run: stillnode exec [PATH…] -- COMMAND…');
    const serving = readServeOptions(pathsOf(line.positionals, line.env), line, { port: 0, logs: false });
    return { serving, command: [program, ...args] };
  },
  run: (options, { messages }) => runExec(options, messages),
});

/** Serves while the command runs, and ends with its exit code. */
async function runExec({ command: childCommand, serving }: ExecOptions, messages: LogStream): Promise<never> {
  const signals = new PassedSignals();
  const start = performance.now();
  const { untilStdinEnds = false } = serving;
  if (untilStdinEnds) await onStdinEnd(() => signals.pass('SIGTERM'));
  const opened = await Promise.race([openNode(serving, messages), signals.first]);
  // loading cannot be canceled; the exit code must not be 0, because the command has not run
  if (typeof opened === 'string') process.exit(exitCodeOf(opened));
  printSomeWarnings(opened.node.report, messages);
  // only the command writes to stdout
  messages.write(readyLine(opened, millisecondsSince(start)));
  if (opened.watch !== undefined) void reloadOnChange(opened.watch, opened.node, messages);
  const variables = variablesOf(opened.listener, serving);
  const code = await runChild(childCommand, variables, signals, { hasStdin: !untilStdinEnds });
  const isKept = await keepLedger(opened);
  // requests in flight are not finished: their client, the command, has ended
  process.exit(isKept ? code : code || 1);
}

/** The variables with the URLs of the node. All URLs contain the API key; those for test code also contain the control key. */
function variablesOf(
  { url, wsUrl }: { readonly url: string; readonly wsUrl: string },
  { options: { apiKeys = [], controlKey } }: ServeOptions,
): Record<string, string> {
  const [apikey] = apiKeys;
  return {
    STILLNODE_URL: withQuery(url, { apikey, controlKey }),
    STILLNODE_WS_URL: withQuery(wsUrl, { apikey, controlKey }),
    SOLANA_RPC_URL: withQuery(url, { apikey }),
  };
}

function withQuery(url: string, query: Readonly<Record<string, string | undefined>>): string {
  const pairs = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
  return pairs.length === 0 ? url : `${url}/?${new URLSearchParams(pairs)}`;
}
