import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { reasonOf } from '../fixtures/input/input.ts';
import { printSomeWarnings } from './output.ts';
import type { ExecOptions } from './parseCommand.ts';
import { millisecondsSince, openNode, readyLine, reloadOnChange } from './serve.ts';
import type { ServeOptions } from './serveOptions.ts';

/** `stillnode exec`: a node that runs for as long as a command does. @module */

/** Exit codes, as shells have them; the number of the signal is added to the second. */
const CANNOT_START = 127;
const ENDED_BY_SIGNAL = 128;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Serves while the command runs, and ends with its exit code. */
export async function runExec({ command, serving }: ExecOptions): Promise<never> {
  const signals = catchSignals();
  const start = performance.now();
  const opened = await Promise.race([openNode(serving), signals.first]);
  // loading cannot be canceled; the exit code must not be 0, because the command has not run
  if (typeof opened === 'string') process.exit(exitCodeOf(opened));
  printSomeWarnings(opened.node.report, process.stderr);
  // only the command writes to stdout
  process.stderr.write(readyLine(opened, millisecondsSince(start)));
  if (opened.watch !== undefined) void reloadOnChange(opened.watch, opened.node);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variablesOf(opened.listener, serving) },
  });
  signals.passTo(child);
  // requests in flight are not finished: their client, the command, has ended
  const code = await endOf(child, program);
  const isKept = (await opened.keeper?.end()) ?? true;
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

async function endOf(child: ChildProcess, program: string): Promise<number> {
  return new Promise((resolve) => {
    child.on('error', (error) => {
      // the command runs: only a signal could not be sent
      if (child.pid !== undefined) return;
      process.stderr.write(`stillnode: cannot run ${JSON.stringify(program)}: ${reasonOf(error, 'command')}\n`);
      resolve(CANNOT_START);
    });
    child.once('exit', (code, signal) => resolve(signal === null ? code! : exitCodeOf(signal)));
  });
}

function exitCodeOf(signal: NodeJS.Signals): number {
  return ENDED_BY_SIGNAL + constants.signals[signal];
}

/** Passes signals on to the command, which decides when to end. */
function catchSignals() {
  let child: ChildProcess | undefined;
  /** the first signal, which counts only until the command runs */
  const first = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        resolve(signal);
        // Ctrl-C reaches every process of a terminal, and many programs stop at once at a second SIGINT
        const hasReceivedIt = signal === 'SIGINT' && process.stdin.isTTY;
        if (!hasReceivedIt) child?.kill(signal);
      });
  });
  const passTo = (command: ChildProcess) => {
    child = command;
  };
  return { first, passTo };
}
