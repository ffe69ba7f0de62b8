import { exitCodeOf, PassedSignals, runChild } from './childCommand.ts';
import { type LogStream, printSomeWarnings } from './output.ts';
import type { ExecOptions } from './parseCommand.ts';
import { keepLedger, millisecondsSince, openNode, readyLine, reloadOnChange } from './serve.ts';
import type { ServeOptions } from './serveOptions.ts';

/** `stillnode exec`: a node that runs for as long as a command does. @module */

/** Serves while the command runs, and ends with its exit code. */
export async function runExec({ command, serving }: ExecOptions, messages: LogStream): Promise<never> {
  const signals = new PassedSignals();
  const start = performance.now();
  const opened = await Promise.race([openNode(serving, messages), signals.first]);
  // loading cannot be canceled; the exit code must not be 0, because the command has not run
  if (typeof opened === 'string') process.exit(exitCodeOf(opened));
  printSomeWarnings(opened.node.report, messages);
  // only the command writes to stdout
  messages.write(readyLine(opened, millisecondsSince(start)));
  if (opened.watch !== undefined) void reloadOnChange(opened.watch, opened.node, messages);
  const code = await runChild(command, variablesOf(opened.listener, serving), signals);
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
