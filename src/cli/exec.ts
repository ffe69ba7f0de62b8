import { type ChildProcess, spawn } from 'node:child_process';
import { constants } from 'node:os';
import { reasonOf } from '../fixtures/input/input.ts';
import { printSomeWarnings } from './output.ts';
import type { ExecOptions } from './parseCommand.ts';
import { millisecondsSince, openNode, readyLine, reloadOnChange } from './serve.ts';
import type { ServeOptions } from './serveOptions.ts';

/** `stillnode exec`: a node that runs for as long as a command does. @module */

/** The exit codes of shells; the number of the signal is added to the second. */
const CANNOT_START = 127;
const ENDED_BY_SIGNAL = 128;

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Serves while the command runs, and ends with its exit code. */
export async function runExec({ command, serving }: ExecOptions): Promise<never> {
  const signals = catchSignals();
  const start = performance.now();
  const opened = await Promise.race([openNode(serving), signals.first]);
  // loading cannot be canceled, and a command that has not run has not succeeded
  if (typeof opened === 'string') process.exit(codeOf(opened));
  printSomeWarnings(opened.node.report);
  // stdout is the command's alone
  process.stderr.write(readyLine(opened, millisecondsSince(start)));
  if (opened.watch !== undefined) void reloadOnChange(opened.watch, opened.node);
  const [program, ...args] = command;
  const child = spawn(program, args, {
    stdio: 'inherit',
    env: { ...process.env, ...variablesOf(opened.listener, serving) },
  });
  signals.passTo(child);
  // no client waits for requests in flight
  const code = await endOf(child, program);
  const isKept = (await opened.keeper?.end()) ?? true;
  process.exit(isKept ? code : code || 1);
}

/** The URLs have the keys: those for test code that of control too. */
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
      // it runs: a signal could not be sent
      if (child.pid !== undefined) return;
      process.stderr.write(`stillnode: cannot run ${JSON.stringify(program)}: ${reasonOf(error, 'command')}\n`);
      resolve(CANNOT_START);
    });
    child.once('exit', (code, signal) => resolve(signal === null ? code! : codeOf(signal)));
  });
}

function codeOf(signal: NodeJS.Signals): number {
  return ENDED_BY_SIGNAL + constants.signals[signal];
}

/** Passes signals on to the command, which decides when to end. */
function catchSignals() {
  let child: ChildProcess | undefined;
  /** before there is a command */
  const first = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of SIGNALS)
      process.on(signal, () => {
        resolve(signal);
        // Ctrl-C reaches every process of a terminal, and many take a second one as an order to stop at once
        const hasSignal = signal === 'SIGINT' && process.stdin.isTTY;
        if (!hasSignal) child?.kill(signal);
      });
  });
  const passTo = (command: ChildProcess) => {
    child = command;
  };
  return { first, passTo };
}
